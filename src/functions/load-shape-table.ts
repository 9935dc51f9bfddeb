import { RequestId, TradeId } from '../domain/identifiers';
import type { Failure, FailureKind } from '../domain/failure';
import type { LoadShape } from '../domain/load-shape';
import type { RawRecord } from '../domain/record';
import type { Resource } from '../domain/resource';
import { idArgument } from './arguments';
import { CellFailure, cellFailure } from './cell-failure';
import type { Shown } from './cells';
import { inServiceTime, valueOf, type Desk, type Formula } from './desk';
import { openColumns } from './open-columns';
import type { SheetTime } from './sheet-time';
import { ROWS_MAX, table } from './tables';

type Question = Extract<Resource, { kind: 'request-load-shapes' | 'trade-load-shapes' }>;

/** LOADSHAPE: of a request or of a trade, whichever has this id. */
export function loadShapeFormula(given: { id: unknown }): Formula {
  const id = idArgument<RequestId>(given.id, { schema: RequestId, example: 'RQ-10293', name: 'LOADSHAPE' });
  if (!id.ok) return cellFailure(id.failure);
  const questions = questionsOf(id.value);
  return (desk) =>
    inServiceTime(desk, (time) => {
      const shape = shapeOf(desk, questions);
      return shape instanceof CellFailure ? shape : shapeTable(shape, { id: id.value, time });
    });
}

/** Ids do not say what they name. A guess by the first letter saves a call; both are asked where it was wrong. */
function questionsOf(id: RequestId): readonly [Question, Question] {
  const request: Question = { kind: 'request-load-shapes', id };
  const trade: Question = { kind: 'trade-load-shapes', id: TradeId.parse(id) };
  return /^t/i.test(id) ? [trade, request] : [request, trade];
}

const NOT_IT: readonly FailureKind[] = ['not-found', 'invalid-argument'];
const failureOf = (desk: Desk, question: Question): Failure | undefined => desk.ask(question).failure;
const isNotIt = (failure: Failure | undefined): boolean =>
  failure !== undefined && NOT_IT.includes(failure.kind);

function shapeOf(desk: Desk, [first, second]: readonly [Question, Question]): LoadShape | CellFailure {
  if (!isNotIt(failureOf(desk, first))) return valueOf(desk, first);
  return isNotIt(failureOf(desk, second)) ? neither(first.id) : valueOf(desk, second);
}

const neither = (id: string): CellFailure =>
  new CellFailure('#N/A', `There is no request and no trade ${id} with a load shape. Check the id.`);

/** A point as a record. One that is none stands in a column of its own. */
const fieldsOf = (point: unknown): RawRecord =>
  typeof point === 'object' && point !== null && !Array.isArray(point) ? { ...point } : { value: point };

/** What is said of the whole shape, such as a unit, stands beside every point. */
function shapeTable({ points, raw }: LoadShape, { id, time }: { id: RequestId; time: SheetTime }): Shown {
  if (points.length === 0) {
    return new CellFailure(
      '#N/A',
      `The platform has no load shape for ${id}. It appears here when there is one.`,
    );
  }
  const rows = points.map((point): RawRecord => {
    const own = fieldsOf(point);
    return { ...own, ...raw, ...own };
  });
  const columns = openColumns(rows, (row) => row);
  return table({
    columns,
    rows,
    id: '',
    time,
    rest: `a sheet shows the first ${ROWS_MAX.toLocaleString('en')}.`,
  });
}
