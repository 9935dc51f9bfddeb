import { localTimeOf } from '../local-time';
import { marketNamed, marketNames, marketOf } from '../delivery/markets';
import { productInWords } from '../delivery/product-words';
import type { NewLeg, NewRequest } from '../new-request';
import { present } from '../present';
import { volume } from './size-checks';
import type { Checked, Finding, Findings } from './finding';
import type { Limits, OwnLevels } from './limits';
import { comparedDecimals } from '../decimal';
import { amountText } from './amount-text';
import { volumesOf } from '../delivery/notional';
import { swapTypeFor } from '../request-draft';

type NewSwap = Extract<NewRequest, { contract: 'swap' }>;

/**
 * What of a new swap is hardly meant. The interface document names neither which kind sells the certificate nor how many
 * certificates go with the power: both are told before sending, and none is refused.
 */
const swapChecks = (swap: NewSwap): Checked[] => [...kindWarning(swap), ...countWarning(swap)];

function kindWarning({ swapType, legs: [{ action }] }: NewSwap): Checked[] {
  if (swapType === swapTypeFor(action)) return [];
  const message =
    action === 'buy'
      ? 'Green-grey sells the certificate, and this request buys it: the platform may reject it.'
      : 'Grey-green buys the certificate, and this request sells it: the platform may reject it.';
  return [{ step: 'warn', code: 'swap-kind', message }];
}

/** One certificate is one MWh. */
function countWarning({ legs: [certificate, power] }: NewSwap): Checked[] {
  const energy = volumesOf(present(power), power.quantity).find(({ unit }) => unit === 'MWh');
  if (!energy || comparedDecimals(certificate.quantity, energy.amount) === 0) return [];
  const [count, whole] = [certificate.quantity, energy.amount].map(amountText);
  const message = `${count} certificates for ${whole} MWh of power: one certificate is one MWh.`;
  return [{ step: 'warn', code: 'swap-count', message }];
}

/** What is known around a new request. */
interface NewRequestSeen {
  /** Markets of requests that the platform lists, as it writes them. */
  readonly markets: readonly string[];
  /** Epoch ms. */
  readonly now: number;
}

/**
 * The one check of a new request before it goes, for the form and the gateway alike. It binds the desk to nothing, but it tells the whole
 * market: its size is held to the levels of a quote's, a delivery that is over is not sent, and a market that nobody knows wants a tick.
 */
export function newRequestCheck(
  request: NewRequest,
  seen: NewRequestSeen,
  limits: Pick<Limits, 'volume'>,
  own: readonly OwnLevels[] = [],
): Findings {
  const legs = request.legs.map((leg) => present(leg));
  const checked = [
    ...request.legs.flatMap((leg, at) => [
      ...pastDelivery(leg, { at, seen }),
      ...unknownMarket(leg, { at, seen }),
    ]),
    ...[limits, ...own].flatMap(({ volume: levels = [] }) =>
      volume({ quantity: request.legs[0].quantity }, { legs }, levels),
    ),
    ...(request.contract === 'swap' ? swapChecks(request) : []),
  ];
  const found = (step: Checked['step']): Finding[] => [
    ...new Map(
      checked.flatMap(({ step: is, ...finding }) => (is === step ? [[finding.message, finding]] : [])),
    ).values(),
  ];
  // Certificates have no level, and a request has no price: that neither is checked is no news.
  return { warnings: found('warn'), blocks: found('block'), notChecked: [] };
}

interface Place {
  readonly at: number;
  readonly seen: NewRequestSeen;
}

/** A day ends by the clocks of the market that it is delivered in. */
function pastDelivery(leg: NewLeg, { at, seen: { now } }: Place): Checked[] {
  const today = localTimeOf(marketOf(leg.market, leg.commodity).zone).iso(now).slice(0, 10);
  if (leg.deliveryEnd >= today) return [];
  return [
    {
      step: 'block',
      code: 'past-delivery',
      about: `leg ${at + 1}`,
      message: `${productInWords({ legs: [present(leg)] })} is delivered already, to ${leg.deliveryEnd}: choose a product that is still to come.`,
    },
  ];
}

/** Names of power and gas alone are known; where certificates and fuels are traded stands in no table. */
const OF_TABLE = /power|gas/i;

function unknownMarket({ market, commodity }: NewLeg, { at, seen: { markets } }: Place): Checked[] {
  const isListed = markets.some((one) => one.toUpperCase() === market.toUpperCase());
  if (!OF_TABLE.test(commodity) || isListed || isMarket(market, commodity)) return [];
  const near = nearest(market, [...new Set([...markets, ...marketNames()])]);
  const meant = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
  return [
    {
      step: 'warn',
      code: 'unknown-market',
      about: `leg ${at + 1}`,
      message: `${market} is no market of ${commodity} that this desk knows, and no open request has it: check the name.${meant}`,
    },
  ];
}

function isMarket(market: string, commodity: string): boolean {
  const known = marketNamed(market);
  return known !== undefined && known.isGas === /gas/i.test(commodity);
}

const NEAR_MAX = 2;

/** Names that one letter more, less or another makes of it. */
const nearest = (typed: string, names: readonly string[]): string[] =>
  names.filter((name) => isOneAway(typed.toUpperCase(), name.toUpperCase())).slice(0, NEAR_MAX);

function isOneAway(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  const from = [...short].findIndex((letter, at) => letter !== long[at]);
  if (from < 0) return long.length !== short.length;
  return long.slice(from + 1) === short.slice(long.length === short.length ? from + 1 : from);
}
