import { RequestId } from '../domain/identifiers';
import type { RawRecord } from '../domain/record';
import { idArgument } from './arguments';
import { CellFailure, cellFailure } from './cell-failure';
import { cellOf } from './cells';
import { inServiceTime, valueOf, type Formula } from './desk';
import { LEG_FIELDS, look } from './fields';
import { table, type Column } from './tables';

interface Row {
  readonly leg: number;
  readonly request: RawRecord;
}

const COLUMNS: readonly Column<Row>[] = [
  { name: 'leg', cell: ({ leg }) => leg },
  ...LEG_FIELDS.map((name): Column<Row> => ({
    name,
    cell({ leg, request }, time) {
      const looked = look(request, `legs[${leg - 1}].${name}`);
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
