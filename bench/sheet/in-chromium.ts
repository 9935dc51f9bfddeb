import type { RequestId } from '../../src/domain/identifiers';
import { pause, systemClock } from '../../src/effects/clock';
import type { Row } from '../report/report';
import { changeRows, MOVED, MovingQuotes } from './change';
import { repeated, requestRows } from './formulas';
import { gatewayRows, MANY_TIMES, pageRow } from './memory';
import { rowsOf, type Stage } from './stage';
import { OpenWorkbench } from './workbench';

const RELOADS = 5;
const MOVES = 8;
const MOVED_CELLS = 1_000;
/** Excel's flushes come each half second: a wait that is no multiple of that meets them at every phase. */
const BETWEEN_MS = 830;
/** The book that the workbench opens with watches quotes and lists of its own; they are read once before anything is counted. */
const SETTLED_MS = 3_000;

/** The workbench in Chromium: reloaded with 1,000 known cells, one price moved in 1,000 cells, and 10,000 cells. */
export async function inChromium(stage: Stage, ids: readonly RequestId[]): Promise<Row[]> {
  const workbench = await OpenWorkbench.open(stage.gateway, stage.folder);
  try {
    await pause(systemClock, SETTLED_MS);
    const blank = await workbench.heapBytes();
    const opened = await reloads(stage, workbench, ids);
    const moved = await moves(stage, workbench);
    await workbench.reload(repeated(requestRows(ids), MANY_TIMES));
    const heap = await workbench.heapBytes();
    return [
      ...opened,
      ...moved,
      ...gatewayRows('gateway, one page in Chromium', await stage.gateway.memory()),
      pageRow('page in Chromium, workbench without these cells', blank),
      pageRow('page in Chromium, workbench with them', heap),
    ];
  } finally {
    await workbench.close();
  }
}

async function reloads(stage: Stage, workbench: OpenWorkbench, ids: readonly RequestId[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (let reload = 1; reload <= RELOADS; reload++) {
    const { value, calls } = await stage.counted(() => workbench.reload(requestRows(ids)));
    const row = rowsOf('reloaded: the same 1,000 cells in Chromium, ms from …', `reload ${reload}`);
    rows.push(
      row('calls', calls, 'calls'),
      row('navigation to the grid', value.gridMs, 'ms'),
      row('navigation to the add-in’s page', value.addInMs, 'ms'),
      row('navigation to the last value', value.filledMs, 'ms'),
      row('the add-in’s page to the last value', value.filledMs - value.addInMs, 'ms'),
    );
  }
  return rows;
}

async function moves(stage: Stage, workbench: OpenWorkbench): Promise<Row[]> {
  const watcher = stage.openPage();
  const quotes = new MovingQuotes(stage, watcher);
  const formula = `=DESK.SPREADPRICE("${MOVED.id}","${MOVED.direction}")`;
  await workbench.reload(Array.from({ length: MOVED_CELLS }, () => [formula]));
  const tookMs: number[] = [];
  const { calls } = await stage.counted(async () => {
    for (let move = 0; move < MOVES; move++) {
      await pause(systemClock, BETWEEN_MS);
      const all = workbench.changed(MOVED_CELLS);
      await quotes.move();
      tookMs.push((await all) - quotes.takenAt);
    }
  });
  watcher.close();
  return changeRows('in Chromium', tookMs, calls);
}
