import type { Action } from '../../domain/action';
import { PAST_MAX, type Journal } from './journal';

/** Every action of the desk since this one; none where they are too many to be sure that none explains a record. */
export async function allSince(
  journal: Pick<Journal, 'newest' | 'read'>,
  { createdAt }: Action,
): Promise<readonly Action[] | undefined> {
  const past = await journal.newest(PAST_MAX);
  if (past.length >= PAST_MAX && (past.at(-1)?.createdAt ?? Infinity) > createdAt) return undefined;
  return [...new Map([...past, ...journal.read()].map((action) => [action.id, action])).values()];
}
