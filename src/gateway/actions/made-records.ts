import type { Action, ActionBody, BodyOf, ListedTerms } from '../../domain/action';
import { moved, type ActionEvent } from '../../domain/actions/action-event';
import type { ActionId } from '../../domain/identifiers';
import type { Resource } from '../../domain/resources/resource';
import type { Counteroffer, Proposal } from '../../domain/offers';
import { listedOtherwise, type SentTerms } from '../../domain/verdict/listed';
import { madeOtherwise } from '../../domain/verdict/new-request';
import { LIST_LAG_MS } from '../../domain/verdict/settled';
import type { Clock } from '../../effects/clock';
import type { KnownMarketView } from '../cache/known-market';
import { changeIn, heldRequest, type HeldRequest } from './changed-request';
import type { Journal } from './journal';
import { FOLLOWED_MS } from './taken-off';

type Market = Pick<
  KnownMarketView,
  'told' | 'tellings' | 'proposals' | 'counteroffers' | 'risks' | 'riskSettings' | 'version'
>;

interface MadeRecordsOptions {
  readonly market: Market;
  readonly journal: Pick<Journal, 'find' | 'record'>;
  readonly clock: Pick<Clock, 'now'>;
  /** IANA zone of the service's days. */
  readonly zone: string;
  /** Its record has other terms than before. */
  readonly onListed: (action: Action) => void;
}

/** What a record says: `says` otherwise than was sent. */
interface Held {
  readonly says?: string | undefined;
  readonly listed?: ListedTerms | undefined;
}

interface Followed {
  readonly action: Action;
  /** When it was known to be there, epoch ms: what was read before tells of something else. */
  readonly since: number;
  /** When what it was held against last was read. */
  readonly version?: number;
  /** The request that it is on. */
  readonly request?: HeldRequest;
}

/**
 * What the desk made beside quotes, held against what is listed of it whenever that is read anyway: price proposals, counteroffers and requests,
 * and what was set of risk management. An answer may name a number alone, and the record is what counts. That nothing lists it proves nothing.
 */
export class MadeRecords {
  private readonly followed = new Map<ActionId, Followed>();
  private writes: Promise<void> = Promise.resolve();

  constructor(private readonly options: MadeRecordsOptions) {}

  /** `past`: the newest actions, the newest first. */
  start(past: readonly Action[]): void {
    for (const action of past.toReversed()) this.take(action);
  }

  /** An action has ended. */
  take(action: Action): void {
    if (action.state !== 'done') return;
    for (const [id, { action: other }] of this.followed)
      if (id !== action.id && takesPlaceOf(action, other)) this.followed.delete(id);
    const since = (action.endedAt ?? action.createdAt) + (isReusedNumber(action) ? LIST_LAG_MS : 0);
    if (!resourceOf(action) || action.over) return;
    const followed = { action, since };
    this.followed.set(action.id, followed);
    this.holdRequest(followed);
  }

  /** What is known of the market is looked at; it costs no call. */
  look(): void {
    const from = this.options.clock.now() - FOLLOWED_MS;
    for (const [id, followed] of [...this.followed]) {
      if (followed.since < from) this.followed.delete(id);
      else this.hold(followed);
    }
  }

  private hold(followed: Followed): void {
    const { market, zone } = this.options;
    const { action, since, version: before } = followed;
    const resource = resourceOf(action);
    const version = resource && versionOf(resource, market, since);
    if (version !== undefined && version !== before) {
      this.followed.set(action.id, { ...followed, version });
      const held = heldAgainst(action, { market, since, zone });
      if (held === 'over') return void this.followed.delete(action.id);
      if (held) this.tell(action, { about: 'terms', ...held });
    }
    const now = this.followed.get(action.id);
    if (now) this.holdRequest(now);
  }

  /** A platform may change an open request: then the offer stands for something else than was priced. */
  private holdRequest(followed: Followed): void {
    const { market, zone } = this.options;
    const { body, legs, proposalId, counterofferId, id, ...times } = followed.action;
    if (!isOffer(body) || !legs) return;
    const since = times.endedAt ?? times.createdAt;
    const { requestId } = body;
    const request = heldRequest({ body, legs, since, zone }, market.tellings(requestId), followed.request);
    if (!request) return;
    this.followed.set(id, { ...followed, request });
    const read = changeIn(request, since);
    if (read === 'unread') return;
    const { change } = read;
    const number = proposalId ?? counterofferId ?? '';
    const says =
      change &&
      `Request ${requestId} has changed since ${number} was sent: ${change}. Check whether you still want it.`;
    this.tell(followed.action, { about: 'request', says });
  }

  private tell(action: Action, held: Held & { readonly about: 'terms' | 'request' }): void {
    const { id, body, contradictions } = action;
    const told = contradictions?.find(({ about }) => about === held.about)?.says;
    const followed = this.followed.get(id);
    // What somebody changes of it afterwards is no contradiction.
    if (held.says === undefined && !isOffer(body)) this.followed.delete(id);
    if (held.says === told || !followed) return;
    const { says, listed, about } = held;
    const event = { type: 'contradicted' as const, about, says, listed };
    if (this.followed.has(id)) this.followed.set(id, { ...followed, action: moved(action, event) });
    this.writes = this.writes.then(() => this.write(id, event));
  }

  private async write(id: ActionId, event: Extract<ActionEvent, { type: 'contradicted' }>): Promise<void> {
    const { journal, onListed } = this.options;
    const action = await journal.find(id).catch(() => undefined);
    if (action?.state !== 'done') return;
    const next = moved(action, event);
    if (next === action) return;
    await journal.record(next);
    onListed(next);
  }
}

/** One that only this desk changes. */
const isOffer = (body: ActionBody): body is BodyOf<'send-proposal'> | BodyOf<'send-counteroffer'> =>
  body.kind === 'send-proposal' || body.kind === 'send-counteroffer';

/** The later one is what stands. */
function takesPlaceOf({ body, createdAt }: Action, { body: other, createdAt: before }: Action): boolean {
  if (createdAt < before) return false;
  if ('commodity' in body) return other.kind === body.kind && other.commodity === body.commodity;
  const isOfProposals = body.kind === 'send-proposal' || body.kind === 'delete-proposals';
  return isOfProposals && other.kind === 'send-proposal' && other.requestId === body.requestId;
}

/** A list that lags tells the earlier one. */
const isReusedNumber = ({ proposalId, counterofferId, before }: Action): boolean =>
  (proposalId !== undefined && before?.proposalIds?.includes(proposalId) === true) ||
  (counterofferId !== undefined && before?.counterofferIds?.includes(counterofferId) === true);

/** In which its record stands; nothing of an action that made none, or not by a number. */
function resourceOf({ body, proposalId, counterofferId, newRequestId }: Action): Resource | undefined {
  switch (body.kind) {
    case 'send-proposal':
      return proposalId && { kind: 'proposals', id: body.requestId };
    case 'send-counteroffer':
      return counterofferId && { kind: 'counteroffers', id: body.requestId };
    case 'create-request':
      return newRequestId && { kind: 'request', id: newRequestId };
    case 'switch-risk':
      return { kind: 'risks' };
    case 'set-risk':
      return { kind: 'risk-settings', commodity: body.commodity };
    default:
      return undefined;
  }
}

/** Changes with what was read; a request stands in the list of open ones as well. */
function versionOf(resource: Resource, market: Market, since: number): number | undefined {
  if (resource.kind !== 'request') return market.version(resource, since);
  const readAt = market.told(resource.id)?.readAt;
  return readAt !== undefined && readAt >= since ? readAt : undefined;
}

/** Nothing where its record was not read; one that is over can be taken by nobody. */
function heldAgainst(
  action: Action,
  { market, since, zone }: { readonly market: Market; readonly since: number; readonly zone: string },
): Held | 'over' | undefined {
  const { body, legs, proposalId, counterofferId, newRequestId } = action;
  switch (body.kind) {
    case 'send-proposal': {
      const record = market.proposals(body.requestId, since)?.records.find(({ id }) => id === proposalId);
      return record && offerHeldAgainst({ ...termsOf(body), kind: body.proposalKind }, record, legs);
    }
    case 'send-counteroffer': {
      const list = market.counteroffers(body.requestId, since);
      const record = list?.records.find(({ id }) => id === counterofferId);
      return record && offerHeldAgainst({ ...termsOf(body), quoteId: body.quoteId }, record, legs);
    }
    case 'create-request': {
      const request = newRequestId && market.told(newRequestId)?.request;
      return request ? { says: madeOtherwise(body.draft, request, zone) } : undefined;
    }
    case 'switch-risk': {
      const risk = market.risks(since)?.records.find(({ commodity }) => commodity === body.commodity);
      if (!risk) return undefined;
      const [is, sent] = [risk.on, body.on].map((on) => (on ? 'on' : 'off'));
      const says = `The platform lists risk management of ${body.commodity} as ${is}; you switched it ${sent}. Check it there before you rely on it.`;
      return { says: risk.on === body.on ? undefined : says };
    }
    case 'set-risk': {
      const now = market.riskSettings(body.commodity, since);
      if (!now) return undefined;
      const others = Object.entries(body.settings).filter(
        ([name, value]) => now[name] !== undefined && now[name] !== value,
      );
      const said = others.map(([name, value]) => `${name} ${String(now[name])}, not ${String(value)}`);
      const says = `The platform lists the risk settings of ${body.commodity} with ${said.join('; ')}.`;
      return { says: said.length > 0 ? says : undefined };
    }
    default:
      return undefined;
  }
}

const termsOf = ({
  direction,
  price,
  quantity,
  allOrNone,
}: BodyOf<'send-proposal'> | BodyOf<'send-counteroffer'>): SentTerms => ({
  direction,
  price,
  quantity,
  allOrNone,
});

const offerHeldAgainst = (
  sent: SentTerms,
  record: Proposal | Counteroffer,
  legs: Action['legs'],
): Held | 'over' =>
  (record.state ?? 'active') === 'active' ? (listedOtherwise(sent, record, legs) ?? {}) : 'over';
