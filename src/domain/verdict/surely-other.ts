import { loadNamed, type Load } from '../delivery/load';
import { marketNamed, marketNames, marketOf } from '../delivery/markets';
import { energyRate } from '../delivery/notional';
import { plain, sameUnit, type Clearing } from '../leg';
import { moneyNamed, priceUnitOf, type Money } from '../price-unit';

/*
 * Whether two records surely name two things. A platform writes one thing in many ways, and a trade that is told to be another one is in no
 * position: a word that is not known says nothing.
 */

/** Which of the kinds a text is of, where it is of one alone. */
function kindOf(text: string, kinds: readonly RegExp[]): number | undefined {
  const [only, second] = kinds.flatMap((words, kind) => (words.test(text) ? [kind] : []));
  return second === undefined ? only : undefined;
}

const areTwo = <T>(a: T | undefined, b: T | undefined): boolean =>
  a !== undefined && b !== undefined && a !== b;

const COMMODITIES = [/gas/i, /power|electricity/i, /\bgoo?s?\b|green|origin|certificate/i];

export const isOtherCommodity = (a: string, b: string): boolean =>
  areTwo(kindOf(a, COMMODITIES), kindOf(b, COMMODITIES));

/** Countries by other names, and by their hubs. */
const COUNTRIES: ReadonlyMap<string, string> = new Map([
  ['UK', 'GB'],
  ['NBP', 'GB'],
  ['THE', 'DE'],
  ['TTF', 'NL'],
  ['ZTP', 'BE'],
  ['CEGH', 'AT'],
  ['VTP', 'AT'],
  ['PVB', 'ES'],
  ['PSV', 'IT'],
  ['PEG', 'FR'],
]);

/** "DE-LU" is of DE, "DK1" of DK. */
function countriesIn(market: string): readonly string[] {
  const parts = market.toUpperCase().split(/[^A-Z0-9]+/);
  return parts.flatMap((part) => {
    const [, code] = /^([A-Z]{2})\d*$/.exec(part) ?? [];
    return COUNTRIES.get(part) ?? (code !== undefined && marketNames().includes(code) ? code : []);
  });
}

/** The number of a bidding zone: "1" of "DK1". */
const zoneIn = (market: string): string | undefined => /^\s*[a-z]{2}[-_ ]?(\d+)\s*$/i.exec(market)?.[1];

export function isOtherMarket(a: string, b: string): boolean {
  const [one, another] = [countriesIn(a), countriesIn(b)];
  if (one.length === 0 || another.length === 0) return false;
  return !one.some((country) => another.includes(country)) || areTwo(zoneIn(a), zoneIn(b));
}

const HOURS = 24;
const MONDAY = 1;
const ALL_DAYS = [0, 1, 2, 3, 4, 5, 6];
/** "08-20" does not say on which days. */
const HOURS_ALONE = /^[\d:\s-]+$/;
const NUMBERED = /\d/;

/** A day in full is the same whenever it begins. */
function hoursOn(load: Load, day: number): string {
  const hours = load[day] ?? [];
  const length = hours.reduce((sum, [from, to]) => sum + to - from, 0);
  return length === HOURS ? 'all' : JSON.stringify(hours);
}

interface Place {
  readonly market?: string | undefined;
  readonly commodity?: string | undefined;
}

export function isOtherLoad(a: string, b: string, { market, commodity }: Place): boolean {
  const clocks = marketOf(market, commodity);
  const [one, another] = [loadNamed(a, clocks), loadNamed(b, clocks)];
  if (!one.ok || !another.ok) return false;
  // The hours of peak are known where the market is.
  const isKnown = NUMBERED.test(a) === NUMBERED.test(b) || marketNamed(market ?? '') !== undefined;
  const days = [a, b].some((text) => HOURS_ALONE.test(text)) ? [MONDAY] : ALL_DAYS;
  return isKnown && days.some((day) => hoursOn(one.value, day) !== hoursOn(another.value, day));
}

/** "EUR" alone may be all that a record says of "EUR/MWh". */
const moneyIn = (unit: string): Money | undefined => moneyNamed(plain(unit).split('/')[0] ?? '');

/** Of one currency only pence for pounds, and one energy for another, such as a therm for a MWh: "EUR/MW" may be "EUR/MWh". */
export function isOtherPriceUnit(a: string, b: string): boolean {
  if (areTwo(moneyIn(a)?.currency, moneyIn(b)?.currency)) return true;
  const [one, another] = [priceUnitOf(a), priceUnitOf(b)];
  if (!one || !another) return false;
  return (
    one.worth !== another.worth ||
    areTwo(energyRate(one.measure)?.energy, energyRate(another.measure)?.energy)
  );
}

/** "MWh/h" is MW, "th" a therm; of what is no energy the name decides, one or many. */
export function sameMeasure(a: string, b: string): boolean {
  const [one, another] = [a, b].map((unit) => energyRate(unit.trim().replace(ENERGY_IN_AN_HOUR, '')));
  if (one && another) return one.energy === another.energy && one.per === another.per;
  return [`${a}s`, a].some((name) => sameUnit(name, b)) || sameUnit(a, `${b}s`);
}
const ENERGY_IN_AN_HOUR = /(?<=w)h\/h(our)?$/i;

const NOT_CLEARED = /\b(?:un|non?|not|off)[\s_-]*(?:exchange|clear(?:ed|ing))/gi;
const CLEARINGS = [/exchange|cleared|future/i, /bilateral|otc/i];

/** A house has many names, so that the types alone are compared. What is "OTC" and has a house may be cleared there. */
export const isOtherClearing = (a: Clearing, b: Clearing): boolean => areTwo(clearingOf(a), clearingOf(b));

function clearingOf({ type, house }: Clearing): number | undefined {
  const kind = kindOf(type.replace(NOT_CLEARED, 'bilateral'), CLEARINGS);
  return kind === 1 && house !== undefined ? undefined : kind;
}
