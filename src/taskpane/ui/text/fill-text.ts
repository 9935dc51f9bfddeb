import { energyOf, sidesOfFill, type Fill } from '../../../domain/delivery/fill';
import type { Side } from '../../../domain/leg';
import type { Formatters } from '../formatters';
import { clearingsApart } from '../../../domain/delivery/clearing-words';
import { productInWords } from '../../../domain/delivery/product-words';
import { withUnit } from './request-text';

const DID: Record<Side, string> = { buy: 'bought', sell: 'sold' };
const DOES: Record<Side, string> = { buy: 'Buy', sell: 'Sell' };

/** "Buy", "Sell/Buy", "Sell GoO, swap power" of a swap; "–" where the record does not say it. */
export const sidesInWords = (sides: readonly Side[]): string =>
  sides.length === 0
    ? '–'
    : sides.length > 2 && sides[0]
      ? `${DOES[sides[0]]} GoO, swap power`
      : sides.map((side) => DOES[side]).join('/');

/** "31.35", "1.70" net of a spread, "145.26" net of two legs on one side, "0.56 / 74.00 / 74.00" of a swap. */
export const fillPrice = (fill: Fill, formatters: Formatters, decimals?: number): string =>
  statedIn(fill, formatters, decimals) ?? '–';

/** One price, or, as of a swap, which has no net price, that of each leg; absent where the record does not state all of them. */
function statedIn({ price, legs }: Fill, formatters: Formatters, decimals?: number): string | undefined {
  if (price !== undefined) return formatters.price(price, decimals);
  const each = legs.flatMap((leg) => leg.price ?? []);
  return each.length > 0 && each.length === legs.length
    ? each.map((one) => formatters.price(one)).join(' / ')
    : undefined;
}

/**
 * MWh of each leg: "7,440", "2 × 87,600" of two legs alike, also of the power of a swap, "43,800 / 87,600" and "– / 8,760" in the order of the
 * legs; absent where none is known.
 */
export function fillEnergy({ legs }: Pick<Fill, 'legs'>, formatters: Formatters): string | undefined {
  const each = legs.map((leg) => energyOf(leg));
  const [first, ...others] = each.flatMap((energy) => energy ?? []);
  if (first === undefined) return undefined;
  const isAlike = others.length > 0 && others.every((energy) => energy === first);
  if (isAlike) return `${others.length + 1} × ${formatters.quantity(first)}`;
  return each.map((energy) => (energy === undefined ? '–' : formatters.quantity(energy))).join(' / ');
}

const fillAmount = ({ quantity, quantityUnit }: Fill, formatters: Formatters): string | undefined =>
  quantity === undefined ? undefined : withUnit(formatters.quantity(quantity), quantityUnit);

/**
 * "You bought 10 MW TTF Dec-26 at 31.35 from Ironbridge"; of several legs each with its side: "You bought NL Cal-27 base, sold DE Cal-27
 * base: 15 MW at net 2.20 with Cobalt Grid". Always the desk's own sides. `who`: of the desk, as the sentence begins; `isNamed`: that of one leg with its product.
 */
export function fillInWords(fill: Fill, formatters: Formatters, who: string, isNamed = true): string {
  const sides = sidesOfFill(fill);
  const [first] = sides;
  const amount = fillAmount(fill, formatters);
  const isSeveral = fill.legs.length > 1;
  const price = statedIn(fill, formatters);
  const net = isSeveral && fill.price !== undefined ? 'net ' : '';
  const with_ = first === undefined || sides.some((side) => side !== first) ? 'with' : FROM[first];
  const what =
    isSeveral && first !== undefined
      ? [`${who} ${legsInWords(fill)}:`, amount]
      : [`${who} ${first === undefined ? 'traded' : DID[first]}`, amount, isNamed && productInWords(fill)];
  return [
    ...what,
    price !== undefined && `at ${net}${price}`,
    fill.counterparty !== undefined && `${with_} ${fill.counterparty}`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** "bought NL Cal-27 base, sold DE Cal-27 base", in the order of the legs. */
function legsInWords({ legs }: Pick<Fill, 'legs'>): string {
  const cleared = clearingsApart(legs);
  return legs
    .map((leg, at) =>
      [leg.action && DID[leg.action], productInWords({ legs: [leg] }), cleared[at]].filter(Boolean).join(' '),
    )
    .join(', ');
}

const FROM: Record<Side, string> = { buy: 'from', sell: 'to' };
