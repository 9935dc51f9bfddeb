import type { Action, ActionBody, Before, BodyOf } from '../../domain/action';
import { askedQuantity, isAcceptance } from '../../domain/executed';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import { committedBy } from '../../domain/limits/check';
import { acceptedIn } from '../../domain/limits/references';
import { newRequestProblem } from '../../domain/new-request-problem';
import type { Proposal, Quote } from '../../domain/offers';
import { takenProblem } from '../../domain/quantity-problem';
import type { Listing } from '../../domain/record';
import type { Request } from '../../domain/request';
import { pause, type Clock } from '../../effects/clock';
import type { Service } from '../platform/operations';
import { invalid, TOO_SLOW, unsent } from './action-errors';
import { answeredProblem, offerProblem, settingsProblem, switchOffProblem } from './checks';
import { proposalAcceptanceProblem, quoteAcceptanceProblem } from './checks-acceptance';
import { laneOf, tradesSince, unreadableIn, type IdField } from './evidence';
import type { Journal } from './journal';
import type { LimitsCheck } from './limits-check';

export interface PreparationParts {
  readonly service: Service;
  readonly clock: Clock;
  readonly zone: string;
}

/** It may be sent. `request` is what an offer is priced on, `offers` what else is on offer there, as it was read. */
export interface Ready {
  readonly before: Before;
  readonly request?: Request;
  readonly offers?: readonly Offered[];
  /** How many more of them cannot be read. */
  readonly unreadable?: number;
}

export type Offered = Quote | Proposal;

const NOTHING: Before = { tradeIds: [], quoteIds: [] };

/**
 * Reads, in the action's own lane, what tells whether it may be sent and what came of it afterwards. What only takes risk
 * away waits for no read that it could do without.
 */
async function prepared(body: ActionBody, now: number, parts: PreparationParts): Promise<Outcome<Ready>> {
  switch (body.kind) {
    case 'withdraw-quote':
      return success({ before: NOTHING });
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

/** Risk-reducing actions and acceptances wait no longer than this for a list that only helps to judge the outcome. */
const LIST_WAIT_MS_MAX = 800;

/** It goes whatever the list says: one that is empty, or lags, proves nothing, and a deletion too many costs one call. */
async function deletion(body: BodyOf<'delete-proposals'>, parts: PreparationParts): Promise<Outcome<Ready>> {
  const proposals = await Promise.race([
    parts.service.proposals(body.requestId, laneOf(body)),
    pause(parts.clock, LIST_WAIT_MS_MAX),
  ]);
  if (!proposals?.ok) return success({ before: NOTHING });
  const proposalIds = proposals.value.records.map(({ id }) => id);
  return success({ before: { ...NOTHING, proposalIds } });
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
      ...(kind === 'send-quote' && unreadBefore(quotes.value, 'quotation-id')),
      ...(kind === 'send-proposal' && unreadBefore(proposals.value, 'price-proposal-id')),
      ...(kind === 'send-counteroffer' && unreadBefore(counteroffers.value, 'counteroffer-id')),
    },
  });
}

const none = Promise.resolve(success(undefined));
const idsOf = <Id>(list: Listing<{ readonly id: Id }> | undefined): Id[] | undefined =>
  list?.records.map(({ id }) => id);

/** Records unreadable before sending, so that they do not count as new once readable. */
function unreadBefore(
  list: Pick<Listing<unknown>, 'unreadable'> | undefined,
  field: IdField,
): Pick<Before, 'unreadable'> {
  return list && list.unreadable.length > 0 ? { unreadable: unreadableIn(list, field) } : {};
}

/** A list that the service does not offer is no reason not to send; it is one to let a person judge a lost answer. */
const orNotOffered = <T>(outcome: Outcome<T>): Outcome<T | undefined> =>
  !outcome.ok && outcome.failure.kind === 'unsupported' ? success(undefined) : outcome;

async function quoteAcceptance(
  body: BodyOf<'accept-quote'>,
  now: number,
  parts: PreparationParts,
): Promise<Outcome<Ready>> {
  const lane = laneOf(body);
  const [request, quotes, trades] = await Promise.all([
    parts.service.request(body.requestId, lane),
    parts.service.quotes(body.requestId, lane),
    tradesBefore(now, parts),
  ]);
  if (!request.ok) return request;
  if (!quotes.ok) return quotes;
  const quote = quotes.value.records.find(({ id }) => id === body.quoteId);
  return unless(quoteAcceptanceProblem(request.value, quote, body), {
    request: request.value,
    offers: quotes.value.records,
    unreadable: quotes.value.unreadable.length,
    before: { ...trades, quoteIds: quotes.value.records.map(({ id }) => id), ...offeredBy(quote) },
  });
}

async function proposalAcceptance(
  body: BodyOf<'accept-proposal'>,
  now: number,
  parts: PreparationParts,
): Promise<Outcome<Ready>> {
  const lane = laneOf(body);
  const [request, proposals, trades] = await Promise.all([
    parts.service.request(body.requestId, lane),
    parts.service.proposals(body.requestId, lane),
    tradesBefore(now, parts),
  ]);
  if (!request.ok) return request;
  if (!proposals.ok) return proposals;
  const proposal = proposals.value.records.find(({ id }) => id === body.proposalId);
  return unless(proposalAcceptanceProblem(request.value, proposal, body), {
    request: request.value,
    offers: proposals.value.records,
    unreadable: proposals.value.unreadable.length,
    before: {
      ...trades,
      quoteIds: [],
      proposalIds: proposals.value.records.map(({ id }) => id),
      ...offeredBy(proposal),
    },
  });
}

/**
 * The trades of the day, which only help to tell what came of an acceptance whose answer is lost. On a day of many trades
 * they are many pages, and a price does not wait for them: without them the trade is told by when it was traded.
 */
async function tradesBefore(
  now: number,
  { service, clock, zone }: PreparationParts,
): Promise<Pick<Before, 'tradeIds' | 'unreadable'>> {
  const giveUp = new AbortController();
  const ask = { ...laneOf({ kind: 'accept-quote' }), signal: giveUp.signal };
  const trades = await Promise.race([
    service.trades(tradesSince(now, now, zone), ask),
    pause(clock, LIST_WAIT_MS_MAX),
  ]);
  if (!trades) giveUp.abort();
  if (!trades?.ok) return {};
  return {
    tradeIds: trades.value.records.map(({ id }) => id),
    ...unreadBefore(trades.value, 'trade-id'),
  };
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
  const requestIds = own.map(({ id }) => id);
  return success({ before: { ...NOTHING, requestIds, ...unreadBefore(open.value, 'request-id') } });
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

type Preparing = Parameters<typeof prepared>[2];

interface ReadinessParts extends Preparing {
  readonly clock: Clock;
  readonly limits: Pick<LimitsCheck, 'problem' | 'unread'>;
  readonly journal: Pick<Journal, 'read'>;
}

/** A price that was read longer ago is read again before an acceptance goes out. */
const PRICE_AGE_MS_MAX = 3_000;

/** Whether an action may be sent, by the service's rules and by the desk's own limits, and what is known before it is. */
export async function readiness(action: Action, parts: ReadinessParts): Promise<Outcome<Ready>> {
  const { body } = action;
  const unread = parts.limits.unread(body);
  if (unread) return failed(unread);
  const checked = await readJustNow(body, parts);
  if (!checked.ok) return checked;
  const { request, offers = [], unreadable = 0 } = checked.value;
  if (!request) return checked;
  const beyond = beyondRequest(action, { request, offers, journal: parts.journal.read() });
  if (beyond) return failed(beyond);
  const problem = parts.limits.problem(action, { request, offers, unreadable });
  if (problem) return failed(problem);
  const committed = [...committedBy(body, request, acceptedIn(body, offers))];
  return success({ ...checked.value, before: { ...checked.value.before, committed } });
}

/** Why an acceptance takes more than its request asks for, together with what this desk took of it before. */
function beyondRequest(
  { id, body }: Action,
  known: {
    readonly request: Request;
    readonly offers: readonly Offered[];
    readonly journal: readonly Action[];
  },
): Failure | undefined {
  if (!isAcceptance(body)) return undefined;
  const quantity = askedQuantity(body) ?? acceptedIn(body, known.offers)?.quantity;
  if (quantity === undefined) return undefined;
  const taken = known.journal.flatMap((other) => {
    const isOn = isAcceptance(other.body) && other.body.requestId === body.requestId && other.id !== id;
    const isNot = other.sentAt === undefined || other.state === 'rejected' || other.state === 'cancelled';
    if (!isOn || isNot || !isAcceptance(other.body)) return [];
    return other.executed?.quantity ?? askedQuantity(other.body) ?? [];
  });
  const problem = takenProblem(known.request, quantity, taken);
  return problem === undefined ? undefined : invalid(problem, 'Take no more than that.', 'quantity');
}

/** A price to be accepted must have been read just now. */
async function readJustNow(body: ActionBody, parts: ReadinessParts): Promise<Outcome<Ready>> {
  const first = await read(body, parts);
  const isAcceptance = body.kind === 'accept-quote' || body.kind === 'accept-proposal';
  if (first.tookMs <= PRICE_AGE_MS_MAX || !isAcceptance) return first.ready;
  const again = await read(body, parts);
  return again.tookMs <= PRICE_AGE_MS_MAX ? again.ready : failed(TOO_SLOW);
}

async function read(
  body: ActionBody,
  parts: ReadinessParts,
): Promise<{ ready: Outcome<Ready>; tookMs: number }> {
  const startedMs = parts.clock.monotonicMs();
  const ready = await prepared(body, parts.clock.now(), parts);
  return { ready, tookMs: parts.clock.monotonicMs() - startedMs };
}
