import * as z from 'zod/mini';
import type { Action } from '../action';
import type { DeskEntry } from '../desk-entry';
import { Day } from '../day';
import type { DeskStatus, Quota } from '../desk-status';
import type { PlatformEvent } from '../event';
import { Failure } from '../failure';
import { HistoryField, type SeenValue } from '../history';
import { RequestId, TradeId } from '../identifiers';
import type { DeskLimits } from '../limits/limits';
import type { Counteroffer, Proposal, Quote } from '../offers';
import type { OwnOffer, OwnQuote } from '../own-offers';
import type { OwnTrade } from '../own-trade';
import type { Program } from '../program/program';
import { PositionStep, type PositionSums } from '../position';
import type { Analytics, Listing, LoadShape, Recipient, Risk, RiskSettings } from '../record';
import type { Request } from '../request';
import type { Trade, TradeReference } from '../trade';
import type { TradeDownload } from '../trade-download';
import { WinsStep, type Wins } from '../wins';

/** A commodity or a market by the service's own name. */
const name = () => z.string().check(z.minLength(1), z.maxLength(100));

/**
 * One thing that can be watched: everything a cell or the pane shows is one of these, and every formula and view on
 * the same one shares one answer. `status`, `quota`, `journal`, `desk-entries`, `limits`, `captures`, `own-quotes`,
 * `own-offers`, `own-trades`, `programs`, `events`, `history`, `position` and `wins` are the gateway's own and cost no call. A `history` is what was seen of one field of a
 * request, without a look for its sake; a `position` sums stored trades by periods of delivery, those of `from` to `to`, and live
 * quotes of this desk with `atRisk`; `wins` tells what became of requests asked from `from` to `to`, as far as that is kept.
 *
 * `trades`: references of all venues traded from the first to the last of these days, both included; without
 * days, today's in the service's zone, whenever that is. `request-load-shapes` are of an active request, `trade-load-shapes`
 * of a traded deal: the service keeps them in two places.
 */
export const Resource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('status') }),
  z.strictObject({ kind: z.literal('quota') }),
  z.strictObject({ kind: z.literal('journal') }),
  z.strictObject({ kind: z.literal('desk-entries') }),
  z.strictObject({ kind: z.literal('limits') }),
  z.strictObject({ kind: z.literal('captures') }),
  z.strictObject({ kind: z.literal('own-quotes') }),
  z.strictObject({ kind: z.literal('own-offers') }),
  z.strictObject({ kind: z.literal('own-trades') }),
  z.strictObject({ kind: z.literal('programs') }),
  z.strictObject({ kind: z.literal('events') }),
  z.strictObject({ kind: z.literal('history'), id: RequestId, field: HistoryField }),
  z.strictObject({
    kind: z.literal('position'),
    from: z.optional(Day),
    to: z.optional(Day),
    by: PositionStep,
    commodity: z.optional(name()),
    market: z.optional(name()),
    load: z.optional(name()),
    atRisk: z.optional(z.literal(true)),
  }),
  z.strictObject({ kind: z.literal('wins'), from: z.optional(Day), to: z.optional(Day), by: WinsStep }),
  z.strictObject({ kind: z.literal('open-requests') }),
  z.strictObject({ kind: z.literal('concluded-requests'), from: Day, to: Day }),
  z.strictObject({ kind: z.literal('request'), id: RequestId }),
  z.strictObject({ kind: z.literal('quotes'), id: RequestId }),
  z.strictObject({ kind: z.literal('analytics'), id: RequestId }),
  z.strictObject({ kind: z.literal('proposals'), id: RequestId }),
  z.strictObject({ kind: z.literal('counteroffers'), id: RequestId }),
  z.strictObject({ kind: z.literal('request-load-shapes'), id: RequestId }),
  z.strictObject({ kind: z.literal('trades'), from: z.optional(Day), to: z.optional(Day) }),
  z.strictObject({ kind: z.literal('trade'), id: TradeId }),
  z.strictObject({ kind: z.literal('trade-load-shapes'), id: TradeId }),
  z.strictObject({ kind: z.literal('risks') }),
  z.strictObject({ kind: z.literal('risk-settings'), commodity: name() }),
  z.strictObject({ kind: z.literal('recipients'), commodity: name(), market: z.optional(name()) }),
]);
export type Resource = z.infer<typeof Resource>;
export type ResourceKind = Resource['kind'];

/** The gateway's own: they are read without a call and without a session of the service. */
export const OWN_KINDS = [
  'status',
  'quota',
  'journal',
  'desk-entries',
  'limits',
  'captures',
  'programs',
  'events',
  'history',
] as const satisfies readonly ResourceKind[];

const MOVING_KINDS: readonly ResourceKind[] = [
  'open-requests',
  'request',
  'quotes',
  'proposals',
  'counteroffers',
  'analytics',
];

/** Prices, and what decides on them: what of it is old is worth nothing, unlike the trades of a past day. */
export const isMoving = ({ kind }: Pick<Resource, 'kind'>): boolean => MOVING_KINDS.includes(kind);

/** What moves is shown for so long after the platform, or the line to the gateway, last answered: every price alike. */
export const UNHEARD_MS = 120_000;

/** Value type of each kind of resource. */
export interface Values {
  status: DeskStatus;
  quota: Quota;
  journal: readonly Action[];
  /** Lines of the journal that are no actions, the newest first. */
  'desk-entries': readonly DeskEntry[];
  limits: DeskLimits;
  /** The newest first. */
  captures: readonly TradeDownload[];
  'own-quotes': readonly OwnQuote[];
  /** Beside the quotes. */
  'own-offers': readonly OwnOffer[];
  /** The newest first, of every day. */
  'own-trades': readonly OwnTrade[];
  /** Those that run, then those that stopped within a day, the newest first. */
  programs: readonly Program[];
  events: readonly PlatformEvent[];
  /** Oldest first. */
  history: readonly SeenValue[];
  position: PositionSums;
  wins: Wins;
  'open-requests': Listing<Request>;
  'concluded-requests': Listing<Request>;
  request: Request;
  quotes: Listing<Quote>;
  analytics: Analytics;
  proposals: Listing<Proposal>;
  counteroffers: Listing<Counteroffer>;
  'request-load-shapes': LoadShape;
  trades: Listing<TradeReference>;
  trade: Trade;
  'trade-load-shapes': LoadShape;
  risks: Listing<Risk>;
  'risk-settings': RiskSettings;
  recipients: Listing<Recipient>;
}
export type ValueOf<R extends Resource> = Values[R['kind']];

export const ResourceKey = z.string().check(z.maxLength(500)).brand<'ResourceKey'>();
export type ResourceKey = z.infer<typeof ResourceKey>;

/** The canonical name of a resource: equal resources have equal keys, whatever the order of their properties. */
export function resourceKey(resource: Resource): ResourceKey {
  const name = nameOf(resource);
  if (name === undefined) return written(resource);
  const kept = keptKeys.get(resource.kind) ?? new Map<string, ResourceKey>();
  const key = kept.get(name) ?? written(resource);
  if (kept.size >= KEPT_MAX) kept.clear();
  keptKeys.set(resource.kind, kept.set(name, key));
  return key;
}

/** What names it beside its kind, where that is an id alone; nothing where more does. */
const nameOf = (resource: Resource): string | undefined =>
  resource.kind === 'status' ? '' : 'id' in resource && !('field' in resource) ? resource.id : undefined;

const written = (resource: Resource): ResourceKey =>
  ResourceKey.parse(JSON.stringify(resource, Object.keys(resource).sort()));

/** Each calculation of each cell asks by key. Keys of what an id names are kept, of so many ids of a kind at most. */
const KEPT_MAX = 5_000;
const keptKeys = new Map<ResourceKind, Map<string, ResourceKey>>();

/**
 * Latest state of a watched resource.
 *
 * `waiting`: nothing is known yet. `fresh`: known and within its age limit. `refreshing`: the same, and being asked
 * again. `stale`: known, but older than its limit; a cell no longer shows it. `failed`: the last fetch failed; `value`, if any, is the last good one, and stays visible until `staleAt`.
 */
export type AnswerState = 'waiting' | 'fresh' | 'refreshing' | 'stale' | 'failed';

export interface Answer<R extends Resource = Resource> {
  readonly state: AnswerState;
  readonly value?: ValueOf<R>;
  /** Epoch ms at which the service gave `value`. */
  readonly fetchedAt?: number;
  /** Epoch ms from which `value` is too old to be shown; absent for what never changes. */
  readonly staleAt?: number;
  readonly failure?: Failure;
  /** Nothing is known, and nothing is asked by itself: only cells watch it, and their workbooks are not live. */
  readonly idle?: true;
}

/**
 * Who keeps a resource up to date. `itself`: it is asked for by itself. `open-requests`: the list of open
 * requests brings it, which is asked for anyway. `kept`: it never changes again and is never asked for. `gateway`: it is
 * the gateway's own. `nobody`: it is asked for only when a person says so, because every workbook that
 * shows it is in manual mode or paused, or because asking again would bring the same failure.
 */
export const KeptBy = z.enum(['itself', 'open-requests', 'kept', 'gateway', 'nobody']);
export type KeptBy = z.infer<typeof KeptBy>;

/** Where what is shown of one resource comes from, and what is going to happen to it. Times are epoch ms. */
export const Source = z.object({
  key: ResourceKey,
  state: z.enum(['waiting', 'fresh', 'refreshing', 'stale', 'failed']),
  fetchedAt: z.optional(z.number()),
  staleAt: z.optional(z.number()),
  /** When it will be asked for again as things stand; absent when never. */
  nextAt: z.optional(z.number()),
  /** Calls that asking again costs: one for each page of a list, as many as last time; 0 for what costs nothing. */
  calls: z.number(),
  by: KeptBy,
  failure: z.optional(Failure),
});
export type Source = z.infer<typeof Source>;
