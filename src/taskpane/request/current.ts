import { useMemo } from 'react';
import { eventKindOf, eventWordOf } from '../../domain/actions/event-kind';
import type { RequestId } from '../../domain/identifiers';
import { isConcluded, type Request } from '../../domain/request';
import type { Answer } from '../../domain/resources/resource';
import { EVENTS, useAnswer, usePane, useUnheard } from '../app/hooks';
import { agingInWords } from '../ui/text/status-text';

/** Asked for while there is none: it costs nothing. */
const NO_REQUEST = { kind: 'status' } as const;

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

/** An event says that it is over, and its record has not been read since, as while the platform does not answer: how it ended is not known. */
export function useIsHeardClosed(request: Request | undefined): boolean {
  const { client } = usePane();
  const events = useAnswer(client, EVENTS).value ?? [];
  const id = request?.id;
  const resource = useMemo(() => (id === undefined ? NO_REQUEST : ({ kind: 'request', id } as const)), [id]);
  const { fetchedAt = 0 } = useAnswer(client, resource, 'aside');
  return (
    request !== undefined &&
    !isConcluded(request) &&
    events.some(
      ({ requestId, type, origin, heardAt }) =>
        requestId === id && origin !== 'test' && heardAt > fetchedAt && eventKindOf(type) === 'closed',
    )
  );
}

/** An event tells of something on the request that its offers, as they were read last (epoch ms), may not show yet. */
export function useIsHeardNewer(
  id: RequestId,
  { quotesAt, proposalsAt }: { readonly quotesAt: number; readonly proposalsAt: number },
): boolean {
  const events = useAnswer(usePane().client, EVENTS).value ?? [];
  return events.some(
    ({ requestId, type, origin, heardAt }) =>
      requestId === id &&
      origin !== 'test' &&
      heardAt > (eventWordOf(type).includes('proposal') ? proposalsAt : quotesAt),
  );
}

export const HEARD_CLOSED = 'The request is closed: nothing on it can be changed.';
