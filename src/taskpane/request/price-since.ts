import type { GatewayClient } from '../../client/client';
import type { Quote } from '../../domain/offers';

interface Standing {
  readonly price: string;
  /** Epoch ms. */
  readonly since: number | undefined;
  readonly createdAt: number | undefined;
}

/** So many quotes are remembered, the newest seen ones. */
const QUOTES_MAX = 2000;

const known = new WeakMap<GatewayClient, Map<string, Standing>>();

/**
 * Since when a quote stands at its price, as far as this pane has seen it: a quote that moves keeps its number and its moment of creation. One
 * that was never seen at another price stands since it was made. `readAt`: when it was read, epoch ms.
 */
export function priceSince(
  client: GatewayClient,
  quote: Quote,
  readAt: number | undefined,
): number | undefined {
  const seen = known.get(client) ?? new Map<string, Standing>();
  known.set(client, seen);
  const price = JSON.stringify(quote.price);
  const { createdAt } = quote;
  const was = seen.get(quote.id);
  // Another platform may give the same number.
  const isSame = was !== undefined && was.createdAt === createdAt;
  if (isSame && was.price === price) return was.since;
  const since = isSame ? readAt : createdAt;
  seen.delete(quote.id);
  seen.set(quote.id, { price, since, createdAt });
  const [oldest] = seen.keys();
  if (oldest !== undefined && seen.size > QUOTES_MAX) seen.delete(oldest);
  return since;
}
