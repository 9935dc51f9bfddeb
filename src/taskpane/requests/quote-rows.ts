import type { Action } from '../../domain/action';
import type { Price } from '../../domain/price';
import { netPrice, ranked, type Direction, type Quote } from '../../domain/quote';
import { actionsOf, type Request } from '../../domain/request';
import type { QuoteId } from '../../domain/identifiers';
import { ourDirection, roleOf } from '../words/request-words';

export interface QuoteRow {
  readonly quote: Quote;
  readonly net?: Price;
  readonly best: boolean;
  readonly own: boolean;
}

/** Quotes by side, the request's own side first, each best first; then those that are no longer active. */
export function quoteRows(request: Request, quotes: readonly Quote[], own: ReadonlySet<QuoteId>): QuoteRow[] {
  const actions = actionsOf(request);
  const side = ourDirection(request);
  const sides: Direction[] = side === 'ask' ? ['ask', 'bid'] : ['bid', 'ask'];
  const active = sides.flatMap((direction) =>
    ranked(quotes, direction, actions).map(({ quote, net }, rank) => ({ quote, net, best: rank === 0 })),
  );
  const placed = new Set(active.map(({ quote }) => quote.id));
  const rest = quotes.filter(({ id }) => !placed.has(id)).sort(activeThenNewest);
  const others = rest.map((quote) => {
    const net = netPrice(quote.price, actions);
    return { quote, best: false, ...(net !== undefined && { net }) };
  });
  return [...active, ...others].map((row) => ({ ...row, own: own.has(row.quote.id) }));
}

const activeThenNewest = (a: Quote, b: Quote): number =>
  Number(b.state === 'active') - Number(a.state === 'active') || (b.createdAt ?? 0) - (a.createdAt ?? 0);

/**
 * The desk's own quotes. The service marks none, so: what the journal says the desk sent, whatever bears the same name, and, where the desk was
 * asked and only one name is to be seen, all: a recipient sees its own.
 */
export function ownQuotes(
  request: Request,
  quotes: readonly Quote[],
  journal: readonly Action[],
): ReadonlySet<QuoteId> {
  const sent = new Set(
    journal.flatMap(({ body, quoteId }) =>
      body.kind === 'send-quote' && quoteId !== undefined ? [quoteId] : [],
    ),
  );
  const names = new Set(quotes.filter(({ id }) => sent.has(id)).map(({ counterparty }) => counterparty));
  const makers = new Set(quotes.map(({ counterparty }) => counterparty));
  const alone = roleOf(request) === 'recipient' && makers.size === 1;
  const own = quotes.filter(
    ({ id, counterparty }) =>
      sent.has(id) || alone || (counterparty !== undefined && names.has(counterparty)),
  );
  return new Set(own.map(({ id }) => id));
}
