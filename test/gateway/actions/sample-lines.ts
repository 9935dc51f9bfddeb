import type { Action, ActionBody } from '../../../src/domain/action';
import type { DeskEntry } from '../../../src/domain/desk-entry';
import {
  chained,
  contentOf,
  START,
  type JournalLine,
  type KeptLine,
} from '../../../src/gateway/storage/journal-chain';
import type { Written } from '../../../src/gateway/storage/journal-store';
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

/** A line of the journal that is no action. */
export const entry = (count: number, over: Partial<DeskEntry> = {}): DeskEntry => ({
  id: actionId(9_000 + count),
  state: 'noted',
  entry: 'limits',
  shown: 'Anna Ott changed limits: bestPrice block 40 % → 60 %.',
  by: { name: 'Anna Ott', session: 'aabbccdd' },
  createdAt: 1_795_000_000_000 + count,
  changes: [{ level: 'bestPrice block', before: '40 %', after: '60 %' }],
  ...over,
});

/** The lines that a journal holds after these were appended to an empty one. */
export function chainOf(written: readonly Written[]): JournalLine[] {
  const lines: JournalLine[] = [];
  for (const one of written) lines.push(chained(lines.at(-1) ?? START, JSON.stringify(one)));
  return lines;
}

export async function* stream<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

/** With their columns, as a store gives them. */
export const keptOf = (lines: readonly JournalLine[]): KeptLine[] =>
  lines.map((line) => ({ ...line, columns: contentOf(line) as Action }));
