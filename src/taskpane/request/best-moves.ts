import type { GatewayClient } from '../../client/client';
import type { SeenValue } from '../../domain/history';
import { ranked, type Quote } from '../../domain/offers';
import { compared, Price } from '../../domain/price';
import { present } from '../../domain/present';
import { netSidesOf, type Request } from '../../domain/request';
import { ourDirection } from '../../domain/role';
import { unreadOn } from '../../domain/unread';
import type { Formatters } from '../ui/formatters';
import type { ListAnswer } from './offer-list';

/** One step of the best price of a request. Without a price there was no quote. */
export interface BestMove {
  /** When it was seen, epoch ms. */
  readonly at: number;
  readonly from?: Price;
  readonly to?: Price;
  /** Whose quote it is that was best then, where this pane saw it. */
  readonly name?: string;
}

/** One look at the quotes that showed another best price than the look before. */
interface Look {
  readonly at: number;
  readonly price: Price;
  /** Absent where several stood at that price. */
  readonly name?: string;
}

const LOOKS_MAX = 200;
const REQUESTS_MAX = 100;

/** Each step that was seen, with its own moment: what was said once stays. What changed while nobody looked is told of no moment. */
export const bestMoves = (values: readonly SeenValue[], looks: readonly Look[]): BestMove[] =>
  values.flatMap(({ at, value }, index) => {
    const before = values[index - 1];
    if (!before || before.until < at) return [];
    const [from, to] = [priceIn(before.value), priceIn(value)];
    if (from === to) return [];
    const name = looks.find((look) => look.at === at && look.price === to)?.name;
    return [{ at, ...present({ from, to, name }) }];
  });

const priceIn = (value: string): Price | undefined => Price.safeParse(value).data;

/** "Best ask fell to 70.86, Greywater". */
export function moveInWords({ from, to, name }: BestMove, request: Request, formatters: Formatters): string {
  const side = ourDirection(request);
  if (to === undefined) return `No ${side} left`;
  const went = from && (compared(to, from) < 0 ? ' fell to' : ' rose to');
  const words = `Best ${side}${went ?? ''} ${formatters.price(to)}`;
  return name === undefined ? words : `${words}, ${name}`;
}

const known = new WeakMap<GatewayClient, Map<string, readonly Look[]>>();

/**
 * Whose quote was best at each look that this pane got, as far as one quote alone was: the gateway's history has the price without the name. A look
 * and the change that it showed bear the same moment.
 */
export function looksAt(
  client: GatewayClient,
  request: Request,
  { value, fetchedAt: at }: ListAnswer<Quote>,
): readonly Look[] {
  const all = known.get(client) ?? new Map<string, readonly Look[]>();
  known.set(client, all);
  const looks = all.get(request.id) ?? [];
  const side = ourDirection(request);
  const newest = looks.at(-1);
  if (!value || at === undefined || at <= (newest?.at ?? 0) || unreadOn(value.unreadable, side).length > 0)
    return looks;
  const [best, next] = ranked(value.records, side, netSidesOf(request));
  if (!best || best.net === newest?.price) return looks;
  const isAlone = !next || compared(best.net, next.net) !== 0;
  const name = isAlone ? best.quote.counterparty : undefined;
  const more = [...looks, { at, price: best.net, ...present({ name }) }].slice(-LOOKS_MAX);
  all.delete(request.id);
  all.set(request.id, more);
  const [oldest] = all.keys();
  if (oldest !== undefined && all.size > REQUESTS_MAX) all.delete(oldest);
  return more;
}
