import { compared, type Price } from '../../domain/price';
import { ranked, type Direction, type Quote } from '../../domain/quote';
import { actionsOf, type PriceShape, type Request } from '../../domain/request';
import { farApart } from '../exact';
import type { Figures } from '../words/figures';
import { oppositeSide } from '../words/side-words';
import type { Written } from '../words/written';

/** `block`: nothing can be sent. `warn`: a person has to tick it. `note`: worth reading, in no one's way. */
export type FindingLevel = 'block' | 'warn' | 'note';

export interface Finding {
  readonly level: FindingLevel;
  /** The field that it stands beside: an index among the prices, the net price, the quantity, or all of them. */
  readonly field: number | 'net' | 'quantity' | 'whole';
  readonly code: string;
  readonly text: string;
}

/** What a typed price is compared with: the best quote seen, or of a swap the newest. */
export interface Reference {
  readonly net?: Price;
  readonly legPrices?: readonly Price[];
}

/** More decimals than traders write; finer is allowed but has to be meant. */
const DECIMALS_USUAL = 3;
const FACTOR = 10n;
const ZERO = '0' as Price;

/** The best quote on the desk's own side, else the best on the other; of a swap, whose quotes have no order, the newest. */
export function referenceOf(
  request: Pick<Request, 'legs'>,
  quotes: readonly Quote[],
  direction: Direction,
): Reference | undefined {
  const actions = actionsOf(request);
  const found = ranked(quotes, direction, actions)[0] ?? ranked(quotes, oppositeSide(direction), actions)[0];
  if (!found) return newestOf(quotes);
  const { price } = found.quote;
  return { net: found.net, ...(price.shape === 'per-leg' && { legPrices: price.legPrices }) };
}

function newestOf(quotes: readonly Quote[]): Reference | undefined {
  const [newest] = quotes
    .filter(({ state }) => state === 'active')
    .sort((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0));
  return newest?.price.shape === 'per-leg' ? { legPrices: newest.price.legPrices } : undefined;
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
  const seen = reference?.net === undefined ? 'newest seen' : 'best seen';
  const each = prices.flatMap((price, field) => {
    const best = single ? reference?.net : reference?.legPrices?.[field];
    return fieldFindings(field, price, { best, seen, figures });
  });
  if (single || ticket.net === undefined || reference?.net === undefined) return each;
  return [...each, ...comparison('net', ticket.net, { best: reference.net, seen, figures })];
}

interface Beside<P> {
  readonly best: P;
  /** What `best` is, in words. */
  readonly seen: string;
  readonly figures: Figures;
}

function fieldFindings(
  field: number,
  price: Written<Price>,
  { best, ...beside }: Beside<Price | undefined>,
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
  return best === undefined ? found : [...found, ...comparison(field, value, { best, ...beside })];
}

function comparison(
  field: Finding['field'],
  price: Price,
  { best, seen, figures }: Beside<Price>,
): Finding[] {
  const shown = figures.price(best);
  const warn = (code: string, text: string): Finding[] => [
    { level: 'warn', field, code: `${code}-${field}`, text },
  ];
  const [side, bestSide] = [Math.sign(compared(price, ZERO)), Math.sign(compared(best, ZERO))];
  if (side * bestSide < 0) return warn('flip', `The sign is opposite to the ${seen} (${shown}).`);
  if (side === 0 || bestSide === 0) return [];
  return farApart(price, best, FACTOR)
    ? warn('factor', `Ten times or more away from the ${seen} (${shown}).`)
    : [];
}
