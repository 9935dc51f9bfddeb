import type { ActionBody } from '../../domain/action';
import type { Failure, FailureKind, Outcome } from '../../domain/failure';
import type { QuoteId, TradeId } from '../../domain/identifiers';
import type { Leaving, Service } from '../service/service';

export type SendEvent =
  | { type: 'acknowledged' }
  | { type: 'done'; tradeId?: TradeId; quoteId?: QuoteId }
  | { type: 'rejected'; failure: Failure }
  | { type: 'lost'; failure: Failure };

/** Ends that leave open whether something was executed. */
const OPEN_ENDS: readonly FailureKind[] = ['unknown-outcome', 'unreadable'];

/** Sends an action once and says what is known then. Whatever is not a definite answer is lost, and looked up. */
export async function sent(body: ActionBody, service: Service, leaving: Leaving): Promise<SendEvent> {
  try {
    const outcome = await send(body, service, leaving);
    if (!outcome.ok) {
      const { failure } = outcome;
      return OPEN_ENDS.includes(failure.kind) ? { type: 'lost', failure } : { type: 'rejected', failure };
    }
    const { tradeId, quoteId } = outcome.value;
    if (body.kind === 'accept-quote' && tradeId === undefined) return { type: 'acknowledged' };
    return { type: 'done', ...(tradeId && { tradeId }), ...(quoteId && { quoteId }) };
  } catch {
    return { type: 'lost', failure: BROKEN };
  }
}

async function send(
  body: ActionBody,
  service: Service,
  leaving: Leaving,
): Promise<Outcome<{ tradeId?: TradeId; quoteId?: QuoteId }>> {
  switch (body.kind) {
    case 'withdraw-quote':
      return service.withdrawQuote({ requestId: body.requestId, quoteId: body.quoteId });
    case 'send-quote': {
      const { kind: _, ...quote } = body;
      return service.sendQuote(quote, leaving);
    }
    case 'accept-quote': {
      const { requestId, quoteId, lastSeen, quantity } = body;
      return service.executeTrade(
        { requestId, quoteId, lastSeen, ...(quantity !== undefined && { quantity }) },
        leaving,
      );
    }
  }
}

const BROKEN: Failure = {
  kind: 'unknown-outcome',
  message: 'Sending broke inside the gateway, so it is not known whether it was executed.',
  next: 'It is being looked up; it is not sent again.',
};
