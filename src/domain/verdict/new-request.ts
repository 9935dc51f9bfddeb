import * as z from 'zod/mini';
import type { Action, Before, BodyOf } from '../action';
import type { Leg } from '../leg';
import type { NewLeg, NewRequest } from '../new-request';
import type { Request } from '../request';
import { otherLegs } from './changed-legs';
import { inServiceDays } from './service-days';
import {
  differ,
  hadNameless,
  hidden,
  listed,
  mayHaveMade,
  newUnreadable,
  numberNamed,
  sameName,
  seen,
  UNKNOWN,
  unknownBut,
  type Evidence,
  type Sought,
  type Verdict,
} from './evidence';

/**
 * A request is made when one open request of the desk's own is there that was not there before and says what the draft
 * says; or when the one that the answer to it named is open, whatever that says. Equal drafts make equal requests: whatever another action of this desk made is not this one.
 */
export function newRequest(
  {
    body,
    before,
    ...sent
  }: Pick<Sought, 'failure'> & { readonly body: BodyOf<'create-request'>; readonly before: Before },
  { requests }: Evidence,
  others: readonly Action[],
): Verdict {
  if (before.requestIds === undefined) return UNKNOWN;
  const known = new Set<string>([
    ...before.requestIds,
    ...(before.unreadable?.ids ?? []),
    ...others.flatMap(({ body: other, newRequestId }) =>
      other.kind === 'create-request' && newRequestId !== undefined ? [newRequestId] : [],
    ),
  ]);
  const number = numberNamed(sent);
  if (number !== undefined && !known.has(number)) {
    const named = seen(requests).records.find(({ id }) => id === number);
    if (!named) return UNKNOWN;
    if (named.state === 'open') return { verdict: 'done', newRequestId: named.id };
    return unknownBut(`Your request ${named.id} is listed as ${named.state}.`);
  }
  const fresh = seen(requests).records.filter(({ id, role }) => role === 'initiator' && !known.has(id));
  const names = others.flatMap(({ body: other }) =>
    other.kind === 'create-request' ? [...other.draft.recipients] : [],
  );
  const likenesses = fresh.map((request) => ({
    id: request.id,
    likeness: likeness(request, body.draft, names),
  }));
  const candidates = likenesses.filter(({ likeness: one }) => one !== 'other');
  const rivals = others.filter(
    (other) =>
      other.body.kind === 'create-request' &&
      mayHaveMade(other, other.newRequestId) &&
      couldBeMistaken(other.body.draft, body.draft),
  );
  const unread = newUnreadable(seen(requests), known);
  const [only, second] = candidates;
  if (unread > 0) return unknownBut(hidden(unread, ['open request', 'open requests'], 'one'));
  if (!only) return UNKNOWN;
  if (!second && only.likeness === 'equal' && rivals.length === 0 && !hadNameless(before)) {
    return { verdict: 'done', newRequestId: only.id };
  }
  return unknownBut(
    `${second ? 'Several new requests' : 'A new request'} of your own may be this one: ${listed(candidates.map(({ id }) => id))}.`,
  );
}

/** `open`: nothing contradicts, but the record does not say all that makes it the one. `names`: of recipients, as the desk spells them. */
function likeness(request: Request, draft: NewRequest, names: readonly string[]): 'equal' | 'other' | 'open' {
  const kinds = draft.contract === 'spread' ? ['spread', 'standard-spread'] : undefined;
  if (kinds && !kinds.includes(request.contract)) return 'other';
  if (draft.contract === 'single' && request.contract !== 'single') return 'other';
  if (differ(request.swapType, draft.contract === 'swap' ? draft.swapType : undefined)) return 'other';
  if (differ(request.spreadType, draft.contract === 'spread' ? draft.spreadType : undefined)) return 'other';
  if (differ(request.allOrNone, draft.allOrNone) || request.legs.length !== draft.legs.length) return 'other';
  const legs = request.legs.map((leg, index) => legLikeness(leg, draft.legs[index]));
  const recipients = recipientsOf(draft, request);
  if (legs.includes('other')) return 'other';
  const isNamed = listedRecipients(request)?.every((one) => names.some((name) => sameRecipient(one, name)));
  if (recipients === 'none' && isNamed) return 'other';
  // Names with nothing in common may be another way of naming the same: a person decides.
  if (recipients === 'some' || recipients === 'none') return 'open';
  const isSwapSaid = draft.contract !== 'swap' || request.swapType !== undefined;
  return isSwapSaid && !legs.includes('open') ? 'equal' : 'open';
}

/**
 * What the record of a request that was made says otherwise than its draft, in words; nothing where both agree. Names of recipients that have
 * nothing in common are another way of naming them. `zone`: IANA, of the service's days.
 */
export function madeOtherwise(draft: NewRequest, request: Request, zone: string): string | undefined {
  const words = (sent: string, listed: string): string => `${listed}, not ${sent}`;
  const recipients = recipientsOf(draft, request);
  const differences = [
    differ(request.swapType, draft.contract === 'swap' ? draft.swapType : undefined) && request.swapType,
    differ(request.spreadType, draft.contract === 'spread' ? draft.spreadType : undefined) &&
      `spread type ${request.spreadType ?? ''}`,
    otherLegs(draft.legs, request.legs, words) &&
      otherLegs(draft.legs, inServiceDays(request.legs, zone), words),
    differ(request.allOrNone, draft.allOrNone) &&
      words(wholeText(draft.allOrNone), wholeText(!draft.allOrNone)),
    recipients === 'some' &&
      `recipients ${words(draft.recipients.join(', '), (listedRecipients(request) ?? []).join(', '))}`,
  ].filter(Boolean);
  if (differences.length === 0) return undefined;
  return `The platform lists your request ${request.id} with ${differences.join('; ')}. It is quoted as listed: check it on the platform.`;
}

/** A platform may be sent a number and a name, and list the name alone. */
const sameRecipient = (a: string, b: string): boolean => sameName(unnumbered(a), unnumbered(b));
const unnumbered = (name: string): string => name.trim().replace(/^\d+\s+(?=\D)/, '');

/** Whether the recipients that a request lists are those of the draft; `unsaid` where one of both names none. */
function recipientsOf(draft: NewRequest, request: Pick<Request, 'raw'>): 'same' | 'some' | 'none' | 'unsaid' {
  const names = listedRecipients(request);
  if (!names || draft.recipients.length === 0) return 'unsaid';
  const common = draft.recipients.filter((name) => names.some((one) => sameRecipient(one, name)));
  if (common.length === 0) return 'none';
  return common.length === draft.recipients.length && common.length === names.length ? 'same' : 'some';
}

const Named = z.union([
  z.string(),
  z.pipe(
    z.object({ name: z.string() }),
    z.transform(({ name }) => name),
  ),
]);
const Recipients = z.array(Named).check(z.minLength(1));

const listedRecipients = ({ raw }: Pick<Request, 'raw'>): readonly string[] | undefined =>
  Recipients.safeParse(raw['recipients']).data;

/** Fields that every leg needs to be compared with another. */
const NAMED = ['commodity', 'market', 'deliveryStart', 'deliveryEnd', 'quantity'] as const;

function legLikeness(leg: Leg, drafted: NewLeg | undefined): 'equal' | 'other' | 'open' {
  if (!drafted || leg.action !== drafted.action) return 'other';
  const contradicts =
    NAMED.some((name) => differ(leg[name], drafted[name])) ||
    differ(leg.loadProfile, drafted.loadProfile) ||
    differ(leg.clearing?.type, drafted.clearing?.type) ||
    differ(leg.clearing?.house, drafted.clearing?.house);
  if (contradicts) return 'other';
  return NAMED.some((name) => leg[name] === undefined) ? 'open' : 'equal';
}

const wholeText = (allOrNone: boolean): string => (allOrNone ? 'all or none' : 'partial OK');

/** Whether a request made of one draft could be taken for one made of the other: lists do not say who was asked. */
export function couldBeMistaken(a: NewRequest, b: NewRequest): boolean {
  return (
    a.contract === b.contract &&
    a.allOrNone === b.allOrNone &&
    !differ(kindOf(a), kindOf(b)) &&
    a.legs.every((leg, index) => {
      const other = b.legs[index];
      return other !== undefined && legLikeness(legOf(leg), other) !== 'other';
    })
  );
}

const kindOf = (draft: NewRequest): string | undefined =>
  draft.contract === 'spread' ? draft.spreadType : draft.contract === 'swap' ? draft.swapType : undefined;

/** A drafted leg as its request would show it. */
function legOf({ loadProfile, quantityUnit: _, clearing, ...leg }: NewLeg): Leg {
  return {
    ...leg,
    ...(loadProfile !== undefined && { loadProfile }),
    ...(clearing !== undefined && { clearing }),
  };
}
