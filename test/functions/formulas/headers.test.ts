import { expect, it } from 'vitest';
import { RequestId } from '../../../src/domain/identifiers';
import { EVERY_FORMULA } from '../every-formula';
import { MemoryDesk, rowsOf } from '../formula-context';
import { rawSpread } from '../raw-records';

// Sheets point at these columns by their place: a header may only grow at its end.
const FROZEN: Readonly<Record<string, string>> = {
  TRADES:
    'trade-id, traded-at, venue, commodity, contract, market, delivery-start, delivery-end, load-profile, action, price, price-unit, quantity, quantity-unit, counterparty, request-id',
  RFQS: 'request-id, state, role, contract, spread-type, commodity, market, delivery-start, delivery-end, action, quantity, quantity-unit, created-at',
  LEGS: 'leg, action, commodity, market, delivery-start, delivery-end, load-profile, quantity, quantity-unit, price, price-unit, clearing type, clearing house',
  QUOTES:
    'quotation-id, price-direction, state, counterparty, spread-price, price, leg 1 price, leg 2 price, leg 3 price, quantity, all-or-none, created-at',
  PROPOSALS:
    'price-proposal-id, kind, price-direction, state, counterparty, spread-price, price, leg 1 price, leg 2 price, leg 3 price, quantity, all-or-none, created-at',
  COUNTEROFFERS:
    'counteroffer-id, quotation-id, price-direction, state, counterparty, spread-price, price, leg 1 price, leg 2 price, leg 3 price, quantity, all-or-none, created-at',
  RISK: 'commodity, risk-management',
  RECIPIENTS: 'recipient',
  JOURNAL:
    'created-at, state, action, request-id, price-direction, price, leg-1-price, leg-2-price, leg-3-price, quantity, shown, quotation-id, trade-id, reason, sent-at, ended-at, action-id, executed-quantity, executed-quantity-unit, executed-price, executed-leg-1-price, executed-leg-2-price, executed-leg-3-price, executed-price-unit, executed-side, executed-counterparty, by, approved-by, spread-price, product, executed-net-price, price-unit',
  EVENTS:
    'heard-at, event-type, request-id, trade-id, quotation-id, price-proposal-id, counteroffer-id, origin, times, by',
};

const id = RequestId.parse('RQ-1');
const desk = new MemoryDesk()
  .knows({ kind: 'trades' }, [])
  .knows({ kind: 'open-requests' }, [])
  .knows({ kind: 'request', id }, rawSpread('RQ-1'))
  .knows({ kind: 'quotes', id }, [])
  .knows({ kind: 'proposals', id }, [])
  .knows({ kind: 'counteroffers', id }, [])
  .knows({ kind: 'risks' }, [])
  .knows({ kind: 'recipients', commodity: 'power' }, [])
  .knows({ kind: 'journal' }, [])
  .knows({ kind: 'desk-entries' }, [])
  .knows({ kind: 'events' }, []);
/** What the tables of one record or commodity need. */
const FIRST: Readonly<Record<string, string>> = {
  LEGS: 'RQ-1',
  QUOTES: 'RQ-1',
  PROPOSALS: 'RQ-1',
  COUNTEROFFERS: 'RQ-1',
  RECIPIENTS: 'power',
};

it.each(Object.entries(FROZEN))('%s keeps its columns in their places', (name, header) => {
  const formula = EVERY_FORMULA[name]?.([FIRST[name] ?? null]);
  expect(formula && rowsOf(formula, desk)[0]?.join(', ')).toBe(header);
});
