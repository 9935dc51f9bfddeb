import type { ActionBody, Before, BodyOf } from '../../domain/action';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import type { RequestId } from '../../domain/identifiers';
import { newRequestProblem } from '../../domain/new-request-problem';
import type { Proposal } from '../../domain/proposal';
import type { Quote } from '../../domain/quote';
import type { Listing } from '../../domain/record';
import { isConcluded, type Request } from '../../domain/request';
import { pause, type Clock } from '../../effects/clock';
import type { Service } from '../service/service';
import { answeredProblem, offerProblem, requestProblem } from './checks';
import { proposalAcceptanceProblem, quoteAcceptanceProblem } from './checks-acceptance';
import { settingsProblem, switchOffProblem } from './checks-risk';
import { laneOf, tradesSince } from './lanes';
import { unsent } from './refusals';

export interface PreparationParts {
  readonly service: Service;
  readonly clock: Clock;
  readonly zone: string;
  /** What a watched request last said, for checks that must not wait for a read. */
  readonly knownRequest: (id: RequestId) => Request | undefined;
}

/** What a check has to know of the desk's other actions. */
export interface Preparing extends PreparationParts {
  /** Whether a price proposal that this desk sent may be there, or come, without being listed yet. */
  readonly mayAppear: (id: RequestId) => boolean;
}

/** It may be sent. `request` is what an offer is priced on, `offers` what else is on offer there, as it was read. */
export interface Ready {
  readonly before: Before;
  readonly request?: Request;
  readonly offers?: readonly Offered[];
}

export type Offered = Quote | Proposal;

const NOTHING: Before = { tradeIds: [], quoteIds: [] };

/**
 * Reads, in the action's own lane, what tells whether it may be sent and what came of it afterwards. What only takes risk
 * away waits for no read that it could do without.
 */
export async function prepared(body: ActionBody, now: number, parts: Preparing): Promise<Outcome<Ready>> {
  switch (body.kind) {
    case 'withdraw-quote':
      return unless(knownProblem(body, parts), { before: NOTHING });
    case 'delete-proposals':
      return deletion(body, parts);
    case 'send-quote':
    case 'send-proposal':
    case 'send-counteroffer':
      return offer(body, parts);
    case 'accept-quote':
      return quoteAcceptance(body, now, parts);
    case 'accept-proposal':
      return proposalAcceptance(body, now, parts);
    case 'create-request':
      return creation(body, parts);
    case 'switch-risk':
      return body.on ? success({ before: NOTHING }) : switchingOff(body, parts);
    case 'set-risk':
      return setting(body, parts);
  }
}

/** Whether {@link prepared} can say it without a read. */
export const readsNothing = (body: ActionBody): boolean =>
  body.kind === 'withdraw-quote' || (body.kind === 'switch-risk' && body.on);

const unless = (problem: Failure | undefined, ready: Ready): Outcome<Ready> =>
  problem ? failed(problem) : success(ready);

function knownProblem(
  { requestId, kind }: BodyOf<'withdraw-quote'> | BodyOf<'delete-proposals'>,
  { knownRequest }: PreparationParts,
): Failure | undefined {
  const request = knownRequest(requestId);
  // Of a state that the desk has no word for it is not known that nothing is left to be taken away.
  const isTold = request && (request.state === 'open' || isConcluded(request));
  return isTold ? requestProblem(request, kind) : undefined;
}

/** What takes risk away does not wait longer for a list that only helps to tell what came of it. */
const LIST_WAIT_MS_MAX = 800;

/** Without the list the deletion goes out all the same; should its answer be lost, a person judges. */
async function deletion(body: BodyOf<'delete-proposals'>, parts: Preparing): Promise<Outcome<Ready>> {
  const problem = knownProblem(body, parts);
  if (problem) return failed(problem);
  const proposals = await Promise.race([
    parts.service.proposals(body.requestId, laneOf(body)),
    pause(parts.clock, LIST_WAIT_MS_MAX),
  ]);
  if (!proposals?.ok) return success({ before: NOTHING });
  const { records, unreadable } = proposals.value;
  const isNone = records.length + unreadable.length === 0 && !parts.mayAppear(body.requestId);
  if (isNone) return failed(noneToDelete(body.requestId));
  return success({ before: { ...NOTHING, proposalIds: records.map(({ id }) => id) } });
}

async function offer(
  body: BodyOf<'send-quote'> | BodyOf<'send-proposal'> | BodyOf<'send-counteroffer'>,
  { service }: PreparationParts,
): Promise<Outcome<Ready>> {
  const { requestId, kind } = body;
  const lane = laneOf(body);
  const [request, quotes, proposals, counteroffers] = await Promise.all([
    service.request(requestId, lane),
    kind === 'send-proposal' ? none : service.quotes(requestId, lane),
    kind === 'send-proposal' ? service.proposals(requestId, lane).then(orNotOffered) : none,
    kind === 'send-counteroffer' ? service.counteroffers(requestId, lane).then(orNotOffered) : none,
  ]);
  if (!request.ok) return request;
  if (!quotes.ok) return quotes;
  if (!proposals.ok) return proposals;
  if (!counteroffers.ok) return counteroffers;
  const quote =
    body.kind === 'send-counteroffer' &&
    answeredProblem(
      quotes.value?.records.find(({ id }) => id === body.quoteId),
      body,
    );
  const problem = offerProblem(request.value, body) ?? (quote || undefined);
  const proposalIds = idsOf(proposals.value);
  const counterofferIds = idsOf(counteroffers.value);
  return unless(problem, {
    request: request.value,
    offers: [...(quotes.value?.records ?? []), ...(proposals.value?.records ?? [])],
    before: {
      ...NOTHING,
      quoteIds: idsOf(quotes.value) ?? [],
      ...(kind === 'send-proposal' && proposalIds && { proposalIds }),
      ...(kind === 'send-counteroffer' && counterofferIds && { counterofferIds }),
    },
  });
}

const none = Promise.resolve(success(undefined));
const idsOf = <Id>(list: Listing<{ readonly id: Id }> | undefined): Id[] | undefined =>
  list?.records.map(({ id }) => id);

/** A list that the service does not offer is no reason not to send; it is one to let a person judge a lost answer. */
const orNotOffered = <T>(outcome: Outcome<T>): Outcome<T | undefined> =>
  !outcome.ok && outcome.failure.kind === 'unsupported' ? success(undefined) : outcome;

async function quoteAcceptance(
  body: BodyOf<'accept-quote'>,
  now: number,
  { service, zone }: PreparationParts,
): Promise<Outcome<Ready>> {
  const lane = laneOf(body);
  const [request, quotes, trades] = await Promise.all([
    service.request(body.requestId, lane),
    service.quotes(body.requestId, lane),
    service.trades(tradesSince(now, now, zone), lane),
  ]);
  if (!request.ok) return request;
  if (!quotes.ok) return quotes;
  if (!trades.ok) return trades;
  const quote = quotes.value.records.find(({ id }) => id === body.quoteId);
  return unless(quoteAcceptanceProblem(request.value, quote, body), {
    request: request.value,
    offers: quotes.value.records,
    before: {
      tradeIds: trades.value.records.map(({ id }) => id),
      quoteIds: quotes.value.records.map(({ id }) => id),
      ...offeredBy(quote),
    },
  });
}

async function proposalAcceptance(
  body: BodyOf<'accept-proposal'>,
  now: number,
  { service, zone }: PreparationParts,
): Promise<Outcome<Ready>> {
  const lane = laneOf(body);
  const [request, proposals, trades] = await Promise.all([
    service.request(body.requestId, lane),
    service.proposals(body.requestId, lane),
    service.trades(tradesSince(now, now, zone), lane),
  ]);
  if (!request.ok) return request;
  if (!proposals.ok) return proposals;
  if (!trades.ok) return trades;
  const proposal = proposals.value.records.find(({ id }) => id === body.proposalId);
  return unless(proposalAcceptanceProblem(request.value, proposal, body), {
    request: request.value,
    offers: proposals.value.records,
    before: {
      ...NOTHING,
      tradeIds: trades.value.records.map(({ id }) => id),
      proposalIds: proposals.value.records.map(({ id }) => id),
      ...offeredBy(proposal),
    },
  });
}

function offeredBy(offer: Before['offered']): Pick<Before, 'offered'> {
  if (offer?.quantity === undefined && offer?.counterparty === undefined) return {};
  const { quantity, counterparty } = offer;
  return {
    offered: {
      ...(quantity !== undefined && { quantity }),
      ...(counterparty !== undefined && { counterparty }),
    },
  };
}

async function creation(
  body: BodyOf<'create-request'>,
  { service }: PreparationParts,
): Promise<Outcome<Ready>> {
  const problem = newRequestProblem(body.draft);
  if (problem) return failed(unsent(problem));
  const open = await service.openRequests(laneOf(body));
  if (!open.ok) return open;
  const own = open.value.records.filter(({ role }) => role !== 'recipient');
  return success({ before: { ...NOTHING, requestIds: own.map(({ id }) => id) } });
}

async function switchingOff(
  body: BodyOf<'switch-risk'>,
  { service }: PreparationParts,
): Promise<Outcome<Ready>> {
  const risks = orNotOffered(await service.risks(laneOf(body)));
  if (!risks.ok) return risks;
  return unless(risks.value && switchOffProblem(risks.value.records, body), { before: NOTHING });
}

async function setting(body: BodyOf<'set-risk'>, { service }: PreparationParts): Promise<Outcome<Ready>> {
  const now = orNotOffered(await service.riskSettings(body.commodity, laneOf(body)));
  if (!now.ok) return now;
  return unless(now.value && settingsProblem(now.value, body), { before: NOTHING });
}

const noneToDelete = (id: RequestId): Failure => ({
  kind: 'wrong-state',
  message: `There is no price proposal on request ${id}.`,
  next: 'Nothing was sent. Nothing is left to do.',
});
