import * as z from 'zod/mini';
import { Failure } from '../failure';
import { compared, Price, priceOf } from '../price';
import { sameUnit } from '../leg';
import { LastTrade } from './same-product';

const ZERO = Price.parse('0');

/**
 * Exact decimal text, zero or more. A file may also write it as a JSON number, which means its shortest digits; nothing
 * is rounded.
 */
export const Amount = z.pipe(
  z
    .union([z.string(), z.number()])
    .check(z.refine((written) => isAmount(written), 'wants a number of 0 or more, such as 50 or "0.25"')),
  z.transform((written: string | number) => priceOf(written) ?? ZERO),
);

function isAmount(written: string | number): boolean {
  const price = priceOf(written);
  return price !== undefined && compared(price, ZERO) >= 0;
}

function upTo(most: number, what: string) {
  const wants = `wants ${what} from 1 to ${most}`;
  return z.int(wants).check(z.gte(1, wants), z.lte(most, wants));
}

const Count = upTo(100_000, 'a whole number');
const Step = z.enum(['off', 'warn', 'block'], 'wants off, warn or block');
const Unit = z.string('wants the name of a unit').check(z.minLength(1), z.maxLength(40));

const ORDER = 'must not be below the warn level';
type Ordered = { readonly warn?: Price | undefined; readonly block?: Price | undefined };
/** A level that is no amount has its own complaint, and comes here as it was written. */
const inOrder = ({ warn, block }: Ordered): boolean =>
  warn === undefined ||
  block === undefined ||
  !isAmount(warn) ||
  !isAmount(block) ||
  compared(warn, block) <= 0;

const PriceLevels = z
  .strictObject({
    /** Allowed distance from the reference price, in per cent of it. */
    warnPercent: z.optional(Amount),
    blockPercent: z.optional(Amount),
    /** A price per MWh of a single is blocked by per cent only if it is farther away than this as well, in its own unit. */
    blockAmount: z.optional(Amount),
    /**
     * The same for the net price of a spread, in its own unit: a net price is often near zero, where per cent says
     * nothing. Also for any price beside one of 0; and beside a price of energy that is no higher than `spreadWarn`, a distance up to
     * `spreadBlock`, or `spreadWarn` without it, only warns, whatever `blockAmount` is.
     */
    spreadWarn: z.optional(Amount),
    spreadBlock: z.optional(Amount),
    /** Distances up to this are ignored, of a price per MWh and of a spread, in its unit. */
    ignoreUpTo: Amount,
  })
  .check(
    z.refine(({ warnPercent, blockPercent }) => inOrder({ warn: warnPercent, block: blockPercent }), {
      error: ORDER,
      path: ['blockPercent'],
    }),
    z.refine(({ spreadWarn, spreadBlock }) => inOrder({ warn: spreadWarn, block: spreadBlock }), {
      error: ORDER,
      path: ['spreadBlock'],
    }),
  );
export type PriceLevels = z.infer<typeof PriceLevels>;

const NearestLevels = z
  .strictObject({
    /** How many times the nearest trade a price may be, or it the price. */
    warnTimes: z.optional(Amount),
    blockTimes: z.optional(Amount),
  })
  .check(
    z.refine(({ warnTimes, blockTimes }) => inOrder({ warn: warnTimes, block: blockTimes }), {
      error: ORDER,
      path: ['blockTimes'],
    }),
  );
export type NearestLevels = z.infer<typeof NearestLevels>;

const UnitLevels = z
  .strictObject({ unit: Unit, warn: z.optional(Amount), block: z.optional(Amount) })
  .check(z.refine(inOrder, { error: ORDER, path: ['block'] }));
export type UnitLevels = z.infer<typeof UnitLevels>;

const UnitLevelsList = z.array(UnitLevels).check(
  z.maxLength(50),
  z.refine(
    (levels) => levels.every(({ unit }, at) => levels.findIndex((one) => sameUnit(one.unit, unit)) === at),
    'names a unit twice',
  ),
);

const CountLevels = z.strictObject({ warn: z.optional(Count), block: z.optional(Count) }).check(
  z.refine(({ warn, block }) => warn === undefined || block === undefined || warn <= block, {
    error: ORDER,
    path: ['block'],
  }),
);

/** Time within which an equal action counts as a duplicate. */
export const DUPLICATE_MS_MAX = 600_000;
const Window = upTo(DUPLICATE_MS_MAX, 'milliseconds');

const SECTIONS = {
  bestPrice: PriceLevels,
  lastPrice: PriceLevels,
  /** A bid at or above what another would sell at, or an ask at or below what another would buy at, however near. */
  throughMarket: Step,
  /** A price that there is no offer, analytics or trade of its own product for, beside the last trade of the nearest one. */
  nearestTrade: NearestLevels,
  signFlip: Step,
  factorOfTen: Step,
  /** One entry for each unit of quantity, such as MW. */
  volume: UnitLevelsList,
  /** One entry for each currency, over the whole delivery, or for each hour of it, such as EUR/h. */
  notional: UnitLevelsList,
  /**
   * The same for what an action comes to together with what is live and was done today, on the same side of the same
   * commodity. A section that is absent checks nothing.
   */
  volumePerDay: z.optional(UnitLevelsList),
  notionalPerDay: z.optional(UnitLevelsList),
  countPerMinute: CountLevels,
  duplicate: z.strictObject({ step: Step, withinMs: Window }),
  /** An offer or acceptance whose price there is nothing to hold against: no offer of others, analytics, trade or earlier price. */
  noReference: z.enum(['off', 'tell', 'warn', 'block'], 'wants off, tell, warn or block'),
  /** Effect of an impossible check; `tell` shows it and blocks nothing. On a price without a reference the stricter of the two counts. */
  unchecked: z.enum(['tell', 'warn', 'block'], 'wants tell, warn or block'),
};

/**
 * The levels above which an offer or an acceptance is warned of, or not sent at all. A level that is absent is never
 * reached. Withdrawals, and switching risk management, have no limits.
 */
export const Limits = z.strictObject(SECTIONS);
export type Limits = z.infer<typeof Limits>;

/** A file with a desk's limits; a missing section keeps the built-in default. */
export const LimitsFile = z.strictObject({
  /** The pane may not change them. */
  locked: z.optional(z.boolean('wants true or false')),
  limits: z.partial(z.strictObject(SECTIONS)),
});

/** Levels of one person or role: checked beside the desk's, so that nothing becomes looser. The pace has a count of its own. */
export const OwnLevels = z.partial(z.omit(z.strictObject(SECTIONS), { countPerMinute: true }));
export type OwnLevels = z.infer<typeof OwnLevels>;

const PRICE_LEVELS = {
  warnPercent: '10',
  blockPercent: '50',
  // Half of 30, so that per cent decide about gas and power at their usual prices, and the amount about an hour of sun or a weekend.
  blockAmount: '15',
  spreadWarn: '5',
  spreadBlock: '25',
  ignoreUpTo: '0.1',
};

/** Those of money and MWh are what the levels in MW and for an hour come to over a year, so that one trade has one size in every unit. */
export const BUILT_IN_LIMITS: Limits = /* @__PURE__ */ Limits.parse({
  bestPrice: PRICE_LEVELS,
  lastPrice: PRICE_LEVELS,
  throughMarket: 'warn',
  // Months and years of one market lie within 3 times of each other; a decimal point in the wrong place beyond 5.
  nearestTrade: { warnTimes: '3', blockTimes: '5' },
  signFlip: 'warn',
  factorOfTen: 'warn',
  volume: [
    { unit: 'MW', warn: '50', block: '500' },
    { unit: 'MWh', warn: '500000', block: '5000000' },
  ],
  notional: [
    { unit: 'EUR/h', warn: '5000', block: '50000' },
    { unit: 'EUR', warn: '50000000', block: '500000000' },
    { unit: 'GBP', warn: '50000000', block: '500000000' },
  ],
  volumePerDay: [
    { unit: 'MW', warn: '500', block: '5000' },
    { unit: 'MWh', warn: '5000000', block: '50000000' },
  ],
  notionalPerDay: [
    { unit: 'EUR', warn: '500000000' },
    { unit: 'GBP', warn: '500000000' },
  ],
  countPerMinute: { warn: 60, block: 600 },
  duplicate: { step: 'warn', withinMs: 60_000 },
  noReference: 'warn',
  unchecked: 'tell',
});

/** Today's live and executed amount on one side of one commodity, in one unit: exact decimal text. */
const DayTotal = z.object({
  commodity: z.string(),
  side: z.enum(['buy', 'sell']),
  unit: z.string(),
  amount: z.string(),
});
export const DayTotals = z.object({ volumes: z.array(DayTotal), notionals: z.array(DayTotal) });
export type DayTotal = z.infer<typeof DayTotal>;
export type DayTotals = z.infer<typeof DayTotals>;

/** What can be for a part: an offer, of its request; an acceptance, of its offer. Platforms take the two in different bodies. */
export const PartKind = z.enum(['offer', 'acceptance']);
export type PartKind = z.infer<typeof PartKind>;

/** Above what another person has to approve, as the gateway read it in the policy, which says more of what may stand there. */
export const ApprovalLevels = z.object({
  above: z.object({
    quantity: z.optional(z.record(z.string(), Amount)),
    money: z.optional(z.record(z.string(), Amount)),
    distance: z.optional(z.object({ percent: z.optional(Amount), spread: z.optional(Amount) })),
    /** Kinds of action; a newer gateway may know more of them. */
    kinds: z.optional(z.array(z.string())),
  }),
  /** After so long it is too late. */
  minutes: z.number(),
});
export type ApprovalLevels = z.infer<typeof ApprovalLevels>;

/** The levels in force. `locked`: only the file changes them. `setAt`: epoch ms at which the pane set them. */
export const DeskLimits = z.object({
  limits: Limits,
  locked: z.boolean(),
  source: z.enum(['built-in', 'file', 'pane']),
  setAt: z.optional(z.number()),
  /**
   * The levels that a person set cannot be read. Those given here are not theirs, so nothing that takes risk is sent until a
   * person has looked and set them.
   */
  failure: z.optional(Failure),
  /** What whoever watches is held to beside these levels, by role and by name; absent where that is nothing. */
  own: z.optional(z.array(OwnLevels)),
  /** Amounts already counted for the daily limits; absent where none are kept. */
  today: z.optional(DayTotals),
  /** The last trade of each product, of those that this desk has captured: what a price is held against where there is no offer. */
  lastTrades: z.optional(z.array(LastTrade)),
  /** Of what the platform has not yet been seen to take a part; absent once it was of everything. */
  unprovenParts: z.optional(z.array(PartKind)),
  /** Above what another person has to approve: a changed quote leaves its withdrawal to the gateway then. Absent: nobody has to. */
  fourEyes: z.optional(ApprovalLevels),
});
export type DeskLimits = z.infer<typeof DeskLimits>;
