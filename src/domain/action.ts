import * as z from 'zod/mini';
import { Failure } from './failure';
import { ActionId, QuoteId, RequestId, TradeId } from './identifiers';
import { LastSeenPrice } from './last-seen-price';
import { Price } from './price';
import { Quantity } from './quantity';

const strict = z.strictObject;

export const SentPrice = z.discriminatedUnion('shape', [
  strict({ shape: z.literal('single'), price: Price }),
  strict({ shape: z.literal('per-leg'), legPrices: z.array(Price).check(z.minLength(2), z.maxLength(3)) }),
  strict({ shape: z.literal('standard-spread'), spreadPrice: Price }),
]);
export type SentPrice = z.infer<typeof SentPrice>;

/** What a person wants done. It is frozen at the press: nothing in it is looked up again before it is sent. */
export const ActionBody = z.discriminatedUnion('kind', [
  strict({
    kind: z.literal('send-quote'),
    requestId: RequestId,
    direction: z.enum(['bid', 'ask']),
    price: SentPrice,
    quantity: Quantity,
    allOrNone: z.boolean(),
  }),
  strict({ kind: z.literal('withdraw-quote'), requestId: RequestId, quoteId: QuoteId }),
  strict({
    kind: z.literal('accept-quote'),
    requestId: RequestId,
    quoteId: QuoteId,
    lastSeen: LastSeenPrice,
    /** Only for a part; absent takes the whole quote. */
    quantity: z.optional(Quantity),
    /** What the whole quote was for when it was shown; one that is for something else by now is not taken. */
    shownQuantity: z.optional(Quantity),
  }),
]);
export type ActionBody = z.infer<typeof ActionBody>;

/**
 * `staged`: written down, not sent. `sending`: written down as sent before the first byte left.
 * `acknowledged`: the service took it, the result is still to come. `done`, `rejected` (nothing was executed: by the
 * service's word, or because the desk's own check before sending said no), `cancelled` (never sent) are final.
 * `unknown`: it may have been executed; it is looked up until known and never sent again.
 */
export const ActionState = z.enum([
  'staged',
  'sending',
  'acknowledged',
  'done',
  'rejected',
  'unknown',
  'cancelled',
]);
export type ActionState = z.infer<typeof ActionState>;

/** What was known before sending, so that what came of it can be told afterwards. */
export const Before = z.object({
  tradeIds: z.array(TradeId),
  quoteIds: z.array(QuoteId),
});
export type Before = z.infer<typeof Before>;

/** Codes of warnings, such as "volume", that were shown and confirmed. */
export const AcceptedWarnings = z.array(z.string().check(z.maxLength(50))).check(z.maxLength(20));

export const Action = z.object({
  id: ActionId,
  body: ActionBody,
  /** What the person saw when pressing, in one line. */
  shown: z.string().check(z.maxLength(500)),
  /** Codes of the warnings that the person saw and pressed in spite of. */
  accepted: z.optional(AcceptedWarnings),
  state: ActionState,
  before: z.optional(Before),
  /** Epoch ms. */
  createdAt: z.number(),
  sentAt: z.optional(z.number()),
  endedAt: z.optional(z.number()),
  tradeId: z.optional(TradeId),
  quoteId: z.optional(QuoteId),
  failure: z.optional(Failure),
});
export type Action = z.infer<typeof Action>;

/** What can happen to an action. `at` is epoch ms. */
export type ActionEvent =
  | { type: 'sending'; at: number; before: Before }
  | { type: 'acknowledged'; at: number }
  | { type: 'done'; at: number; tradeId?: TradeId; quoteId?: QuoteId }
  | { type: 'rejected'; at: number; failure: Failure }
  | { type: 'lost'; at: number; failure: Failure }
  | { type: 'cancelled'; at: number; failure: Failure };

const FROM: Record<ActionEvent['type'], readonly ActionState[]> = {
  sending: ['staged'],
  acknowledged: ['sending', 'unknown'],
  done: ['sending', 'acknowledged', 'unknown'],
  rejected: ['staged', 'sending', 'acknowledged', 'unknown'],
  lost: ['sending'],
  cancelled: ['staged'],
};

export const isFinal = ({ state }: Pick<Action, 'state'>): boolean =>
  state === 'done' || state === 'rejected' || state === 'cancelled';

/** The one function that moves an action. What is final stays as it is; a move that cannot be is a bug and throws. */
export function moved(action: Action, event: ActionEvent): Action {
  if (isFinal(action)) return action;
  if (!FROM[event.type].includes(action.state)) {
    throw new Error(`An action that is ${action.state} cannot become ${event.type}.`);
  }
  const { failure: _, ...rest } = action;
  switch (event.type) {
    case 'sending':
      return { ...rest, state: 'sending', sentAt: event.at, before: event.before };
    case 'acknowledged':
      return { ...rest, state: 'acknowledged' };
    case 'done':
      return {
        ...rest,
        state: 'done',
        endedAt: event.at,
        ...(event.tradeId !== undefined && { tradeId: event.tradeId }),
        ...(event.quoteId !== undefined && { quoteId: event.quoteId }),
      };
    case 'lost':
      return { ...rest, state: 'unknown', failure: event.failure };
    case 'rejected':
    case 'cancelled':
      return { ...rest, state: event.type, endedAt: event.at, failure: event.failure };
  }
}
