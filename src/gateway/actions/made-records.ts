import type { Action, ListedTerms } from '../../domain/action';
import { moved } from '../../domain/actions/action-event';
import type { ActionId } from '../../domain/identifiers';
import type { Resource } from '../../domain/resources/resource';
import { listedOtherwise } from '../../domain/verdict/listed';
import { madeOtherwise } from '../../domain/verdict/new-request';
import { LIST_LAG_MS } from '../../domain/verdict/settled';
import type { Clock } from '../../effects/clock';
import type { KnownMarketView } from '../cache/known-market';
import type { Journal } from './journal';
import { FOLLOWED_MS } from './taken-off';

type Market = Pick<
  KnownMarketView,
  'told' | 'proposals' | 'counteroffers' | 'risks' | 'riskSettings' | 'version'
>;

interface MadeRecordsOptions {
  readonly market: Market;
  readonly journal: Pick<Journal, 'find' | 'record'>;
  readonly clock: Pick<Clock, 'now'>;
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
  /** What of it was held against its record last. */
  readonly version?: number | undefined;
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
    if (resourceOf(action) && !action.over) this.followed.set(action.id, { action, since });
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
    const { market } = this.options;
    const { action, since } = followed;
    const resource = resourceOf(action);
    const version = resource && versionOf(resource, market, since);
    if (version === undefined || version === followed.version) return;
    const held = heldAgainst(action, market, since);
    this.followed.set(action.id, { ...followed, version });
    if (!held) return;
    // What somebody changes of it afterwards is no contradiction.
    if (held.says === undefined && !STAYS_OURS.has(action.body.kind)) this.followed.delete(action.id);
    const told = action.contradictions?.find(({ about }) => about === 'terms')?.says;
    if (held.says === told) return;
    const next = moved(action, {
      type: 'contradicted',
      about: 'terms',
      says: held.says,
      listed: held.listed,
    });
    if (this.followed.has(action.id)) this.followed.set(action.id, { ...followed, version, action: next });
    this.writes = this.writes.then(() => this.write(action.id, held));
  }

  private async write(id: ActionId, { says, listed }: Held): Promise<void> {
    const { journal, onListed } = this.options;
    const action = await journal.find(id).catch(() => undefined);
    if (action?.state !== 'done') return;
    const next = moved(action, { type: 'contradicted', about: 'terms', says, listed });
    if (next === action) return;
    await journal.record(next);
    onListed(next);
  }
}

/** Offers, which only this desk changes. */
const STAYS_OURS: ReadonlySet<string> = new Set(['send-proposal', 'send-counteroffer']);

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

/** Nothing where its record was not read, or is over: then nobody can take it. */
function heldAgainst(action: Action, market: Market, since: number): Held | undefined {
  const { body, legs, proposalId, counterofferId, newRequestId } = action;
  switch (body.kind) {
    case 'send-proposal': {
      const record = market.proposals(body.requestId, since)?.records.find(({ id }) => id === proposalId);
      const { direction, price, quantity, allOrNone, proposalKind: kind } = body;
      return record && (record.state ?? 'active') === 'active'
        ? (listedOtherwise({ direction, price, quantity, allOrNone, kind }, record, legs) ?? {})
        : undefined;
    }
    case 'send-counteroffer': {
      const list = market.counteroffers(body.requestId, since);
      const record = list?.records.find(({ id }) => id === counterofferId);
      const { direction, price, quantity, allOrNone, quoteId } = body;
      return record && (record.state ?? 'active') === 'active'
        ? (listedOtherwise({ direction, price, quantity, allOrNone, quoteId }, record, legs) ?? {})
        : undefined;
    }
    case 'create-request': {
      const request = newRequestId && market.told(newRequestId)?.request;
      return request ? { says: madeOtherwise(body.draft, request) } : undefined;
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
