import { bestFormula, bestPriceFormula } from '../src/functions/formulas/best-price';
import type { Formula } from '../src/functions/cells/context';
import { statusFormula } from '../src/functions/formulas/desk';
import { quotaFormula } from '../src/functions/formulas/quota';
import { eventsFormula, journalFormula } from '../src/functions/formulas/desk-tables';
import { lastSeenFormula } from '../src/functions/formulas/last-seen';
import { legsFormula, loadShapeFormula, recipientsFormula } from '../src/functions/formulas/request-parts';
import {
  counteroffersFormula,
  proposalsFormula,
  quotesFormula,
} from '../src/functions/formulas/offer-tables';
import { ANALYTICS_RECORD } from '../src/functions/formulas/analytics';
import { recordFormula, REQUEST_RECORD } from '../src/functions/formulas/records';
import { requestsFormula } from '../src/functions/formulas/request-table';
import { riskFormula } from '../src/functions/formulas/risk';
import { TRADE_RECORD, tradesFormula } from '../src/functions/formulas/trade-table';

/** A formula in a sheet. `priceOf`: it shows the best price on that request, and nothing else. */
export interface SheetFormula {
  readonly name: string;
  readonly read: () => Formula;
  readonly priceOf?: string;
}

const open = { commodity: null, contract: null, from: null, to: null, columns: null };

/** What a book shows whatever it is about. */
export const deskFormulas = (): SheetFormula[] => [
  { name: 'STATUS', read: () => statusFormula({ field: null }) },
  { name: 'QUOTA', read: () => quotaFormula({ field: null }) },
  { name: 'JOURNAL', read: () => journalFormula({ count: 20, state: null, columns: null }) },
  { name: 'EVENTS', read: () => eventsFormula({ count: 20, type: null }) },
  { name: 'RFQS', read: () => requestsFormula({ state: 'open', ...open }) },
  {
    name: 'TRADES',
    read: () => tradesFormula({ from: null, to: null, commodity: null, venue: null, columns: null }),
  },
  { name: 'RISK', read: () => riskFormula({ commodity: 'power', field: null }) },
  { name: 'RECIPIENTS', read: () => recipientsFormula({ commodity: 'power', market: null }) },
];

/** What a book shows of a request. */
export const requestFormulas = (id: string): SheetFormula[] => [
  { name: 'RFQ', read: () => recordFormula(REQUEST_RECORD, { id, field: 'state' }) },
  { name: 'RFQ', read: () => recordFormula(REQUEST_RECORD, { id, field: 'remaining-quantity' }) },
  { name: 'LEGS', read: () => legsFormula({ id }) },
  { name: 'QUOTES', read: () => quotesFormula({ id, direction: null, columns: null }) },
  { name: 'SPREADPRICE', read: () => bestPriceFormula({ id, direction: 'ask' }), priceOf: id },
  { name: 'SPREADPRICE', read: () => bestPriceFormula({ id, direction: 'bid' }), priceOf: id },
  { name: 'BEST', read: () => bestFormula({ id, direction: 'ask', field: 'counterparty' }) },
  { name: 'LASTSEEN', read: () => lastSeenFormula({ id, leg: null }) },
  { name: 'PROPOSALS', read: () => proposalsFormula({ id, columns: null }) },
  { name: 'COUNTEROFFERS', read: () => counteroffersFormula({ id, columns: null }) },
  { name: 'ANALYTICS', read: () => recordFormula(ANALYTICS_RECORD, { id, field: null }) },
  { name: 'LOADSHAPE', read: () => loadShapeFormula({ id }) },
];

/** What a book shows of a trade. */
export const tradeFormulas = (id: string): SheetFormula[] => [
  { name: 'TRADE', read: () => recordFormula(TRADE_RECORD, { id, field: null }) },
];
