import type { RequestId } from '../../src/domain/identifiers';
import type { Row } from '../report/report';
import type { CellBlock } from './cell-block';
import { FIELDS, repeated, requestCells } from './formulas';
import { rowsOf, type Stage } from './stage';

const ARGUMENTS = 20;
const CELLS_PER_ARGUMENT = 10;
const CALCULATIONS = 3;
const ONE_FIELD = FIELDS.slice(1, 2);

/** 200 cells with 20 different arguments are calculated three times: ours, and a function that fetches whenever it runs. */
export async function recalculated(stage: Stage): Promise<Row[]> {
  const ids = await stage.platform.openRequests(ARGUMENTS);
  const cells = repeated(ids, CELLS_PER_ARGUMENT);
  await stage.calm();
  const ours = await stage.counted(() => live(stage, cells));
  await stage.calm();
  const plain = await stage.counted(() => fetchedInEveryCell(stage, cells));
  return [ours, plain].flatMap(({ value, calls, refusals }, at) => {
    const subject = at === 0 ? 'ours' : 'a fetch in every cell, as two public add-ins do';
    const row = rowsOf('200 cells, 20 different arguments, calculated 3 times', subject);
    return [
      row('calls', calls, 'calls'),
      row('refusals', refusals, 'calls'),
      row('cells with a value at the end', value, 'cells'),
      row('calls', calls / ARGUMENTS, '× arguments'),
    ];
  });
}

/** Excel starts the streams of a new calculation before it ends those of the last. */
async function live(stage: Stage, ids: readonly RequestId[]): Promise<number> {
  const page = stage.openPage();
  let last: CellBlock | undefined;
  for (let calculation = 0; calculation < CALCULATIONS; calculation++) {
    const block = page.calculate(requestCells(ids, ONE_FIELD));
    last?.cancel();
    await block.filledMs;
    block.demandValues();
    last = block;
  }
  page.close();
  return last?.values.length ?? 0;
}

async function fetchedInEveryCell({ direct }: Stage, ids: readonly RequestId[]): Promise<number> {
  let filled = 0;
  for (let calculation = 0; calculation < CALCULATIONS; calculation++) {
    const answers = await Promise.all(ids.map((id) => direct.read(id)));
    filled = answers.filter((status) => status === 200).length;
  }
  return filled;
}
