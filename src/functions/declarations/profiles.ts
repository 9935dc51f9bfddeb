/* eslint-disable max-params -- Excel passes arguments by position. */
import { streamPrices } from '../cells/excel-arguments-stream';
import { lateFormulas } from '../cells/late-formulas';
import { VALUES_MAX } from '../cells/ranges';

const late = lateFormulas(() => import(/* webpackChunkName: "profiles" */ '../formulas/profiles'));

// Excel suggests the members of such a list while a formula is typed, and takes any other text as well. The generator
// wants them as enums in the file of the function, and reads double quotes alone, which the formatter would change.
/**
 * Whose price it is.
 * @customenum {string}
 */
// prettier-ignore
enum SIDE {
  /** Costs come on top of the price. */
  buy = "buy",
  /** Costs are taken from the price. */
  sell = "sell",
}

/**
 * MW by the hour or quarter hour, by month: energy, least and most, share of peak. A wrong number of values is an error that says the right one. Example: =DESK.PROFILE(SEQUENCE(24),"2026-11-28")
 * @customfunction PROFILE
 * @streaming
 * @requiresAddress
 * @requiresParameterAddresses
 * @param values MW of each hour or quarter hour, in order, in a column or a row; or the id of a request or a trade, whose load shape is read.
 * @param [period] What they are for: a product such as "Cal-27", or the first day as a date. Left out: with an id, the days that its load shape says.
 * @param [minutes] 60 for hours, 15 for quarter hours. Left out: found by counting.
 * @param [format] "23/25" where the days of the clock changes have 23 and 25 hours, "24/25" where that of spring has 24, a 0 for the hour that is missing. Left out: found by counting.
 * @param [market] Whose clocks, peak hours and gas days count, as in HOURS. Left out: as the period says, else DE; with an id it is needed.
 */
export function profile(
  values: unknown[][],
  period: unknown[][],
  minutes: unknown[][],
  format: unknown[][],
  market: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  streamPrices(invocation, [values], {
    prices: [0],
    cellsMax: VALUES_MAX,
    formula: ([known]) => late((of) => of.profileFormula({ values: known, period, minutes, format, market })),
  });
}

/**
 * What a profile is worth, a row for each month and Total: price, premium over base, hedge (base: average off-peak MW, peak: what comes on top), what it leaves open by hour. Example: =DESK.PROFILEPRICE(SEQUENCE(24),"2026-11-27",{"Cal-26",80},{"Cal-26",95})
 * @customfunction PROFILEPRICE
 * @streaming
 * @requiresAddress
 * @requiresParameterAddresses
 * @param values As in PROFILE.
 * @param period As in PROFILE; empty with an id.
 * @param prices Two columns, products and prices of base, as in CURVE; or an hourly forward curve: one for each hour or interval.
 * @param [peakPrices] Two columns, products and prices of peak. The other hours of a month cost what makes it average to base. Left out: every hour costs base.
 * @param [minutes] As in PROFILE. Left out: found by counting.
 * @param [format] As in PROFILE. Left out: found by counting.
 * @param [market] As in HOURS. Left out: as the product says, else DE.
 */
export function profilePrice(
  values: unknown[][],
  period: unknown[][],
  prices: unknown[][],
  peakPrices: unknown[][],
  minutes: unknown[][],
  format: unknown[][],
  market: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  streamPrices(invocation, [values, period, prices, peakPrices], {
    prices: [0, 2, 3],
    cellsMax: VALUES_MAX,
    formula: ([known, of, base, peak]) =>
      late((formulas) =>
        formulas.profilePriceFormula({
          values: known,
          period: of,
          prices: base,
          peakPrices: peak,
          minutes,
          format,
          market,
        }),
      ),
  });
}

/**
 * A price with its costs: what is bought costs more by them, what is sold brings less. Example: =DESK.ALLIN(71.5,{0.1,"EUR/MWh";876,"EUR"},"buy",10,"MW","Cal-27")
 * @customfunction ALLIN
 * @streaming
 * @requiresAddress
 * @requiresParameterAddresses
 * @param price A price for a MWh, or a range.
 * @param costs Two columns: amounts, and their units: EUR/MWh, EUR (once for the trade), EUR/MW/month or % of the price.
 * @param [action] "buy" or "sell". Left out: buy.
 * @param [quantity] Of the trade. Left out: then no cost may be in EUR or EUR/MW/month.
 * @param [unit] The quantity's unit, such as "MW". Left out: MW.
 * @param [product] What is delivered, such as "Cal-27". Left out: as without a quantity.
 * @param [load] As in HOURS. Left out: as the product says, else base.
 * @param [market] As in HOURS. Left out: as the product says, else DE.
 * @param [priceUnit] Such as "GBP/MWh". Left out: EUR/MWh. Costs have to be in its currency.
 */
export function allIn(
  price: unknown[][],
  costs: unknown[][],
  action: SIDE[][],
  quantity: unknown[][],
  unit: unknown[][],
  product: unknown[][],
  load: unknown[][],
  market: unknown[][],
  priceUnit: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  streamPrices(invocation, [price, costs, action, quantity], {
    prices: [0, 1, 3],
    formula: ([known, extra, side, amount]) =>
      late((of) =>
        of.allInFormula({
          price: known,
          costs: extra,
          action: side,
          quantity: amount,
          unit,
          product,
          load,
          market,
          priceUnit,
        }),
      ),
  });
}

/**
 * The clean spark (gas) or clean dark spread (coal): power less the fuel and the carbon that 1 MWh of it takes. Nothing is assumed. Example: =DESK.SPARK(90,30,70,50%,0.2)
 * @customfunction SPARK
 * @streaming
 * @requiresAddress
 * @requiresParameterAddresses
 * @param power Price of 1 MWh of power, or a range.
 * @param fuel Price of the fuel for 1 MWh of its heat.
 * @param carbon Price of the allowance for 1 t of CO2, in the power's currency.
 * @param efficiency The share of the heat that becomes power: British spark spreads are quoted at 49.13%, German ones at 50%.
 * @param emission Tonnes of CO2 for 1 MWh of heat: of natural gas about 0.2 by the lower heating value, 0.184 by the upper (as 49.13%).
 * @param [fx] What 1 of the fuel's currency is in that of the power. Left out: they are one.
 */
export function spark(
  power: unknown[][],
  fuel: unknown[][],
  carbon: unknown[][],
  efficiency: unknown[][],
  emission: unknown[][],
  fx: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  streamPrices(invocation, [power, fuel, carbon, efficiency, emission], {
    prices: [0, 1, 2, 3, 4],
    formula: ([price, heat, allowance, share, tonnes]) =>
      late((of) =>
        of.sparkFormula({
          power: price,
          fuel: heat,
          carbon: allowance,
          efficiency: share,
          emission: tonnes,
          fx,
        }),
      ),
  });
}
