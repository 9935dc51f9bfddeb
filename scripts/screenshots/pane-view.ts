import type { PaneHand } from './pane-hand';

/** One picture of the pane alone. */
export interface PaneView {
  /** Its file in docs/images, without the ending. */
  readonly name: string;
  /** What does not fit into a pane of usual height is left out. */
  readonly isCut?: true;
  readonly arrive: (hand: PaneHand) => Promise<void>;
}

/** Each goes on where the one before has stopped, in the world that the simulator opens with. */
export const PANE_VIEWS: readonly PaneView[] = [
  { name: 'pane-requests', isCut: true, arrive: (hand) => hand.door(/^Requests/) },
  {
    name: 'pane-quote-single',
    async arrive(hand) {
      await hand.arm();
      await hand.request('RQ-10301');
      await hand.price('31.4');
    },
  },
  {
    name: 'pane-quote-spread',
    async arrive(hand) {
      await hand.request('RQ-10302');
      await hand.price('73.3', '71.4');
    },
  },
  {
    name: 'pane-quote-standard-spread',
    async arrive(hand) {
      await hand.request('RQ-10304');
      await hand.price('1.01');
    },
  },
  {
    name: 'pane-quote-swap',
    async arrive(hand) {
      await hand.request('RQ-10305');
      await hand.price('0.35', '69.65');
    },
  },
  {
    name: 'pane-proposal',
    async arrive(hand) {
      await hand.request('RQ-10303');
      await hand.button('Price proposal');
      await hand.button(/^Firm/);
      await hand.price('80.75', '82.35');
    },
  },
  {
    name: 'pane-counteroffer',
    async arrive(hand) {
      await hand.request('RQ-10295');
      await hand.button(/^Counter QT-/);
      await hand.price('73.8', '70.9');
    },
  },
  {
    name: 'pane-acceptance',
    async arrive(hand) {
      await hand.request('RQ-10293');
      await hand.button(/^Accept QT-/);
      await hand.says('Accept this quote?');
    },
  },
  {
    name: 'pane-price-moved',
    async arrive(hand) {
      await hand.market({ do: 'move-price', requestId: 'RQ-10293', by: 0.25 });
      await hand.says('changed while you were looking');
    },
  },
  {
    name: 'pane-limits',
    async arrive(hand) {
      for (const [id, ...prices] of LIVE) await sendQuote(hand, id, prices);
      await hand.request('RQ-10301');
      await hand.button('New quote');
      await hand.price('36');
      await hand.says('Send anyway');
    },
  },
  {
    name: 'pane-new-request',
    async arrive(hand) {
      await hand.door(/^Requests/);
      await hand.button('New request');
      await hand.radio('Spread');
      await hand.radio('Buy', 0);
      await hand.type('Market', 'DE', 'NL');
      await hand.type('Product', 'Cal-31');
      await hand.type('Quantity', '10');
      await hand.says(/^\d+ suggested$/);
    },
  },
  {
    name: 'pane-risk',
    async arrive(hand) {
      await hand.door(/^Risk/);
      await hand.button('Switch off power…');
    },
  },
  { name: 'pane-cells', arrive: (hand) => hand.door(/^Cells/) },
  { name: 'pane-journal', arrive: (hand) => hand.door(/^Journal/) },
  { name: 'pane-events', isCut: true, arrive: (hand) => hand.door(/^Events/) },
  { name: 'pane-bulk', arrive: (hand) => hand.door(/^Bulk/) },
  {
    name: 'pane-trades',
    isCut: true,
    async arrive(hand) {
      await hand.door(/^Trades/);
      await hand.button('Start download');
      await hand.button('Sheet or file');
      await hand.says('Preview');
    },
  },
  {
    name: 'pane-withdraw-all',
    async arrive(hand) {
      await hand.button(/^Withdraw all/);
      await hand.says('Nothing is live');
    },
  },
  {
    name: 'pane-sign-in',
    async arrive(hand) {
      await hand.pane
        .getByRole('region', { name: 'Withdrawal' })
        .getByRole('button', { name: 'Close' })
        .click();
      await hand.door(/^Desk/);
      await hand.button('Sign out of the platform…');
      await hand.button('Sign everybody out');
      await hand.door(/^Requests/);
      await hand.says('API key');
    },
  },
];

const LIVE = [
  ['RQ-10301', '31.4'],
  ['RQ-10302', '73.3', '71.4'],
  ['RQ-10304', '1.01'],
] as const;

async function sendQuote(hand: PaneHand, id: string, prices: readonly string[]): Promise<void> {
  await hand.request(id);
  await hand.price(...prices);
  await hand.sendQuote();
  await hand.says('Done.');
}
