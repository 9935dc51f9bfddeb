import { power, product } from './catalogue';
import { DESK } from './counterparty';
import { nextWeekend, periodAhead } from './delivery';
import { DRAFT_SORTS, single, someDraft, type Draft, type DraftSort } from './draft';
import { enterLegPrices } from './execution';
import type { Side } from './leg';
import { acceptQuote, bestQuote, openRequest, othersProposal, othersQuote } from './participants';
import type { TenderRequest } from './tender-request';
import { venueTrade } from './venue-trade';
import type { World } from './world';
import { dateAt, dayAt, momentBefore } from './zone';

type Happening = 'own-trade' | 'quoted-trade' | 'closed' | 'market' | 'green';

// What happened on the days before, oldest first, and today.
const PAST: readonly Happening[] = [
  ...(['own-trade', 'market', 'closed', 'quoted-trade', 'green', 'market', 'own-trade'] as const),
  ...(['quoted-trade', 'market', 'closed', 'green', 'own-trade', 'market', 'quoted-trade'] as const),
  ...(['market', 'own-trade', 'closed', 'green', 'quoted-trade', 'closed', 'market'] as const),
];
const TODAY: readonly Happening[] = [
  ...(['market', 'own-trade', 'green', 'market'] as const),
  ...(['market', 'quoted-trade', 'green', 'market'] as const),
];
const PAST_DAYS = 6;
const FIRST_TRADE_MINUTES = 8 * 60 + 7;
const TRADING_MINUTES = 9 * 60 + 11;
const QUOTING_MS = 25 * 60_000;

export const FEEDBACK = [
  'Thank you. The project was postponed.',
  '-0.05 against the best offer, better luck next time.',
  'No quote within our limit.',
  '=> we come back with a smaller quantity next week',
] as const;

/** What there is when the platform opens: days of history, today's trades, and a market of open requests. */
export function openWorld(world: World): void {
  const { zone } = world.profile.auth;
  const day = dayAt(world.now, zone);
  PAST.forEach((happening, index) => {
    const passedDays = (index * PAST_DAYS) / PAST.length;
    const days = PAST_DAYS - Math.floor(passedDays);
    const minutes = FIRST_TRADE_MINUTES + Math.floor((passedDays % 1) * TRADING_MINUTES);
    relive(world, happening, { index, at: momentBefore(world.now, zone, { days, minutes }) });
  });
  TODAY.forEach((happening, index) => {
    const passed = ((world.now - day.startsAt) * (index + 1)) / (TODAY.length + 1);
    relive(world, happening, { index: PAST.length + index, at: day.startsAt + Math.floor(passed) });
  });
  openMarket(world);
}

function relive(world: World, happening: Happening, { index, at }: { index: number; at: number }): void {
  if (happening === 'market' || happening === 'green') {
    venueTrade(world, { venue: happening }, at);
    return;
  }
  const today = dateAt(at, world.profile.auth.zone);
  const sort = DRAFT_SORTS[index % DRAFT_SORTS.length] ?? 'single';
  const draft = someDraft({ sort, action: index % 2 === 0 ? 'buy' : 'sell', today }, world.chance);
  const role = happening === 'quoted-trade' ? 'recipient' : 'initiator';
  const request = openRequest(world, draft, { role, at: at - QUOTING_MS });
  for (let quotes = 0; quotes < 3; quotes++) othersQuote(world, request, { at: at - QUOTING_MS / 2 });
  const own =
    happening === 'quoted-trade'
      ? othersQuote(world, request, { maker: DESK, at: at - QUOTING_MS / 3 })
      : undefined;
  const taken = own ?? bestQuote(world, request);
  if (happening === 'closed' || !taken) {
    world.close(request, FEEDBACK[index % FEEDBACK.length] ?? '', at);
    return;
  }
  acceptQuote(world, request, taken, at);
  enterLegPrices(world, { requestId: request.id });
}

interface Opening {
  readonly role: TenderRequest['role'];
  readonly draft: Draft;
  readonly quotes: number;
  readonly proposal?: 'firm' | 'indicative';
}

function openMarket(world: World): void {
  const openings = openingsOf(world);
  openings.forEach((opening, index) => {
    const at = world.now - (openings.length - index) * 34_567;
    const request = openRequest(world, opening.draft, { role: opening.role, at });
    for (let quote = 0; quote < opening.quotes; quote++) {
      othersQuote(world, request, { at: at + (quote + 1) * 5_432 });
    }
    if (opening.proposal) othersProposal(world, request, { kind: opening.proposal, at: at + 20_000 });
  });
}

/** The same mixture from both sides: single, spreads of every kind, swap. */
function openingsOf(world: World): readonly Opening[] {
  const today = dateAt(world.now, world.profile.auth.zone);
  const drafted = (sort: DraftSort, action: Side): Draft => someDraft({ sort, action, today }, world.chance);
  const year = periodAhead(today, 'year', 1);
  return [
    { role: 'initiator', draft: single(power('DE', year), 'buy', false), quotes: 4 },
    {
      role: 'initiator',
      draft: single(product('gas', 'THE', periodAhead(today, 'quarter', 1)), 'sell', false),
      quotes: 3,
    },
    { role: 'initiator', draft: drafted('location', 'buy'), quotes: 4 },
    { role: 'initiator', draft: drafted('time', 'sell'), quotes: 3 },
    { role: 'initiator', draft: drafted('standard', 'buy'), quotes: 4 },
    { role: 'initiator', draft: drafted('swap', 'sell'), quotes: 3 },
    { role: 'initiator', draft: drafted('same-direction', 'buy'), quotes: 3 },
    {
      role: 'recipient',
      draft: single(power('DE', nextWeekend(today)), 'buy', false),
      quotes: 2,
      proposal: 'firm',
    },
    {
      role: 'recipient',
      draft: single(product('gas', 'TTF', periodAhead(today, 'month', 1)), 'sell', true),
      quotes: 2,
    },
    { role: 'recipient', draft: drafted('location', 'sell'), quotes: 2 },
    { role: 'recipient', draft: drafted('time', 'buy'), quotes: 1, proposal: 'indicative' },
    { role: 'recipient', draft: drafted('standard', 'sell'), quotes: 2, proposal: 'firm' },
    { role: 'recipient', draft: drafted('swap', 'buy'), quotes: 1 },
    { role: 'recipient', draft: single(product('goo', 'EU-WIND', year), 'buy', false), quotes: 2 },
  ];
}

const DAYS = 19;
const DAY_MS = 24 * 3_600_000;

/** What a desk that deals much leaves behind: trades of the two other venues, evenly over the days before today. */
export function pastTrades(world: World, count: number): void {
  const { startsAt } = dayAt(world.now, world.profile.auth.zone);
  for (let index = 0; index < count; index++) {
    const at = startsAt - DAYS * DAY_MS + Math.floor((index * DAYS * DAY_MS) / count);
    venueTrade(world, { venue: index % 10 === 9 ? 'green' : 'market' }, at);
  }
}
