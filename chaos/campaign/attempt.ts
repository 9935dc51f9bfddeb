import { setTimeout as pause } from 'node:timers/promises';
import { Complaint } from '../../scripts/complaint.mjs';
import type { Workplace } from './workplace';

/** Longer than any run takes, also on a busy machine. */
const RUN_MS_MAX = 180_000;

/**
 * What came of a run, or why it broke off, as a sentence: that is wrong in itself, and ends no other run. Throws a
 * {@link Complaint} when somebody has ended the whole meanwhile.
 */
export async function attempt<Ran extends object>(
  work: Promise<Ran>,
  workplace: Workplace,
): Promise<Ran | string> {
  const isOver = new AbortController();
  const late = pause(RUN_MS_MAX, 'It was not over after 3 minutes.', { ref: false, signal: isOver.signal });
  const came = await Promise.race([work, late]).catch((error: unknown) => `It broke off: ${String(error)}`);
  late.catch(() => undefined);
  isOver.abort();
  if (workplace.isOver) throw new Complaint('Ended before every run was over.');
  return came;
}
