import type { BodyOf } from '../action';
import { deliveryInWords } from '../delivery/product-words';
import { asNumber, yesOrNo, type ActionFacts, type SentLine } from './facts';

export const createRequest: ActionFacts<BodyOf<'create-request'>> = {
  label: 'New request',
  noun: 'new request',
  outcome: { done: 'open', not: 'not open' },
  makes: 'newRequestId',
  done: ({ newRequestId }) => `The request is open${asNumber(newRequestId)}.`,
  sent: ({ draft: { contract, legs, allOrNone, recipients } }, figures) => [
    ['Contract', contract],
    ...legs.map((leg, index): SentLine => [
      `Leg ${index + 1}`,
      [
        `${leg.action} ${leg.market} ${leg.commodity}`,
        deliveryInWords(leg),
        `${figures.quantity(leg.quantity)} ${leg.quantityUnit ?? ''}`.trim(),
      ].join(', '),
    ]),
    ['All or none', yesOrNo(allOrNone)],
    ['Recipients', recipients.length === 0 ? 'chosen by the platform' : recipients.join(', ')],
  ],
};
