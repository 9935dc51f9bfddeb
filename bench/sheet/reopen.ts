import type { RequestId } from '../../src/domain/identifiers';
import type { Row } from '../report/report';
import { requestCells } from './formulas';
import { rowsOf, type Stage } from './stage';

/** Another page on what the gateway knows; then the same once the gateway has been stopped and started again. */
export async function reopened(stage: Stage, ids: readonly RequestId[]): Promise<Row[]> {
  const same = await reopening(stage, { ids, subject: 'the gateway still runs' });
  await stage.endGateway();
  await stage.startGateway();
  await stage.signedIn();
  const restarted = await reopening(stage, { ids, subject: 'the gateway was restarted' });
  return [...same, ...restarted];
}

async function reopening(
  stage: Stage,
  { ids, subject }: { ids: readonly RequestId[]; subject: string },
): Promise<Row[]> {
  const row = rowsOf('reopened: the same 1,000 cells on another page', subject);
  const { value: wallMs, calls } = await stage.counted(async () => {
    const page = stage.openPage();
    const block = page.calculate(requestCells(ids));
    await block.filledMs;
    block.demandValues();
    page.close();
    return block.startedAtMs + (await block.filledMs) - page.openedAtMs;
  });
  return [row('calls', calls, 'calls'), row('from the page’s start to the last value', wallMs, 'ms')];
}
