import type { Request } from '../../domain/request';
import type { Figures } from './figures';

const STATE_WORDS: Record<string, string> = { open: 'Open', closed: 'Closed', traded: 'Traded' };

export const stateInWords = ({ state }: Pick<Request, 'state'>): string => STATE_WORDS[state] ?? state;

/** "Traded 20 Nov 2026, 12:04 CET", and what is still to come of it. */
export function outcomeInWords(
  request: Pick<Request, 'state' | 'concludedAt' | 'contract' | 'legs'>,
  figures: Pick<Figures, 'moment'>,
): string {
  const { concludedAt } = request;
  const when = concludedAt === undefined ? ', when is not given' : ` ${figures.moment(concludedAt)}`;
  const waits = waitsForOperator(request) ? '; waiting for the operator to enter the leg prices' : '';
  return `${stateInWords(request)}${when}${waits}`;
}

/** A standard spread is dealt at its net price; its trade appears once the operator has entered a price for each leg. */
const waitsForOperator = ({ state, contract, legs }: Pick<Request, 'state' | 'contract' | 'legs'>): boolean =>
  state === 'traded' && contract === 'standard-spread' && legs.some(({ price }) => price === undefined);
