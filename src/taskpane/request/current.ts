import type { Answer } from '../../domain/resources/resource';
import { usePane, useUnheard } from '../app/hooks';
import { agingInWords } from '../ui/text/status-text';

// The strip says what is away and what that means: here a word of it is enough.
const WORDS = { cut: 'Offline: see the top.', fault: 'Held back by the fault at the top.' };

/**
 * Why nothing that is on the screen can be relied on, however new it is, and nothing that takes risk on is sent: from the moment at which
 * the strip at the top says so. Withdrawing asks for none of it.
 */
export function useUnheardWords(): string | undefined {
  const away = useUnheard();
  return away && WORDS[away];
}

/** Why no offer of this list can be accepted or answered now; `undefined` while one can be. */
export function useNotCurrent(answer: Pick<Answer, 'state' | 'fetchedAt'>): string | undefined {
  const { formatters } = usePane();
  const heldBack = useUnheardWords();
  return heldBack ?? (answer.state === 'stale' ? agingInWords(answer, formatters) : undefined);
}
