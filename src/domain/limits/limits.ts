import * as z from 'zod/mini';
import { compared, Price, priceOf } from '../price';

const ZERO = Price.parse('0');

/**
 * Exact decimal text, zero or more. A file may also write it as a JSON number, which means its shortest digits; nothing
 * is rounded.
 */
const Amount = z.pipe(
  z
    .union([z.string(), z.number()])
    .check(z.refine((written) => isAmount(written), 'wants a number of 0 or more, such as 50 or "0.25"')),
  z.transform((written: string | number) => priceOf(written) ?? ZERO),
);

function isAmount(written: string | number): boolean {
  const price = priceOf(written);
  return price !== undefined && compared(price, ZERO) >= 0;
}

const Count = z
  .int('wants a whole number from 1 to 100000')
  .check(
    z.gte(1, 'wants a whole number from 1 to 100000'),
    z.lte(100_000, 'wants a whole number from 1 to 100000'),
  );
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
    /** How far a price may be from the other one, in per cent of that one. */
    warnPercent: z.optional(Amount),
    blockPercent: z.optional(Amount),
    /**
     * The same for the net price of a spread, in its own unit: a net price is often near zero, where per cent says
     * nothing. Also for any price beside one of 0.
     */
    spreadWarn: z.optional(Amount),
    spreadBlock: z.optional(Amount),
    /** A distance up to this is never too far, in the unit of the price. */
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

const UnitLevels = z
  .strictObject({ unit: Unit, warn: z.optional(Amount), block: z.optional(Amount) })
  .check(z.refine(inOrder, { error: ORDER, path: ['block'] }));
export type UnitLevels = z.infer<typeof UnitLevels>;

export const sameUnit = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();
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

/** How long ago an equal action still counts as this one once more. */
export const DUPLICATE_MS_MAX = 600_000;
const Window = z
  .int(`wants milliseconds from 1 to ${DUPLICATE_MS_MAX}`)
  .check(
    z.gte(1, `wants milliseconds from 1 to ${DUPLICATE_MS_MAX}`),
    z.lte(DUPLICATE_MS_MAX, `wants milliseconds from 1 to ${DUPLICATE_MS_MAX}`),
  );

const SECTIONS = {
  bestPrice: PriceLevels,
  lastPrice: PriceLevels,
  signFlip: Step,
  factorOfTen: Step,
  /** One entry for each unit of quantity, such as MW. */
  volume: UnitLevelsList,
  /** One entry for each unit of price times quantity, such as EUR, or EUR/h for power in MW. */
  notional: UnitLevelsList,
  countPerMinute: CountLevels,
  duplicate: z.strictObject({ step: Step, withinMs: Window }),
  /** What it means when a check cannot be made, as when no best price is known. `tell` shows it and lets it pass. */
  unchecked: z.enum(['tell', 'warn', 'block'], 'wants tell, warn or block'),
};

/**
 * The levels above which an offer or an acceptance is warned of, or not sent at all. A level that is absent is never
 * reached. Withdrawals, and switching risk management, have no limits.
 */
export const Limits = z.strictObject(SECTIONS);
export type Limits = z.infer<typeof Limits>;

/** A file with the levels of a desk; a section that it does not have stays as it is built in. */
export const LimitsFile = z.strictObject({
  /** The pane may not change them. */
  locked: z.optional(z.boolean('wants true or false')),
  limits: z.partial(z.strictObject(SECTIONS)),
});

const price = Price.parse.bind(Price);
const PRICE_LEVELS: PriceLevels = {
  warnPercent: price('10'),
  blockPercent: price('300'),
  spreadWarn: price('5'),
  spreadBlock: price('50'),
  ignoreUpTo: price('0.1'),
};

export const BUILT_IN_LIMITS: Limits = {
  bestPrice: PRICE_LEVELS,
  lastPrice: PRICE_LEVELS,
  signFlip: 'warn',
  factorOfTen: 'warn',
  volume: [
    { unit: 'MW', warn: price('50'), block: price('500') },
    { unit: 'MWh', warn: price('50000'), block: price('500000') },
  ],
  notional: [
    { unit: 'EUR/h', warn: price('5000'), block: price('50000') },
    { unit: 'EUR', warn: price('1000000'), block: price('10000000') },
  ],
  countPerMinute: { warn: 60, block: 600 },
  duplicate: { step: 'warn', withinMs: 60_000 },
  unchecked: 'tell',
};

/** The levels in force. `locked`: only the file changes them. `setAt`: epoch ms at which the pane set them. */
export const DeskLimits = z.object({
  limits: Limits,
  locked: z.boolean(),
  source: z.enum(['built-in', 'file', 'pane']),
  setAt: z.optional(z.number()),
});
export type DeskLimits = z.infer<typeof DeskLimits>;
