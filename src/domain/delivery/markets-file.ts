import * as z from 'zod/mini';
import { failed, success, type Outcome } from '../failure';
import { BUILT_IN_MARKETS, type Market, type MarketTable } from './markets';

const COMMODITIES = ['power', 'gas'] as const;
type Commodity = (typeof COMMODITIES)[number];

const USUAL: Readonly<Record<Commodity, Omit<Market, 'zone'>>> = {
  power: { peak: [8, 20], dayStart: 0 },
  gas: { peak: [8, 20], dayStart: 6 },
};
const HOURS_OF_A_DAY = 24;
const START_MAX = 12;
const NAME = /^[A-Z0-9][A-Z0-9 ._/-]{0,39}$/;

const hour = () => z.int({ error: () => 'must be a whole number of hours' });
const Given = z.strictObject({
  zone: z.optional(
    z
      .string({ error: () => 'must be a text' })
      .check(z.refine(isZone, { error: () => 'must be an IANA zone such as Europe/Berlin' })),
  ),
  peak: z.optional(
    z.tuple([hour(), hour()], { error: () => 'must be two hours of the clock, such as [8, 20]' }),
  ),
  dayStart: z.optional(
    hour().check(
      z.gte(-START_MAX, { error: () => `must be ${-START_MAX} or more` }),
      z.lte(START_MAX, { error: () => `must be ${START_MAX} or less` }),
    ),
  ),
});
const Section = z.optional(
  z.record(z.string(), Given, { error: () => 'must be a group of markets in braces' }),
);
const File = z.strictObject({ $schema: z.optional(z.string()), power: Section, gas: Section });

/**
 * The markets that the text of a file lays over the built-in ones, or a sentence that names the field that is not right. What a known
 * market does not say stays; a new one of power has peak from 8 to 20 and days from midnight, one of gas days from 6.
 */
export function readMarketsFile(text: string): Outcome<MarketTable> {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return wrong(`It is not JSON (${error instanceof Error ? error.message : 'no reason given'}).`);
  }
  const file = File.safeParse(json);
  if (!file.success) return wrong(problemIn(file.error, json));
  const markets: Record<Commodity, Record<string, Market>> = { power: {}, gas: {} };
  for (const commodity of COMMODITIES) {
    for (const [name, given] of Object.entries(file.data[commodity] ?? {})) {
      const code = name.trim().toUpperCase();
      const place = `${commodity}.${name}`;
      if (!NAME.test(code))
        return wrong(`${place} is no name of a market: letters, digits and . _ - / alone.`);
      if (markets[commodity][code]) return wrong(`${place} is there twice.`);
      const market = { ...USUAL[commodity], ...BUILT_IN_MARKETS[commodity][code], ...stated(given) };
      const { zone, peak, dayStart } = market;
      if (zone === undefined) return wrong(`${place}.zone is missing: this market is not built in.`);
      const [from, to] = peak;
      if (from < dayStart || from >= to || to > dayStart + HOURS_OF_A_DAY)
        return wrong(
          `${place}.peak is [${from}, ${to}]: it must begin before it ends, within the delivery day from ${dayStart} to ${dayStart + HOURS_OF_A_DAY}.`,
        );
      markets[commodity][code] = { zone, peak, dayStart };
    }
  }
  // Cells name a market without its commodity.
  const both = Object.keys({ ...BUILT_IN_MARKETS.power, ...markets.power }).find(
    (code) =>
      code in { ...BUILT_IN_MARKETS.gas, ...markets.gas } &&
      !(code in BUILT_IN_MARKETS.power && code in BUILT_IN_MARKETS.gas),
  );
  if (both !== undefined)
    return wrong(`${both} would be a market of power and one of gas: cells could not tell which is meant.`);
  return success(markets);
}

const stated = ({ zone, peak, dayStart }: z.infer<typeof Given>): Partial<Market> => ({
  ...(zone !== undefined && { zone }),
  ...(peak !== undefined && { peak }),
  ...(dayStart !== undefined && { dayStart }),
});

/** A zone by its name: a bare offset has no clock changes. */
function isZone(name: string): boolean {
  if (!/^[A-Z]/i.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

const KNOWN: readonly (readonly string[])[] = [COMMODITIES, [], ['zone', 'peak', 'dayStart']];

function problemIn({ issues }: z.core.$ZodError, json: unknown): string {
  const [issue] = issues;
  if (!issue) return 'It is empty.';
  const { path } = issue;
  const place = path.join('.') || 'The file';
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((name) => `"${name}"`).join(', ');
    return `${place} has ${names}, which there is not; there may be ${(KNOWN[path.length] ?? []).join(', ')}.`;
  }
  const value = path.reduce<unknown>(
    (holder, step) => (typeof holder === 'object' && holder !== null ? Reflect.get(holder, step) : undefined),
    json,
  );
  const must = issue.message === 'Invalid input' ? 'must be a group of settings in braces' : issue.message;
  return `${place} is ${(JSON.stringify(value) ?? 'nothing').slice(0, SHOWN_MAX)}: it ${must}.`;
}
const SHOWN_MAX = 80;

const wrong = (message: string) =>
  failed({
    kind: 'invalid-argument',
    message,
    next: 'docs/limits.md#markets-of-your-own describes every field.',
  });
