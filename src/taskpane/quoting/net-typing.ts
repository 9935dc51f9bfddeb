import { isPricedAsSwap } from '../../domain/offer-price';
import { priceOf, type Price } from '../../domain/price';
import { netSidesOf, priceShape, type Request } from '../../domain/request';
import { legPrice } from '../../domain/spread';
import { readPlainPrice, readPrice, plainText, type ParsedInput } from '../ui/parsed-input';

/** A spread that is typed as its net price and the price of one leg; the other leg follows. */
export interface NetTyping {
  readonly text: string;
  /** Index of the leg that is typed. */
  readonly leg: 0 | 1;
}

interface TypedSpread {
  /** One text for each price; of the leg that follows it is empty. */
  readonly prices: readonly string[];
  readonly net?: NetTyping;
}

/** The two legs of a spread that can be typed so: one price each, in one unit. */
export const netSides = (request: Request) =>
  priceShape(request) === 'per-leg' && !isPricedAsSwap(request) ? netSidesOf(request) : undefined;

/** How prices are read, in the order of their fields, and the net price where that is typed. */
export function readPrices(
  request: Request,
  { prices, net }: TypedSpread,
  readEach = readPrice,
): { readonly prices: readonly ParsedInput<Price>[]; readonly net?: ParsedInput<Price> } {
  const sides = netSides(request);
  if (!net || !sides) return { prices: prices.map((text) => readEach(text)) };
  // The leg that follows would hide how the others were read, so nothing here may be read in two ways.
  const total = readPlainPrice(net.text);
  const known = readPlainPrice(prices[net.leg] ?? '');
  const follows: ParsedInput<Price> =
    total.kind === 'number' && known.kind === 'number'
      ? sendable(legPrice(total.value, { leg: net.leg === 0 ? 1 : 2, price: known.value }, sides))
      : { kind: 'empty' };
  return { prices: net.leg === 0 ? [known, follows] : [follows, known], net: total };
}

function sendable(computed: Price): ParsedInput<Price> {
  const value = priceOf(computed);
  return value === undefined
    ? { kind: 'refused', why: 'The price that follows is too large.' }
    : { kind: 'number', value };
}

/** The same prices typed in another way: as both legs, or as the net price and one leg. What follows from them stays. */
export function typedAs<T extends TypedSpread>(
  request: Request,
  { net, ...typed }: T,
  way: {
    readonly leg: 0 | 1 | 'both';
    readonly known: Price | undefined;
    /** As the person writes numbers: what is written here is not theirs to check. */
    readonly decimalSign: string;
  },
): Omit<T, 'net'> & TypedSpread {
  const { leg, known, decimalSign } = way;
  const written = (price: Price): string => plainText(price).replace('.', decimalSign);
  const read = readPrices(request, { ...typed, ...(net && { net }) }).prices;
  const prices = typed.prices.map((text, index) => {
    const price = read[index];
    const follows = net !== undefined && index !== net.leg;
    return follows && price?.kind === 'number' ? written(price.value) : text;
  });
  if (leg === 'both') return { ...typed, prices };
  const text = net?.text ?? (known === undefined ? '' : written(known));
  return { ...typed, prices: prices.with(1 - leg, ''), net: { text, leg } };
}
