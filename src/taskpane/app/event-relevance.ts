import { requestIdOf, type Action, type ActionKind } from '../../domain/action';
import type { PlatformEvent } from '../../domain/event';
import type { Resource } from '../../domain/resources/resource';
import type { Role } from '../../domain/role';
import type { NewsKind } from './notices';

/** Why a request concerns this desk: it made it, it quoted it, or a cell or the pane watches it. */
export interface Relevance {
  readonly isOwn: boolean;
  readonly isQuoted: boolean;
  readonly isWatched: boolean;
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
  const looked = new Set<string>(watched.flatMap((resource) => requestOf(resource) ?? []));
  return ({ requestId }) => {
    if (requestId === undefined) return NOT_RELEVANT;
    return {
      isOwn: roles.get(requestId) === 'initiator' || made.has(requestId) || answered.has(requestId),
      isQuoted: quoted.has(requestId),
      isWatched: looked.has(requestId),
    };
  };
}

export const isRelevant = ({ isOwn, isQuoted, isWatched }: Relevance): boolean =>
  isOwn || isQuoted || isWatched;

/** Requests on which the desk has a quote that it has not taken back. */
function quotedIn(journal: readonly Action[]): Set<string> {
  const done = journal.filter(({ state }) => state === 'done');
  const back = new Set(done.flatMap(({ body }) => (body.kind === 'withdraw-quote' ? body.quoteId : [])));
  return new Set(
    done.flatMap(({ body, quoteId }) =>
      body.kind === 'send-quote' && (quoteId === undefined || !back.has(quoteId)) ? body.requestId : [],
    ),
  );
}

/** A trade's or a day's own ids are not those of requests. */
function requestOf(resource: Resource): string | undefined {
  if (resource.kind === 'trade' || resource.kind === 'trade-load-shapes') return undefined;
  return 'id' in resource ? resource.id : undefined;
}

/** The service names its events in open words, so they are read by what they must say. */
const NAMES: readonly (readonly [NewsKind, RegExp])[] = [
  ['traded', /traded|executed/],
  ['withdrawn', /^quot(e|ation)-(withdrawn|deleted|cancelled)$/],
  ['quote', /^quot(e|ation)-(created|added|submitted|updated)$/],
  ['proposal', /^(price-)?proposal-(created|added|submitted|updated)$/],
  ['counteroffer', /^counter-?offer-(created|added|submitted|updated)$/],
];

const kindOf = (type: string): NewsKind | undefined => {
  const word = type.toLowerCase().replaceAll(/[_.\s]+/g, '-');
  return NAMES.find(([, name]) => name.test(word))?.[0];
};

/** What of it a person is told while looking elsewhere, if anything. */
export function newsOf(
  { type }: PlatformEvent,
  { isOwn, isQuoted, isWatched }: Relevance,
): NewsKind | undefined {
  const kind = kindOf(type);
  const told: Record<NewsKind, boolean> = {
    quote: isOwn,
    withdrawn: isOwn,
    proposal: !isOwn && (isQuoted || isWatched),
    counteroffer: isQuoted,
    traded: isOwn || isQuoted || isWatched,
  };
  return kind !== undefined && told[kind] ? kind : undefined;
}

/** A new price proposal takes the place of those before it. */
const TAKES_AWAY: ReadonlySet<ActionKind> = new Set(['send-proposal', 'delete-proposals']);
const GONE = /^(price-)?proposal-(deleted|withdrawn|replaced)$/;

/** How long before or after an action's end an event without ids may still be its own. */
const OWN_WITHIN_MS = 60_000;

/** `maybe`: an action that is under way could have caused it, and has not said yet what came of it. */
export type Caused = 'yes' | 'maybe' | 'no';

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
  const kind = kindOf(event.type);
  if (GONE.test(event.type))
    return TAKES_AWAY.has(body.kind) ? { told: undefined, own: undefined } : undefined;
  switch (body.kind) {
    case 'send-quote':
      return kind === 'quote' ? { told: event.quoteId, own: action.quoteId } : undefined;
    case 'withdraw-quote':
      return kind === 'withdrawn' ? { told: event.quoteId, own: body.quoteId } : undefined;
    case 'send-proposal':
      return kind === 'proposal' ? { told: event.proposalId, own: action.proposalId } : undefined;
    case 'send-counteroffer':
      return kind === 'counteroffer' ? { told: event.counterofferId, own: action.counterofferId } : undefined;
    case 'accept-quote':
    case 'accept-proposal':
      return kind === 'traded' ? { told: event.tradeId, own: action.tradeId } : undefined;
    case 'create-request':
      return event.type === 'request-created'
        ? { told: event.requestId, own: action.newRequestId }
        : undefined;
    default:
      return undefined;
  }
}
