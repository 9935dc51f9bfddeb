import * as z from 'zod/mini';
import { ActionBody, onlyProtects, type Action, type ActionKind, type Approval } from '../action';
import { factsOf } from '../actions/kinds';
import { canonical } from '../canonical';
import { sameUnit } from '../leg';
import { acceptanceOf, isCovered } from '../limits/accepted-warnings';
import { priceText } from '../limits/amount-text';
import { preTradeCheck, type PreTrade } from '../limits/check';
import { commitmentOf } from '../limits/commitment';
import type { Finding } from '../limits/finding';
import { Amount, type ApprovalLevels, type Limits } from '../limits/limits';
import { acceptedIn, referencesFor, type Reference } from '../limits/references';
import { compared, type Price } from '../price';
import { marketOn } from './market-beside';

/** Of each unit or currency the amount above which a second person approves. */
const Amounts = z
  .record(z.string().check(z.minLength(1), z.maxLength(40)), Amount)
  .check(
    z.refine(
      (levels) =>
        Object.keys(levels).every((unit, at, all) => all.findIndex((one) => sameUnit(one, unit)) === at),
      'names a unit twice',
    ),
  );

const Kind = z
  .enum(ActionBody.def.options.map(({ shape }) => shape.kind.def.values[0]) as [ActionKind, ...ActionKind[]])
  .check(
    z.refine(
      (kind) => kind !== 'withdraw-quote' && kind !== 'delete-proposals',
      'takes risk away, and waits for nobody',
    ),
  );

const MINUTES_MAX = 120;
const MINUTES = `wants a whole number from 1 to ${MINUTES_MAX}`;

/**
 * What needs a second person. A level that is absent is never reached; what cannot be held against one that is there waits as well:
 * an amount in a unit without a level, or a price without a market.
 */
export const FourEyes = z.strictObject({
  above: z.strictObject({
    /** In the unit of the quantity, or MWh over the whole delivery. */
    quantity: z.optional(Amounts),
    /** Over the whole delivery, by currency, as in the limits. */
    money: z.optional(Amounts),
    /** From the market: in per cent of it, and for the net price of a spread in its own unit. */
    distance: z.optional(z.strictObject({ percent: z.optional(Amount), spread: z.optional(Amount) })),
    /** Kinds of action that always wait. */
    kinds: z.optional(z.array(Kind)),
  }),
  /** After so long it is too late. */
  minutes: z._default(z.int(MINUTES).check(z.gte(1, MINUTES), z.lte(MINUTES_MAX, MINUTES)), 10),
});
export type FourEyes = z.infer<typeof FourEyes>;

/** What needs approval, before it is frozen. */
export type Asked = Omit<Approval, 'hash'>;

/**
 * Why another person has to approve an action, and the price that its own was held against; `undefined` where nobody has to. The
 * figures are those of the limits. `seen` is absent for what is done on no request.
 */
export function needsApproval(
  body: ActionBody,
  seen: PreTrade | undefined,
  { above }: Pick<ApprovalLevels, 'above'>,
): Asked | undefined {
  if (onlyProtects(body)) return undefined;
  const { label } = factsOf(body);
  const byKind = above.kinds?.includes(body.kind)
    ? [{ code: 'kind', message: `${label}: this kind of action needs approval.` }]
    : [];
  const reasons = [...byKind, ...(seen ? aboveLevels(body, seen, above) : [])];
  if (reasons.length === 0) return undefined;
  const market = seen && referencesFor(body, seen).market;
  return { reasons, ...(market && { market: marketOn(seen.request, market) }) };
}

/** The findings of the pre-trade check at these levels alone. */
function aboveLevels(body: ActionBody, seen: PreTrade, above: ApprovalLevels['above']): Approval['reasons'] {
  const { quantity, money, distance } = above;
  const meant = new Set([
    // An unknown quantity is told of once, for both.
    ...(quantity || money ? ['volume'] : []),
    ...(money ? ['notional'] : []),
    // Legs in different units have no net price to hold against the market's.
    ...(distance ? ['best-price', 'no-reference', 'units'] : []),
  ]);
  const { warnings, blocks, notChecked } = preTradeCheck(body, seen, limitsAt(above));
  const findings: readonly Finding[] = [...blocks, ...warnings, ...notChecked];
  return (
    [...findings, ...(money ? moneyUnknown(body, seen) : [])]
      // Of a spread it is the net price that is far, not a leg of it.
      .filter(({ code, about }) => meant.has(code) && !(code === 'best-price' && about !== undefined))
      .map(({ code, message, about, size }) => ({
        code,
        message: message.replace('the block level', 'the level for approval'),
        ...(about !== undefined && { about }),
        ...(size !== undefined && { size }),
      }))
  );
}

/**
 * The money of a spread is that of all its legs, each without its sign. Its net price alone does not say what a leg costs: two large legs may nearly
 * cancel out, so that whatever the net comes to proves nothing small.
 */
function moneyUnknown(body: ActionBody, { request, offers }: PreTrade): readonly Finding[] {
  const price = commitmentOf(body, request, acceptedIn(body, offers))?.price;
  return price?.shape === 'standard-spread' ? [NET_ALONE] : [];
}

const NET_ALONE: Finding = {
  code: 'notional',
  about: 'net price',
  message:
    'The money of all legs is not known, and so above the level for approval: a net price does not say what each leg costs.',
};

const ZERO = Amount.parse('0');
const PRICES_OFF = { ignoreUpTo: ZERO };

const limitsAt = ({ quantity = {}, money = {}, distance }: ApprovalLevels['above']): Limits => ({
  bestPrice: {
    ...PRICES_OFF,
    ...(distance?.percent !== undefined && { blockPercent: distance.percent }),
    ...(distance?.spread !== undefined && { spreadBlock: distance.spread }),
  },
  lastPrice: PRICES_OFF,
  throughMarket: 'off',
  nearestTrade: {},
  signFlip: 'off',
  factorOfTen: 'off',
  volume: levelsOf(quantity),
  notional: levelsOf(money),
  countPerMinute: {},
  duplicate: { step: 'off', withinMs: 1 },
  noReference: 'tell',
  unchecked: 'tell',
});

const levelsOf = (amounts: Readonly<Record<string, Price>>): Limits['volume'] =>
  Object.entries(amounts).map(([unit, block]) => ({ unit, block }));

/** What the market says now of an offer that was held against it at its press. */
interface MarketNow {
  /** What it was held against then, as it is now; absent where that is gone. */
  readonly same?: Pick<Reference, 'name' | 'price' | 'counterparty'> | undefined;
  /** How many offers on the request cannot be read. */
  readonly unreadable?: number | undefined;
  /** What the limits say of its price beside the market now, also where that was ticked. */
  readonly warning?: string | undefined;
}

/**
 * Why an approval does not hold for what an action comes to now, in a sentence: another level is reached, it is further above one,
 * or the market has moved against an offer since it was shown. Like is compared with like: another reference than at the press, which says
 * something worse of the offer, stops it where the limits say anything of its price beside the new one. Where the former one is gone, or may be among what
 * cannot be read, nothing tells that the market is no worse.
 */
export function grownSince(
  { body, approval }: Pick<Action, 'body' | 'approval'>,
  now: Asked | undefined,
  { same, warning, unreadable = 0 }: MarketNow,
): string | undefined {
  if (!approval || !now) return undefined;
  const shown = approval.reasons.map(acceptanceOf);
  const grown = now.reasons.find((reason) => !isCovered(acceptanceOf(reason), shown));
  if (grown) return grown.message;
  const { market: then } = approval;
  const best = now.market;
  if (!then || !('direction' in body)) return undefined;
  const isAgainst = ({ price }: { readonly price: Price }): boolean => {
    const isHigher = compared(price, then.price);
    return body.direction === 'bid' ? isHigher < 0 : isHigher > 0;
  };
  if (same && isAgainst(same))
    return `The market moved against it: ${then.name} was ${priceText(then.price)}, and ${same.name} is ${priceText(same.price)}.`;
  if (best && isAgainst(best) && (!same || warning !== undefined)) {
    const another = `It was held against another reference: ${priceText(then.price)} of ${then.name} then, ${priceText(best.price)} of ${best.name} now.`;
    return warning === undefined ? another : `${another} ${warning}`;
  }
  const was = `It was held against ${then.name}, ${priceText(then.price)}`;
  if (!same) return `${was}, which is gone.`;
  if (unreadable > 0 && same.counterparty !== then.counterparty)
    return `${was}; offers on the request that cannot be read now may be worse for it.`;
  return undefined;
}

/** The text whose hash an approval bears: all that is shown to who approves, and nothing else. */
export const shownForApproval = ({
  id,
  body,
  shown,
  accepted = [],
  replaces = [],
  legs,
  by,
  approval,
  waitsUntil,
}: Action): string =>
  canonical({
    id,
    body,
    shown,
    accepted,
    replaces,
    legs: legs ?? null,
    by: by ?? null,
    reasons: approval?.reasons ?? [],
    market: approval?.market ?? null,
    warnedBeside: approval?.warnedBeside ?? [],
    until: waitsUntil ?? null,
  });
