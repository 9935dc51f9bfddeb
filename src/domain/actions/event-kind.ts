import type { Action, Made } from '../action';
import { factsOf } from './kinds';
import type { PlatformEvent } from '../event';
import type { By } from '../person';

/** What an event tells of. */
type EventKind = 'traded' | 'request' | 'closed' | 'withdrawn' | 'quote' | 'proposal' | 'counteroffer';

/** The service names its events in open words, so they are read by what they must say. */
const NAMES: readonly (readonly [EventKind, RegExp])[] = [
  ['traded', /traded|executed/],
  ['request', /^request-created$/],
  ['closed', /^request-(closed|cancelled|expired)$/],
  ['withdrawn', /^quot(e|ation)-(withdrawn|deleted|cancelled|rejected)$/],
  ['quote', /^quot(e|ation)-(created|added|submitted|updated)$/],
  ['proposal', /^(price-)?proposal-(created|added|submitted|updated)$/],
  ['counteroffer', /^counter-?offer-(created|added|submitted|updated)$/],
];

/** `undefined` for a type that is not known by any of its names. */
export const eventKindOf = (type: string): EventKind | undefined => {
  const word = eventWordOf(type);
  return NAMES.find(([, name]) => name.test(word))?.[0];
};

/** The type of an event with small letters and hyphens, however the service writes it. */
export const eventWordOf = (type: string): string => type.toLowerCase().replaceAll(/[_.\s]+/g, '-');

/** Which events tell of a result, by its number. */
export const TOLD: Record<keyof Made, EventKind> = {
  quoteId: 'quote',
  proposalId: 'proposal',
  counterofferId: 'counteroffer',
  tradeId: 'traded',
  newRequestId: 'request',
};

/** Which number of an event is that of what it tells of. */
const NUMBER: Partial<Record<EventKind, (event: PlatformEvent) => string | undefined>> = {
  quote: ({ quoteId }) => quoteId,
  withdrawn: ({ quoteId }) => quoteId,
  proposal: ({ proposalId }) => proposalId,
  counteroffer: ({ counterofferId }) => counterofferId,
  traded: ({ tradeId }) => tradeId,
  request: ({ requestId }) => requestId,
};

/** Who of this desk did what an event tells of. Nobody without a number: another one may have done the same within the minute. */
export function doersIn(journal: readonly Action[]): (event: PlatformEvent) => By | undefined {
  const doers = new Map<string, By>();
  for (const action of journal) {
    const { body, by } = action;
    if (!by || action.state !== 'done') continue;
    const { makes, takesOff } = factsOf(body);
    if (makes) doers.set(`${TOLD[makes]} ${action[makes]}`, by);
    if (takesOff === 'quote' && 'quoteId' in body) doers.set(`withdrawn ${body.quoteId}`, by);
  }
  return (event) => {
    const kind = eventKindOf(event.type);
    const number = kind && NUMBER[kind]?.(event);
    return number === undefined ? undefined : doers.get(`${kind} ${number}`);
  };
}
