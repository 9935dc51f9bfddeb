import { parseArgs } from 'node:util';
import type { Children } from '../scripts/children.mjs';
import { runCommand } from '../scripts/command.mjs';
import { RequestId } from '../src/domain/identifiers';
import { folderUntilExit } from './kit/folder';
import { cachedPerSecond, misses, valueOf, writes, type Pair } from './gateway/added';
import { Disk } from './gateway/disk';
import { PlainProcess } from './gateway/plain-process';
import { loadRow, percentile, shown, type Row } from './report/report';
import { rowsOf, Stage } from './sheet/stage';

/**
 * What the gateway adds to a call that somebody would make directly, and how fast it answers from what it has.
 * docs/benchmarks.md says what is measured. `--json` prints one line of JSON.
 */
const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });

const LATENCY_MS = 50;
/** Before an action leaves, and when its outcome is known. */
const COMMITS_OF_A_WRITE = 2;
const PAIRS = 60;
const WARM = 5;
const CACHED = 200;
const ROUNDS = 7;
/** A request of the simulator's first morning that asks this desk. */
const ASKED = RequestId.parse('RQ-10300');

/** What was measured beside each pair, in ms: a hop to a process that does nothing, and the disk where it is written to. */
interface Beside {
  readonly hopsMs: readonly number[];
  readonly syncsMs?: readonly number[];
}

function rowsOfPairs(scenario: string, pairs: readonly Pair[], { hopsMs, syncsMs = [] }: Beside): Row[] {
  const median = (of: (pair: Pair) => number): number => percentile(pairs.slice(WARM).map(of), 0.5);
  const [directMs, throughMs] = [median((pair) => pair.directMs), median((pair) => pair.throughMs)];
  const waitedMs = COMMITS_OF_A_WRITE * percentile(syncsMs, 0.5);
  const hopMs = percentile(hopsMs.slice(WARM), 0.5);
  const row = rowsOf(scenario, 'medians');
  return [
    row('direct', directMs, 'ms'),
    row('through the gateway', throughMs, 'ms'),
    row('added', throughMs - directMs, 'ms'),
    row('ratio', throughMs / directMs, '× direct'),
    row('of that a hop to a process that does nothing', hopMs, 'ms'),
    row('ratio of such a hop alone', (directMs + hopMs) / directMs, '× direct'),
    ...(syncsMs.length > 0
      ? [
          row('of that the disk, for two commits', waitedMs, 'ms'),
          row('ratio without the disk', (throughMs - waitedMs) / directMs, '× direct'),
        ]
      : []),
  ];
}

async function added(stage: Stage, children: Children): Promise<Row[]> {
  const plain = await PlainProcess.start('{"as":"small as an answer"}');
  children.beforeEnd(() => plain.end());
  const messagesMs: number[] = [];
  const callsMs: number[] = [];
  const disk = new Disk(stage.folder, PAIRS + WARM);
  const syncsMs: number[] = [];
  const page = stage.openPage();
  await page.connected();
  const ids = await stage.platform.openRequests(PAIRS + WARM);
  const quoteIds = await stage.platform.ownQuotes(ASKED, 2 * (PAIRS + WARM));
  const missed = await misses(stage, page, {
    ids,
    beside: async () => void messagesMs.push(await plain.messageMs()),
  });
  const written = await writes(stage, page, {
    requestId: ASKED,
    quoteIds,
    beside: async () => {
      syncsMs.push(disk.syncMs());
      callsMs.push(await plain.callMs());
    },
  });
  page.close();
  disk.close();
  return [
    ...rowsOfPairs('a read that nobody has', missed, { hopsMs: messagesMs }),
    ...rowsOfPairs('a journaled write', written, { hopsMs: callsMs, syncsMs }),
  ];
}

async function cached(stage: Stage, children: Children): Promise<Row[]> {
  const page = stage.openPage();
  await page.connected();
  const ids = await stage.platform.openRequests(CACHED);
  const [record] = await Promise.all(ids.map((id) => valueOf(page, id)));
  const plain = await PlainProcess.start(JSON.stringify(record));
  children.beforeEnd(() => plain.end());
  const pairs: { readonly ours: number; readonly plain: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    pairs.push({ ours: await cachedPerSecond(stage, ids), plain: await plain.perSecond(CACHED) });
  }
  page.close();
  const median = (of: 'ours' | 'plain'): number =>
    percentile(
      pairs.slice(1).map((pair) => pair[of]),
      0.5,
    );
  const row = rowsOf(`${CACHED} answers that the gateway has, to a page over its socket`, 'medians');
  return [
    row('gateway, socket', median('ours'), 'answers a second'),
    row('node:http, 32 connections', median('plain'), 'answers a second'),
    row('ratio', median('ours') / median('plain'), '× node:http'),
  ];
}

await runCommand(async (children) => {
  const rows: Row[] = [loadRow('at the start')];
  const folder = folderUntilExit();
  const stage = await Stage.open({ folder, latencyMs: LATENCY_MS });
  children.beforeEnd(() => stage.end());
  await stage.signedIn();
  rows.push(...(await added(stage, children)), ...(await cached(stage, children)), loadRow('at the end'));
  console.log(shown({ bench: 'gateway', rows }, values));
  return 0;
});
