import type { Action } from '../../domain/action';
import type { Clock } from '../../effects/clock';

/** When the platform's answer to a price proposal was heard. */
export interface Heard {
  /** Epoch ms; absent where its records alone told of it. */
  readonly answeredAt: number | undefined;
  /** Monotonic ms; of an earlier run, when it was read. */
  readonly heardMs: number;
}

/** What was answered is in the order in which it was: a clock may be set back. What came of others may be known long after newer ones came. */
export const isKnownLate = ({
  recovered,
  settledBy,
  isDoubted,
  corrected,
}: Pick<Action, 'recovered' | 'settledBy' | 'isDoubted' | 'corrected'>): boolean =>
  [recovered, settledBy, isDoubted, corrected].some((late) => late !== undefined);

export const heardOf = (
  { recovered, endedAt }: Pick<Action, 'recovered' | 'endedAt'>,
  clock: Pick<Clock, 'monotonicMs'>,
): Heard => ({
  answeredAt: recovered === undefined ? endedAt : undefined,
  heardMs: clock.monotonicMs(),
});

/** Whether a deletion was on its way when that was answered: which of them came first is not known. By one clock alone a deletion would never count while that is behind. */
export function wasBeside(
  { sentAt, createdAt }: Pick<Action, 'sentAt' | 'createdAt'>,
  heard: Heard | undefined,
  clock: Pick<Clock, 'now' | 'monotonicMs'>,
): boolean {
  const leftAt = sentAt ?? createdAt;
  if (!heard || leftAt >= (heard.answeredAt ?? 0)) return false;
  const agoMs = clock.now() - leftAt;
  return agoMs < 0 || clock.monotonicMs() - agoMs < heard.heardMs;
}
