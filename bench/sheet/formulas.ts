import type { RequestId } from '../../src/domain/identifiers';
import { bestPriceFormula } from '../../src/functions/formulas/best-price';
import type { Formula } from '../../src/functions/cells/context';
import { ANALYTICS_RECORD } from '../../src/functions/formulas/analytics';
import { recordFormula, REQUEST_RECORD } from '../../src/functions/formulas/records';

/** Fields that every request has. */
export const FIELDS = [
  'request-id',
  'state',
  'role',
  'initiator',
  'contract',
  'commodity',
  'created-at',
  'remaining-quantity',
  'all-or-none',
  'legs[0].market',
] as const;

type Read = () => Formula;

/** =DESK.RFQ(id, field), one cell per request and field. */
export const requestCells = (ids: readonly RequestId[], fields: readonly string[] = FIELDS): Read[] =>
  ids.flatMap((id) =>
    fields.map(
      (field): Read =>
        () =>
          recordFormula(REQUEST_RECORD, { id, field }),
    ),
  );

/** =DESK.ANALYTICS(id, "best-price"): a call for each, since no list carries it. */
export const analyticsCells = (ids: readonly RequestId[]): Read[] =>
  ids.map(
    (id): Read =>
      () =>
        recordFormula(ANALYTICS_RECORD, { id, field: 'best-price' }),
  );

/** {@link requestCells} as they are typed into a sheet, one row per request. */
export const requestRows = (ids: readonly RequestId[]): string[][] =>
  ids.map((id) => FIELDS.map((field) => `=DESK.RFQ("${id}","${field}")`));

/** =DESK.SPREADPRICE(id) in so many cells. */
export const bestCells = (id: RequestId, direction: string, count: number): Read[] =>
  Array.from({ length: count }, (): Read => () => bestPriceFormula({ id, direction }));

export const repeated = <T>(items: readonly T[], times: number): T[] =>
  Array.from({ length: times }, () => items).flat();
