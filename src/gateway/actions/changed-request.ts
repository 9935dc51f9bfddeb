import type { ActionBody, ExecutedLeg } from '../../domain/action';
import { knownLegs } from '../../domain/limits/known-legs';
import { changedInServiceDays } from '../../domain/verdict/service-days';
import type { Telling } from '../cache/known-market';

/** What is known of the request behind a live offer. */
export interface HeldRequest {
  /** The list as it told the request before the offer was sent. */
  readonly listed?: readonly ExecutedLeg[] | undefined;
  readonly readAt: { readonly [by in Telling['by']]?: number };
  /** What each says otherwise than it did. */
  readonly says: { readonly [by in Telling['by']]?: string | undefined };
}

interface Sent {
  readonly body: ActionBody;
  /** By the record that was read before it left. */
  readonly legs: readonly ExecutedLeg[];
  /** Epoch ms. */
  readonly since: number;
  /** IANA, of the service's days. */
  readonly zone: string;
}

/**
 * What is known once more was read; nothing where nothing was. Each source is held against itself, as the list may name the same market or
 * write the same day in another way than the record for good. A list that says what the record said agrees too.
 */
export function heldRequest(
  { body, legs, since, zone }: Sent,
  tellings: readonly Telling[],
  held: HeldRequest = { readAt: {}, says: {} },
): HeldRequest | undefined {
  const fresh = tellings.filter(({ by, readAt }) => readAt !== held.readAt[by]);
  if (fresh.length === 0) return undefined;
  let { listed, readAt, says } = held;
  const legsOf = ({ request }: Telling): ExecutedLeg[] => knownLegs(body, request, undefined);
  for (const telling of fresh) {
    const { by } = telling;
    readAt = { ...readAt, [by]: telling.readAt };
    if (telling.readAt <= since) {
      if (by === 'list') listed = legsOf(telling);
      continue;
    }
    const now = legsOf(telling);
    const other = changedInServiceDays(legs, now, zone);
    says = {
      ...says,
      [by]: other && by === 'list' && listed ? changedInServiceDays(listed, now, zone) : other,
    };
  }
  const list = tellings.find(({ by }) => by === 'list');
  const record = tellings.find(({ by }) => by === 'record');
  const isAsSent = record !== undefined && record.readAt > since && says.record === undefined;
  // After a start it is not known how the list told it; a record that was read later proves that this is how.
  if (!listed && list && isAsSent && record.readAt >= list.readAt) {
    listed = legsOf(list);
    says = { ...says, list: undefined };
  }
  return { listed, readAt, says };
}

/** What changed, in words; `unread` where neither was read since the offer was sent. */
export function changeIn(
  { readAt, says }: HeldRequest,
  since: number,
): { readonly change: string | undefined } | 'unread' {
  const isRead = Object.values(readAt).some((at) => at > since);
  return isRead ? { change: says.record ?? says.list } : 'unread';
}
