import type { Answer } from '../../domain/resources/resource';
import { STATUS, useAnswer, usePane } from '../app/hooks';
import { agingInWords } from '../ui/text/status-text';

const UNANSWERED = 'The platform does not answer, and an offer is read again before it is accepted.';

/**
 * Why no offer of this list can be accepted now: it is too old, or could not be read again while the platform does not answer.
 * `undefined` while one can be.
 */
export function useNotCurrent(answer: Pick<Answer, 'state' | 'fetchedAt'>): string | undefined {
  const { client, formatters } = usePane();
  const isSilent = useAnswer(client, STATUS).value?.failure !== undefined;
  if (answer.state === 'stale') return agingInWords(answer, formatters);
  return answer.state === 'failed' && isSilent ? UNANSWERED : undefined;
}
