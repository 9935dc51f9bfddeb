import type { RequestId } from '../../src/domain/identifiers';
import type { Row } from '../report/report';
import { requestCells } from './formulas';
import type { SheetPage } from './sheet-page';
import { rowsOf, type Stage } from './stage';

const REQUESTS = 100;
const RUNS = 3;
/** Enough for the direct calls that measure a round trip. */
const ROUND_TRIPS_BURST = 20;
/** How long the gateway collects answers before it pushes them to a page. */
const PUSH_WINDOW_MS = 20;

/** 1,000 cells over 100 requests that nobody has read. Answers the requests too: from here on the gateway knows them. */
export async function cold(stage: Stage): Promise<{ rows: Row[]; ids: RequestId[] }> {
  const rows: Row[] = [];
  const known: RequestId[] = [];
  for (let run = 1; run <= RUNS; run++) {
    const page = stage.openPage();
    await page.connected();
    const ids = await stage.platform.openRequests(REQUESTS);
    rows.push(...(await coldRun(stage, { page, ids, subject: `page connected, run ${run}` })));
    known.push(...ids);
    page.close();
  }
  const ids = await stage.platform.openRequests(REQUESTS);
  rows.push(...(await coldRun(stage, { ids, subject: 'page opened at that moment' })));
  return { rows, ids: [...known, ...ids] };
}

async function coldRun(
  stage: Stage,
  { page, ids, subject }: { page?: SheetPage; ids: readonly RequestId[]; subject: string },
): Promise<Row[]> {
  const row = rowsOf('cold: 1,000 cells over 100 requests', subject);
  const [first] = ids;
  if (first === undefined) throw new Error('There are no requests.');
  await stage.calm(ROUND_TRIPS_BURST);
  const roundTripMs = await stage.direct.roundTripMs(first);
  await stage.calm();
  const burstMs = await stage.direct.burstMs(ids);
  await stage.calm();
  const gatewayBefore = await stage.gateway.usage();
  const pageBefore = process.cpuUsage();
  const { value, calls, refusals } = await stage.counted(async () => {
    const ours = page ?? stage.openPage();
    const block = ours.calculate(requestCells(ids));
    const filledMs = await block.filledMs;
    const cpu = process.cpuUsage(pageBefore);
    block.demandValues();
    if (!page) ours.close();
    return { wallMs: filledMs + (page ? 0 : block.startedAtMs - ours.openedAtMs), cpu };
  });
  const gatewayAfter = await stage.gateway.usage();
  const { wallMs, cpu } = value;
  const boundMs = roundTripMs + PUSH_WINDOW_MS;
  return [
    row('calls', calls, 'calls'),
    row('refusals', refusals, 'calls'),
    row('round trip', roundTripMs, 'ms'),
    row('the same 100 by HTTP alone', burstMs, 'ms'),
    row('wall', wallMs, 'ms'),
    row('wall', wallMs / boundMs, '× bound'),
    row('CPU of the page', (cpu.user + cpu.system) / 1_000, 'ms'),
    row('CPU of the gateway', gatewayAfter.cpuMs - gatewayBefore.cpuMs, 'ms'),
  ];
}
