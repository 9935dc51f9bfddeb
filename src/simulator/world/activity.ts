import { exact } from './amount';
import { DESK, oneOf } from './counterparty';
import { DRAFT_SORTS, peakSpread, someDraft, type Draft } from './draft';
import { rankedOffers } from './offer';
import { samePrice, shifted } from './offer-price';
import { FEEDBACK } from './opening';
import {
  acceptQuote,
  isBest,
  marketPrice,
  moveQuote,
  openRequest,
  othersProposal,
  othersQuote,
} from './participants';
import type { Role, TenderRequest } from './tender-request';
import { venueTrade } from './venue-trade';
import type { World } from './world';
import { dateAt } from './zone';

const OPEN_MIN = 10;
const OPEN_MAX = 18;
const OF_ROLE_MIN = 3;
const QUOTES_WANTED = 3;
const OWN_QUOTE_RESTS_MS = 15_000;

/** Lets the others trade: everything that moves by itself. At speed 0 nothing does. */
export function startActivity(world: World, speed: number): void {
  if (speed <= 0) return;
  const every = (leastMs: number, mostMs: number, act: () => void): void => {
    const waitMs = (leastMs + world.chance() * (mostMs - leastMs)) / speed;
    world.after(waitMs, () => {
      act();
      every(leastMs, mostMs, act);
    });
  };
  keepPeakSpread(world);
  every(1_000, 3_000, () => moveSomeQuote(world));
  every(20_000, 60_000, () => bringSomethingNew(world));
  every(30_000, 90_000, () => proposeSomewhere(world));
  every(4_000, 6_000, () => considerDeskQuotes(world, OWN_QUOTE_RESTS_MS / speed));
  every(10_000, 20_000, () => tidyRequests(world));
}

/** One quote follows its market; a request that few have quoted yet gets another quote instead. */
export function moveSomeQuote(world: World): void {
  const requests = world.openRequests();
  const watched = requests.filter(({ role }) => role === 'initiator');
  const few = watched.find(({ id }) => world.activeQuotes(id).length === 0);
  const choices = watched.length > 0 && world.chance() < 0.85 ? watched : requests;
  if (choices.length === 0) return;
  const request = few ?? oldestOf(choices, world);
  for (const leg of request.legs) world.market.step(leg);
  const others = world.activeQuotes(request.id).filter(({ maker }) => maker !== DESK);
  if (others.length < QUOTES_WANTED && (others.length === 0 || world.chance() < 0.5)) {
    othersQuote(world, request);
    return;
  }
  const best = rankedOffers(others, request)[0];
  const quote = best && world.chance() < 0.5 ? best : oneOf(others, world.chance);
  const price = marketPrice(world, request, 'quoter');
  // Small prices often stay where they are; a move that nobody sees is none.
  const moved = samePrice(price, quote.price) ? shifted(price, exact('0.01')) : price;
  moveQuote(world, quote, { price: moved, replace: world.chance() < 0.5 });
}

/** One of some requests, the older the likelier: whoever watches one sees it move within seconds. */
function oldestOf(requests: readonly TenderRequest[], world: World): TenderRequest {
  const chosen = requests[Math.floor(world.chance() ** 2 * requests.length)];
  if (!chosen) throw new Error('nothing to choose from');
  return chosen;
}

/** A new request where there is room for one, or a trade on another venue. */
export function bringSomethingNew(world: World): void {
  if (world.openRequests().length < OPEN_MAX && world.chance() < 0.6) {
    askForQuotes(world, world.chance() < 0.5 ? 'initiator' : 'recipient');
    return;
  }
  venueTrade(world, { venue: world.chance() < 0.75 ? 'market' : 'green' }, world.now);
}

function proposeSomewhere(world: World): void {
  const asked = world.openRequests().filter(({ role }) => role === 'recipient');
  if (asked.length === 0) return;
  othersProposal(world, oneOf(asked, world.chance), { kind: world.chance() < 0.5 ? 'firm' : 'indicative' });
}

/** Initiators look at the desk's quotes: the best one may be taken, for another one somebody else's may be. */
export function considerDeskQuotes(world: World, restsMs: number): void {
  for (const request of world.openRequests()) {
    if (request.role !== 'recipient') continue;
    const quote = world
      .activeQuotes(request.id)
      .find(({ maker, createdAt }) => maker === DESK && world.now - createdAt >= restsMs);
    if (!quote) continue;
    if (isBest(world, request, quote)) {
      if (world.chance() < 0.15) acceptQuote(world, request, quote);
    } else if (world.chance() < 0.02) {
      world.close(request, '-0.10 would have been the deal.');
    }
  }
}

/** Old requests are closed, as long as enough stay; too few open ones are filled up. */
export function tidyRequests(world: World): void {
  for (const request of world.openRequests()) {
    if (world.now >= request.closesAt && maySpare(world, request)) {
      world.close(request, oneOf(FEEDBACK, world.chance));
    }
  }
  for (const role of ['initiator', 'recipient'] as const) {
    while (countOf(world, role) < OF_ROLE_MIN) askForQuotes(world, role);
  }
  while (world.openRequests().length < OPEN_MIN) {
    askForQuotes(world, world.chance() < 0.5 ? 'initiator' : 'recipient');
  }
  keepPeakSpread(world);
}

/** There is always one to be priced from a curve of peak prices, with a proposal to hold the quote against. */
function keepPeakSpread(world: World): void {
  const draft = peakSpread(dateAt(world.now, world.profile.auth.zone));
  const isAsked = world
    .openRequests()
    .some(({ role, legs }) => role === 'recipient' && isSameProducts(legs, draft.legs));
  if (isAsked) return;
  const request = openRequest(world, draft, { role: 'recipient' });
  othersQuote(world, request);
  othersProposal(world, request, { kind: 'indicative' });
}

const isSameProducts = (legs: Draft['legs'], wanted: Draft['legs']): boolean =>
  productsOf(legs) === productsOf(wanted);

const productsOf = (legs: Draft['legs']): string =>
  JSON.stringify(
    legs.map(({ market, delivery, loadProfile }) => [market, delivery.start, delivery.end, loadProfile]),
  );

const countOf = (world: World, role: Role): number =>
  world.openRequests().filter((request) => request.role === role).length;

const maySpare = (world: World, request: TenderRequest): boolean =>
  world.openRequests().length > OPEN_MIN && countOf(world, request.role) > OF_ROLE_MIN;

function askForQuotes(world: World, role: Role): void {
  const sort = oneOf([...DRAFT_SORTS, 'single', 'standard'] as const, world.chance);
  const action = world.chance() < 0.5 ? 'buy' : 'sell';
  const today = dateAt(world.now, world.profile.auth.zone);
  const request = openRequest(world, someDraft({ sort, action, today }, world.chance), { role });
  othersQuote(world, request);
}
