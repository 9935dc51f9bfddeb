import { ageFormula } from '../../src/functions/formulas/age';
import { bestFormula, bestPriceFormula } from '../../src/functions/formulas/best-price';
import {
  convertFormula,
  curveFormula,
  energyFormula,
  hoursFormula,
  notionalFormula,
  periodsFormula,
  productFormula,
  stripFormula,
} from '../../src/functions/formulas/delivery';
import {
  allInFormula,
  profileFormula,
  profilePriceFormula,
  sparkFormula,
} from '../../src/functions/formulas/profiles';
import { checkQuoteFormula } from '../../src/functions/formulas/check-quote';
import { depthFormula } from '../../src/functions/formulas/depth';
import { statusFormula } from '../../src/functions/formulas/desk';
import { quotaFormula } from '../../src/functions/formulas/quota';
import { eventsFormula, journalFormula } from '../../src/functions/formulas/desk-tables';
import { historyFormula } from '../../src/functions/formulas/history';
import { programFormula } from '../../src/functions/formulas/program';
import { pnlFormula } from '../../src/functions/formulas/pnl';
import { positionFormula } from '../../src/functions/formulas/position';
import type { Formula } from '../../src/functions/cells/context';
import { lastSeenFormula } from '../../src/functions/formulas/last-seen';
import { myQuoteFormula } from '../../src/functions/formulas/my-quote';
import { legsFormula, loadShapeFormula, recipientsFormula } from '../../src/functions/formulas/request-parts';
import {
  counteroffersFormula,
  proposalsFormula,
  quotesFormula,
} from '../../src/functions/formulas/offer-tables';
import { ANALYTICS_RECORD } from '../../src/functions/formulas/analytics';
import { recordFormula, REQUEST_RECORD } from '../../src/functions/formulas/records';
import { requestsFormula } from '../../src/functions/formulas/request-table';
import { riskFormula } from '../../src/functions/formulas/risk';
import { arePrices, legPrices, spreadPrices } from '../../src/functions/formulas/computed-prices';
import { migratedPrices, swapChecks } from '../../src/functions/formulas/price-rules';
import { TRADE_RECORD, tradesFormula } from '../../src/functions/formulas/trade-table';
import { winsFormula } from '../../src/functions/formulas/wins';

type Read = (given: readonly unknown[]) => Formula;

/** What each function of functions.json does with its arguments, in their order. */
export const EVERY_FORMULA: Readonly<Record<string, Read>> = {
  TRADES: ([from, to, commodity, venue, columns]) => tradesFormula({ from, to, commodity, venue, columns }),
  POSITION: ([from, to, by, commodity, market, load, columns]) =>
    positionFormula({ from, to, by, commodity, market, load, columns }),
  WINS: ([from, to, by]) => winsFormula({ from, to, by }),
  PNL: ([curve, from, to, by, commodity, market, load, columns]) =>
    pnlFormula({ curve, from, to, by, commodity, market, load, columns }),
  TRADE: ([id, field]) => recordFormula(TRADE_RECORD, { id, field }),
  RFQS: ([state, commodity, contract, from, to, columns]) =>
    requestsFormula({ state, commodity, contract, from, to, columns }),
  RFQ: ([id, field]) => recordFormula(REQUEST_RECORD, { id, field }),
  LEGS: ([id]) => legsFormula({ id }),
  QUOTES: ([id, direction, columns]) => quotesFormula({ id, direction, columns }),
  BEST: ([id, direction, field, ifNone]) => bestFormula({ id, direction, field, ifNone }),
  CHECKQUOTE: ([id, direction, price, quantity, fair, costs, field]) =>
    checkQuoteFormula({ id, direction, price, quantity, fair, costs, field }),
  PROPOSALS: ([id, columns]) => proposalsFormula({ id, columns }),
  COUNTEROFFERS: ([id, columns]) => counteroffersFormula({ id, columns }),
  LASTSEEN: ([id, leg, ifNone]) => lastSeenFormula({ id, leg, ifNone }),
  ANALYTICS: ([id, field]) => recordFormula(ANALYTICS_RECORD, { id, field }),
  SPREADPRICE: ([first, second, action1, action2, ifNone]) =>
    arePrices(first, second)
      ? spreadPrices({ leg1: first, leg2: second, action1, action2 })
      : bestPriceFormula({ id: first, direction: second, ifNone }),
  LEGPRICE: ([spread, known, leg, action1, action2]) => legPrices({ spread, known, leg, action1, action2 }),
  SPREADMIGRATE: ([former, action1, action2]) => migratedPrices({ former, action1, action2 }),
  SWAPCHECK: ([certificate, buyPower, sellPower]) => swapChecks({ certificate, buyPower, sellPower }),
  PRODUCT: ([product, end, part, asOf]) => productFormula({ product, end, part, asOf }),
  HOURS: ([product, load, market, unit]) => hoursFormula({ product, load, market, unit }),
  ENERGY: ([quantity, unit, product, load, market]) =>
    energyFormula({ quantity, unit, product, load, market }),
  NOTIONAL: ([price, quantity, unit, product, load, market, priceUnit]) =>
    notionalFormula({ price, quantity, unit, product, load, market, priceUnit }),
  CONVERT: ([value, from, to, fx]) => convertFormula({ value, from, to, fx }),
  CURVE: ([quotes, by, load, market]) => curveFormula({ quotes, by, load, market }),
  STRIP: ([product, quotes, load, market, field]) => stripFormula({ product, quotes, load, market, field }),
  PERIODS: ([product, by, load, market, unit]) => periodsFormula({ product, by, load, market, unit }),
  PROFILE: ([values, period, minutes, format, market]) =>
    profileFormula({ values, period, minutes, format, market }),
  PROFILEPRICE: ([values, period, prices, peakPrices, minutes, format, market]) =>
    profilePriceFormula({ values, period, prices, peakPrices, minutes, format, market }),
  ALLIN: ([price, costs, action, quantity, unit, product, load, market, priceUnit]) =>
    allInFormula({ price, costs, action, quantity, unit, product, load, market, priceUnit }),
  SPARK: ([power, fuel, carbon, efficiency, emission, fx]) =>
    sparkFormula({ power, fuel, carbon, efficiency, emission, fx }),
  RISK: ([commodity, field]) => riskFormula({ commodity, field }),
  RECIPIENTS: ([commodity, market]) => recipientsFormula({ commodity, market }),
  LOADSHAPE: ([id]) => loadShapeFormula({ id }),
  JOURNAL: ([count, state, columns]) => journalFormula({ count, state, columns }),
  PROGRAM: ([name, field]) => programFormula({ name, field }),
  QUOTA: ([field]) => quotaFormula({ field }),
  EVENTS: ([count, type]) => eventsFormula({ count, type }),
  STATUS: ([field]) => statusFormula({ field }),
  MYQUOTE: ([id, field]) => myQuoteFormula({ id, field }),
  DEPTH: ([id, direction]) => depthFormula({ id, direction }),
  AGE: ([id, field]) => ageFormula({ id, field }),
  HISTORY: ([id, field, from, to, every]) => historyFormula({ id, field, from, to, every }),
};
