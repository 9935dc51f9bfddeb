import type { ActionBody, Made } from '../../domain/action';
import type { LastSeenPrice } from '../../domain/price';
import type { Formatters } from '../ui/formatters';
import { sentPriceInWords } from '../ui/text/own-offer-text';

/** A name and its value, for a table of two columns. */
type Line = readonly [name: string, value: string];

const yes = (on: boolean): string => (on ? 'yes' : 'no');

/** What an action sends, field by field. */
export function sentInWords(body: ActionBody, formatters: Formatters): Line[] {
  switch (body.kind) {
    case 'send-quote':
      return offerLines(body, formatters);
    case 'send-proposal':
      return [['Kind', body.proposalKind], ...offerLines(body, formatters)];
    case 'send-counteroffer':
      return [['To quote', body.quoteId], ...offerLines(body, formatters)];
    case 'withdraw-quote':
      return [
        ['Request', body.requestId],
        ['Quote', body.quoteId],
      ];
    case 'delete-proposals':
      return [['Request', body.requestId]];
    case 'accept-quote':
      return [['Quote', body.quoteId], ...acceptanceLines(body, formatters)];
    case 'accept-proposal':
      return [['Proposal', body.proposalId], ...acceptanceLines(body, formatters)];
    case 'create-request':
      return draftLines(body.draft, formatters);
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

const offerLines = (offer: Offer, formatters: Formatters): Line[] => [
  ['Request', offer.requestId],
  ['Direction', offer.direction],
  ['Price', sentPriceInWords(offer.price, formatters)],
  ['Quantity', formatters.quantity(offer.quantity)],
  ['All or none', yes(offer.allOrNone)],
];

type Acceptance = Extract<ActionBody, { lastSeen: unknown }>;

function acceptanceLines(body: Acceptance, formatters: Formatters): Line[] {
  const { quantity, shownQuantity } = body;
  const whole =
    shownQuantity === undefined ? 'all of it' : `all of it, ${formatters.quantity(shownQuantity)}`;
  return [
    ['Request', body.requestId],
    ['Last-seen price', lastSeenInWords(body.lastSeen, formatters)],
    ['Quantity', quantity === undefined ? whole : formatters.quantity(quantity)],
  ];
}

const lastSeenInWords = (lastSeen: LastSeenPrice, formatters: Formatters): string =>
  lastSeen.type === 'standard-spread'
    ? `net ${formatters.signed(lastSeen.spreadPrice)}`
    : lastSeen.legPrices.map((leg) => formatters.price(leg)).join(' / ');

type Draft = Extract<ActionBody, { kind: 'create-request' }>['draft'];

const draftLines = ({ contract, legs, allOrNone, recipients }: Draft, formatters: Formatters): Line[] => [
  ['Contract', contract],
  ...legs.map((leg, index): Line => [
    `Leg ${index + 1}`,
    [
      `${leg.action} ${leg.market} ${leg.commodity}`,
      `${leg.deliveryStart} to ${leg.deliveryEnd}`,
      `${formatters.quantity(leg.quantity)} ${leg.quantityUnit ?? ''}`.trim(),
    ].join(', '),
  ]),
  ['All or none', yes(allOrNone)],
  ['Recipients', recipients.length === 0 ? 'chosen by the platform' : recipients.join(', ')],
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
