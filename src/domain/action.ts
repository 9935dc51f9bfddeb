import * as z from 'zod/mini';
import { Failure } from './failure';
import { ActionId, CounterofferId, ProposalId, QuoteId, RequestId, TradeId } from './identifiers';
import { Clearing } from './leg';
import { By } from './person';
import { LastSeenPrice, Price } from './price';
import { NewRequest } from './new-request';
import { ProgramMark } from './program-mark';
import { Quantity } from './quantity';
import { RiskSettings } from './record';

const strict = z.strictObject;

export const SentPrice = z.discriminatedUnion('shape', [
  strict({ shape: z.literal('single'), price: Price }),
  strict({ shape: z.literal('per-leg'), legPrices: z.array(Price).check(z.minLength(2), z.maxLength(3)) }),
  strict({ shape: z.literal('standard-spread'), spreadPrice: Price }),
]);
export type SentPrice = z.infer<typeof SentPrice>;

/** Fields shared by quotes, price proposals and counteroffers when they are sent. */
const offer = {
  requestId: RequestId,
  direction: z.enum(['bid', 'ask']),
  price: SentPrice,
  quantity: Quantity,
  allOrNone: z.boolean(),
};

/** Fields shared by acceptances: the offer as shown at the press. A changed offer is not accepted. */
const acceptance = {
  requestId: RequestId,
  lastSeen: LastSeenPrice,
  /** Only for a part; absent takes the whole offer. */
  quantity: z.optional(Quantity),
  /** Full quantity of the offer as shown; an offer with another quantity is not accepted. */
  shownQuantity: z.optional(Quantity),
  /** Whether it was all or none when it was shown. */
  shownAllOrNone: z.optional(z.boolean()),
};

const commodity = z.string().check(z.minLength(1), z.maxLength(100));

/**
 * An action as a person pressed it, by its kind. It is frozen: no field is read again before sending. The words of a kind, and
 * what it does to the desk's offers, stand in its file in `domain/actions`; what the gateway does for it in `gateway/actions/kinds`.
 */
export const ActionBody = z.discriminatedUnion('kind', [
  strict({ kind: z.literal('send-quote'), ...offer }),
  strict({ kind: z.literal('withdraw-quote'), requestId: RequestId, quoteId: QuoteId }),
  strict({ kind: z.literal('accept-quote'), quoteId: QuoteId, ...acceptance }),
  strict({ kind: z.literal('send-proposal'), proposalKind: z.enum(['firm', 'indicative']), ...offer }),
  strict({ kind: z.literal('delete-proposals'), requestId: RequestId }),
  strict({ kind: z.literal('accept-proposal'), proposalId: ProposalId, ...acceptance }),
  /** `quoteId`: the quote that it answers. */
  strict({ kind: z.literal('send-counteroffer'), quoteId: QuoteId, ...offer }),
  strict({ kind: z.literal('create-request'), draft: NewRequest }),
  strict({ kind: z.literal('switch-risk'), commodity, on: z.boolean() }),
  /** All settings of the commodity, changed or not: they are written as a whole. */
  strict({
    kind: z.literal('set-risk'),
    commodity,
    settings: RiskSettings,
    /** As they were looked at: what differs from `settings` was changed by the person, and nothing else is to change. */
    shownSettings: z.optional(RiskSettings),
  }),
]);
export type ActionBody = z.infer<typeof ActionBody>;
export type ActionKind = ActionBody['kind'];
export type BodyOf<K extends ActionKind> = Extract<ActionBody, { kind: K }>;

/** The request of an action; none for risk management and for a new request. */
export const requestIdOf = (body: ActionBody): RequestId | undefined =>
  'requestId' in body ? body.requestId : undefined;

/** Whether an action only reduces risk: it never waits for an unknown outcome or for the arm switch. */
export const onlyProtects = (body: ActionBody): boolean =>
  body.kind === 'withdraw-quote' ||
  body.kind === 'delete-proposals' ||
  (body.kind === 'switch-risk' && body.on);

/**
 * `waiting`: another person has to approve it before it goes on; nothing of it was sent.
 * `staged`: written down, not sent; with a failure: it was refused, nothing was executed, and it goes again by itself. `sending`: written down as sent before the first byte left.
 * `acknowledged`: the service took it, the result is still to come. `done`, `rejected` (nothing was executed: by the
 * service's word, or because the desk's own check before sending said no), `cancelled` (never sent) are final.
 * `unknown`: it may have been executed; it is looked up until known and never sent again.
 */
export const ActionState = z.enum([
  'waiting',
  'staged',
  'sending',
  'acknowledged',
  'done',
  'rejected',
  'unknown',
  'cancelled',
]);
export type ActionState = z.infer<typeof ActionState>;

/** Exact decimal text of zero or more, of any size. */
const Size = z.string().check(z.regex(/^\d{1,40}(\.\d{1,40})?$/));

const Amounted = z.object({ unit: z.string(), amount: Size });

/** Amount that an action buys or sells on one leg, for the daily limits. */
export const CommittedLeg = z.object({
  /** Empty where the platform does not say it. */
  commodity: z.string(),
  side: z.enum(['buy', 'sell']),
  /** In the unit of the quantity, and over the whole delivery where that is another one. */
  volumes: z.array(Amounted),
  /** Without its sign; absent where it cannot be told. */
  notional: z.optional(Amounted),
  /** Of a leg of another amount than leg 1's: the whole of leg 1 is committed, so just this of it. */
  isWhole: z.optional(z.literal(true)),
});
export type CommittedLeg = z.infer<typeof CommittedLeg>;

/**
 * State before sending, to judge the outcome afterwards. A list that could not be read is absent: then no id in it
 * proves that a record is new.
 */
export const Before = z.object({
  /** Absent when the list did not come in time: an acceptance waits for no list of the day. */
  tradeIds: z.optional(z.array(TradeId)),
  quoteIds: z.array(QuoteId),
  proposalIds: z.optional(z.array(ProposalId)),
  counterofferIds: z.optional(z.array(CounterofferId)),
  /** The desk's own open requests. */
  requestIds: z.optional(z.array(RequestId)),
  /**
   * Records of the list in which its outcome would appear that were there and could not be read: how many, and their
   * numbers where they could be. One of them that becomes readable later is not new.
   */
  unreadable: z.optional(z.object({ count: z.number(), ids: z.array(z.string()) })),
  /** Commitment of the desk per leg, by the request as it was read. */
  committed: z.optional(z.array(CommittedLeg)),
  /** The offer that is accepted, as it was read last. */
  offered: z.optional(z.object({ quantity: z.optional(Quantity), counterparty: z.optional(z.string()) })),
});
export type Before = z.infer<typeof Before>;

/**
 * A warning that was shown and confirmed: its code, such as "duplicate", or for what has a size, also how large it was and what of
 * the action it is about. It holds for nothing larger.
 */
export const AcceptedWarning = z.union([
  z.string().check(z.maxLength(50)),
  strict({
    code: z.string().check(z.maxLength(50)),
    about: z.optional(z.string().check(z.maxLength(100))),
    upTo: z.optional(Size),
  }),
]);
export type AcceptedWarning = z.infer<typeof AcceptedWarning>;
export const AcceptedWarnings = z.array(AcceptedWarning).check(z.maxLength(40));

export const Replaced = z.array(QuoteId).check(z.minLength(1), z.maxLength(20));

/** Result of an action, by the platform's ids. */
export const Made = z.object({
  tradeId: z.optional(TradeId),
  quoteId: z.optional(QuoteId),
  proposalId: z.optional(ProposalId),
  counterofferId: z.optional(CounterofferId),
  newRequestId: z.optional(RequestId),
});
export type Made = z.infer<typeof Made>;

/** One leg of what is traded, with the desk's own side. What the record of the trade, or of the request, does not say is absent. */
export const ExecutedLeg = z.object({
  action: z.optional(z.enum(['buy', 'sell'])),
  commodity: z.optional(z.string()),
  market: z.optional(z.string()),
  deliveryStart: z.optional(z.string()),
  deliveryEnd: z.optional(z.string()),
  loadProfile: z.optional(z.string()),
  quantity: z.optional(Quantity),
  quantityUnit: z.optional(z.string()),
  price: z.optional(Price),
  priceUnit: z.optional(z.string()),
  clearing: z.optional(Clearing),
});
export type ExecutedLeg = z.infer<typeof ExecutedLeg>;

/**
 * Executed terms of an acceptance, as the platform's trade states them: read back once the trade id is known. Missing
 * fields are absent, and never filled in from the acceptance. Prices and quantities are exact decimal text. Source:
 * interface document, section 2, Trade.
 */
export const Executed = z.object({
  /** Of leg 1 where there are several. */
  quantity: z.optional(Quantity),
  quantityUnit: z.optional(z.string()),
  /** Of a single, or the net price of a spread where the trade states one. */
  price: z.optional(Price),
  /** In the order of the request's legs. */
  legPrices: z.optional(z.array(Price)),
  /** Of all prices; of several legs absent where they do not agree. */
  priceUnit: z.optional(z.string()),
  /** The desk's own side, of leg 1 where there are several. */
  side: z.optional(z.enum(['buy', 'sell'])),
  counterparty: z.optional(z.string()),
  /** Of a trade of several legs each with its own terms, in the order of the request; absent of one product, and in older lines. */
  legs: z.optional(z.array(ExecutedLeg)),
});
export type Executed = z.infer<typeof Executed>;

/**
 * What a price is held against; `unit` where all legs have one. `codes`: the warnings that held it against this one. Older lines also say
 * `isNet` of a spread.
 */
const Market = z.object({
  name: z.string(),
  price: Price,
  unit: z.optional(z.string()),
  counterparty: z.optional(z.string()),
  codes: z.optional(z.array(z.string())),
});
export type Market = z.infer<typeof Market>;

/**
 * What another person is asked to approve, besides what was pressed: frozen, and shown exactly so. `hash`: of all that is shown. Who
 * approves sends it back.
 */
export const Approval = z.object({
  /** Why: the levels that it is above, a sentence each. */
  reasons: z.array(
    z.object({
      code: z.string(),
      message: z.string(),
      about: z.optional(z.string()),
      size: z.optional(z.string()),
    }),
  ),
  /** What its price was held against. */
  market: z.optional(Market),
  /** What the warnings of the press held it against, each reference once; absent where none held it against another price. */
  warnedBeside: z.optional(z.array(Market)),
  hash: z.string(),
});
export type Approval = z.infer<typeof Approval>;

/**
 * The market as the gateway had it when another person approved or refused, read from what it tells every page and without a call. `at`: of the
 * word, epoch ms. `distance`: the price less the market. `card`: what the card showed in its place, where that was another one.
 */
const Decision = z.object({
  at: z.number(),
  market: z.optional(Market),
  distance: z.optional(Price),
  card: z.optional(z.string()),
});
export type Decision = z.infer<typeof Decision>;

export const Note = z.string().check(z.minLength(1), z.maxLength(300));

/**
 * How an offer that went live ended, by the platform's records or by this desk's own withdrawal, and when the desk saw it (epoch ms). `request-closed`, `request-traded`: its request is
 * over, and its own record does not say that it was taken; what else that says later is the same end. `withdrawn`: also by this desk, of a price
 * proposal by its deletion or the next one. `ended`: of a price proposal or a counteroffer, otherwise or unsaid how.
 */
export const QuoteEnd = z.object({
  how: z.enum(['request-closed', 'request-traded', 'accepted', 'withdrawn', 'rejected', 'replaced', 'ended']),
  at: z.number(),
  /** Of one that was taken, where its trade was known by then: when it was traded last, epoch ms. */
  tradedAt: z.optional(z.number()),
});
export type QuoteEnd = z.infer<typeof QuoteEnd>;

/** A trade proven to have taken a quote, as its record said when the desk knew whose it was; `at`: traded, epoch ms. What it does not say is absent. */
export const TakenTrade = z.object({
  tradeId: TradeId,
  at: z.optional(z.number()),
  quantity: z.optional(Quantity),
  quantityUnit: z.optional(z.string()),
  price: z.optional(Price),
  /** Of a trade of all legs of a quote of several, in their order. */
  legPrices: z.optional(z.array(Price)),
  /** Of all its legs. */
  priceUnit: z.optional(z.string()),
  counterparty: z.optional(z.string()),
  /** Of a trade of one of several legs: which. */
  leg: z.optional(z.string()),
});
export type TakenTrade = z.infer<typeof TakenTrade>;

/**
 * What the platform's records say otherwise than was sent or pressed, in a sentence or two. `terms`: of what was made, as it is listed. `side`: of a trade,
 * which is in no sum for its sake. `product`: the same of what was traded, leg by leg. `unread`: the trade of an acceptance has no record. `twin`: of a quote that was found by its terms, another one
 * with the same, which may be the one that was sent. `request`: what an offer is for has changed since it was sent. `answer`: the answer itself says that
 * something of it was not done.
 */
export const Contradiction = z.object({
  about: z.enum(['terms', 'side', 'product', 'unread', 'twin', 'request', 'answer', 'state', 'offer']),
  says: z.string(),
  tradeId: z.optional(TradeId),
  /** Of the twin. */
  quoteId: z.optional(QuoteId),
});
export type Contradiction = z.infer<typeof Contradiction>;

/** Terms of an offer by its own record. */
export const ListedTerms = z.object({
  direction: z.enum(['bid', 'ask']),
  price: SentPrice,
  /** Where it is more than was sent. */
  quantity: z.optional(Quantity),
  allOrNone: z.optional(z.boolean()),
  /** Of a price proposal, where it is the other one. */
  proposalKind: z.optional(z.enum(['firm', 'indicative'])),
});
export type ListedTerms = z.infer<typeof ListedTerms>;

export const Action = z.object({
  id: ActionId,
  body: ActionBody,
  /** One-line summary as shown at the press. */
  shown: z.string().check(z.maxLength(500)),
  /** Warnings confirmed at the press. */
  accepted: z.optional(AcceptedWarnings),
  /**
   * Number of a press of "Withdraw all": of an offer the last one before it; of a withdrawal the one that it is part of.
   * Absent where there is none.
   */
  recall: z.optional(z.number()),
  /**
   * Who pressed it; of what the desk sends by itself, who pressed that for which it is sent. Absent where it is not known, as in
   * lines of before.
   */
  by: z.optional(By),
  /** The program that it is of; absent of what a person pressed. */
  program: z.optional(ProgramMark),
  /**
   * Legs of its request as it was read before it left, until then as the desk knew it at the press, without quantities and prices, which the body has; absent where the desk did
   * not know it.
   */
  legs: z.optional(z.array(ExecutedLeg)),
  /** Of a withdrawal: the terms of its quote, as the desk knew them at the press; absent where it did not, and in lines of before. */
  withdraws: z.optional(ListedTerms),
  /** Live quotes of the desk that it takes the place of: the gateway withdraws them before it goes. */
  replaces: z.optional(Replaced),
  state: ActionState,
  /** Of one that needed a second person: absent where none was needed. */
  approval: z.optional(Approval),
  /** Epoch ms at which it is too late to approve it. */
  waitsUntil: z.optional(z.number()),
  approvedBy: z.optional(By),
  approvedAt: z.optional(z.number()),
  /** When the approvers were last reminded of it, in epoch ms, and in which session. */
  reminded: z.optional(z.object({ at: z.number(), by: By })),
  /** Why stands in the failure. */
  refusedBy: z.optional(By),
  /** Absent in lines of before, and of what is done on no request. */
  decision: z.optional(Decision),
  before: z.optional(Before),
  /** Epoch ms. */
  createdAt: z.number(),
  sentAt: z.optional(z.number()),
  endedAt: z.optional(z.number()),
  ...Made.shape,
  /** Of an acceptance that was traded in a trade for each leg: all of them, in the order of the legs. */
  legTradeIds: z.optional(z.array(TradeId)),
  /** Of an acceptance that is done; absent until the trade was read back. */
  executed: z.optional(Executed),
  /** Of a quote or a price proposal that is done; absent while nothing proves that it is over. */
  over: z.optional(QuoteEnd),
  /** Of a quote that is done: in the order in which the desk knew of them; absent while it knows of none, and in lines of before. */
  taken: z.optional(z.array(TakenTrade)),
  /** Of one that is done; absent while no record contradicts it. */
  contradictions: z.optional(z.array(Contradiction)),
  /** Of an offer whose record has other terms than were sent; absent where they agree, or nothing was read. */
  listed: z.optional(ListedTerms),
  failure: z.optional(Failure),
  /** Latest evidence for a person to judge, in one sentence. */
  evidence: z.optional(z.string()),
  /** Of one that is over and whose answer had been lost: what proved its outcome, and when that was read, in one sentence. */
  recovered: z.optional(z.string()),
  /** Of a quote: no answer named its number, which is that of one with its terms under the name of the company. */
  isFound: z.optional(z.literal(true)),
  /** The platform had refused it before its records said otherwise. */
  isDoubted: z.optional(z.literal(true)),
  /** When it had, in epoch ms: what was made well after that is another press's. */
  refusedAt: z.optional(z.number()),
  /** Resolved by a person, not by the platform's records; with the reason. */
  settledBy: z.optional(z.literal('person')),
  note: z.optional(Note),
  /** Who resolved it. */
  resolvedBy: z.optional(By),
  /** In which state it was when a person settled it. */
  settledFrom: z.optional(ActionState),
  /** As what a person had resolved it, or the platform confirmed a withdrawal or refused it, and how its records prove otherwise, in a sentence or two. */
  corrected: z.optional(z.string()),
});
export type Action = z.infer<typeof Action>;

export const isFinal = ({ state }: Pick<Action, 'state'>): boolean =>
  state === 'done' || state === 'rejected' || state === 'cancelled';

/** Whether the records disproved what a person had recorded, who gave a reason for it. */
export const isCorrectedPerson = ({
  corrected,
  note,
}: Partial<Pick<Action, 'corrected' | 'note'>>): boolean => corrected !== undefined && note !== undefined;

/** When it went on its way, in epoch ms: pressed, or approved later. */
export const goneOn = ({ createdAt, approvedAt = createdAt }: Pick<Action, 'createdAt' | 'approvedAt'>) =>
  approvedAt;

/** Whether the desk's own checks stopped it: it ended as `rejected`, and the platform never heard of it. */
export const wasStopped = ({
  state,
  sentAt,
  endedAt,
}: Pick<Action, 'sentAt' | 'endedAt'> & { readonly state: string }): boolean =>
  state === 'rejected' && endedAt !== undefined && sentAt === undefined;

/** The platform's ids in the result of an action; absent ids are left out. */
export const madeOf = ({ tradeId, quoteId, proposalId, counterofferId, newRequestId }: Made): Made => ({
  ...(tradeId !== undefined && { tradeId }),
  ...(quoteId !== undefined && { quoteId }),
  ...(proposalId !== undefined && { proposalId }),
  ...(counterofferId !== undefined && { counterofferId }),
  ...(newRequestId !== undefined && { newRequestId }),
});

/** Every trade that an acceptance is known to have made. */
export const tradesMade = ({
  tradeId,
  legTradeIds,
}: Pick<Action, 'tradeId' | 'legTradeIds'>): readonly TradeId[] =>
  legTradeIds ?? (tradeId === undefined ? [] : [tradeId]);
