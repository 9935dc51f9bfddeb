import type { BodyOf } from '../../domain/action';
import { factsOf } from '../../domain/actions/kinds';
import type { QuoteId } from '../../domain/identifiers';
import { pricesOf } from '../../domain/limits/commitment';
import { priceText } from '../../domain/limits/amount-text';
import type { ProgramKind, ProgramOffer, WantedRow } from '../../domain/program/wanted';

export type ProgramBody = BodyOf<'send-quote'> | BodyOf<'send-proposal'>;

/** What a row sends. */
export function bodyOf(
  kind: ProgramKind,
  { requestId, direction }: Pick<WantedRow, 'requestId' | 'direction'>,
  offer: ProgramOffer,
): ProgramBody {
  if (kind === 'quotes') return { kind: 'send-quote', requestId, direction, ...offer };
  const proposalKind = kind === 'firm-proposals' ? 'firm' : 'indicative';
  return { kind: 'send-proposal', proposalKind, requestId, direction, ...offer };
}

/** "Program “Curve”: ask 31.40 for 10 on RQ-2" */
export function shownOf(name: string, body: ProgramBody): string {
  const prices = pricesOf(body.price).map(priceText).join(' / ');
  const what = body.kind === 'send-quote' ? '' : `${factsOf(body).noun} `;
  return `Program “${name}”: ${what}${body.direction} ${prices} for ${body.quantity} on ${body.requestId}`;
}

/** Why a row is held, of which a quote was found by its terms and this is the other one. */
export const besideTwin = (quoteId: QuoteId | undefined): string =>
  `Quote ${quoteId ?? ''} says what this row sent too, and one of them may be a colleague’s: nothing more is sent while it is live.`;
