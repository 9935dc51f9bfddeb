import { comparedDecimals } from '../../domain/decimal';
import type { Action, ActionBody } from '../../domain/action';
import { deviationOf } from '../../domain/bulk/deviation';
import { deliveryHours } from '../../domain/delivery/hours';
import { committedBy, type PreTrade } from '../../domain/limits/check';
import {
  commitmentOf,
  committedLegs,
  grossOf,
  netMoneyOf,
  type AcceptedOffer,
} from '../../domain/limits/commitment';
import {
  dayStandings,
  dayTotals,
  NOTHING_TODAY,
  sideInWords,
  type DayStanding,
} from '../../domain/limits/day-checks';
import type { DeskLimits } from '../../domain/limits/limits';
import { comparedUnit, isSpread } from '../../domain/limits/price-checks';
import { acceptedIn } from '../../domain/limits/references';
import type { OwnQuote } from '../../domain/own-offers';
import type { Price } from '../../domain/price';
import { netSidesOf, type Request } from '../../domain/request';
import type { Fact } from '../ui/facts';
import type { Formatters } from '../ui/formatters';
import { ESTIMATE } from '../ui/text/limit-text';
import { withUnit } from '../ui/text/request-text';

/**
 * What an action is worth over the whole delivery, as the limits count it: its net price, the energy of each leg, what two legs
 * come to with their signs, and the money of all legs, each without its sign. Nothing for what binds the desk to nothing.
 */
export function worthInWords(
  body: ActionBody,
  { request, offer }: { request: Request; offer?: AcceptedOffer | undefined },
  formatters: Formatters,
): Fact[] {
  const commitment = commitmentOf(body, request, offer);
  if (!commitment) return [];
  const { price, net } = commitment;
  const legs = committedLegs(commitment, request);
  const atMost = request.legs.some((leg) => deliveryHours(leg)?.isAtMost === true) ? 'at most ' : '';
  const energy = legs.flatMap(({ volumes: [own, whole] }) =>
    own && whole ? [`${atMost}${formatters.quantity(whole.amount)} ${whole.unit}`] : [],
  );
  const isAlike = new Set(energy).size === 1 && energy.length === legs.length;
  const ofEach = legs.length > 1 ? ' each leg' : '';
  const named = isAlike
    ? energy.slice(0, 1).map((each) => `${each}${ofEach}`)
    : energy.map((each, at) => `leg ${at + 1} ${each}`);
  const money = grossOf(legs).map(({ unit, amount }) => `${formatters.whole(amount)} ${unit}`);
  const byNet = isAlike ? ' net' : ` net by leg 1, ${ESTIMATE}`;
  const of =
    price.shape === 'per-leg' ? ', gross of all legs' : price.shape === 'standard-spread' ? byNet : '';
  const { quantity } = commitment;
  const netMoney =
    price.shape === 'per-leg' && quantity !== undefined && netSidesOf(request)
      ? netMoneyOf(request.legs, price.legPrices, quantity)
      : undefined;
  return [
    ...(price.shape === 'per-leg' && net !== undefined && isSpread(request)
      ? [['Net price', withUnit(formatters.price(net), comparedUnit(request))] as const]
      : []),
    ...(named.length > 0 ? [['Energy', named.join(', ')] as const] : []),
    ...(netMoney
      ? [['Net money', `${atMost}${formatters.whole(netMoney.amount)} ${netMoney.unit}`] as const]
      : []),
    ...(money.length > 0 ? [['Money', `${atMost}${money.join(' + ')}${of}`] as const] : []),
  ];
}

/** "0.08 EUR/MWh below it (2.1 %)": where the price of an action stands beside a market price; `undefined` where it has none to compare. */
export function distanceInWords(
  body: ActionBody,
  { request, market }: { request: Request; market: { readonly price: Price } },
  formatters: Formatters,
): string | undefined {
  const net = commitmentOf(body, request)?.net;
  const apart = net && deviationOf(net, market.price, { isNet: isSpread(request) });
  if (!apart) return undefined;
  const { amount, percent } = apart;
  const side = comparedDecimals(amount, '0');
  if (side === 0) return 'the same price';
  const size = withUnit(formatters.price(amount.replace('-', '')), comparedUnit(request));
  const share = percent === undefined ? '' : ` (${formatters.quantity(percent.replace('-', ''))} %)`;
  return `${size} ${side < 0 ? 'below' : 'above'} it${share}`;
}

/** Where the limits of the day stand once it is sent, with what it takes the place of taken away; `undefined` where none counts it. */
export function dayAfterInWords(
  { body, replaces = [] }: Pick<Action, 'body' | 'replaces'>,
  { seen, desk, own }: { seen: PreTrade; desk: DeskLimits | undefined; own: readonly OwnQuote[] },
  formatters: Formatters,
): string | undefined {
  if (!desk) return undefined;
  const { request, offers } = seen;
  const replaced = own
    .filter(({ quoteId }) => replaces.includes(quoteId))
    .flatMap(({ requestId, direction, price, quantity, allOrNone = true }) =>
      committedBy({ kind: 'send-quote', requestId, direction, price, quantity, allOrNone }, request),
    );
  const today = dayTotals(replaced, desk.today ?? NOTHING_TODAY, -1);
  const standings = dayStandings(committedBy(body, request, acceptedIn(body, offers)), today, desk.limits);
  const sides = [...new Set(standings.map(sideInWords))];
  const words = sides.map((side) => {
    const each = standings.filter((one) => sideInWords(one) === side);
    return `${side} ${each.map((one) => standingInWords(one, formatters)).join(', ')}`;
  });
  return words.length === 0 ? undefined : words.join('; ');
}

/** "20 of 500 MW": beside the next level that it would reach; what is above all of them says so. */
function standingInWords({ code, total, unit, level }: DayStanding, formatters: Formatters): string {
  const text = (amount: string): string =>
    code === 'notional-day' ? formatters.whole(amount) : formatters.quantity(amount);
  const { warn, block } = level;
  const next = [warn, block].find((one) => one !== undefined && comparedDecimals(total, one) <= 0);
  if (next !== undefined) return `${text(total)} of ${text(next)} ${unit}`;
  const highest = block ?? warn;
  return highest === undefined
    ? `${text(total)} ${unit}`
    : `${text(total)} ${unit}, above the level of ${text(highest)}`;
}
