import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestId } from '../../src/domain/identifiers';
import type { Row } from '../report/report';
import { requestCells } from './formulas';
import type { SheetPage } from './sheet-page';
import { rowsOf, Stage } from './stage';

const REQUESTS = 100;
const RUNS = 5;
/** Enough for the direct calls that measure a round trip. */
const ROUND_TRIPS_BURST = 20;

/** 1,000 cells over 100 requests that nobody has read. Answers the requests too: from here on the gateway knows them. */
export async function cold(stage: Stage): Promise<{ rows: Row[]; ids: RequestId[] }> {
  const { rows, ids: known } = await coldRuns(stage, 'page connected');
  const ids = await stage.platform.openRequests(REQUESTS);
  rows.push(...(await coldRun(stage, { ids, subject: 'page opened at that moment' })));
  return { rows, ids: [...known, ...ids] };
}

/** The same where the platform's list says only which requests there are: each is a call of its own. */
export async function coldSingly(parts: { folder: string; latencyMs: number }): Promise<Row[]> {
  const profile = join(parts.folder, 'references.json');
  writeFileSync(profile, JSON.stringify({ records: { openRequests: 'references' } }));
  const stage = await Stage.open({
    ...parts,
    folder: join(parts.folder, 'singly'),
    settings: { SERVICE_PROFILE: profile },
  });
  try {
    return (await coldRuns(stage, 'page connected, one call for each')).rows;
  } finally {
    await stage.end();
  }
}

async function coldRuns(stage: Stage, subject: string): Promise<{ rows: Row[]; ids: RequestId[] }> {
  const rows: Row[] = [];
  const known: RequestId[] = [];
  for (let run = 1; run <= RUNS; run++) {
    const page = stage.openPage();
    await page.connected();
    const ids = await stage.platform.openRequests(REQUESTS);
    rows.push(...(await coldRun(stage, { page, ids, subject: `${subject}, run ${run}` })));
    known.push(...ids);
    page.close();
  }
  return { rows, ids: known };
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
  return [
    row('calls', calls, 'calls'),
    row('refusals', refusals, 'calls'),
    row('round trip', roundTripMs, 'ms'),
    row('the same 100 by HTTP alone', burstMs, 'ms'),
    row('wall', wallMs, 'ms'),
    row('wall', wallMs / burstMs, '× HTTP alone'),
    row('CPU of the page', (cpu.user + cpu.system) / 1_000, 'ms'),
    row('CPU of the gateway', gatewayAfter.cpuMs - gatewayBefore.cpuMs, 'ms'),
  ];
}
