import { fieldInWords } from '../../domain/field-name';
import { present } from '../../domain/present';
import type { Failure, FailureKind } from '../../domain/failure';
import { RequestId, TradeId } from '../../domain/identifiers';
import type { LoadShape, RawRecord, Recipient } from '../../domain/record';
import type { Resource } from '../../domain/resources/resource';
import { CellFailure, cellFailure, refused, WAITING } from '../cells/cell-failure';
import { cellOf, type Shown } from '../cells/cells';
import { inServiceTime, valueOf, type Formula, type FormulaContext } from '../cells/context';
import type { SheetTime } from '../cells/sheet-time';
import { idArgument, textArgument, together } from './arguments';
import { getPath, LEG_FIELDS } from './fields';
import { openColumns, ROWS_MAX, table, type Column } from './tables';

interface Row {
  readonly leg: number;
  readonly request: RawRecord;
}

const COLUMNS: readonly Column<Row>[] = [
  { name: 'leg', cell: ({ leg }) => leg },
  ...LEG_FIELDS.map((name): Column<Row> => ({
    name: fieldInWords(name),
    cell({ leg, request }, time) {
      const looked = getPath(request, `legs[${leg - 1}].${name}`);
      return looked.found ? cellOf(looked.value, looked.name, time) : '';
    },
  })),
];

/** LEGS: the legs of a request in the order that they keep for its whole life. */
export function legsFormula(given: { id: unknown }): Formula {
  const id = idArgument<RequestId>(given.id, { schema: RequestId, example: 'RQ-10293', name: 'LEGS' });
  if (!id.ok) return cellFailure(id.failure);
  return (desk) =>
    inServiceTime(desk, (time) => {
      const request = valueOf(desk, { kind: 'request', id: id.value });
      if (request instanceof CellFailure) return request;
      const rows = request.legs.map((_, index) => ({ leg: index + 1, request: request.raw }));
      return table({ columns: COLUMNS, rows, id: 'leg', time, rest: 'a request has at most three.' });
    });
}

const NAME: Column<Recipient> = { name: 'recipient', cell: ({ name }) => name };

/** Whatever the platform says of a recipient beside the name. */
const besideName = ({ name, raw }: Recipient): RawRecord =>
  Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== name));

/** RECIPIENTS: whom the platform suggests to ask, in its own order. */
export function recipientsFormula(given: { commodity: unknown; market: unknown }): Formula {
  const read = together({
    commodity: textArgument(given.commodity, 'commodity'),
    market: textArgument(given.market, 'market'),
  });
  if (!read.ok) return cellFailure(read.failure);
  const { commodity, market } = read.value;
  if (commodity === undefined) {
    return cellFailure(refused('The commodity is missing.', 'Type one such as "power".'));
  }
  const wanted = { commodity, ...present({ market }) };
  return (desk) =>
    inServiceTime(desk, (time) => {
      const listing = valueOf(desk, { kind: 'recipients', ...wanted });
      if (listing instanceof CellFailure) return listing;
      return table({
        columns: [NAME, ...openColumns(listing.records, besideName)],
        rows: listing.records,
        unreadable: listing.unreadable,
        id: 'recipient',
        time,
        rest: 'name the market.',
      });
    });
}

type Question = Extract<Resource, { kind: 'request-load-shapes' | 'trade-load-shapes' }>;

/** LOADSHAPE: of a request or of a trade, whichever has this id. */
export function loadShapeFormula(given: { id: unknown }): Formula {
  const id = idArgument<RequestId>(given.id, { schema: RequestId, example: 'RQ-10293', name: 'LOADSHAPE' });
  if (!id.ok) return cellFailure(id.failure);
  return (desk) =>
    inServiceTime(desk, (time) => {
      const shape = loadShapeBy(desk, id.value);
      return shape instanceof CellFailure ? shape : shapeTable(shape, time);
    });
}

/** The load shape of a request or of a trade, with points. */
export function loadShapeBy(desk: FormulaContext, id: RequestId): LoadShape | CellFailure {
  const shape = shapeOf(desk, questionsOf(id));
  return shape instanceof CellFailure || shape.points.length > 0 ? shape : withoutPoints(id);
}
const withoutPoints = (id: RequestId): CellFailure =>
  new CellFailure('#N/A', `The platform has no load shape for ${id} yet.`);

/** Ids do not say what they name. A guess by the first letter saves a call; both are asked where it was wrong. */
function questionsOf(id: RequestId): readonly [Question, Question] {
  const request: Question = { kind: 'request-load-shapes', id };
  const trade: Question = { kind: 'trade-load-shapes', id: TradeId.parse(id) };
  return /^t/i.test(id) ? [trade, request] : [request, trade];
}

const NOT_IT: readonly FailureKind[] = ['not-found', 'invalid-argument', 'unsupported'];
const failureOf = (desk: FormulaContext, question: Question): Failure | undefined =>
  desk.ask(question).failure;
const isNotIt = (failure: Failure | undefined): boolean =>
  failure !== undefined && NOT_IT.includes(failure.kind);

function shapeOf(
  desk: FormulaContext,
  [first, second]: readonly [Question, Question],
): LoadShape | CellFailure {
  if (!isNotIt(failureOf(desk, first))) return valueOf(desk, first);
  return isNotIt(failureOf(desk, second)) ? neither(desk, [first, second]) : valueOf(desk, second);
}

/**
 * There is no load shape by this id: because nobody offers any, because this thing has none, or because there is no such thing. Only
 * the last is a wrong id.
 */
function neither(desk: FormulaContext, questions: readonly [Question, Question]): CellFailure {
  const [{ id, kind }] = questions;
  const notOffered = questions
    .map((question) => failureOf(desk, question))
    .find((failure) => failure?.kind === 'unsupported');
  if (notOffered) return cellFailure(notOffered);
  const isRequest = kind === 'request-load-shapes';
  const thing = isRequest ? 'request' : 'trade';
  const asked = desk.ask(
    isRequest ? { kind: 'request', id: RequestId.parse(id) } : { kind: 'trade', id: TradeId.parse(id) },
  );
  if (asked.value !== undefined) {
    return new CellFailure('#N/A', `The platform gives no load shape for ${thing} ${id}.`);
  }
  if (asked.failure === undefined) return WAITING;
  return new CellFailure('#N/A', `There is no request and no trade ${id} with a load shape. Check the id.`);
}

/** A point as a record. One that is none stands in a column of its own. */
const fieldsOf = (point: unknown): RawRecord =>
  typeof point === 'object' && point !== null && !Array.isArray(point) ? { ...point } : { value: point };

/** What is said of the whole shape, such as a unit, stands beside every point. */
function shapeTable({ points, raw }: LoadShape, time: SheetTime): Shown {
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
