import type { ActionBody, BodyOf, Made } from '../../domain/action';
import { success, type Failure, type FailureKind, type Outcome } from '../../domain/failure';
import type { PricedOn } from '../../domain/offer-price';
import type { Leaving, OfferToSend, Service } from '../platform/operations';

export type SendEvent =
  | { type: 'acknowledged' }
  | ({ type: 'done' } & Made)
  | { type: 'rejected'; failure: Failure }
  | { type: 'lost'; failure: Failure };

/** How a write leaves: until when, and for an offer the request that it is priced on, as it was read a moment ago. */
export interface Sending extends Leaving {
  readonly request?: PricedOn;
}

/** Failures that leave the outcome open. */
const OPEN_ENDS: readonly FailureKind[] = ['unknown-outcome', 'unreadable'];

/** Sends an action once and returns the known state. Without a definite answer the outcome is unknown, and is checked. */
export async function execute(body: ActionBody, service: Service, sending: Sending): Promise<SendEvent> {
  try {
    const outcome = await send(body, service, sending);
    if (!outcome.ok) {
      const { failure } = outcome;
      return OPEN_ENDS.includes(failure.kind) ? { type: 'lost', failure } : { type: 'rejected', failure };
    }
    const made = outcome.value;
    const trades = body.kind === 'accept-quote' || body.kind === 'accept-proposal';
    return trades && made.tradeId === undefined ? { type: 'acknowledged' } : { type: 'done', ...made };
  } catch {
    return { type: 'lost', failure: BROKEN };
  }
}

async function send(body: ActionBody, service: Service, sending: Sending): Promise<Outcome<Made>> {
  const { request, ...leaving } = sending;
  switch (body.kind) {
    case 'withdraw-quote':
      return service.withdrawQuote({ requestId: body.requestId, quoteId: body.quoteId });
    case 'delete-proposals':
      return nothingMade(await service.deleteProposals({ requestId: body.requestId }));
    case 'send-quote':
      return service.sendQuote(offerOf(body, request), leaving);
    case 'send-proposal':
      return service.addProposal({ ...offerOf(body, request), kind: body.proposalKind }, leaving);
    case 'send-counteroffer':
      return service.sendCounteroffer({ ...offerOf(body, request), quoteId: body.quoteId }, leaving);
    case 'accept-quote':
      return service.executeTrade({ ...acceptanceOf(body), quoteId: body.quoteId }, leaving);
    case 'accept-proposal':
      return service.executeTrade({ ...acceptanceOf(body), proposalId: body.proposalId }, leaving);
    case 'create-request': {
      const made = await service.createRequest(body.draft, leaving);
      return made.ok ? success({ newRequestId: made.value.requestId }) : made;
    }
    case 'switch-risk':
      // Protection may come late; taking it away may not.
      return nothingMade(
        await service.toggleRisk({ commodity: body.commodity, on: body.on }, body.on ? {} : leaving),
      );
    case 'set-risk':
      return nothingMade(
        await service.writeRiskSettings({ commodity: body.commodity, settings: body.settings }, leaving),
      );
  }
}

const nothingMade = (outcome: Outcome<unknown>): Outcome<Made> => (outcome.ok ? success({}) : outcome);

const offerOf = (
  {
    requestId,
    direction,
    price,
    quantity,
    allOrNone,
  }: BodyOf<'send-quote'> | BodyOf<'send-proposal'> | BodyOf<'send-counteroffer'>,
  request: PricedOn | undefined,
): OfferToSend => ({
  requestId,
  direction,
  price,
  quantity,
  allOrNone,
  ...(request && { request }),
});

const acceptanceOf = ({
  requestId,
  lastSeen,
  quantity,
}: BodyOf<'accept-quote'> | BodyOf<'accept-proposal'>) => ({
  requestId,
  lastSeen,
  ...(quantity !== undefined && { quantity }),
});

const BROKEN: Failure = {
  kind: 'unknown-outcome',
  message: 'Sending failed inside the gateway, so it is not known whether it was executed.',
  next: 'The desk is checking; it is not sent again.',
};
