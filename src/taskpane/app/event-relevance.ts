import { requestIdOf, type Action, type BodyOf } from '../../domain/action';
import { factsOf } from '../../domain/actions/kinds';
import { comparedDecimals, subtractedDecimals } from '../../domain/decimal';
import type { Fill } from '../../domain/delivery/fill';
import type { PlatformEvent } from '../../domain/event';
import { eventKindOf, eventWordOf, TOLD } from '../../domain/actions/event-kind';
import { present } from '../../domain/present';
import { Quantity, sumOf } from '../../domain/quantity';
import type { Resource } from '../../domain/resources/resource';
import type { Role } from '../../domain/role';
import type { NewsKind } from './heard-events';

/** Why an event concerns this desk: it made the request, quoted it, or a cell or the pane watches it. */
export interface Relevance {
  readonly isOwn: boolean;
  readonly isQuoted: boolean;
  readonly isWatched: boolean;
  /** The request asks this desk for a quote. */
  readonly isAsked?: boolean;
  /** The quote that the event names is this desk's. */
  readonly isOwnQuote?: boolean;
}

export interface RelevanceContext {
  /** Who the desk is in the requests that it has seen, by their ids. */
  readonly roles: ReadonlyMap<string, Role>;
  readonly journal: readonly Action[];
  readonly watched: readonly Resource[];
}

const NOT_RELEVANT: Relevance = { isOwn: false, isQuoted: false, isWatched: false };

/** How the desk stands to the request of an event, from what it knows without asking. */
export function relevanceOf({
  roles,
  journal,
  watched,
}: RelevanceContext): (event: PlatformEvent) => Relevance {
  const made = new Set<string>(journal.flatMap(({ newRequestId }) => newRequestId ?? []));
  // Only whoever made a request takes quotes on it or answers them.
  const answered = new Set<string>(
    journal.flatMap(({ body }) =>
      body.kind === 'accept-quote' || body.kind === 'send-counteroffer' ? body.requestId : [],
    ),
  );
  const quoted = quotedIn(journal);
  const quotes = new Set<string>(journal.flatMap(({ quoteId }) => quoteId ?? []));
  const looked = new Set<string>(watched.flatMap((resource) => requestOf(resource) ?? []));
  return ({ requestId, quoteId }) => {
    if (requestId === undefined) return NOT_RELEVANT;
    return {
      isOwn: roles.get(requestId) === 'initiator' || made.has(requestId) || answered.has(requestId),
      isQuoted: quoted.has(requestId),
      isWatched: looked.has(requestId),
      isAsked: roles.get(requestId) === 'recipient',
      isOwnQuote: quoteId !== undefined && quotes.has(quoteId),
    };
  };
}

export const isRelevant = ({ isOwn, isQuoted, isWatched }: Relevance): boolean =>
  isOwn || isQuoted || isWatched;

/** Requests on which the desk has a quote that it has not taken back. */
function quotedIn(journal: readonly Action[]): Set<string> {
  const done = journal.filter(({ state }) => state === 'done');
  const back = new Set(
    done.flatMap(({ body }) => (factsOf(body).takesOff === 'quote' && 'quoteId' in body ? body.quoteId : [])),
  );
  return new Set(
    done
      .filter(
        ({ body, quoteId }) =>
          factsOf(body).leaves === 'quote' && (quoteId === undefined || !back.has(quoteId)),
      )
      .flatMap(({ body }) => requestIdOf(body) ?? []),
  );
}

/** A quote of this desk that was not taken back, as it was sent. */
export type EndedQuote = Pick<BodyOf<'send-quote'>, 'direction' | 'price' | 'quantity'> & Pick<Action, 'by'>;

/**
 * What ended of the desk's quotes with their request: sent, neither taken back by then nor taken. Nothing where a trade does not
 * say which quote it took, or how much of it. `at`: when the request ended, in epoch ms.
 */
export function endedWith(
  requestId: string,
  at: number,
  { journal, fills }: { journal: readonly Action[]; fills: readonly Fill[] },
): readonly EndedQuote[] {
  const back = new Set<string>(
    journal.flatMap(({ state, body, endedAt = 0 }) =>
      state === 'done' && body.kind === 'withdraw-quote' && endedAt <= at ? [body.quoteId] : [],
    ),
  );
  if (fills.some((fill) => fill.requestId === requestId && fill.quoteId === undefined)) return [];
  return journal.flatMap(({ state, body, quoteId, tradeId, by, endedAt = 0 }) => {
    const isMeant = state === 'done' && body.kind === 'send-quote' && body.requestId === requestId;
    if (!isMeant || tradeId !== undefined || endedAt > at) return [];
    if (quoteId !== undefined && back.has(quoteId)) return [];
    const quantity = leftOf(
      body,
      fills.filter((fill) => quoteId !== undefined && fill.quoteId === quoteId),
    );
    const { direction, price } = body;
    return quantity === undefined ? [] : [{ direction, price, quantity, ...present({ by }) }];
  });
}

/** What trades left of a quote; absent where that is nothing, or not known. */
function leftOf({ quantity, allOrNone }: BodyOf<'send-quote'>, fills: readonly Fill[]): Quantity | undefined {
  const traded = fills.flatMap((fill) => fill.quantity ?? []);
  if (traded.length < fills.length || (allOrNone && fills.length > 0)) return undefined;
  const left = subtractedDecimals(quantity, sumOf(traded));
  return comparedDecimals(left, '0') > 0 ? Quantity.parse(left) : undefined;
}

/** A trade's or a day's own ids are not those of requests. */
function requestOf(resource: Resource): string | undefined {
  if (resource.kind === 'trade' || resource.kind === 'trade-load-shapes') return undefined;
  return 'id' in resource ? resource.id : undefined;
}

/** What of it a person is told while looking elsewhere, if anything: what the desk did or is asked, and nothing of what others do all day long. */
export function newsOf(
  { type }: Pick<PlatformEvent, 'type'>,
  { isOwn, isQuoted, isAsked = false, isOwnQuote = false }: Relevance,
): NewsKind | undefined {
  const kind = eventKindOf(type);
  const told: Record<NewsKind, boolean> = {
    traded: isOwn || isQuoted,
    withdrawn: isOwnQuote,
    counteroffer: isQuoted,
    request: isAsked,
    closed: isOwn || isQuoted,
  };
  return kind !== undefined && kind !== 'quote' && kind !== 'proposal' && told[kind] ? kind : undefined;
}

/** What others do all day long: it is listed, and is nobody's own. */
const CHURN = /^(request-created|quot(e|ation)-.*|(price-)?proposal-.*|trade-listed)$/;

/** Whether it is about this desk itself: a trade or the end of a request that it made or quoted, or a counteroffer to its quote. */
export const isOwnMatter = (
  { type }: Pick<PlatformEvent, 'type'>,
  { isOwn, isQuoted }: Pick<Relevance, 'isOwn' | 'isQuoted'>,
): boolean => (isOwn || isQuoted) && !CHURN.test(eventWordOf(type));

const GONE = /^(price-)?proposal-(deleted|withdrawn|replaced)$/;

/** How long before or after an action's end an event without ids may still be its own. */
const OWN_WITHIN_MS = 60_000;

/** `maybe`: an action that is under way could have caused it, and has not said yet what came of it. */
type Caused = 'yes' | 'maybe' | 'no';

/** Whether this desk caused it by an action of its own, here or in another workbook. */
export function causedHere(event: PlatformEvent, journal: readonly Action[]): Caused {
  let caused: Caused = 'no';
  for (const action of journal) {
    const one = causedBy(event, action);
    if (one === 'yes') return 'yes';
    if (one === 'maybe') caused = 'maybe';
  }
  return caused;
}

function causedBy(event: PlatformEvent, action: Action): Caused {
  const made = madeBy(event, action);
  if (!made || action.state === 'rejected' || action.state === 'cancelled') return 'no';
  if (made.told !== undefined && made.told === made.own) return 'yes';
  if (made.told !== undefined && made.own !== undefined) return 'no';
  if (event.requestId !== (requestIdOf(action.body) ?? action.newRequestId)) return 'no';
  if (action.state !== 'done') return event.heardAt >= action.createdAt ? 'maybe' : 'no';
  return Math.abs(event.heardAt - (action.endedAt ?? action.createdAt)) <= OWN_WITHIN_MS ? 'yes' : 'no';
}

/** The number that the event gives to what came about, and the one that the action knows of; nothing where they are of different kinds. */
function madeBy(
  event: PlatformEvent,
  action: Action,
): { told: string | undefined; own: string | undefined } | undefined {
  const { body } = action;
  const { makes, takesOff } = factsOf(body);
  // A new price proposal takes the place of those before it.
  if (GONE.test(event.type))
    return takesOff === 'proposals' ? { told: undefined, own: undefined } : undefined;
  const news = eventKindOf(event.type);
  if (takesOff === 'quote' && 'quoteId' in body)
    return news === 'withdrawn' ? { told: event.quoteId, own: body.quoteId } : undefined;
  if (!makes || news !== TOLD[makes]) return undefined;
  return { told: event[makes === 'newRequestId' ? 'requestId' : makes], own: action[makes] };
}
