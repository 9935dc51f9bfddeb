import * as z from 'zod/mini';
import type { Action } from './action';
import type { Analytics } from './analytics';
import type { Counteroffer } from './counteroffer';
import type { Capture } from './capture';
import { Day } from './day';
import type { DeskStatus, Quota } from './desk-status';
import type { PlatformEvent } from './event';
import { RequestId, TradeId } from './identifiers';
import type { DeskLimits } from './limits/limits';
import type { LoadShape } from './load-shape';
import type { OwnOffer } from './own-offer';
import type { OwnQuote } from './own-quote';
import type { Proposal } from './proposal';
import type { Quote } from './quote';
import type { Recipient } from './recipient';
import type { Listing } from './record';
import type { Request } from './request';
import type { Risk, RiskSettings } from './risk';
import type { Trade, TradeReference } from './trade';

const strict = z.strictObject;
/** A commodity or a market by the service's own name. */
const name = () => z.string().check(z.minLength(1), z.maxLength(100));

/**
 * One thing that can be watched: everything a cell or the pane shows is one of these, and every formula and view on
 * the same one shares one answer. `status`, `quota`, `journal`, `limits`, `captures`, `own-quotes`,
 * `own-offers` and `events` are the gateway's own and cost no call.
 *
 * `trades`: references of all venues traded from the first to the last of these days, both included; without
 * days, today's in the service's zone, whenever that is. `request-load-shapes` are of an active request, `trade-load-shapes`
 * of a traded deal: the service keeps them in two places.
 */
export const Resource = z.discriminatedUnion('kind', [
  strict({ kind: z.literal('status') }),
  strict({ kind: z.literal('quota') }),
  strict({ kind: z.literal('journal') }),
  strict({ kind: z.literal('limits') }),
  strict({ kind: z.literal('captures') }),
  strict({ kind: z.literal('own-quotes') }),
  strict({ kind: z.literal('own-offers') }),
  strict({ kind: z.literal('events') }),
  strict({ kind: z.literal('open-requests') }),
  strict({ kind: z.literal('concluded-requests'), from: Day, to: Day }),
  strict({ kind: z.literal('request'), id: RequestId }),
  strict({ kind: z.literal('quotes'), id: RequestId }),
  strict({ kind: z.literal('analytics'), id: RequestId }),
  strict({ kind: z.literal('proposals'), id: RequestId }),
  strict({ kind: z.literal('counteroffers'), id: RequestId }),
  strict({ kind: z.literal('request-load-shapes'), id: RequestId }),
  strict({ kind: z.literal('trades'), from: z.optional(Day), to: z.optional(Day) }),
  strict({ kind: z.literal('trade'), id: TradeId }),
  strict({ kind: z.literal('trade-load-shapes'), id: TradeId }),
  strict({ kind: z.literal('risks') }),
  strict({ kind: z.literal('risk-settings'), commodity: name() }),
  strict({ kind: z.literal('recipients'), commodity: name(), market: z.optional(name()) }),
]);
export type Resource = z.infer<typeof Resource>;
export type ResourceKind = Resource['kind'];

/** The gateway's own: they are read without a call and without a session of the service. */
export const OWN_KINDS = [
  'status',
  'quota',
  'journal',
  'limits',
  'captures',
  'events',
] as const satisfies readonly ResourceKind[];

/** What each kind of resource answers with. */
export interface Values {
  status: DeskStatus;
  quota: Quota;
  journal: readonly Action[];
  limits: DeskLimits;
  /** The newest first. */
  captures: readonly Capture[];
  'own-quotes': readonly OwnQuote[];
  /** Beside the quotes. */
  'own-offers': readonly OwnOffer[];
  events: readonly PlatformEvent[];
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
  return ResourceKey.parse(JSON.stringify(resource, Object.keys(resource).sort()));
}
