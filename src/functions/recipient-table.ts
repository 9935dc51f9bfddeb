import type { Recipient } from '../domain/recipient';
import type { RawRecord } from '../domain/record';
import { textArgument, together } from './arguments';
import { CellFailure, cellFailure, refused } from './cell-failure';
import { inServiceTime, valueOf, type Formula } from './desk';
import { openColumns } from './open-columns';
import { table, type Column } from './tables';

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
    return cellFailure(refused('There is no commodity.', 'Give one such as "power".'));
  }
  const wanted = { commodity, ...(market !== undefined && { market }) };
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
