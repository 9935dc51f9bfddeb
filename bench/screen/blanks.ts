import type { Page } from 'playwright-core';
import { pause, systemClock } from '../../src/effects/clock';
import type { Row } from '../report/report';
import type { SimulatedPlatform } from '../sheet/platform';
import { rowsOf } from '../sheet/stage';

const TABLE = 'Blotter!A5:K40';
const CHANGES = 10;
const BETWEEN_MS = 2_500;
const FILLED_MS = 5_000;

/** How long a cell of the blotter shows nothing while requests come and go, of the requests that stay. */
export async function blanks(page: Page, platform: SimulatedPlatform): Promise<Row[]> {
  await page.getByRole('group', { name: 'New sheet' }).getByRole('button', { name: 'Blotter' }).click();
  await pause(systemClock, FILLED_MS);
  const watching = page.evaluate(watch, { table: TABLE, forMs: CHANGES * BETWEEN_MS });
  for (let change = 0; change < CHANGES; change += 2) {
    const [made] = await platform.openRequests(1);
    await pause(systemClock, BETWEEN_MS);
    await platform.act({ do: 'close', requestId: made });
    await pause(systemClock, BETWEEN_MS);
  }
  const { longestMs, looks, lists, rows } = await watching;
  const row = rowsOf(`blotter over ${CHANGES} changes of its list`, 'requests that stay');
  return [
    row('longest blank of a cell', longestMs, 'ms'),
    row('looks', looks, 'looks'),
    row('different lists seen', lists, 'lists'),
    row('requests', rows, 'rows'),
  ];
}

// Runs in the page, as text: a function with a name of its own inside would need the compiler's helpers there.
async function watch({ table, forMs }: { table: string; forMs: number }) {
  const emptyAt = new Map<string, number>();
  const shownAt = new Set<string>();
  const lists = new Set<string>();
  const untilMs = performance.now() + forMs;
  let [longestMs, looks, rows] = [0, 0, 0];
  while (performance.now() < untilMs) {
    const now = performance.now();
    const texts = window.workbench?.texts(table) ?? [];
    const cells = new Map(
      texts.flatMap((row) => row.map((text, at): [string, string] => [`${row[0] ?? ''} ${at}`, text])),
    );
    lists.add(
      texts
        .map(([id]) => id)
        .sort()
        .join(),
    );
    rows = Math.max(rows, texts.filter(([id]) => /^RQ-/.test(id ?? '')).length);
    for (const key of shownAt) {
      const text = cells.get(key) ?? '';
      const isShown = text !== '' && !text.startsWith('#');
      // What comes back was blank; a request that has gone does not.
      if (isShown) {
        const since = emptyAt.get(key);
        if (since !== undefined) longestMs = Math.max(longestMs, now - since);
        emptyAt.delete(key);
      } else if (!emptyAt.has(key)) emptyAt.set(key, now);
    }
    for (const [key, text] of cells)
      if (key.startsWith('RQ-') && text !== '' && !text.startsWith('#')) shownAt.add(key);
    looks += 1;
    await new Promise((resolve) => void setTimeout(resolve, 5));
  }
  return { longestMs: Math.round(longestMs), looks, lists: lists.size, rows };
}
