/* eslint-disable max-params -- Excel passes arguments by position. */
import { streamPrices } from '../cells/excel-arguments-stream';
import { lateFormulas } from '../cells/late-formulas';
import { stream } from '../cells/stream';

const late = lateFormulas(() => import(/* webpackChunkName: "delivery" */ '../formulas/delivery'));

/**
 * A delivery period by its name, or the name of two days: name, first day, last day and kind, side by side. Example: =DESK.PRODUCT("Cal-27")
 * @customfunction PRODUCT
 * @streaming
 * @requiresAddress
 * @param product A name such as "Cal-27", "Q1-27", "H1-27", "Dec-26", "Wk48-26", "WE48", "Sum-27", "Win-27", "GY27", "DA", "BoM", "M+1", "Q+1", a date, or what a table shows ("DE Cal-27 peak"); or a range. Without a year: the next that has not begun.
 * @param [end] The last day, where the first argument is the first day. Left out: the first argument is a whole product.
 * @param [part] "name", "start", "end" or "kind" alone. Left out: all four.
 * @param [asOf] The day from which "M+1" and the like are counted. Left out: today.
 */
export function product(
  product: unknown[][],
  end: unknown[][],
  part: unknown[][],
  asOf: unknown,
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  stream(invocation, () => late((of) => of.productFormula({ product, end, part, asOf })));
}

/**
 * The delivery hours of a product, over both clock changes. Example: =DESK.HOURS("Q1-27","peak","DE")
 * @customfunction HOURS
 * @streaming
 * @requiresAddress
 * @param product A product such as "Cal-27", or what columns product and marks of RFQS show, such as "DE Cal-27 peak", or a range of them. A spread is counted where both legs come to the same.
 * @param [load] "base", "peak" (Monday to Friday 8 to 20, power of GB 7 to 19, PL 7 to 22, RO 6 to 22; holidays too), "offpeak" (the rest), "weekend" (Saturday and Sunday), "EFA WD3-5" (4 hours, from 23:00), or "08-20 Mon-Fri". Left out: as the product says, else base.
 * @param [market] The market whose clocks, peak hours and gas days (from 06:00, GB 05:00) apply, such as "DE", "GB" or "TTF". Left out: as the product says, else DE.
 * @param [unit] "h" for hours, "qh" for quarter hours, "days" for the days on which the load is delivered, of peak Monday to Friday. Left out: hours.
 */
export function hours(
  product: unknown[][],
  load: unknown[][],
  market: unknown[][],
  unit: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  stream(invocation, () => late((of) => of.hoursFormula({ product, load, market, unit })));
}

/**
 * A product by months, quarters, years or days, with the delivery hours of each part. Example: =DESK.PERIODS("Cal-27","quarter","peak")
 * @customfunction PERIODS
 * @streaming
 * @requiresAddress
 * @param product A product such as "Cal-27", as in HOURS.
 * @param [by] "month", "quarter", "year" or "day". Left out: month.
 * @param [load] As in HOURS. Left out: as the product says, else base.
 * @param [market] As in HOURS. Left out: as the product says, else DE.
 * @param [unit] "h", "qh" or "days", as in HOURS. Left out: hours.
 */
export function periods(
  product: unknown[][],
  by: unknown[][],
  load: unknown[][],
  market: unknown[][],
  unit: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  stream(invocation, () => late((of) => of.periodsFormula({ product, by, load, market, unit })));
}

/**
 * The MWh of a quantity over a delivery, as in tickets, limits and files. Example: =DESK.ENERGY(10,"MW","Cal-27")
 * @customfunction ENERGY
 * @streaming
 * @requiresAddress
 * @requiresParameterAddresses
 * @param quantity A number, or a range.
 * @param unit Its unit: "MW", "MWh", "MWh/d", "th/d" and the like. By day every day of the product counts, whatever the load.
 * @param product A product such as "Cal-27", as in HOURS.
 * @param [load] As in HOURS. Left out: as the product says, else base.
 * @param [market] As in HOURS. Left out: as the product says, else DE.
 */
export function energy(
  quantity: unknown[][],
  unit: unknown[][],
  product: unknown[][],
  load: unknown[][],
  market: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  streamPrices(invocation, [quantity], {
    prices: [0],
    formula: ([known]) => late((of) => of.energyFormula({ quantity: known, unit, product, load, market })),
  });
}

/**
 * The value of a quantity at a price over a delivery, in the price's currency. Example: =DESK.NOTIONAL(71.5,10,"MW","Cal-27")
 * @customfunction NOTIONAL
 * @streaming
 * @requiresAddress
 * @requiresParameterAddresses
 * @param price A number, or a range.
 * @param quantity A number, or a range as large as the prices.
 * @param unit The quantity's unit, as in ENERGY.
 * @param product A product such as "Cal-27", as in HOURS.
 * @param [load] As in HOURS. Left out: as the product says, else base.
 * @param [market] As in HOURS. Left out: as the product says, else DE.
 * @param [priceUnit] The price's unit, such as "GBP/MWh" or "p/th". Left out: EUR/MWh.
 */
export function notional(
  price: unknown[][],
  quantity: unknown[][],
  unit: unknown[][],
  product: unknown[][],
  load: unknown[][],
  market: unknown[][],
  priceUnit: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  streamPrices(invocation, [price, quantity], {
    prices: [0, 1],
    formula: ([known, amount]) =>
      late((of) =>
        of.notionalFormula({ price: known, quantity: amount, unit, product, load, market, priceUnit }),
      ),
  });
}

/**
 * A price, an energy or a power in another unit. Example: =DESK.CONVERT(80,"p/th","EUR/MWh",1.15)
 * @customfunction CONVERT
 * @streaming
 * @requiresAddress
 * @requiresParameterAddresses
 * @param value A number, or a range.
 * @param from Its unit: EUR/MWh, GBP/MWh, p/th, ct/kWh; MWh, kWh, th (29.3071 kWh), MMBtu; MW, MWh/d, th/d. A day has 24 hours.
 * @param to The unit wanted, of the same kind.
 * @param [fx] Between two currencies: what 1 of the first is in the other. Left out: both units are of one currency.
 */
export function convert(
  value: unknown[][],
  from: unknown[][],
  to: unknown[][],
  fx: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  streamPrices(invocation, [value], {
    prices: [0],
    formula: ([known]) => late((of) => of.convertFormula({ value: known, from, to, fx })),
  });
}

/**
 * A price curve from products that may overlap. It averages back to every given price, weighted by delivery hours; a part that no price fixes is flat at the nearest wider one, and column note says so. Example: =DESK.CURVE({"Cal-27",85;"Q1-27",95})
 * @customfunction CURVE
 * @streaming
 * @requiresAddress
 * @requiresParameterAddresses
 * @param quotes Two columns: products such as "Cal-27" or "DE Cal-27 base", and prices. Empty rows are left out; a product without a price is named.
 * @param [by] "month", "quarter" or "year". Left out: between all first and last days of the products.
 * @param [load] As in HOURS. Left out: as the quotes say, else base.
 * @param [market] As in HOURS. Left out: as the quotes say, else DE.
 */
export function curve(
  quotes: unknown[][],
  by: unknown[][],
  load: unknown[][],
  market: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  streamPrices(invocation, [quotes], {
    prices: [0],
    formula: ([known]) => late((of) => of.curveFormula({ quotes: known, by, load, market })),
  });
}

/**
 * The price of any period by the curve of these quotes, weighted by delivery hours. Example: =DESK.STRIP("Q2-27",{"Cal-27",85;"Q1-27",95})
 * @customfunction STRIP
 * @streaming
 * @requiresAddress
 * @requiresParameterAddresses
 * @param product A product such as "Q2-27" or "DE Q2-27 base", or a range of them.
 * @param quotes As in CURVE; not the table that CURVE gives. Marks of base and of peak together, such as "DE Cal-27 base" and "DE Cal-27 peak", price base, peak and offpeak.
 * @param [load] As in HOURS. Left out: as the quotes say, else base.
 * @param [market] As in HOURS. Left out: as the quotes say, else DE.
 * @param [field] "note": from which wider price a part is taken flat; "why": in words why there is no price, empty where there is one. Left out: the price.
 */
export function strip(
  product: unknown[][],
  quotes: unknown[][],
  load: unknown[][],
  market: unknown[][],
  field: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  streamPrices(invocation, [product, quotes], {
    prices: [1],
    formula: ([wanted, known]) =>
      late((of) => of.stripFormula({ product: wanted, quotes: known, load, market, field })),
  });
}
