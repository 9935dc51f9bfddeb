import { createHash } from 'node:crypto';
import type { RecallRequest } from '../../contract/desk/requests';
import type { Action } from '../../domain/action';
import { failed, type Failure, type Outcome } from '../../domain/failure';
import { ActionId, type QuoteId, type RequestId } from '../../domain/identifiers';
import type { Recall } from '../../domain/recall';
import type { ActionDesk } from './action-desk';
import type { OwnQuotes } from './own-quotes';
import type { Recalls } from './recalls';
import type { Wanted } from './wanted';

export interface Recalled {
  readonly recall: Recall;
  /** Of what the page named, in its order. */
  readonly results: readonly Outcome<Action>[];
}

interface WithdrawAllParts {
  readonly actions: Pick<ActionDesk, 'put' | 'putAll'>;
  readonly recalls: Recalls;
  readonly own: Pick<OwnQuotes, 'read' | 'sentBefore'>;
}

interface Live {
  readonly requestId: RequestId;
  readonly quoteId: QuoteId;
}

/**
 * Takes everything of the desk off the market: what is live by the page's list and by the gateway's, which may be newer, and,
 * as soon as it is known, what went live although it was pressed before.
 */
export class WithdrawAll {
  constructor(private readonly parts: WithdrawAllParts) {}

  async press({ id, actions }: Omit<RecallRequest, 'desk'>, page?: string): Promise<Recalled> {
    const { recalls, own } = this.parts;
    const recall = recalls.begin(id, page);
    const named = new Set(actions.map(({ body }) => ('quoteId' in body ? body.quoteId : undefined)));
    const unnamed = own.read().filter(({ quoteId }) => !named.has(quoteId));
    const withdrawals = actions.filter(({ body }) => body.kind === 'withdraw-quote');
    const taken = this.parts.actions.putAll(
      [...withdrawals, ...unnamed.map((quote) => this.withdrawal(quote, 'Withdraw all'))],
      { partOf: recall.number },
    );
    const outcomes = new Map<Wanted, Outcome<Action>>();
    (await taken).forEach((outcome, at) => {
      const wanted = withdrawals[at];
      if (wanted) outcomes.set(wanted, outcome);
    });
    return { recall, results: actions.map((one) => outcomes.get(one) ?? failed(NO_WITHDRAWAL)) };
  }

  /** An action has ended. A quote that went live, and was pressed before everything was withdrawn, is withdrawn too. */
  ended({ body, state, quoteId, recall = 0 }: Action): void {
    const { recalls } = this.parts;
    if (body.kind !== 'send-quote' || state !== 'done' || quoteId === undefined) return;
    if (recall >= recalls.number) return;
    this.withdraw({ requestId: body.requestId, quoteId }, 'It went live while all was withdrawn');
  }

  /** What a gateway that stopped in the middle left: each quote is withdrawn once, however often this is asked for. */
  sweep(): void {
    const { recalls, own } = this.parts;
    for (const quote of own.sentBefore(recalls.number))
      this.withdraw(quote, 'Left over from withdrawing all');
  }

  private withdraw(quote: Live, why: string): void {
    const { actions, recalls } = this.parts;
    const { id, ...request } = this.withdrawal(quote, why);
    void actions.put(id, request, { partOf: recalls.number });
  }

  private withdrawal({ requestId, quoteId }: Live, why: string): Wanted {
    const { recalls } = this.parts;
    return {
      id: idOf(recalls.read(), quoteId),
      body: { kind: 'withdraw-quote', requestId, quoteId },
      shown: `${why} at ${recalls.time}: quote ${quoteId} (${requestId})`,
    };
  }
}

/** The same for one quote in one recall, so that it is one action however it comes about. */
function idOf(recall: Recall | undefined, quoteId: QuoteId): ActionId {
  const digest = createHash('sha256')
    .update(JSON.stringify([recall?.id, quoteId]))
    .digest('hex');
  const [, ...parts] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(digest) ?? [];
  const [a = '', b = '', c = '', d = '', e = ''] = parts;
  return ActionId.parse(`${a}-${b}-8${c}-8${d}-${e}`);
}

const NO_WITHDRAWAL: Failure = {
  kind: 'invalid-argument',
  message: 'Withdrawing all takes withdrawals of quotes alone.',
  next: 'Nothing was sent of it. Reload the pane, so that it is as new as the gateway.',
};
