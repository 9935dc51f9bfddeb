import { parseArgs } from 'node:util';
import type { Children } from '../scripts/children.mjs';
import { runCommand } from '../scripts/command.mjs';
import type { QuoteId } from '../src/domain/identifiers';
import { RequestId } from '../src/domain/identifiers';
import { pause, systemClock } from '../src/effects/clock';
import { folderUntilExit } from './kit/folder';
import { loadRow, shown, type Row } from './report/report';
import { analyticsCells } from './sheet/formulas';
import type { SheetPage } from './sheet/sheet-page';
import { rowsOf, Stage } from './sheet/stage';

/**
 * Withdrawing 50 quotes by one press while 500 reads wait for their turn, with gateway and simulator as processes of their
 * own. docs/benchmarks.md says what is measured. `--json` prints one line of JSON.
 */
const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });

const LATENCY_MS = 50;
const QUOTES = 50;
const READS = 500;
const READS_UNDER_WAY = 90;
const RUNS = 5;
const REACHED_MS_MAX = 60_000;
/** A request of the simulator's first morning that asks this desk. */
const ASKED = RequestId.parse('RQ-10300');

async function run(stage: Stage, { page, subject }: { page: SheetPage; subject: string }): Promise<Row[]> {
  const quotes = await stage.platform.ownQuotes(ASKED, QUOTES);
  const requests = await stage.platform.openRequests(READS);
  await stage.calm();
  const before = await stage.platform.stats();
  const made = async (operation: string): Promise<number> =>
    ((await stage.platform.stats()).byOperation[operation] ?? 0) - (before.byOperation[operation] ?? 0);
  const block = page.calculate(analyticsCells(requests));
  block.filledMs.catch(() => undefined);
  await reached(() => made('read-analytics'), READS_UNDER_WAY);
  const pressedAtMs = systemClock.monotonicMs();
  const pressed = withdrawn(page, quotes);
  await reached(() => made('withdraw-quote'), 1);
  const firstMs = systemClock.monotonicMs() - pressedAtMs;
  await reached(() => made('withdraw-quote'), QUOTES);
  const lastMs = systemClock.monotonicMs() - pressedAtMs;
  const done = await pressed;
  const after = await stage.platform.stats();
  block.cancel();
  const row = rowsOf(`${QUOTES} withdrawals, ${READS} reads in the queue`, subject);
  return [
    row('press to the first at the platform', firstMs, 'ms'),
    row('press to the last at the platform', lastMs, 'ms'),
    row('withdrawn', done, 'quotes'),
    row('refusals', after.refused429 - before.refused429, 'calls'),
  ];
}

/** Looks again after two milliseconds, which the figure may be too high by: without a pause the watch takes the platform's core. */
async function reached(count: () => Promise<number>, least: number): Promise<void> {
  const untilMs = systemClock.monotonicMs() + REACHED_MS_MAX;
  while ((await count()) < least) {
    if (systemClock.monotonicMs() > untilMs)
      throw new Error(`The platform never saw ${least} of these calls.`);
    await pause(systemClock, 2);
  }
}

async function withdrawn({ client }: SheetPage, quotes: readonly QuoteId[]): Promise<number> {
  const results = await client.actAll(
    quotes.map((quoteId) => ({
      id: client.newActionId(),
      body: { kind: 'withdraw-quote', requestId: ASKED, quoteId },
      shown: `Withdraw ${quoteId}`,
    })),
  );
  return results.filter((result) => result.ok && result.value.state === 'done').length;
}

/** A desk of its own for each run: what still waits in the last one is no part of the next. */
async function freshRun(children: Children, subject: string): Promise<Row[]> {
  const stage = await Stage.open({ folder: folderUntilExit(), latencyMs: LATENCY_MS });
  children.beforeEnd(() => stage.end());
  await stage.signedIn();
  const page = stage.openPage();
  await page.connected();
  const rows = await run(stage, { page, subject });
  page.close();
  return rows;
}

await runCommand(async (children) => {
  const rows: Row[] = [loadRow('at the start')];
  for (let count = 1; count <= RUNS; count++) rows.push(...(await freshRun(children, `run ${count}`)));
  console.log(shown({ bench: 'withdrawals', rows }, values));
  return 0;
});
