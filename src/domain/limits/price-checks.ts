import Big from 'big.js';
import type { Price } from '../price';
import type { Request } from '../request';
import { alikeInLegs, type Commitment, type LimitedRequest } from './commitment';
import type { Limits, PriceLevels } from './limits';
import type { Checked } from './outcome';
import type { References } from './references';

/** A price that the action's own is held against, and what it is called. */
interface Beside {
  readonly price: Price;
  readonly name: string;
}

/** The price of an action against the best and the last one: distance, sign, and a decimal point in the wrong place. */
export function priceChecks(
  { net }: Pick<Commitment, 'net'>,
  known: { readonly request: LimitedRequest; readonly references: References },
  limits: Limits,
): Checked[] {
  const { request, references } = known;
  const best = references.best && {
    price: references.best.price,
    name: `the best ${references.best.direction}`,
  };
  const last = references.last && { price: references.last.price, name: 'the price this desk sent last' };
  const context = { unit: alikeInLegs(request, 'priceUnit') ?? '', isSpread: isSpread(request) };
  const either = best ?? last;
  return [
    distance('best-price', { net, beside: best, levels: limits.bestPrice }, context),
    distance('last-price', { net, beside: last, levels: limits.lastPrice }, context),
    limits.signFlip === 'off'
      ? undefined
      : shaped('sign-flip', { net, beside: either, step: limits.signFlip }, context),
    limits.factorOfTen === 'off'
      ? undefined
      : shaped('factor-of-ten', { net, beside: either, step: limits.factorOfTen }, context),
  ].filter((checked) => checked !== undefined);
}

const isSpread = ({ contract, legs }: Pick<Request, 'contract' | 'legs'>): boolean =>
  contract === 'standard-spread' || legs.length > 1;

interface Context {
  readonly unit: string;
  readonly isSpread: boolean;
}

const WORDS = {
  'best-price': 'Price against the best one',
  'last-price': 'Price against the last one',
  'sign-flip': 'Sign of the price',
  'factor-of-ten': 'Decimal point of the price',
} as const;
type PriceCode = keyof typeof WORDS;
const NONE_KNOWN: Record<PriceCode, string> = {
  'best-price': 'no best price known',
  'last-price': 'this desk has sent none on this side of the request',
  'sign-flip': 'no price to compare it with is known',
  'factor-of-ten': 'no price to compare it with is known',
};

const notChecked = (code: PriceCode, why: string): Checked => ({
  step: 'not-checked',
  code,
  message: `${WORDS[code]} not checked: ${why}.`,
});
const noNet = (code: PriceCode): Checked =>
  notChecked(code, 'what is priced leg by leg has no one price here');

function distance(
  code: 'best-price' | 'last-price',
  { net, beside, levels }: { net: Price | undefined; beside: Beside | undefined; levels: PriceLevels },
  context: Context,
): Checked | undefined {
  if (!isSet(levelsFor(levels, context.isSpread))) return undefined;
  if (net === undefined) return noNet(code);
  if (!beside) return notChecked(code, NONE_KNOWN[code]);
  const away = new Big(net).minus(beside.price).abs();
  if (away.lte(levels.ignoreUpTo)) return undefined;
  const base = new Big(beside.price).abs();
  // Of 0 there is no percentage: there, as for a spread, the distance itself counts.
  const inUnit = context.isSpread || base.eq(0);
  const { warn, block } = levelsFor(levels, inUnit);
  if (!isSet({ warn, block }))
    return notChecked(code, `${beside.name} is 0, of which there is no percentage`);
  const above = (level: Price | undefined): level is Price =>
    level !== undefined && (inUnit ? away.gt(level) : away.times(100).gt(base.times(level)));
  const step = above(block) ? 'block' : above(warn) ? 'warn' : undefined;
  const level = step === 'block' ? block : warn;
  if (step === undefined || level === undefined) return undefined;
  const far = inUnit ? withUnit(away.toFixed(), context) : `${percentText(away, base)} %`;
  const limit = inUnit ? withUnit(level, context) : `${level} %`;
  const message = `${net} is ${far} away from ${beside.name} ${withUnit(beside.price, context)}; the ${step} level is ${limit}.`;
  return { step, code, message };
}

const isSet = ({ warn, block }: ReturnType<typeof levelsFor>): boolean =>
  warn !== undefined || block !== undefined;

const levelsFor = (levels: PriceLevels, inUnit: boolean) =>
  inUnit
    ? { warn: levels.spreadWarn, block: levels.spreadBlock }
    : { warn: levels.warnPercent, block: levels.blockPercent };

const withUnit = (amount: string, { unit }: Context): string => (unit === '' ? amount : `${amount} ${unit}`);

/** Rounded up, so that what is above a level never reads as if it were the level. */
const percentText = (away: Big, base: Big): string => away.times(100).div(base).round(2, ROUND_UP).toFixed();
const ROUND_UP = 3;

interface Shaped {
  readonly net: Price | undefined;
  readonly beside: Beside | undefined;
  readonly step: 'warn' | 'block';
}

function shaped(
  code: 'sign-flip' | 'factor-of-ten',
  { net, beside, step }: Shaped,
  context: Context,
): Checked | undefined {
  if (net === undefined) return noNet(code);
  if (!beside) return notChecked(code, NONE_KNOWN[code]);
  const other = `${beside.name} ${withUnit(beside.price, context)}`;
  if (code === 'sign-flip') {
    if (new Big(net).times(beside.price).gte(0)) return undefined;
    return { step, code, message: `${net} has the opposite sign of ${other}.` };
  }
  const slip = slipOf(net, beside.price);
  if (slip === undefined) return undefined;
  return { step, code, message: `${net} is about ${slip} ${other}: look where its decimal point is.` };
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
