/** What a market's deliveries are counted by. */
export interface Market {
  readonly zone: string;
  /** Hours of the clock of peak load, Monday to Friday, whatever the public holidays. */
  readonly peak: readonly [from: number, to: number];
  /** Hour of the clock at which a delivery day begins; −1 is 23:00 of the day before, as of an EFA day. */
  readonly dayStart: number;
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

/**
 * How deliveries in a market are counted. A market that is not in the table counts by Central European clocks, with the usual
 * peak; a bidding zone ("DK1", "NO2", "DE-LU") counts as its country.
 */
export function marketOf(market = '', commodity = ''): Market {
  const code = market.trim().toUpperCase();
  if (/gas/i.test(commodity)) return GAS[code] ?? CONTINENT;
  return POWER[code] ?? POWER[code.slice(0, 2)] ?? BERLIN;
}

/** The market that a person types, and whether it is one of gas; `undefined` where there is none of that name. */
export function marketNamed(text: string): { readonly market: Market; readonly isGas: boolean } | undefined {
  const code = text.trim().toUpperCase();
  const power = POWER[code] ?? (/^[A-Z]{2}[-\d]/.test(code) ? POWER[code.slice(0, 2)] : undefined);
  const market = power ?? GAS[code];
  return market && { market, isGas: power === undefined };
}

/** The names that {@link marketNamed} knows. */
export const MARKET_NAMES: readonly string[] = [...Object.keys(POWER), ...Object.keys(GAS)].filter(
  (name, at, all) => all.indexOf(name) === at,
);
