import { plainName } from '../../domain/field-name';
import { failed, success, type Outcome } from '../../domain/failure';
import { RequestId } from '../../domain/identifiers';
import { CellFailure, cellFailure } from '../cells/cell-failure';
import type { Cell } from '../cells/cells';
import { valueOf, type Formula, type FormulaContext } from '../cells/context';
import { ageOf } from './age-of';
import { fieldsArgument, idsArgument, together } from './arguments';
import { isKnown, meanings, noSuchField, QUOTE_FIELDS, REQUEST_FIELDS } from './fields';
import { reference } from './reference';

type Aged = 'request' | 'quotes' | 'proposals' | 'counteroffers' | 'analytics' | 'reference';

/** What of a request has an age of its own, by the names of its functions; any field has the age of where it stands. */
const WHOLES: ReadonlyMap<string, Aged> = new Map([
  ['request', 'request'],
  ['quotes', 'quotes'],
  ['best', 'quotes'],
  ['price', 'quotes'],
  ['proposals', 'proposals'],
  ['counteroffers', 'counteroffers'],
  ['analytics', 'analytics'],
  ['reference', 'reference'],
]);

/** A reference has the age of the list that it stands on; where there is none, that of the quotes. */
function agedOn(desk: FormulaContext, id: RequestId, kind: Aged): Exclude<Aged, 'reference'> {
  if (kind !== 'reference') return kind;
  const request = valueOf(desk, { kind: 'request', id });
  const found = request instanceof CellFailure ? request : reference(request, desk);
  return found instanceof CellFailure ? 'quotes' : (found?.on ?? 'quotes');
}

function agedBy(field: string): Outcome<Aged> {
  const whole = WHOLES.get(plainName(field));
  if (whole) return success(whole);
  const names = meanings(field);
  if (names.some((name) => isKnown(name, REQUEST_FIELDS))) return success('request');
  if (names.some((name) => isKnown(name, QUOTE_FIELDS))) return success('quotes');
  return failed(noSuchField(field, [...WHOLES.keys(), ...REQUEST_FIELDS, ...QUOTE_FIELDS]));
}

/** AGE: how many seconds ago a value was fetched, one row per request and one column per field; without a field, its quotes. */
export function ageFormula(given: { id: unknown; field: unknown }): Formula {
  const read = together({
    ids: idsArgument<RequestId>(given.id, { schema: RequestId, example: 'RQ-10293' }),
    fields: fieldsArgument(given.field),
  });
  if (!read.ok) return cellFailure(read.failure);
  const { ids, fields = ['quotes'] } = read.value;
  const columns = fields.map((name) => (name === '' ? undefined : agedBy(name)));
  return (desk) =>
    ids.map((id) =>
      columns.map((kind): Cell => {
        if (!id.ok) return cellFailure(id.failure);
        if (id.value === undefined || kind === undefined) return '';
        if (!kind.ok) return cellFailure(kind.failure);
        return ageOf(desk, { kind: agedOn(desk, id.value, kind.value), id: id.value });
      }),
    );
}
