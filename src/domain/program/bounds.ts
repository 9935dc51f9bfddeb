import * as z from 'zod/mini';
import { comparedDecimals } from '../decimal';
import { sameUnit } from '../leg';
import { Amount } from '../limits/limits';
import { present } from '../present';

const whole = (least: number, most: number, what: string) => {
  const wants = `wants ${what} from ${least} to ${most}`;
  return z.int(wants).check(z.gte(least, wants), z.lte(most, wants));
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * How far a price may be from another one. Of a single in per cent of that one or by an amount in its own unit, whichever is more: per
 * cent says nothing near zero. Of the net price of a spread by an amount in its own unit. What is absent bounds nothing, but of a single
 * with one of the two that one alone counts.
 */
export const Distance = z.strictObject({
  percent: z.optional(Amount),
  amount: z.optional(Amount),
  spread: z.optional(Amount),
});
export type Distance = z.infer<typeof Distance>;

const Levels = z
  .array(z.strictObject({ unit: z.string().check(z.minLength(1), z.maxLength(40)), amount: Amount }))
  .check(
    z.maxLength(20),
    z.refine(
      (levels) => levels.every(({ unit }, at) => levels.findIndex((one) => sameUnit(one.unit, unit)) === at),
      'names a unit twice',
    ),
  );
export type Levels = z.infer<typeof Levels>;

/** Within what a program keeps. Times are milliseconds; a distance or a list that is absent bounds nothing. */
const shape = {
  /** Without a word of its page for so long it is stopped. */
  silenceMs: whole(1_000, 60_000, 'milliseconds'),
  /** Least time between two changes of one row. */
  betweenMs: whole(500, 10 * 60_000, 'milliseconds'),
  /** Largest change of a price at once, from the one that is live or was live last. */
  stepMax: Distance,
  /** From the best quote of the others on its side. */
  bestDeviation: Distance,
  /** From the last trade of the same product. */
  lastDeviation: Distance,
  /** From the fair price of its row. */
  fairDeviation: Distance,
  changesPerMinute: whole(1, 600, 'a whole number'),
  /** Largest amounts live at once, each in its unit: what is in another unit is not sent. */
  volume: Levels,
  /** The same in money over the whole delivery. */
  notional: Levels,
  /** So many fills within this time stop the program. */
  fills: z.strictObject({
    count: whole(1, 1_000, 'a whole number'),
    withinMs: whole(1_000, DAY_MS, 'milliseconds'),
  }),
  /** So much filled within this time stops it. */
  filled: z.strictObject({ volume: Levels, withinMs: whole(1_000, DAY_MS, 'milliseconds') }),
  /** How old what the desk knows of a request and its quotes may be. */
  dataAgeMs: whole(10_000, HOUR_MS, 'milliseconds'),
} as const;

/** What a program is held to. `until`: epoch ms at which it ends. */
export const Bounds = z.strictObject({ ...shape, until: z.optional(z.number()) });
export type Bounds = z.infer<typeof Bounds>;

/** What a person narrows at the start; what is not said is the desk's. */
export const NarrowerBounds = z.partial(Bounds);
export type NarrowerBounds = z.infer<typeof NarrowerBounds>;

/** The section `programs` of a policy: bounds of this desk, and what all of its programs have together. */
export const ProgramPolicy = z.strictObject({
  ...z.partial(z.strictObject(shape)).shape,
  /** Of all programs together. */
  deskChangesPerMinute: z.optional(whole(1, 600, 'a whole number')),
  /** Of the calls of a day, for all programs together. */
  callsPercent: z.optional(whole(1, 80, 'a whole number')),
});
export type ProgramPolicy = z.infer<typeof ProgramPolicy>;

/** What holds for every program of the desk. */
export interface DeskBounds {
  readonly bounds: Bounds;
  readonly deskChangesPerMinute: number;
  readonly callsPercent: number;
}

/**
 * What a careful head of desk would choose, each no higher than where the built-in limits begin to warn. As many certificates
 * as MWh.
 */
export const BUILT_IN_BOUNDS: DeskBounds = /* @__PURE__ */ (() => ({
  bounds: Bounds.parse({
    silenceMs: 5_000,
    betweenMs: 2_000,
    // The amount is the per cent of a price of 10: what is nearer to zero is treated as that.
    stepMax: { percent: '2', amount: '0.2', spread: '0.5' },
    bestDeviation: { percent: '3', amount: '0.3', spread: '1' },
    lastDeviation: { percent: '10', amount: '1', spread: '3' },
    fairDeviation: { percent: '5', amount: '0.5', spread: '1' },
    changesPerMinute: 20,
    volume: [
      { unit: 'MW', amount: '50' },
      { unit: 'MWh', amount: '250000' },
      { unit: 'certificates', amount: '250000' },
    ],
    notional: [
      { unit: 'EUR', amount: '20000000' },
      { unit: 'GBP', amount: '20000000' },
    ],
    fills: { count: 5, withinMs: 10 * 60_000 },
    filled: {
      volume: [
        { unit: 'MW', amount: '50' },
        { unit: 'certificates', amount: '250000' },
      ],
      withinMs: HOUR_MS,
    },
    dataAgeMs: 10 * 60_000,
  }),
  deskChangesPerMinute: 40,
  callsPercent: 20,
}))();

/** The bounds of this desk: its policy's, and the built-in ones where that says nothing. */
export function deskBounds({ deskChangesPerMinute, callsPercent, ...own }: ProgramPolicy = {}): DeskBounds {
  return {
    ...BUILT_IN_BOUNDS,
    ...present({ deskChangesPerMinute, callsPercent }),
    bounds: { ...BUILT_IN_BOUNDS.bounds, ...present(own) },
  };
}

/** The bounds of one program, or the name of one that a person chose wider than the desk's. */
export function narrowed(desk: Bounds, own: NarrowerBounds): Bounds | { readonly wider: string } {
  const { stepMax, bestDeviation, lastDeviation, fairDeviation, volume, notional, filled, ...rest } =
    present(own);
  const bounds: Bounds = {
    ...desk,
    ...rest,
    stepMax: { ...desk.stepMax, ...stepMax },
    bestDeviation: { ...desk.bestDeviation, ...bestDeviation },
    lastDeviation: { ...desk.lastDeviation, ...lastDeviation },
    fairDeviation: { ...desk.fairDeviation, ...fairDeviation },
    volume: nearer(desk.volume, volume),
    notional: nearer(desk.notional, notional),
    filled: filled ? { ...filled, volume: nearer(desk.filled.volume, filled.volume) } : desk.filled,
  };
  const wider = Object.entries(IS_WIDER).find(([, isWider]) => isWider(bounds, desk));
  return wider ? { wider: wider[0] } : bounds;
}

/** Of each unit the program's own level, else the desk's. */
const nearer = (desk: Levels, own: Levels = []): Levels => [
  ...own,
  ...desk.filter(({ unit }) => !own.some((one) => sameUnit(one.unit, unit))),
];

type Compare = (own: Bounds, desk: Bounds) => boolean;

/** Whether a bound lets more pass than the desk's. */
const IS_WIDER: Readonly<Partial<Record<keyof Bounds, Compare>>> = {
  silenceMs: (own, desk) => own.silenceMs > desk.silenceMs,
  betweenMs: (own, desk) => own.betweenMs < desk.betweenMs,
  stepMax: (own, desk) => isFarther(own.stepMax, desk.stepMax),
  bestDeviation: (own, desk) => isFarther(own.bestDeviation, desk.bestDeviation),
  lastDeviation: (own, desk) => isFarther(own.lastDeviation, desk.lastDeviation),
  fairDeviation: (own, desk) => isFarther(own.fairDeviation, desk.fairDeviation),
  changesPerMinute: (own, desk) => own.changesPerMinute > desk.changesPerMinute,
  volume: (own, desk) => isMore(own.volume, desk.volume),
  notional: (own, desk) => isMore(own.notional, desk.notional),
  fills: (own, desk) => own.fills.count > desk.fills.count || own.fills.withinMs < desk.fills.withinMs,
  filled: (own, desk) =>
    isMore(own.filled.volume, desk.filled.volume) || own.filled.withinMs < desk.filled.withinMs,
  dataAgeMs: (own, desk) => own.dataAgeMs > desk.dataAgeMs,
};

const isAbove = (own: string | undefined, desk: string | undefined): boolean =>
  own !== undefined && desk !== undefined && comparedDecimals(own, desk) > 0;

const isFarther = (own: Distance, desk: Distance): boolean =>
  (['percent', 'amount', 'spread'] as const).some((part) => isAbove(own[part], desk[part]));

/** A unit that the desk does not name is one in which it lets nothing be sent. */
const isMore = (own: Levels, desk: Levels): boolean =>
  own.some(({ unit, amount }) => {
    const level = desk.find((one) => sameUnit(one.unit, unit));
    return level === undefined || comparedDecimals(amount, level.amount) > 0;
  });
