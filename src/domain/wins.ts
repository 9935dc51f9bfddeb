import Big from 'big.js';
import * as z from 'zod/mini';
import { minus, type Price } from './price';
import type { Direction } from './offers';

/** By what asked requests are grouped: the month in which they were asked, what they are about, or who asked. */
export const WinsStep = z.enum(['month', 'commodity', 'market', 'product', 'counterparty']);
export type WinsStep = z.infer<typeof WinsStep>;

const count = () => z.number();

/** What became of the requests of one group that the desk was asked for. Each is in one of `traded`, `others`, `none` and `unknown`. */
export const WinsRow = z.object({
  /** Empty where a request does not say it. */
  group: z.string(),
  asked: count(),
  quoted: count(),
  /** Quoted, and the desk's last quote was the best that was seen last. */
  best: count(),
  /** Quoted, and no quotes of the request were seen since. */
  bestUnknown: count(),
  /** By this desk. */
  traded: count(),
  others: count(),
  none: count(),
  /** Open, or nobody saw the end, or who traded it is not proven. */
  unknown: count(),
  /** Of `unknown`, those that are open. */
  open: count(),
  /** Of those quoted whose end is known: how many, and how many this desk traded. */
  ended: count(),
  hits: count(),
  /** Average distances of the desk's last quote to the traded price, in decimal text, by unit of price. */
  distances: z.array(z.object({ unit: z.string(), average: z.string(), count: count() })),
});
export type WinsRow = z.infer<typeof WinsRow>;

export const Wins = z.object({
  rows: z.array(WinsRow),
  /** Groups that are not told. */
  left: count(),
  /** Requests of which nobody knows when they were asked, in no row while only some days are wanted or rows are months. */
  undated: count(),
  /** Requests with quotes of which nobody knows yet whether they went live, at any time. */
  doubtful: count(),
  /** The journal is longer than what was read of it. */
  isCut: z.boolean(),
});
export type Wins = z.infer<typeof Wins>;

/** A request that the desk was asked for, as far as it is known. */
export interface AskedRequest {
  /** On which it was asked. */
  readonly day?: string;
  readonly commodity?: string;
  readonly market?: string;
  readonly product?: string;
  /** Who asked, where anything says it. */
  readonly counterparty?: string;
  readonly isQuoted: boolean;
  readonly isBest?: boolean;
  readonly end: 'traded' | 'others' | 'none' | 'unknown';
  readonly isOpen?: boolean;
  readonly distance?: Distance;
}

interface Distance {
  readonly price: Price;
  readonly unit: string;
}

/** By how much a quote was worse for whoever asked than the price of the trade; negative where it was better. */
export const distanceTo = (
  traded: Price,
  { direction, ours }: { direction: Direction; ours: Price },
): Price => (direction === 'ask' ? minus(ours, traded) : minus(traded, ours));

interface Wanted {
  readonly by: WinsStep;
  /** First and last day on which a request was asked. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** One row for each group, in the order of their names. */
export function winsOf(
  requests: readonly AskedRequest[],
  { by, from, to }: Wanted,
): Pick<Wins, 'rows' | 'undated'> {
  const groups = new Map<string, AskedRequest[]>();
  let undated = 0;
  for (const request of requests) {
    const { day } = request;
    if (day === undefined && (by === 'month' || from !== undefined || to !== undefined)) undated += 1;
    else if (day === undefined || ((from ?? day) <= day && day <= (to ?? day))) {
      const name = (by === 'month' ? day?.slice(0, 7) : request[by]) ?? '';
      const group = groups.get(name);
      if (group) group.push(request);
      else groups.set(name, [request]);
    }
  }
  const names = [...groups.keys()].sort();
  return { rows: names.map((group) => rowOf(group, groups.get(group) ?? [])), undated };
}

function rowOf(group: string, requests: readonly AskedRequest[]): WinsRow {
  const ending = (end: AskedRequest['end']): number => requests.filter((one) => one.end === end).length;
  const quoted = requests.filter(({ isQuoted }) => isQuoted);
  return {
    group,
    asked: requests.length,
    quoted: quoted.length,
    best: quoted.filter(({ isBest }) => isBest === true).length,
    bestUnknown: quoted.filter(({ isBest }) => isBest === undefined).length,
    traded: ending('traded'),
    others: ending('others'),
    none: ending('none'),
    unknown: ending('unknown'),
    open: requests.filter(({ end, isOpen }) => end === 'unknown' && isOpen).length,
    ended: quoted.filter(({ end }) => end !== 'unknown').length,
    hits: quoted.filter(({ end }) => end === 'traded').length,
    distances: averages(quoted.flatMap(({ distance }) => distance ?? [])),
  };
}

function averages(distances: readonly Distance[]): WinsRow['distances'] {
  const units = [...new Set(distances.map(({ unit }) => unit))].sort();
  return units.map((unit) => {
    const prices = distances.filter((one) => one.unit === unit).map(({ price }) => price);
    const sum = prices.reduce((all, price) => all.plus(price), new Big(0));
    const average = sum.div(prices.length);
    return { unit, average: average.eq(0) ? '0' : average.toFixed(), count: prices.length };
  });
}
