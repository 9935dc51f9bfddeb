import type { Action, ExecutedLeg } from '../action';
import { isAcceptance } from '../executed';
import { comparedDecimals } from '../decimal';
import { legsOfFill, textIn } from '../delivery/fill-legs';
import { loadNamed } from '../delivery/load';
import { marketOf } from '../delivery/markets';
import { energyRate } from '../delivery/notional';
import { periodText } from '../delivery/product';
import { sameUnit } from '../leg';
import { moneyNamed, priceUnitOf } from '../price-unit';
import type { Trade } from '../trade';
import { deliveryDays, sameEnd, sameStart } from './delivery-days';
import { sameName } from './evidence';
import { sideProblem } from './side';

type Told = Pick<Action, 'body' | 'before' | 'legs'>;

/** A leg as it was accepted, or as the record of its trade says it. */
type Leg = ExecutedLeg & { readonly currency?: string | undefined };

/** What a leg is otherwise, as "market FR instead of DE". */
type Difference = string;

/**
 * Where the record of a trade says another product, unit or share of a leg than was accepted, in a sentence or two; nothing where both agree. What one of both
 * does not say is not compared, and another way to write the same is no other thing. `zone` (IANA): of the service's days.
 */
export function tradedOtherwise(told: Told, trade: Trade, zone: string): string | undefined {
  const { legs: meant = [] } = told;
  const said = saidLegs(trade);
  const isStated = meant.length === 1 || Array.isArray(trade.raw.legs);
  if (meant.length === 0 || !isStated) return undefined;
  if (meant.length !== said.length) {
    // A quote of several legs may be taken in a trade for each of them.
    const count = said.length === 1 ? 'one leg' : `${said.length} legs`;
    return isAcceptance(told.body) ? sentence(told, trade, `${count} instead of ${meant.length}`) : undefined;
  }
  const isSideTold = sideProblem(told, trade.id, said) !== undefined;
  const wanted = isSideTold ? meant.map(({ action: _, ...leg }) => leg) : meant;
  const others = orders(said)
    .map((ordered) => [...differences(wanted, ordered, zone), ...sharesApart(told, ordered)])
    .sort((a, b) => a.length - b.length)[0];
  return others && others.length > 0 ? sentence(told, trade, others.join(', ')) : undefined;
}

const sentence = ({ body }: Told, { id }: Trade, otherwise: string): string =>
  `The record of trade ${id} is not what you ${isAcceptance(body) ? 'accepted' : 'quoted'}: ${otherwise}. Ask the operator before you count on it.`;

function saidLegs(trade: Trade): readonly Leg[] {
  const { raw } = trade;
  const raws = Array.isArray(raw.legs) && raw.legs.length > 0 ? (raw.legs as readonly unknown[]) : [raw];
  return legsOfFill(trade).map((leg, index) => {
    const own = Object(raws[index]) as Record<string, unknown>;
    // The unit that a leg has of its own goes before the currency of its trade.
    const currency = own['currency'] ?? (own['price-unit'] == null ? raw['currency'] : undefined);
    return { ...leg, currency: textIn(currency) };
  });
}

/** As they come first: a record may have its legs in another order. */
function orders<T>(legs: readonly T[]): (readonly T[])[] {
  if (legs.length < 2) return [legs];
  return legs.flatMap((leg, at) =>
    orders(legs.filter((_, other) => other !== at)).map((rest) => [leg, ...rest]),
  );
}

const differences = (meant: readonly Leg[], said: readonly Leg[], zone: string): Difference[] =>
  meant.flatMap((leg, index) =>
    differencesOf(leg, said[index] ?? {}, zone).map((one) => ofLeg(meant, index, one)),
  );

const ofLeg = ({ length }: readonly unknown[], index: number, one: string): Difference =>
  length === 1 ? one : `leg ${index + 1}: ${one}`;

const differencesOf = (meant: Leg, said: Leg, zone: string): Difference[] => [
  ...other('', meant.action, said.action, sameName),
  ...other('', meant.commodity, said.commodity, sameCommodity),
  ...other('market', meant.market, said.market, sameMarket),
  ...otherDelivery(meant, said, zone),
  ...other('load', meant.loadProfile, said.loadProfile, (a, b) => sameLoad(a, b, meant)),
  ...otherMoney(meant, said),
  ...otherClearing(meant, said),
];

function other(
  name: string,
  meant: string | undefined,
  said: string | undefined,
  isSame: (a: string, b: string) => boolean,
): Difference[] {
  if (meant === undefined || said === undefined || isSame(meant, said)) return [];
  return [`${name} ${said} instead of ${meant}`.trim()];
}

/** "Natural gas" is gas. */
const sameCommodity = (a: string, b: string): boolean =>
  sameName(a, b) || [/gas/i, /power|electricity/i].some((one) => one.test(a) && one.test(b));

const sameMarket = (a: string, b: string): boolean =>
  sameName(a, b) || ONE_MARKET.some((one) => one.test(a.trim()) && one.test(b.trim()));
const ONE_MARKET = [/^(GB|UK|NBP)$/i, /^DE(-LU)?$/i, /^(CEGH|VTP)$/i];

function sameLoad(a: string, b: string, { market, commodity }: Leg): boolean {
  const clocks = marketOf(market, commodity);
  const [one, another] = [loadNamed(a, clocks), loadNamed(b, clocks)];
  return one.ok && another.ok ? JSON.stringify(one.value) === JSON.stringify(another.value) : sameName(a, b);
}

function otherDelivery(meant: Leg, said: Leg, zone: string): Difference[] {
  const clocks = { zone, market: marketOf(meant.market, meant.commodity) };
  const isSame =
    sameStart(meant.deliveryStart, said.deliveryStart, clocks) &&
    sameEnd(meant.deliveryEnd, said.deliveryEnd, clocks);
  if (isSame) return [];
  const [was, is] = [meant, said].map((leg) => {
    const { start, end } = deliveryDays(leg, clocks);
    return periodText(start, end) ?? '';
  });
  return [`delivery ${is ?? ''} instead of ${was ?? ''}`];
}

function otherMoney(meant: Leg, said: Leg): Difference[] {
  const unit = other('price unit', meant.priceUnit, said.priceUnit, samePriceUnit);
  const due = meant.priceUnit === undefined ? undefined : priceUnitOf(meant.priceUnit)?.currency;
  const paid = said.currency === undefined ? undefined : moneyNamed(said.currency)?.currency;
  return unit.length > 0 ? unit : other('currency', due, paid, sameName);
}

function samePriceUnit(a: string, b: string): boolean {
  const [one, another] = [priceUnitOf(a), priceUnitOf(b)];
  if (sameUnit(a, b)) return true;
  if (!one || !another) return false;
  const isSameMoney = one.currency === another.currency && one.worth === another.worth;
  return isSameMoney && sameMeasure(one.measure, another.measure);
}

/** "th" and "therm" are one; of what is no energy the name decides, one or many. */
function sameMeasure(a: string, b: string): boolean {
  const [one, another] = [a, b].map((unit) => energyRate(unit.trim().replace(ENERGY_IN_AN_HOUR, '')));
  if (one && another) return one.energy === another.energy && one.per === another.per;
  return [`${a}s`, a].some((name) => sameUnit(name, b)) || sameUnit(a, `${b}s`);
}

/** "MWh/h" is MW. */
const ENERGY_IN_AN_HOUR = /(?<=w)h\/h(our)?$/i;

/** The words for a type are the platform's own, and only some are known to be another one. */
function otherClearing({ clearing: meant }: Leg, { clearing: said }: Leg): Difference[] {
  if (!meant || !said) return [];
  const [was, is] = [meant, said].map(({ type }) => CLEARED.findIndex((words) => words.test(type)));
  const isOther = was !== is && was !== -1 && is !== -1;
  const isOtherHouse =
    meant.house !== undefined && said.house !== undefined && !sameName(meant.house, said.house);
  if (!isOther && !isOtherHouse) return [];
  const [before, now] = [meant, said].map(({ type, house }) =>
    house === undefined ? type : `${type} (${house})`,
  );
  return [`clearing ${now ?? ''} instead of ${before ?? ''}`];
}

const CLEARED = [/exchange|cleared|future/i, /bilateral|otc/i];

/**
 * Legs that were to be of one amount are traded in one, whatever part it is; of others each in full where leg 1 is. A part of a single is told as its
 * quantity.
 */
function sharesApart({ body, before, legs = [] }: Told, said: readonly Leg[]): Difference[] {
  const [first] = said;
  if (said.length < 2 || first?.quantity === undefined) return [];
  const due = before?.committed?.length === said.length ? before.committed : [];
  const amounts = due.map(({ volumes }) => volumes[0]?.amount);
  const isPart = 'quantity' in body && body.quantity !== undefined;
  const isWhole = !isPart && amounts[0] !== undefined && comparedDecimals(first.quantity, amounts[0]) === 0;
  return said.flatMap(({ quantity, quantityUnit }, index) => {
    const unit = due[index]?.volumes[0]?.unit ?? legs[index]?.quantityUnit;
    const inUnit = (amount: string): string => `${amount} ${quantityUnit ?? unit ?? ''}`.trim();
    const isOtherUnit = quantityUnit !== undefined && unit !== undefined && !sameMeasure(quantityUnit, unit);
    // The same energy may be written as the whole of the delivery.
    const written = isOtherUnit && due[index]?.volumes.find((one) => sameUnit(one.unit, quantityUnit));
    if (written && quantity !== undefined && comparedDecimals(written.amount, quantity) === 0) return [];
    if (isOtherUnit) return [ofLeg(said, index, `${inUnit(quantity ?? '')} in place of ${unit}`)];
    const isAlike =
      amounts[index] !== undefined && amounts[index] === amounts[0] && unit === due[0]?.volumes[0]?.unit;
    const wanted = isAlike ? first.quantity : isWhole ? amounts[index] : undefined;
    if (quantity === undefined || wanted === undefined || comparedDecimals(quantity, wanted) === 0) return [];
    return [ofLeg(said, index, `${inUnit(quantity)} instead of ${inUnit(wanted)}`)];
  });
}
