import { givenMarkets } from './given-markets';

/** What a market's deliveries are counted by. */
export interface Market {
  /** IANA zone. */
  readonly zone: string;
  /** Hours of the clock of peak load, Monday to Friday, whatever the public holidays. */
  readonly peak: readonly [from: number, to: number];
  /** Hour of the clock at which a delivery day begins; −1 is 23:00 of the day before, as of an EFA day. */
  readonly dayStart: number;
}

/** Markets by commodity and by name in capitals. */
export interface MarketTable {
  readonly power: Readonly<Record<string, Market>>;
  readonly gas: Readonly<Record<string, Market>>;
}

const power = (zone: string, over: Partial<Market> = {}): Market => ({
  zone,
  peak: [8, 20],
  dayStart: 0,
  ...over,
});
const gas = (zone: string, dayStart = 6): Market => ({ zone, peak: [8, 20], dayStart });

const BERLIN = power('Europe/Berlin');
const GREAT_BRITAIN = power('Europe/London', { peak: [7, 19], dayStart: -1 });
const NBP = gas('Europe/London', 5);
const CONTINENT = gas('Europe/Berlin');

/**
 * Power by bidding zone or country. Sources: German peak, CME "German Power Peakload"; British, Electricity Forward
 * Agreement (blocks 3 to 5); Romanian, OPCOM; Polish, TGE PEAK5.
 */
const POWER: Readonly<Record<string, Market>> = {
  DE: BERLIN,
  AT: power('Europe/Vienna'),
  FR: power('Europe/Paris'),
  NL: power('Europe/Amsterdam'),
  BE: power('Europe/Brussels'),
  CH: power('Europe/Zurich'),
  CZ: power('Europe/Prague'),
  SK: power('Europe/Bratislava'),
  HU: power('Europe/Budapest'),
  SI: power('Europe/Ljubljana'),
  HR: power('Europe/Zagreb'),
  RS: power('Europe/Belgrade'),
  PL: power('Europe/Warsaw', { peak: [7, 22] }),
  IT: power('Europe/Rome'),
  ES: power('Europe/Madrid'),
  PT: power('Europe/Lisbon'),
  DK: power('Europe/Copenhagen'),
  NO: power('Europe/Oslo'),
  SE: power('Europe/Stockholm'),
  FI: power('Europe/Helsinki'),
  EE: power('Europe/Tallinn'),
  LV: power('Europe/Riga'),
  LT: power('Europe/Vilnius'),
  RO: power('Europe/Bucharest', { peak: [6, 22] }),
  BG: power('Europe/Sofia'),
  GR: power('Europe/Athens'),
  GB: GREAT_BRITAIN,
  UK: GREAT_BRITAIN,
  IE: power('Europe/Dublin'),
};

/** Gas by hub. The gas day begins at 06:00 in the EU, at 05:00 in the United Kingdom. */
const GAS: Readonly<Record<string, Market>> = {
  NBP,
  GB: NBP,
  UK: NBP,
  TTF: gas('Europe/Amsterdam'),
  THE: CONTINENT,
  ZTP: gas('Europe/Brussels'),
  CEGH: gas('Europe/Vienna'),
  VTP: gas('Europe/Vienna'),
  PVB: gas('Europe/Madrid'),
  PSV: gas('Europe/Rome'),
  PEG: gas('Europe/Paris'),
};

/** A desk's own are laid over these. */
export const BUILT_IN_MARKETS: MarketTable = { power: POWER, gas: GAS };

const COMMODITIES = ['power', 'gas'] as const;

/** Markets as the line that a process or page is given. */
export const writtenMarkets = (markets: MarketTable, version: string): string =>
  [
    version,
    ...COMMODITIES.flatMap((commodity) =>
      Object.entries(markets[commodity]).map(([name, { zone, peak, dayStart }]) =>
        [commodity, name, zone, ...peak, dayStart].join('|'),
      ),
    ),
  ].join(';');

/** What {@link writtenMarkets} wrote, over the built-in ones. Throws for any other text: a page that guessed would count other energies. */
function readMarkets(written: string): MarketTable {
  const power: Record<string, Market> = { ...POWER };
  const gas: Record<string, Market> = { ...GAS };
  for (const row of written.split(';').slice(1)) {
    const [commodity, name = '', zone = '', ...hours] = row.split('|');
    const [from = NaN, to = NaN, dayStart = NaN] = hours.map(Number);
    if (!zone || !(from < to && dayStart <= from)) throw new Error(`${row} is no market.`);
    (commodity === 'gas' ? gas : power)[name] = { zone, peak: [from, to], dayStart };
  }
  return { power, gas };
}

let [read, table] = ['', BUILT_IN_MARKETS];

/** The one table of this process or page: tickets, limits, cells and files count by it. */
function marketTable(): MarketTable {
  const given = givenMarkets();
  if (given !== read) [read, table] = [given, readMarkets(given)];
  return table;
}

/**
 * How deliveries in a market are counted. A market that is not in the table counts as DE, one of gas as THE; a bidding zone
 * ("DK1", "NO2", "DE-LU") that is not counts as its country.
 */
export function marketOf(market = '', commodity = ''): Market {
  const { power, gas } = marketTable();
  const code = market.trim().toUpperCase();
  if (/gas/i.test(commodity)) return gas[code] ?? gas['THE'] ?? CONTINENT;
  return power[code] ?? power[code.slice(0, 2)] ?? power['DE'] ?? BERLIN;
}

/** The market that a person types, and whether it is one of gas; `undefined` where there is none of that name. */
export function marketNamed(text: string): { readonly market: Market; readonly isGas: boolean } | undefined {
  const { power, gas } = marketTable();
  const code = text.trim().toUpperCase();
  const one = power[code] ?? (/^[A-Z]{2}[-\d]/.test(code) ? power[code.slice(0, 2)] : undefined);
  const market = one ?? gas[code];
  return market && { market, isGas: one === undefined };
}

/** The names that {@link marketNamed} knows. */
export function marketNames(): readonly string[] {
  const { power, gas } = marketTable();
  return [...new Set([...Object.keys(power), ...Object.keys(gas)])];
}
