import { gotIn, type Attempt } from './attempt';
import type { Outcome } from './report';
import type { Target } from './target';

const ONE_BY_ONE = 1;

/** Makes every attempt, so many at a time, and tells each as it ends. An attempt that breaks has not been held. */
export async function made(
  attempts: readonly Attempt[],
  target: Target,
  {
    atOnce = ONE_BY_ONE,
    tell = () => undefined,
  }: { atOnce?: number; tell?: (outcome: Outcome) => void } = {},
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const left = [...attempts];
  const work = async (): Promise<void> => {
    for (let attempt = left.shift(); attempt; attempt = left.shift()) {
      const met = await attempt
        .at(target)
        .catch((error: unknown) => gotIn(`the attempt broke: ${String(error)}`));
      const outcome = { at: target.name, attempt, ...met };
      outcomes.push(outcome);
      tell(outcome);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return outcomes;
}
