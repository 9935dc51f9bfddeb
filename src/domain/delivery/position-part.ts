import Big from 'big.js';
import type { Side } from '../leg';
import { priceUnitOf } from '../price-unit';
import { mwhOf } from './convert';
import type { FillLeg } from './fill-legs';
import { marketsVersion } from './given-markets';
import { cutDay } from './cut-day';
import { dayOf, hoursBetween, type Days } from './hours';
import { loadNamed, type Load } from './load';
import { marketOf, type Market } from './markets';
import { energyRate, type EnergyRate } from './notional';

/** What is delivered where and when in a week: sums of one of them can be added up, and sums of two cannot. */
export interface PositionKey {
  readonly commodity?: string | undefined;
  readonly market?: string | undefined;
  /** "base", "peak" and the like, or its hours as written. */
  readonly load: string;
}

/** One leg of a trade as a position counts it. */
export interface PositionPart extends PositionKey, Days {
  readonly side: Side;
  /** MWh for each hour or day of delivery, or for all of it. Exact. */
  readonly energy: string;
  readonly per: EnergyRate['per'];
  /** For one MWh; absent where the leg does not state one. Exact, but for a price of therms. */
  readonly price?: { readonly currency: string; readonly amount: string };
  readonly weighing: { readonly load: Load; readonly market: Market };
}

/** A leg that cannot be counted: why, as the end of a sentence that names it, and what is known of it all the same. */
export interface UncountedPart extends Partial<Days> {
  readonly why: string;
  /** Certificates: there is no MWh to count. */
  readonly isNoEnergy?: true;
  /** It was cancelled: there is nothing to count. */
  readonly isVoid?: true;
  readonly commodity?: string | undefined;
  readonly market?: string | undefined;
  readonly load?: string | undefined;
  readonly side?: Side | undefined;
}

export const isCounted = (part: PositionPart | UncountedPart): part is PositionPart => 'weighing' in part;

/** What legs of one delivery in one unit have in common. */
interface Kind {
  readonly key: PositionKey;
  readonly days: Days;
  readonly rate: EnergyRate;
  readonly weighing: PositionPart['weighing'];
  readonly money?:
    { readonly currency: string; readonly worth: string; readonly measure: string } | undefined;
}

/** Thousands of trades are of a few hundred kinds. */
const kinds = new Map<string, Kind | UncountedPart>();
const KINDS_MAX = 20_000;

/** A leg as a position counts it, by the hours and the energy that tickets and limits know. Nothing of it is assumed. */
export function positionPart(leg: FillLeg): PositionPart | UncountedPart {
  const { action: side, quantity, price } = leg;
  const name = JSON.stringify([
    marketsVersion(),
    leg.commodity,
    leg.market,
    leg.deliveryStart,
    leg.deliveryEnd,
    leg.loadProfile,
    leg.quantityUnit,
    leg.priceUnit,
  ]);
  const kind = kinds.get(name) ?? kindOf(leg);
  if (kinds.size >= KINDS_MAX) kinds.clear();
  kinds.set(name, kind);
  if ('why' in kind) return { ...kind, side };
  const { key, days, rate, weighing, money } = kind;
  const not = (why: string): UncountedPart => ({ why, ...key, ...days, side });
  if (!side) return not('does not say whether it was bought or sold');
  if (quantity === undefined) return not('does not say its quantity');
  const energy = product(quantity, rate.energy);
  const priced = money &&
    price !== undefined && { price: { currency: money.currency, amount: perMwh(price, money) } };
  return { ...key, ...days, side, energy, per: rate.per, weighing, ...priced };
}

function kindOf(leg: FillLeg): Kind | UncountedPart {
  const { commodity, market, quantityUnit } = leg;
  const clocks = marketOf(market, commodity);
  const load = loadOf(leg, clocks);
  const [first, last] = [dayOf(leg.deliveryStart), dayOf(leg.deliveryEnd)];
  const days = first !== undefined && last !== undefined && first <= last ? { first, last } : undefined;
  const not = (why: string): UncountedPart => ({ why, commodity, market, load: load?.name, ...days });
  if (commodity === undefined && market === undefined) return not('does not say its commodity');
  if (!days) return not('does not say its days of delivery');
  if (quantityUnit === undefined) return not('does not say the unit of its quantity');
  const rate = energyRate(quantityUnit);
  if (!rate) {
    const certificates = { isNoEnergy: true as const, ...not(`is in ${quantityUnit}, which is no energy`) };
    return isOfCertificates(leg) ? certificates : not(certificates.why);
  }
  if (!load?.hours)
    return not(load ? `has a load that is not known, "${load.name}"` : 'does not say its load');
  const cut = rate.per === 'whole' ? undefined : cutDay(leg, load.hours, clocks);
  if (cut !== undefined) return not(`is delivered from or to ${cut}, which is within a delivery day`);
  const weighing = { load: load.hours, market: clocks };
  if (hoursBetween(days, load.hours, clocks) <= 0) return not('has no hours of delivery');
  return { key: { commodity, market, load: load.name }, days, rate, weighing, money: moneyOf(leg) };
}

/** Power or gas that is said in certificates is a contradiction, and a MWh may be missing. */
const isOfCertificates = ({ quantityUnit = '', commodity }: FillLeg): boolean =>
  /^certificates?$/i.test(quantityUnit.trim()) && commodity !== undefined && !/power|gas/i.test(commodity);

/** Gas is delivered evenly unless something else is said, as everywhere. */
function loadOf(
  { commodity, loadProfile }: FillLeg,
  market: Market,
): { readonly name: string; readonly hours?: Load } | undefined {
  const said = loadProfile ?? (/gas/i.test(commodity ?? '') ? 'base' : undefined);
  if (said === undefined) return undefined;
  const named = loadNamed(said, market);
  return { name: loadName(said), ...(named.ok && { hours: named.value }) };
}

const STANDARD = ['base', 'peak', 'offpeak', 'weekend'];

/** "Base load", "base-load" and "base" are one. */
function loadName(text: string): string {
  const name = text.trim().toLowerCase();
  const plain = name.replace(/[^a-z]/g, '').replace(/load$/, '');
  return STANDARD.includes(plain) ? plain : name;
}

/** Digits of a price that was stated for a therm; others are exact. */
const PRICE_DIGITS = 40;
const Exact = Big();
Exact.DP = PRICE_DIGITS;

function moneyOf({ priceUnit }: FillLeg): Kind['money'] {
  const unit = priceUnit === undefined ? undefined : priceUnitOf(priceUnit);
  const measure = unit && mwhOf(unit.measure);
  return unit && measure !== undefined ? { currency: unit.currency, worth: unit.worth, measure } : undefined;
}

/** A price of a therm is rounded; every other one is exact. */
const perMwh = (price: string, { worth, measure }: NonNullable<Kind['money']>): string =>
  worth === '1' && measure === '1' ? price : textOf(new Exact(price).times(worth).div(measure));
const product = (amount: string, factor: string): string =>
  factor === '1' ? amount : textOf(new Big(amount).times(factor));
const textOf = (amount: Big): string => (amount.eq(0) ? '0' : amount.toFixed());
