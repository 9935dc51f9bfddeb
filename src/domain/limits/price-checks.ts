import Big from 'big.js';
import { notionalOf, rateUnit, type Notional } from '../delivery/notional';
import { compared, priceOf, type Price } from '../price';
import { isPricedAsSwap, type PricedOn } from '../offer-price';
import { amountText, moneyText, percentText, priceText, sumText } from './amount-text';
import { sameUnit, unitsProblem } from '../leg';
import {
  alikeInLegs,
  differenceInMoney,
  pricesOf,
  quantityOfLeg,
  type Commitment,
  type LimitedRequest,
} from './commitment';
import type { Limits, PriceLevels } from './limits';
import type { Beside, Checked } from './finding';
import { nearestChecks } from './nearest-trade';
import { offerUnitsProblem } from './offer-units';
import type { Reference, References } from './references';

/** A reference price and its name: "the best ask 84 EUR/MWh (Alpha)". `terms`: the same in parts. */
interface PriceSituation {
  readonly price: Price;
  readonly name: string;
  readonly terms: Beside;
}

/** The price of an action against the market and the last one: distance, sign, and a decimal point in the wrong place. */
export function priceChecks(
  commitment: Commitment,
  known: { readonly request: LimitedRequest; readonly references: References },
  limits: Limits,
): Checked[] {
  const { request, references } = known;
  const context = contextOf(request);
  const market = besideOf(references.market, context);
  // What the desk took back says nothing where the market does.
  const sent = references.last?.isWithdrawn && market ? undefined : references.last;
  const last = sent && {
    price: sent.price,
    name: `the price this desk sent last, ${withUnit(sent.price, context)}`,
    terms: { name: 'the price this desk sent last', price: sent.price },
  };
  const near = nearestChecks(commitment, { request, near: references.near }, limits.nearestTrade);
  const { net } = commitment;
  const worse = worseThanBest(commitment, known, context);
  const far = distance('best-price', { net, beside: market, levels: limits.bestPrice }, context);
  const held = [
    // How far it is from the best offer is said once, unless that blocks.
    far?.step === 'warn' && worse ? undefined : far,
    distance('last-price', { net, beside: last, levels: lastLevels(limits, references, near) }, context),
    throughMarket(commitment, references, { step: limits.throughMarket, context }),
    signFlip({ net, beside: market ?? last }, limits.signFlip),
    factorOfTen({ net, beside: market ?? last }, limits.factorOfTen, context.isSpread),
  ];
  return [
    units(request),
    offerUnits(request, references),
    worse,
    unreadable(references),
    // Of a swap that is the certificate: what is said of it is said of leg 1.
    ...held.map((found) => found && (context.of === undefined ? found : { ...found, leg: 0 })),
    ...near,
    ...legChecks(commitment, known, limits),
    ...writtenChecks(commitment, limits),
    unknown(commitment, known, limits),
  ].filter((checked) => checked !== undefined);
}

/** Whether it is priced by the net of two legs. */
export const isSpread = (request: PricedOn): boolean =>
  request.contract === 'standard-spread' || (request.legs.length > 1 && !isPricedAsSwap(request));

interface Context {
  readonly unit: string;
  readonly isSpread: boolean;
  /** Whose price is compared, where that is not the price as a whole. */
  readonly of?: string;
}

/** The unit of the price that is compared: of a swap its certificate's; empty where legs have several. */
export const comparedUnit = (request: LimitedRequest): string =>
  (isPricedAsSwap(request) ? request.legs[0]?.priceUnit : alikeInLegs(request, 'priceUnit')) ?? '';

const contextOf = (request: LimitedRequest): Context => ({
  unit: comparedUnit(request),
  ...(isPricedAsSwap(request)
    ? { isSpread: false, of: 'certificate price' }
    : { isSpread: isSpread(request) }),
});

const withUnit = (price: string, { unit }: Context): string => joined(priceText(price), unit);
const joined = (amount: string, unit = ''): string => (unit === '' ? amount : `${amount} ${unit}`);

function besideOf(reference: Reference | undefined, context: Context): PriceSituation | undefined {
  if (!reference) return undefined;
  const { name, price, counterparty } = reference;
  const who = counterparty === undefined ? '' : ` (${counterparty})`;
  return { price, name: `${name} ${withUnit(price, context)}${who}`, terms: termsOf(reference) };
}

const termsOf = ({ name, price, counterparty }: Reference): Beside => ({
  name,
  price,
  ...(counterparty !== undefined && { counterparty }),
});

/** Legs in different units have no net price; that they are priced so has to be known. A swap is not compared by one. */
function units({ legs, contract, swapType }: LimitedRequest): Checked | undefined {
  const problem = swapType === undefined && legs.length === 2 ? unitsProblem(legs) : undefined;
  if (problem === undefined) return undefined;
  return { step: contract === 'standard-spread' ? 'block' : 'warn', code: 'units', message: problem };
}

/** An offer may be accepted in another unit than its request's, once that is known. */
function offerUnits(request: LimitedRequest, { offer }: References): Checked | undefined {
  const message = offerUnitsProblem(offer?.raw, request);
  return message === undefined ? undefined : { step: 'warn', code: 'units', about: 'offer', message };
}

/** By how much an acceptance is worse than the best offer that could be taken instead: in price, and in money. */
function worseThanBest(
  { kind, net, quantity }: Commitment,
  { request, references: { better } }: { request: LimitedRequest; references: References },
  context: Context,
): Checked | undefined {
  const best = besideOf(better, context);
  if (kind !== 'acceptance' || net === undefined || !best) return undefined;
  const away = new Big(net).minus(best.price).abs().toFixed();
  const [leg] = request.legs;
  const cost = quantity && differenceInMoney(request.legs, away, quantity);
  const money = !cost
    ? ''
    : cost.total !== undefined
      ? `, which is ${sumText(cost.total)} ${cost.currency} over the whole quantity`
      : cost.rate && `, which is ${moneyText(cost.rate.amount)} ${cost.currency} per ${cost.rate.per}`;
  const size =
    better?.quantity !== undefined && better.quantity !== quantity
      ? ` That one is for ${amountText(better.quantity)}${leg?.quantityUnit === undefined ? '' : ` ${leg.quantityUnit}`}.`
      : '';
  const message = `${priceText(net)} is ${withUnit(away, context)} worse than ${best.name}${money ?? ''}.${size}`;
  return { step: 'warn', code: 'worse-than-best', size: away, message, beside: best.terms };
}

function unreadable({ unreadable: count = 0 }: References): Checked | undefined {
  if (count === 0) return undefined;
  const message =
    count === 1
      ? '1 other price cannot be read and is not compared.'
      : `${count} other prices cannot be read and are not compared.`;
  return { step: 'not-checked', code: 'worse-than-best', message };
}

/**
 * What was withdrawn may have been the slip, and this price its correction: then it is warned of, and no block. Far from the nearest trade
 * as well it corrects nothing.
 */
function lastLevels(
  { lastPrice }: Limits,
  { last }: References,
  near: readonly Checked[],
): Limits['lastPrice'] {
  if (last?.isWithdrawn !== true || near.length > 0) return lastPrice;
  const { blockPercent: _, spreadBlock: __, ...warning } = lastPrice;
  return warning;
}

/**
 * How far a price is from another. Beside a low price of energy per cent say little: 6 bid and 12 asked is an ordinary noon of sun. So a
 * price per MWh is blocked only if it is beyond the per cent and beyond an amount. It never warns less than the percentage does.
 */
function distance(
  code: 'best-price' | 'last-price',
  {
    net,
    beside,
    levels,
  }: { net: Price | undefined; beside: PriceSituation | undefined; levels: PriceLevels },
  context: Context,
): Checked | undefined {
  if (!isSet(levelsFor(levels, context.isSpread)) || net === undefined || !beside) return undefined;
  const apart = new Big(net).minus(beside.price);
  const away = apart.abs();
  // A tenth of a euro is nothing of a MWh, and a third of a certificate.
  if ((context.isSpread || isOfEnergy(context)) && away.lte(levels.ignoreUpTo)) return undefined;
  const base = new Big(beside.price).abs();
  // Of 0 there is no percentage: there, as for a spread, the distance itself counts.
  const inUnit = context.isSpread || base.eq(0);
  const { warn, block } = levelsFor(levels, inUnit);
  if (!isSet({ warn, block })) {
    const message = `Price not checked: ${beside.name} is 0, so there is no percentage.`;
    return { step: 'not-checked', code, message };
  }
  const above = (level: Price | undefined): level is Price =>
    level !== undefined && (inUnit ? away.gt(level) : away.times(100).gt(base.times(level)));
  const reached = above(block) ? 'block' : above(warn) ? 'warn' : undefined;
  const level = reached === 'block' ? block : warn;
  if (reached === undefined || level === undefined) return undefined;
  const amount = inUnit || reached === 'warn' ? undefined : blockAmountOf(levels, beside.price, context);
  const isSmall = amount !== undefined && away.lte(amount);
  const isLow = isOfEnergy(context) && amount !== undefined && amount !== levels.blockAmount;
  // Of a price near 0 per cent say nothing.
  const isNear = isLow && base.lte(levels.spreadWarn ?? 0);
  const isPlain = inUnit || isNear;
  const far = isPlain
    ? withUnit(away.toFixed(), context)
    : `${priceText(away.toFixed())} (${percentText(away, base)} %)`;
  const where = apart.gt(0) ? 'above' : 'below';
  const wanted = [
    ...(isNear ? [] : [inUnit ? withUnit(level, context) : `${level} %`]),
    ...(amount !== undefined && (isSmall || isOfEnergy(context)) ? [withUnit(amount, context)] : []),
  ].join(' and ');
  const low = isLow ? `beside a price ${isNear ? 'near' : 'below'} zero ` : '';
  const limit = isLow || isSmall ? `${low}it blocks only beyond ${wanted}` : `${levelOf(reached)}${wanted}`;
  const message = `${priceText(net)} is ${far} ${where} ${beside.name}; ${limit}.`;
  const step = isSmall ? 'warn' : reached;
  return { step, code, message, size: away.toFixed(), beside: beside.terms };
}

/** How far from a reference of the market a price is warned of, in the unit of the price and to the decimals that its prices have: none of their distances lies between; `undefined` where no distance is. */
export function warnedBeyond(
  request: LimitedRequest,
  reference: Price,
  levels: PriceLevels,
  decimals: number,
): Price | undefined {
  const context = contextOf(request);
  const base = new Big(reference).abs();
  const inUnit = context.isSpread || base.eq(0);
  const { warn } = levelsFor(levels, inUnit);
  if (warn === undefined) return undefined;
  const far = inUnit ? new Big(warn) : base.times(warn).div(100);
  const isIgnored = (context.isSpread || isOfEnergy(context)) && far.lt(levels.ignoreUpTo);
  return priceOf(isIgnored ? levels.ignoreUpTo : far.round(decimals, Big.roundDown).toFixed());
}

const isOfEnergy = ({ of, unit }: Context): boolean => of === undefined && /\/MWh$/i.test(unit);

/**
 * What a price has to be away, beside its per cent, to be blocked. Near 0 and below it prices are farther apart, −3.35 bid and 8.00 asked is
 * a weekend of power: there it is no less than what blocks a spread. `undefined` where per cent alone decide.
 */
function blockAmountOf(
  { blockAmount, ignoreUpTo, spreadWarn, spreadBlock = spreadWarn }: PriceLevels,
  beside: Price,
  context: Context,
): Price | undefined {
  // A certificate is worth little and never less than nothing: there per cent say enough, but for the smallest distances.
  if (!isOfEnergy(context)) return ignoreUpTo;
  if (spreadWarn === undefined || spreadBlock === undefined || compared(beside, spreadWarn) > 0) {
    return blockAmount;
  }
  return blockAmount !== undefined && compared(blockAmount, spreadBlock) > 0 ? blockAmount : spreadBlock;
}

const isSet = ({ warn, block }: ReturnType<typeof levelsFor>): boolean =>
  warn !== undefined || block !== undefined;

const levelsFor = (levels: PriceLevels, inUnit: boolean) =>
  inUnit
    ? { warn: levels.spreadWarn, block: levels.spreadBlock }
    : { warn: levels.warnPercent, block: levels.blockPercent };

interface Held {
  readonly net: Price | undefined;
  readonly beside: PriceSituation | undefined;
}
type Step = Limits['signFlip'];

const awayOf = (net: Price, { price }: PriceSituation): string => new Big(net).minus(price).abs().toFixed();

/**
 * A bid that meets an ask of another, or an ask that meets a bid: what can be taken is better for the desk, also at the same price,
 * for it is certain. An indicative price can only be passed, as an offer at it is what it asks for.
 */
function throughMarket(
  { kind, direction, net }: Commitment,
  { opposite }: References,
  { step, context }: { step: Step; context: Context },
): Checked | undefined {
  if (step === 'off' || kind !== 'offer' || net === undefined || !opposite) return undefined;
  const isBid = direction === 'bid';
  const passed = (reference: Reference | undefined, isReached: (beyond: Big) => boolean) => {
    if (!reference) return undefined;
    const beyond = isBid ? new Big(net).minus(reference.price) : new Big(reference.price).minus(net);
    return isReached(beyond) ? { ...reference, beyond } : undefined;
  };
  const taken = passed(opposite.takeable, (beyond) => beyond.gte(0));
  const other = taken ?? passed(opposite.indicative, (beyond) => beyond.gt(0));
  if (!other) return undefined;
  const { name, price, beyond, counterparty } = other;
  const where = beyond.eq(0) ? 'at' : isBid ? 'above' : 'below';
  const who = counterparty === undefined ? '' : ` (${counterparty})`;
  const instead = taken
    ? `you can ${isBid ? 'lift that offer' : 'hit that bid'} now`
    : `they may ${isBid ? 'sell' : 'buy'} there`;
  const subject = `${context.of === undefined ? 'This' : `The ${context.of} of this`} ${isBid ? 'bid' : 'ask'}`;
  const message = `${subject} is ${where} ${name}, ${withUnit(price, context)}${who}: ${instead}.`;
  return { step, code: 'through-market', message, size: beyond.toFixed(), beside: termsOf(other) };
}

function signFlip({ net, beside }: Held, step: Step): Checked | undefined {
  if (step === 'off' || net === undefined || !beside || new Big(net).times(beside.price).gte(0)) {
    return undefined;
  }
  const message = `${priceText(net)} has the opposite sign to ${beside.name}.`;
  return { step, code: 'sign-flip', message, size: awayOf(net, beside), beside: beside.terms };
}

/** `isNet`: the net price of a spread, which is often near zero, so that only a slipped decimal point says something. */
function factorOfTen({ net, beside }: Held, step: Step, isNet: boolean): Checked | undefined {
  if (step === 'off' || net === undefined || !beside) return undefined;
  const slip = slipOf(net, beside.price);
  if (slip === undefined && (isNet || !isTenfold(net, beside.price))) return undefined;
  const far = slip === undefined ? 'ten times or more away from' : `about ${slip}`;
  const message = `${priceText(net)} is ${far} ${beside.name}: check its decimal point.`;
  return { step, code: 'factor-of-ten', message, size: awayOf(net, beside), beside: beside.terms };
}

function isTenfold(price: Price, other: Price): boolean {
  const [a, b] = [new Big(price).abs(), new Big(other).abs()];
  return a.gt(0) && b.gt(0) && (a.gte(b.times(10)) || b.gte(a.times(10)));
}

/**
 * Each leg against the same leg of the reference, as far as a single's price would be told: a slip in both can leave the net price as it should be, and
 * legs of unequal energy make money of the difference.
 */
function legChecks(
  { price }: Commitment,
  { request, references: { market } }: { request: LimitedRequest; references: References },
  limits: Limits,
): Checked[] {
  if (price.shape !== 'per-leg' || !market?.legPrices) return [];
  const { legPrices, name, counterparty } = market;
  return price.legPrices.flatMap((own, leg) => {
    const other = legPrices[leg];
    // Leg 1 of a swap is what it is compared by, and both its power legs have one price.
    const isSaid = isPricedAsSwap(request) && leg !== 1;
    if (other === undefined || isSaid) return [];
    const context = { unit: request.legs[leg]?.priceUnit ?? '', isSpread: false };
    const terms = { name: `leg ${leg + 1} of ${name}`, price: other };
    const beside = besideOf({ ...terms, ...(counterparty !== undefined && { counterparty }) }, context);
    const held = { net: own, beside };
    const far = isPricedAsSwap(request)
      ? undefined
      : distance('best-price', { ...held, levels: limits.bestPrice }, context);
    return [far, signFlip(held, limits.signFlip), factorOfTen(held, limits.factorOfTen, false)].flatMap(
      (found) => (found ? [{ ...found, about: `leg ${leg + 1}`, leg }] : []),
    );
  });
}

/** More decimals than traders write; finer is allowed but has to be meant. */
const DECIMALS_USUAL = 3;

/** Typing slips that do not depend on the market. An accepted price was not typed here. */
function writtenChecks({ kind, price }: Commitment, { factorOfTen: step }: Limits): Checked[] {
  if (kind === 'acceptance' || step === 'off') return [];
  const prices = pricesOf(price);
  return prices.flatMap((one, leg): Checked[] => {
    if (leg > 0 && prices.length > 2 && one === prices[leg - 1]) return [];
    const about = prices.length > 1 ? { about: `leg ${leg + 1}`, leg } : { leg };
    const what = prices.length > 1 ? `The price of leg ${leg + 1}` : 'The price';
    const found: Checked[] = [];
    if (one === '0') found.push({ step: 'warn', code: 'zero-price', ...about, message: `${what} is zero.` });
    if ((one.split('.')[1]?.length ?? 0) > DECIMALS_USUAL) {
      found.push({
        step: 'warn',
        code: 'fine-price',
        ...about,
        message: `${what} has more decimals than usual.`,
      });
    }
    return found;
  });
}

/** Whether any limit holds a price against the market. */
export const holdsPrices = (limits: Limits): boolean =>
  limits.signFlip !== 'off' ||
  limits.factorOfTen !== 'off' ||
  [true, false].some((inUnit) => isSet(levelsFor(limits.bestPrice, inUnit)));

/** The line for a price without any reference. Of one that was typed here it says what is at stake, and holds for that alone. */
function unknown(
  commitment: Commitment,
  { request, references: { market, last, near } }: { request: LimitedRequest; references: References },
  limits: Limits,
): Checked | undefined {
  const { kind, net } = commitment;
  const isKnown = (net === undefined ? market?.legPrices : (market ?? last)) !== undefined;
  if (!holdsPrices(limits) || isKnown) return undefined;
  if (kind === 'acceptance') {
    const message =
      net === undefined
        ? 'Price not checked: it is priced leg by leg, and there is no other price to compare its legs with.'
        : 'Price not checked: there is no other price, analytics or trade of the same product to compare it with.';
    return { step: 'not-checked', code: 'best-price', message };
  }
  return {
    step: 'not-checked',
    code: 'no-reference',
    about: unreferenced(commitment),
    message: `No reference to check the price against: ${stakesOf(commitment, request)}.${besideNear(net, request, near)}${moneyBlocked(commitment, request, limits.notional)}`,
  };
}

const levelOf = (step: 'warn' | 'block'): string => `the ${step} level is `;

const MONEY_BLOCKED = ' Money is blocked above ';

/** A warning of a price in two: what has to be read of it, and the level that is set. */
export function withoutLevel(message: string): { readonly text: string; readonly level?: string } {
  const at = [`; ${levelOf('warn')}`, MONEY_BLOCKED].map((start) => message.indexOf(start));
  const end = at.find((one) => one >= 0);
  return end === undefined
    ? { text: message }
    : { text: `${message.slice(0, end).replace(/\.$/, '')}.`, level: message.slice(end).replace(/^;? /, '') };
}

/** " Money is blocked above 50,000 EUR/h and 500,000,000 EUR.": what stops such a price, where nothing else tells how much is too much. */
function moneyBlocked(
  { price, quantity }: Commitment,
  { legs }: LimitedRequest,
  levels: Limits['notional'],
): string {
  const units = pricesOf(price).flatMap((each, index) => {
    const leg = legs[index];
    const money = leg && quantity && notionalOf(leg, each, quantityOfLeg(leg, legs[0], quantity));
    if (!money) return [];
    return [...(money.total === undefined ? [] : [money.currency]), ...(money.rate ? [rateUnit(money)] : [])];
  });
  const reachable = levels.flatMap(({ unit, block }) =>
    block !== undefined && units.some((own) => sameUnit(own, unit)) ? [`${amountText(block)} ${unit}`] : [],
  );
  return reachable.length === 0 ? '' : `${MONEY_BLOCKED}${reachable.join(' and ')}.`;
}

/** What the tick of a price without a reference is about. */
export const unreferenced = ({ price, quantity }: Pick<Commitment, 'price' | 'quantity'>): string =>
  `${pricesOf(price).join(' and ')} for ${quantity ?? '?'}`;

/** " The nearest known trade is TTF Cal-27, traded on 19 Nov 2026, at 30.95: yours is 914.6 % above it." */
function besideNear(
  net: Price | undefined,
  { legs }: LimitedRequest,
  [near, ...others]: NonNullable<References['near']> = [],
): string {
  if (net === undefined || !near || others.length > 0 || legs.length > 1) return '';
  const away = new Big(net).minus(near.price);
  const percent = new Big(near.price).eq(0) ? '' : `${percentText(away.abs(), new Big(near.price).abs())} % `;
  const where = away.eq(0) ? 'the same' : `${percent}${away.gt(0) ? 'above' : 'below'} it`;
  return ` The nearest known trade is ${near.name}, at ${priceText(near.price)}: yours is ${where}.`;
}

/**
 * "31.40 EUR/MWh for 10 MW comes to 275,064 EUR": every leg with its price and quantity, and the money of all of them. The power of a swap is
 * bought and sold at one price, which is said once and costs nothing.
 */
function stakesOf({ price, quantity }: Commitment, request: LimitedRequest): string {
  const { legs } = request;
  const priced = pricesOf(price).map((each, index) => {
    const leg = legs[index];
    const own = leg && quantity !== undefined ? quantityOfLeg(leg, legs[0], quantity) : quantity;
    const size = own === undefined ? 'an unknown quantity' : joined(amountText(own), leg?.quantityUnit);
    const money = leg && own !== undefined ? notionalOf(leg, each, own) : undefined;
    return { words: `${joined(priceText(each), leg?.priceUnit)} for ${size}`, money };
  });
  const [first, power] = priced;
  if (first && power && isPricedAsSwap(request)) {
    return `${first.words} comes to ${moneyIn([first.money])}, with power bought and sold at ${power.words}`;
  }
  const words = priced.map((one) => one.words).join(' and ');
  const money = moneyIn(priced.map((one) => one.money));
  return priced.length > 1 ? `${words} come to ${money}, gross of all legs` : `${words} comes to ${money}`;
}

/** By currency: "275,064 EUR", "314 EUR per hour". Money of several legs is summed without its signs; that of one keeps its own. */
function moneyIn(legs: readonly (Notional | undefined)[]): string {
  const sums = new Map<string, { readonly sum: Big; readonly text: (amount: string) => string }>();
  for (const leg of legs) {
    const amount = leg?.total ?? leg?.rate?.amount;
    if (!leg || amount === undefined) return 'an unknown amount of money';
    const unit = leg.total === undefined && leg.rate ? `${leg.currency} per ${leg.rate.per}` : leg.currency;
    const size = legs.length > 1 ? new Big(amount).abs() : new Big(amount);
    const text = leg.total === undefined ? moneyText : sumText;
    sums.set(unit, { sum: size.plus(sums.get(unit)?.sum ?? 0), text });
  }
  const isAtMost = legs.some((leg) => leg?.total !== undefined && leg.hours?.isAtMost === true);
  const words = [...sums].map(([unit, { sum, text }]) => `${text(sum.toFixed())} ${unit}`).join(' and ');
  return `${isAtMost ? 'at most ' : ''}${words}`;
}

/** How near a price has to come to the other one, once its decimal point is moved, to look like a slip. */
const NEAR_PERCENT = 20;
const SLIPS: readonly (readonly [string, string])[] = [
  ['0.001', '1000 times'],
  ['0.01', '100 times'],
  ['0.1', '10 times'],
  ['10', 'a tenth of'],
  ['100', 'a hundredth of'],
  ['1000', 'a thousandth of'],
];

/** By how many decimal places an amount seems to have slipped from another one of the same sign, in words. */
export function slipOf(amount: string, from: string): string | undefined {
  const base = new Big(from);
  if (base.eq(0)) return undefined;
  const near = base.abs().times(NEAR_PERCENT);
  return SLIPS.find(([factor]) => new Big(amount).times(factor).minus(base).abs().times(100).lte(near))?.[1];
}
