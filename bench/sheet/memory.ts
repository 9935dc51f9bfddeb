import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { RequestId } from '../../src/domain/identifiers';
import type { Row } from '../report/report';
import { repeated, requestCells } from './formulas';
import { rowsOf, type Stage } from './stage';

export const MANY_TIMES = 10;
const MEGABYTE = 1_000_000;
const SCENARIO = '10,000 cells over 100 requests watch';

/** What 10,000 live cells hold in the page's process, and what they cost the gateway. */
export async function memory(stage: Stage, ids: readonly RequestId[]): Promise<Row[]> {
  const rested = await stage.gateway.memory();
  const page = stage.openPage();
  await page.connected();
  const before = heapBytes();
  const block = page.calculate(repeated(requestCells(ids), MANY_TIMES));
  await block.filledMs;
  block.demandValues();
  const held = heapBytes() - before;
  const watched = await stage.gateway.memory();
  block.cancel();
  page.close();
  return [
    ...gatewayRows('gateway, nobody watches', rested),
    ...gatewayRows('gateway, one page without a browser', watched),
    rowsOf(SCENARIO, 'the page’s client and functions alone')('heap', held / MEGABYTE, 'MB'),
  ];
}

export function gatewayRows(subject: string, used: { rssBytes: number; heapBytes: number }): Row[] {
  const row = rowsOf(SCENARIO, subject);
  return [row('RSS', used.rssBytes / MEGABYTE, 'MB'), row('heap', used.heapBytes / MEGABYTE, 'MB')];
}

export const pageRow = (subject: string, bytes: number): Row =>
  rowsOf(SCENARIO, subject)('heap', bytes / MEGABYTE, 'MB');

/** After a garbage collection, which this process has not been started with. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
  return process.memoryUsage().heapUsed;
}
