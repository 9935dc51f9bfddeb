import type { Price } from '../../domain/price';
import type { Quantity } from '../../domain/quantity';
import { zoneNames } from '../../domain/zone-name';

const DECIMALS_MIN = 2;
const DECIMALS_MAX = 8;
/** As fine as a browser shows a number; the platform may write finer prices than a column makes room for. */
const FRACTION_MAX = 20;
// As wide as the plus sign and the digits, unlike a hyphen.
const MINUS = '−';

/** Numbers and times as the person reads them. Prices are formatted from their exact text and never rounded. */
export interface Formatters {
  /** With at least two decimals, or as many as the column needs; see {@link decimalsOf}. */
  price(price: Price | string, decimals?: number): string;
  /** A difference of two prices, with its sign always shown: "+1.00". A price has no plus. */
  signed(price: Price, decimals?: number): string;
  quantity(quantity: Quantity | string): string;
  count(count: number): string;
  /** "." or "," */
  readonly decimalSign: string;
  /** An amount of money, to the cent. */
  money(amount: string): string;
  /** An amount over a whole delivery, rounded to whole units. */
  whole(amount: string): string;
  /** "12:04:31 CET" */
  time(at: number): string;
  /** "12:04", for a column of one day. */
  minute(at: number): string;
  /** "12:04 CET" */
  clock(at: number): string;
  /** "20 Nov 2026, 12:04 CET" */
  moment(at: number): string;
  /** "20 Nov 2026, 12:04:31 CET" */
  second(at: number): string;
  /** "CET": the clocks that every time is shown by, at this moment. */
  zone(at: number): string;
  /** All times from now on by the clocks of this zone. */
  setZone(timeZone: string): void;
}

export function formattersFor(locale: string | undefined, timeZone?: string): Formatters {
  const format = (options: Intl.NumberFormatOptions) => {
    const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: FRACTION_MAX, ...options });
    return (text: string): string => numbers.format(text as Intl.StringNumericLiteral).replace('-', MINUS);
  };
  const prices = Array.from({ length: DECIMALS_MAX + 1 }, (_, decimals) =>
    format({ minimumFractionDigits: decimals }),
  );
  const signs = Array.from({ length: DECIMALS_MAX + 1 }, (_, decimals) =>
    format({ minimumFractionDigits: decimals, signDisplay: 'exceptZero' }),
  );
  const plain = format({});
  let times = timesIn(timeZone);
  return {
    price: (price, decimals = DECIMALS_MIN) => (prices[decimals] ?? plain)(price),
    signed: (price, decimals = DECIMALS_MIN) => (signs[decimals] ?? plain)(price),
    quantity: plain,
    decimalSign: plain('0.5').replace(/\d/g, ''),
    count: (count) => plain(String(count)),
    whole: format({ maximumFractionDigits: 0 }),
    money: format({ minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    minute: (at) => times.minute(at),
    time: (at) => `${times.second(at)} ${times.zone(at)}`,
    clock: (at) => `${times.minute(at)} ${times.zone(at)}`,
    moment: (at) => `${times.dayMinute(at)} ${times.zone(at)}`,
    second: (at) => `${times.daySecond(at)} ${times.zone(at)}`,
    zone: (at) => times.zone(at),
    setZone(zone) {
      times = timesIn(zone);
    },
  };
}

/** One clock of 24 hours and one way to write a day, as products have it ("20 Nov 2026"): the words of the desk are English. */
function timesIn(timeZone: string | undefined) {
  const minute = { hour: '2-digit', minute: '2-digit' } as const;
  const second = { ...minute, second: '2-digit' } as const;
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', {
      ...options,
      hourCycle: 'h23',
      ...(timeZone !== undefined && { timeZone }),
    });
  const dayParts = format({ day: 'numeric', month: 'short', year: 'numeric' });
  const day = (at: number): string => {
    const parts = new Map(dayParts.formatToParts(at).map(({ type, value }) => [type, value]));
    return `${parts.get('day')} ${parts.get('month')} ${parts.get('year')}`;
  };
  const minutes = format(minute);
  const seconds = format(second);
  return {
    minute: (at: number) => minutes.format(at),
    second: (at: number) => seconds.format(at),
    dayMinute: (at: number) => `${day(at)}, ${minutes.format(at)}`,
    daySecond: (at: number) => `${day(at)}, ${seconds.format(at)}`,
    zone: zoneNames(timeZone ?? dayParts.resolvedOptions().timeZone),
  };
}

/** How many decimals a column of these prices needs so that their decimal signs stand below each other. */
export const decimalsOf = (prices: readonly string[]): number =>
  Math.min(DECIMALS_MAX, Math.max(DECIMALS_MIN, ...prices.map((price) => price.split('.')[1]?.length ?? 0)));

/** "12 s", "4 min", "3 h", "2 d". A moment ahead of the clock counts as now. */
export function age(elapsedMs: number): string {
  const seconds = Math.max(0, Math.floor(elapsedMs / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} d`;
}

const SECONDS_UNDER = 120;

/** How long there is left: "10 min", and under two minutes to the second: "1 min 18 s". What is over is 0 s. */
export function timeLeft(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  if (seconds >= SECONDS_UNDER) return age(seconds * 1000);
  return seconds < 60 ? `${seconds} s` : `1 min ${seconds - 60} s`;
}

/** The person's language; a system may call it by a name that no browser knows, such as "C". */
export function languageOf({ language }: Pick<Navigator, 'language'>): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
