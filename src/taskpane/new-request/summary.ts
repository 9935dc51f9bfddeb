import type { NewLeg, NewRequest } from '../../domain/new-request';
import type { Figures } from '../words/figures';
import { periodInWords } from '../words/period';
import { contractInWords, withUnit } from '../words/request-words';

/** Exactly what a press sends, in one sentence. Recipients stand last, so that a cut never takes a leg away. */
export function summaryOf(request: NewRequest, figures: Figures): string {
  const kind = contractInWords(request) ?? 'single request';
  const several = request.legs.length > 1;
  const legs = request.legs.map((leg, index) =>
    [several && `leg ${index + 1},`, 'you', legInWords(leg, figures)].filter(Boolean).join(' '),
  );
  const whole = request.allOrNone ? 'all or none' : 'parts possible';
  return `New ${kind}: ${legs.join('; ')}; ${whole}; ${recipientsInWords(request)}.`;
}

function legInWords(leg: NewLeg, figures: Figures): string {
  const { type, house } = leg.clearing ?? {};
  return [
    `${leg.action} ${withUnit(figures.quantity(leg.quantity), leg.quantityUnit)} ${leg.commodity} ${leg.market}`,
    leg.loadProfile,
    `${leg.deliveryStart} to ${leg.deliveryEnd} (${periodInWords(leg.deliveryStart, leg.deliveryEnd) ?? ''})`,
    type && `clearing ${[type, house].filter(Boolean).join(' ')}`,
  ]
    .filter(Boolean)
    .join(', ');
}

function recipientsInWords({ recipients }: NewRequest): string {
  if (recipients.length === 0) return 'asked of whoever the platform asks';
  const count = `${recipients.length} ${recipients.length === 1 ? 'recipient' : 'recipients'}`;
  return `asked of ${count}: ${recipients.join(', ')}`;
}
