import { compared, type Price } from '../../domain/price';
import { netPrice, ranked, type Direction, type Quote } from '../../domain/quote';
import { actionsOf, type PriceShape, type Request } from '../../domain/request';
import { farApart } from '../exact';
import type { Figures } from '../words/figures';
import type { Written } from '../words/written';

/** `block`: nothing can be sent. `warn`: a person has to tick it. `note`: worth reading, in no one's way. */
export type FindingLevel = 'block' | 'warn' | 'note';

export interface Finding {
  readonly level: FindingLevel;
  /** The field that it stands beside: an index among the prices, the net price, or the quantity. */
  readonly field: number | 'net' | 'quantity';
  readonly code: string;
  readonly text: string;
}

/** What a typed price is compared with: the best quote seen. */
export interface Reference {
  readonly net?: Price;
  readonly legPrices?: readonly Price[];
}

/** More decimals than traders write; finer is allowed but has to be meant. */
const DECIMALS_USUAL = 3;
const FACTOR = 10n;
const ZERO = '0' as Price;

/** The best quote on the desk's own side, else the best on the other. */
export function referenceOf(
  request: Pick<Request, 'legs'>,
  quotes: readonly Quote[],
  direction: Direction,
): Reference | undefined {
  const actions = actionsOf(request);
  const other: Direction = direction === 'ask' ? 'bid' : 'ask';
  const best = ranked(quotes, direction, actions)[0] ?? ranked(quotes, other, actions)[0];
  if (!best) return undefined;
  const { price } = best.quote;
  const net = netPrice(price, actions);
  return {
    ...(net !== undefined && { net }),
    ...(price.shape === 'per-leg' && { legPrices: price.legPrices }),
  };
}

export function priceFindings(ticket: {
  shape: PriceShape;
  prices: readonly Written<Price>[];
  net?: Price;
  reference: Reference | undefined;
  figures: Figures;
}): Finding[] {
  const { shape, prices, reference, figures } = ticket;
  const single = shape !== 'per-leg';
  const each = prices.flatMap((price, field) => {
    const best = single ? reference?.net : reference?.legPrices?.[field];
    return fieldFindings(field, price, { best, figures });
  });
  if (single || ticket.net === undefined || reference?.net === undefined) return each;
  return [...each, ...comparison('net', ticket.net, { best: reference.net, figures })];
}

function fieldFindings(
  field: number,
  price: Written<Price>,
  { best, figures }: { best: Price | undefined; figures: Figures },
): Finding[] {
  if (price.kind === 'empty') return [];
  if (price.kind === 'refused') return [{ level: 'block', field, code: 'written', text: price.why }];
  const { value, note } = price;
  const found: Finding[] = [];
  if (note !== undefined) found.push({ level: 'note', field, code: 'sign', text: note });
  if ((value.split('.')[1]?.length ?? 0) > DECIMALS_USUAL) {
    found.push({ level: 'warn', field, code: `fine-${field}`, text: 'More decimals than usual.' });
  }
  if (value === ZERO) found.push({ level: 'warn', field, code: `zero-${field}`, text: 'The price is zero.' });
  return best === undefined ? found : [...found, ...comparison(field, value, { best, figures })];
}

function comparison(
  field: Finding['field'],
  price: Price,
  { best, figures }: { best: Price; figures: Figures },
): Finding[] {
  const shown = figures.price(best);
  const warn = (code: string, text: string): Finding[] => [
    { level: 'warn', field, code: `${code}-${field}`, text },
  ];
  const [side, bestSide] = [Math.sign(compared(price, ZERO)), Math.sign(compared(best, ZERO))];
  if (side * bestSide < 0) return warn('flip', `The sign is opposite to the best seen (${shown}).`);
  if (side === 0 || bestSide === 0) return [];
  return farApart(price, best, FACTOR)
    ? warn('factor', `Ten times or more away from the best seen (${shown}).`)
    : [];
}
