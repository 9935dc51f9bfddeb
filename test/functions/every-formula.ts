import { bestFormula, bestPriceFormula } from '../../src/functions/best-price';
import { quotaFormula, statusFormula } from '../../src/functions/desk-cards';
import type { Formula } from '../../src/functions/desk';
import { eventsFormula } from '../../src/functions/event-table';
import { journalFormula } from '../../src/functions/journal-table';
import { lastSeenFormula } from '../../src/functions/last-seen';
import { legsFormula } from '../../src/functions/leg-table';
import { loadShapeFormula } from '../../src/functions/load-shape-table';
import { counteroffersFormula, proposalsFormula, quotesFormula } from '../../src/functions/offer-tables';
import { recipientsFormula } from '../../src/functions/recipient-table';
import { recordFormula } from '../../src/functions/record-formula';
import { ANALYTICS_RECORD, REQUEST_RECORD, TRADE_RECORD } from '../../src/functions/records';
import { requestsFormula } from '../../src/functions/request-table';
import { riskFormula } from '../../src/functions/risk';
import { arePrices, legPrices, migratedPrices, spreadPrices } from '../../src/functions/spread-price';
import { swapChecks } from '../../src/functions/swap-check';
import { tradesFormula } from '../../src/functions/trade-table';

type Read = (given: readonly unknown[]) => Formula;

/** What each function of functions.json does with its arguments, in their order. */
export const EVERY_FORMULA: Readonly<Record<string, Read>> = {
  TRADES: ([from, to, commodity, venue, columns]) => tradesFormula({ from, to, commodity, venue, columns }),
  TRADE: ([id, field]) => recordFormula(TRADE_RECORD, { id, field }),
  RFQS: ([state, commodity, contract, from, to, columns]) =>
    requestsFormula({ state, commodity, contract, from, to, columns }),
  RFQ: ([id, field]) => recordFormula(REQUEST_RECORD, { id, field }),
  LEGS: ([id]) => legsFormula({ id }),
  QUOTES: ([id, direction, columns]) => quotesFormula({ id, direction, columns }),
  BEST: ([id, direction, field]) => bestFormula({ id, direction, field }),
  PROPOSALS: ([id, columns]) => proposalsFormula({ id, columns }),
  COUNTEROFFERS: ([id, columns]) => counteroffersFormula({ id, columns }),
  LASTSEEN: ([id, leg]) => lastSeenFormula({ id, leg }),
  ANALYTICS: ([id, field]) => recordFormula(ANALYTICS_RECORD, { id, field }),
  SPREADPRICE: ([first, second, action1, action2]) =>
    arePrices(first, second)
      ? spreadPrices({ leg1: first, leg2: second, action1, action2 })
      : bestPriceFormula({ id: first, direction: second }),
  LEGPRICE: ([spread, known, leg, action1, action2]) => legPrices({ spread, known, leg, action1, action2 }),
  SPREADMIGRATE: ([former, action1, action2]) => migratedPrices({ former, action1, action2 }),
  SWAPCHECK: ([certificate, buyPower, sellPower]) => swapChecks({ certificate, buyPower, sellPower }),
  RISK: ([commodity, field]) => riskFormula({ commodity, field }),
  RECIPIENTS: ([commodity, market]) => recipientsFormula({ commodity, market }),
  LOADSHAPE: ([id]) => loadShapeFormula({ id }),
  JOURNAL: ([count, state]) => journalFormula({ count, state }),
  QUOTA: ([field]) => quotaFormula({ field }),
  EVENTS: ([count, type]) => eventsFormula({ count, type }),
  STATUS: ([field]) => statusFormula({ field }),
};
