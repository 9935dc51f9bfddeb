import type { ActionBody, Made } from '../../domain/action';
import type { LastSeenPrice } from '../../domain/last-seen-price';
import type { Figures } from './figures';
import { sentPriceInWords } from './own-quote-words';

/** A name and its value, for a table of two columns. */
type Line = readonly [name: string, value: string];

const yes = (on: boolean): string => (on ? 'yes' : 'no');

/** What an action sends, field by field. */
export function sentInWords(body: ActionBody, figures: Figures): Line[] {
  switch (body.kind) {
    case 'send-quote':
      return offerLines(body, figures);
    case 'send-proposal':
      return [['Kind', body.proposalKind], ...offerLines(body, figures)];
    case 'send-counteroffer':
      return [['To quote', body.quoteId], ...offerLines(body, figures)];
    case 'withdraw-quote':
      return [
        ['Request', body.requestId],
        ['Quote', body.quoteId],
      ];
    case 'delete-proposals':
      return [['Request', body.requestId]];
    case 'accept-quote':
      return [['Quote', body.quoteId], ...acceptanceLines(body, figures)];
    case 'accept-proposal':
      return [['Proposal', body.proposalId], ...acceptanceLines(body, figures)];
    case 'create-request':
      return draftLines(body.draft, figures);
    case 'switch-risk':
      return [
        ['Commodity', body.commodity],
        ['Protection', body.on ? 'on' : 'off'],
      ];
    case 'set-risk':
      return [
        ['Commodity', body.commodity],
        ...Object.entries(body.settings).map(([name, value]): Line => [name, String(value)]),
      ];
  }
}

type Offer = Extract<ActionBody, { direction: unknown }>;

const offerLines = (offer: Offer, figures: Figures): Line[] => [
  ['Request', offer.requestId],
  ['Direction', offer.direction],
  ['Price', sentPriceInWords(offer.price, figures)],
  ['Quantity', figures.quantity(offer.quantity)],
  ['All or none', yes(offer.allOrNone)],
];

type Acceptance = Extract<ActionBody, { lastSeen: unknown }>;

function acceptanceLines(body: Acceptance, figures: Figures): Line[] {
  const { quantity, shownQuantity } = body;
  const whole = shownQuantity === undefined ? 'all of it' : `all of it, ${figures.quantity(shownQuantity)}`;
  return [
    ['Request', body.requestId],
    ['Last-seen price', lastSeenInWords(body.lastSeen, figures)],
    ['Quantity', quantity === undefined ? whole : figures.quantity(quantity)],
  ];
}

const lastSeenInWords = (lastSeen: LastSeenPrice, figures: Figures): string =>
  lastSeen.type === 'standard-spread'
    ? `net ${figures.signed(lastSeen.spreadPrice)}`
    : lastSeen.legPrices.map((leg) => figures.price(leg)).join(' / ');

type Draft = Extract<ActionBody, { kind: 'create-request' }>['draft'];

const draftLines = ({ contract, legs, allOrNone, recipients }: Draft, figures: Figures): Line[] => [
  ['Contract', contract],
  ...legs.map((leg, index): Line => [
    `Leg ${index + 1}`,
    [
      `${leg.action} ${leg.market} ${leg.commodity}`,
      `${leg.deliveryStart} to ${leg.deliveryEnd}`,
      `${figures.quantity(leg.quantity)} ${leg.quantityUnit ?? ''}`.trim(),
    ].join(', '),
  ]),
  ['All or none', yes(allOrNone)],
  ['Recipients', recipients.length === 0 ? 'whoever the platform asks' : recipients.join(', ')],
];

/** The numbers that the service gave to what came of it. */
export const madeInWords = (made: Made): Line[] =>
  (
    [
      ['Trade', made.tradeId],
      ['Quote', made.quoteId],
      ['Proposal', made.proposalId],
      ['Counteroffer', made.counterofferId],
      ['New request', made.newRequestId],
    ] as const
  ).flatMap(([name, id]): Line[] => (id === undefined ? [] : [[name, id]]));
