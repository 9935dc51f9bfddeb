import type { Action, ActionBody } from '../../../src/domain/action';
import { chained, START, type JournalLine } from '../../../src/gateway/storage/journal-chain';
import { ACCEPT, actionId } from '../twins/actions';

export const action = (count: number, over: Partial<Action> = {}): Action => ({
  id: actionId(count),
  body: ACCEPT,
  shown: 'Accept Q-1 at 30.1',
  state: 'staged',
  createdAt: 1_795_000_000_000 + count,
  ...over,
});

export const withBody = (body: ActionBody, over: Partial<Action> = {}): Action =>
  action(1, { body, ...over });

/** The lines that a journal holds after these were appended to an empty one. */
export function chainOf(actions: readonly Action[]): JournalLine[] {
  const lines: JournalLine[] = [];
  for (const one of actions) lines.push(chained(lines.at(-1) ?? START, JSON.stringify(one)));
  return lines;
}

export async function* stream<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}
