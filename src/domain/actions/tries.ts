import { onlyProtects, type Action } from '../action';
import { aboutOf } from './about';
import type { PressState } from './state-words';

/** As much of a line of the journal as says whether it is another try of the same. */
export interface Tried extends Pick<Action, 'id' | 'body' | 'endedAt'> {
  readonly state: PressState;
  /** Epoch ms. */
  readonly at: number;
}

const ENDS: ReadonlySet<PressState> = new Set(['done', 'rejected', 'cancelled', 'refused']);
/** Whether a person has to keep an eye on it. */
export const isUnsettled = ({ state }: Pick<Tried, 'state'>): boolean => !ENDS.has(state);

/** What was pressed once: all tries of what takes the same risk away, for in an outage it goes again and again; of anything else one. */
export interface Thing<T extends Tried> {
  /** The first one first. */
  readonly tries: readonly [T, ...T[]];
  /** The one whose outcome is that of the thing. */
  readonly counts: T;
}

export function thingsIn<T extends Tried>(lines: readonly T[]): readonly Thing<T>[] {
  const newest = new Map<string, [T, ...T[]]>();
  const things: [T, ...T[]][] = [];
  for (const line of [...lines].sort((a, b) => a.at - b.at)) {
    const about = onlyProtects(line.body) ? aboutOf(line.body) : line.id;
    const tries = newest.get(about);
    if (tries?.every((before) => isTriedAgain(before, line))) tries.push(line);
    else {
      const thing: [T] = [line];
      newest.set(about, thing);
      things.push(thing);
    }
  }
  return things.map((tries) => ({ tries, counts: countingOf(tries) }));
}

/** A quote is withdrawn once; anything else that takes risk away is another thing once it has ended. */
const isTriedAgain = ({ state, body, at, endedAt = at }: Tried, next: Tried): boolean =>
  !ENDS.has(state) || endedAt >= next.at || (body.kind === 'withdraw-quote' && state !== 'done');

/** The try that was done, else one that is under way, else one whose end is not known, else the newest. */
function countingOf<T extends Tried>(tries: readonly T[]): T {
  const inState = (...states: readonly PressState[]) => tries.findLast(({ state }) => states.includes(state));
  return (inState('done') ??
    inState('staged', 'sending') ??
    tries.findLast(isUnsettled) ??
    tries.at(-1)) as T;
}
