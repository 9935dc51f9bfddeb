import type { Action, ActionBody } from '../../../src/domain/action';
import { ActionId, QuoteId, RequestId } from '../../../src/domain/identifiers';
import { seededChance } from '../../../src/effects/chance';
import { QUOTE } from '../../domain/sample-action';

const LINES = 120;

/** Lines as a desk may write them in the course of years: of old actions and new ones, with every outcome. */
export function drawnHistory(seed: number): Action[] {
  const chance = seededChance(seed);
  const below = (count: number): number => Math.floor(chance() * count);
  const bodies: ActionBody[] = [];
  const bodyOf = (): ActionBody => {
    const requestId = RequestId.parse(`RQ-${below(3)}`);
    const quoteId = QuoteId.parse(`QT-${below(Math.max(1, bodies.length))}`);
    const kinds: ActionBody[] = [
      { ...QUOTE, requestId },
      { kind: 'withdraw-quote', requestId, quoteId },
      { ...QUOTE, kind: 'send-proposal', proposalKind: below(2) === 0 ? 'firm' : 'indicative', requestId },
      { kind: 'delete-proposals', requestId },
      { ...QUOTE, kind: 'send-counteroffer', requestId, quoteId },
    ];
    return kinds[below(kinds.length)] ?? { ...QUOTE };
  };
  return Array.from({ length: LINES }, (_, at) => {
    const isNew = bodies.length === 0 || below(3) > 0;
    if (isNew) bodies.push(bodyOf());
    const number = isNew || below(2) === 0 ? bodies.length - 1 : below(bodies.length);
    const body = bodies[number] ?? QUOTE;
    const state = (['sending', 'unknown', 'done', 'done', 'done', 'rejected'] as const)[below(6)] ?? 'done';
    const isQuote = body.kind === 'send-quote' && state === 'done';
    const isOffer = 'direction' in body && state === 'done';
    return {
      id: ActionId.parse(`00000000-0000-4000-8000-${String(number).padStart(12, '0')}`),
      body,
      shown: 'A press',
      state,
      createdAt: number,
      ...(isQuote && { quoteId: QuoteId.parse(`QT-${number}`) }),
      ...(isOffer && below(3) === 0 && { over: { how: 'request-closed', at } as const }),
    };
  });
}
