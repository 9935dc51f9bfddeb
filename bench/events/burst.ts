import { join } from 'node:path';
import type { RequestId } from '../../src/domain/identifiers';
import { pause, systemClock } from '../../src/effects/clock';
import { storedEvents } from '../../src/gateway/storage/events';
import { percentile, type Row } from '../report/report';
import { CellBlock } from '../sheet/cell-block';
import { bestCells } from '../sheet/formulas';
import { rowsOf } from '../sheet/stage';
import { DeskUnderEvents } from './desk-under-events';
import { plainReceiver, Sender } from './helping-process';
import type { SentEvents } from './sending';

const EVENTS = 1_000;
const WITHIN_MS = 1_000;
const REQUESTS = 50;
/** The service's own limits. */
const LIMITS = { ratePerSecond: 10, burst: 100, perDay: 5_000 };
const AFTERMATH_MS = 15_000;
const NO_POLLING_MS = '99999999';
const POLLED = ['OPEN_REQUESTS', 'QUOTES', 'REQUEST', 'ANALYTICS', 'TRADES'];
const FILLING_MS = 12_000;

/** 1,000 events in one second on 50 requests that cells show, beside a receiver that writes each by itself. */
export async function burst(place: { folder: string; latencyMs: number }, run: number): Promise<Row[]> {
  const sender = await Sender.start();
  const ours = await oursUnder(sender, place, run);
  const plain = await plainUnder(sender, place, run);
  sender.end();
  const ratio = (share: number): number =>
    percentile(ours.sent.tookMs, share) / percentile(plain.tookMs, share);
  const row = rowsOf(SCENARIO, `ours, run ${run}`);
  return [
    ...answered(`ours, run ${run}`, ours.sent),
    row('p50 beside plain', ratio(0.5), '× plain'),
    row('p99 beside plain', ratio(0.99), '× plain'),
    row('lost', ours.lost, 'events'),
    row('calls', ours.calls, 'calls'),
    row('refused by the platform', ours.refused, 'calls'),
    ...answered(`plain, run ${run}`, plain),
  ];
}

const SCENARIO = `${EVENTS} events in a second on ${REQUESTS} requests`;

function answered(subject: string, { tookMs, failed, wallMs }: SentEvents): Row[] {
  const row = rowsOf(SCENARIO, subject);
  return [
    row('2xx', tookMs.length, 'events'),
    row('no 2xx', failed, 'events'),
    row('wall', wallMs, 'ms'),
    row('to the 2xx, p50', percentile(tookMs, 0.5), 'ms'),
    row('p99', percentile(tookMs, 0.99), 'ms'),
  ];
}

async function oursUnder(
  sender: Sender,
  { folder, latencyMs }: { folder: string; latencyMs: number },
  run: number,
) {
  const settings = Object.fromEntries(POLLED.map((name) => [`DESK_POLL_${name}_MS`, NO_POLLING_MS]));
  const desk = await DeskUnderEvents.open({ folder, latencyMs, limits: LIMITS, settings });
  const page = await desk.openPage();
  await desk.signedIn(page);
  const requestIds: RequestId[] = [];
  for (let made = 0; made < REQUESTS; made++) requestIds.push(await desk.platform.quotedRequest());
  const block = new CellBlock(
    requestIds.flatMap((id) => bestCells(id, 'ask', 20)),
    page.client,
  );
  // The pane watches what was heard as well.
  page.client.watch({ kind: 'events' }, () => undefined);
  await block.filledMs;
  // The bucket fills up again.
  await pause(systemClock, FILLING_MS);
  await sender.send({ ...WARM_UP, webhook: desk.webhook, requestIds: ['RQ-1'], mark: `warm-${run}` });
  const before = await desk.platform.stats();
  const sent = await sender.send({
    webhook: desk.webhook,
    requestIds,
    count: EVENTS,
    withinMs: WITHIN_MS,
    mark: `${run}`,
  });
  await pause(systemClock, AFTERMATH_MS);
  const after = await desk.platform.stats();
  page.close();
  await desk.end();
  return {
    sent,
    lost: sent.tookMs.length - (await stored(desk.dataFolder, `QT-${run}-`)),
    calls: after.calls - before.calls,
    refused: after.refused429 - before.refused429,
  };
}

const WARM_UP = { count: 200, withinMs: 400 };

async function plainUnder(sender: Sender, { folder }: { folder: string }, run: number): Promise<SentEvents> {
  const receiver = await plainReceiver(join(folder, 'plain'));
  await sender.send({ ...WARM_UP, webhook: receiver.url, requestIds: ['RQ-1'], mark: `warm-${run}` });
  const requestIds = Array.from({ length: REQUESTS }, (_, at) => `RQ-${at}`);
  const sent = await sender.send({
    webhook: receiver.url,
    requestIds,
    count: EVENTS,
    withinMs: WITHIN_MS,
    mark: `${run}`,
  });
  receiver.end();
  return sent;
}

/** Events in the gateway's store whose body has this mark, read past it. */
async function stored(dataFolder: string, mark: string): Promise<number> {
  const events = await storedEvents({ dataFolder, environment: 'simulator' });
  if (!events.ok) throw new Error(events.failure.message);
  return events.value.filter(({ body }) => body.includes(`"${mark}`)).length;
}
