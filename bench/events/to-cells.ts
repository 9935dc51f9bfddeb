import type { RequestId } from '../../src/domain/identifiers';
import { pause, systemClock } from '../../src/effects/clock';
import { percentile, type Row } from '../report/report';
import { MOVED } from '../sheet/change';
import { bestCells } from '../sheet/formulas';
import type { SheetPage } from '../sheet/sheet-page';
import { rowsOf } from '../sheet/stage';
import { CellBlock } from '../sheet/cell-block';
import type { DeskUnderEvents } from './desk-under-events';

const CELLS = 1_000;
const BY = 1;
/** Longer than events on one request are merged for. */
const BETWEEN_MS = 600;
const TOLD_MS = 40;

/** Of one event: ms from its 2xx until the cells that it concerns have it, and what of that was the call to the platform. */
interface Passed {
  readonly firstMs: number;
  readonly lastMs: number;
  readonly refetchMs: number;
}

/** From the answer to an event until cells show what it was about, with 1,000 cells in the page. */
export async function toCells(desk: DeskUnderEvents, page: SheetPage, rounds: number): Promise<Row[]> {
  const others: RequestId[] = [];
  for (let made = 0; made < 99; made++) others.push(await desk.platform.quotedRequest());
  const oneOfMany = [MOVED.id, ...others].map((id) =>
    bestCells(id, id === MOVED.id ? MOVED.direction : 'ask', 10),
  );
  const spread = await passages(desk, new CellBlock(oneOfMany.flat(), page.client), {
    concerned: 10,
    rounds,
  });
  const same = bestCells(MOVED.id, MOVED.direction, CELLS);
  const all = await passages(desk, new CellBlock(same, page.client), { concerned: CELLS, rounds });
  return [
    ...rowsFor('10 of 1,000 cells, 100 requests', spread),
    ...rowsFor('all 1,000 cells, one request', all),
  ];
}

async function passages(
  desk: DeskUnderEvents,
  block: CellBlock,
  { concerned, rounds }: { concerned: number; rounds: number },
): Promise<Passed[]> {
  await block.filledMs;
  const passed: Passed[] = [];
  for (let round = 0; round < rounds; round++) {
    await pause(systemClock, BETWEEN_MS);
    await desk.platform.movePrice(MOVED.id, BY);
    desk.asked.length = 0;
    desk.answeredAt.length = 0;
    const shown = block.firstResults(concerned);
    const sent = await deliver(desk.webhook, `event-${passed.length}-${concerned}`);
    if (sent !== 200) throw new Error(`An event was answered with ${sent}.`);
    const { firstAt, lastAt } = await shown;
    // What the gateway's process tells of itself comes on another line.
    await pause(systemClock, TOLD_MS);
    const call = desk.asked.find(({ path }) => path.includes(`${MOVED.id}/quotations`));
    const answeredAt = desk.answeredAt[0];
    if (!call || answeredAt === undefined) throw new Error('The gateway did not tell of its call.');
    passed.push({
      firstMs: firstAt - answeredAt,
      lastMs: lastAt - answeredAt,
      refetchMs: call.to - call.from,
    });
  }
  block.cancel();
  return passed;
}

async function deliver(webhook: string, mark: string): Promise<number> {
  const body = JSON.stringify({ eventType: 'quotation-created', 'request-id': MOVED.id, mark });
  const answer = await fetch(webhook, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  return answer.status;
}

function rowsFor(subject: string, passed: readonly Passed[]): Row[] {
  const row = rowsOf('from the 2xx of an event to its cells', subject);
  const of = (pick: (one: Passed) => number) => (share: number) => percentile(passed.map(pick), share);
  const last = of(({ lastMs }) => lastMs);
  const refetch = of(({ refetchMs }) => refetchMs);
  const own = of(({ lastMs, refetchMs }) => lastMs - refetchMs);
  const ownFirst = of(({ firstMs, refetchMs }) => firstMs - refetchMs);
  return [
    row('events', passed.length, 'events'),
    row('to the last cell, p50', last(0.5), 'ms'),
    row('p99', last(0.99), 'ms'),
    row('of which the refetch, p50', refetch(0.5), 'ms'),
    row('refetch, p99', refetch(0.99), 'ms'),
    row('the rest to the first cell, p50', ownFirst(0.5), 'ms'),
    row('first cell, p99', ownFirst(0.99), 'ms'),
    row('the rest to the last cell, p50', own(0.5), 'ms'),
    row('last cell, p99', own(0.99), 'ms'),
  ];
}
