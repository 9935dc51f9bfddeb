import type { AcceptedWarning, ActionBody, Approval, Decision, Market } from '../action';
import { deviationOf } from '../bulk/deviation';
import { priceText } from '../limits/amount-text';
import { commitmentOf, type LimitedRequest } from '../limits/commitment';
import { PRICE_CODES, type Beside, type Finding } from '../limits/finding';
import { comparedUnit, isSpread } from '../limits/price-checks';
import { referencesFor, type KnownPrices } from '../limits/references';
import { present } from '../present';
import type { Price } from '../price';

/** A reference as it is frozen: with the unit of the price that is compared. */
export function marketOn(request: LimitedRequest, { name, price, counterparty }: Beside): Market {
  const unit = comparedUnit(request);
  return { name, price, ...present({ unit: unit === '' ? undefined : unit, counterparty }) };
}

/** What the price of an action is held against by what is known, and how far it is from that; empty where nothing is known. */
export function besideMarket(body: ActionBody, known: KnownPrices): Pick<Decision, 'market' | 'distance'> {
  const { market } = referencesFor(body, known);
  if (!market) return {};
  const { request } = known;
  const net = commitmentOf(body, request)?.net;
  const apart = net && deviationOf(net, market.price, { isNet: isSpread(request) });
  return { market: marketOn(request, market), ...present({ distance: apart?.amount }) };
}

/** What warnings hold the price against, each reference once, with their codes. */
export function heldBeside(request: LimitedRequest, warnings: readonly Finding[]): Market[] {
  const all: Market[] = [];
  for (const { code, beside, leg, about } of warnings) {
    if (!beside) continue;
    // Of a leg of several it is the leg's own price, which is no difference.
    const market =
      about !== undefined && leg !== undefined
        ? { ...beside, name: ofLeg(about, beside.name), ...present({ unit: request.legs[leg]?.priceUnit }) }
        : marketOn(request, beside);
    const same = all.find((one) => isSameMarket(one, market));
    if (same) same.codes = [...new Set([...(same.codes ?? []), code])];
    else all.push({ ...market, codes: [code] });
  }
  return all;
}

/** "leg 1 of the best ask", "leg 2: TTF Cal-27 base, traded on 19 Nov 2026" */
const ofLeg = (about: string, name: string): string => (isOfLeg({ name }) ? name : `${about}: ${name}`);
export const isOfLeg = ({ name }: Pick<Market, 'name'>): boolean => name.startsWith('leg ');

/** All that the price was held against at the press: first what the warnings name. */
export function marketsThen(
  approval: Pick<Approval, 'market' | 'warnedBeside'> | undefined,
): readonly Market[] {
  const { market, warnedBeside = [] } = approval ?? {};
  return market && !warnedBeside.some((one) => isSameMarket(one, market))
    ? [...warnedBeside, market]
    : warnedBeside;
}

/** Whether a warning of the price was ticked that the desk’s own check, when it asked for approval, did not find any more. */
export function isGone(
  accepted: AcceptedWarning,
  { warnedBeside = [] }: Pick<Approval, 'warnedBeside'> = {},
): boolean {
  const { code, about } = typeof accepted === 'string' ? { code: accepted, about: undefined } : accepted;
  const isOfPrice = PRICED.has(code) && about !== 'quantity';
  return isOfPrice && !warnedBeside.some(({ codes = [] }) => codes.includes(code));
}
const PRICED: ReadonlySet<string> = new Set(PRICE_CODES);

const isSameMarket = (one: Omit<Beside, 'counterparty'>, other: Omit<Beside, 'counterparty'>): boolean =>
  one.name === other.name && one.price === other.price;

/** What a card showed as the market: nothing known, or a reference. */
export type CardMarket = { readonly name: string; readonly price: Price } | null;

/** "the best ask 50.00", where a card showed another market than the gateway had; `undefined` where it showed the same. */
export function otherOnCard(card: CardMarket | undefined, market: Market | undefined): string | undefined {
  if (card === undefined || (card && market ? isSameMarket(card, market) : !card && !market))
    return undefined;
  return card ? `${card.name} ${priceText(card.price)}` : 'not known';
}
