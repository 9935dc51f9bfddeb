import * as z from 'zod/mini';
import type { Scene } from './scene';
import type { Truth } from '../campaign/platform';

const DESK = 'Your Desk';

/** One thing that the service made, by its own number. */
export interface MadeThere {
  readonly id: string;
  readonly quantity?: number | undefined;
  /** Of a trade in a single. */
  readonly price?: number | undefined;
  readonly state?: string | undefined;
}

/** What the service has done of what was wanted. */
export interface ExecutedWrites {
  readonly executions: number;
  readonly made: readonly MadeThere[];
  /** For how much it was wanted, where the service's record says for how much it was made. */
  readonly quantity?: number | undefined;
  /** Done twice is as good as done once, and nothing is made that has a number. */
  readonly isOnceAndForAll?: boolean;
  /** Of what takes risk away: there is nothing left to be taken away, whoever did that. */
  readonly isOver?: boolean;
}

/** By the service's own truth, which no answer that was lost can hide. */
export function executedWritesIn(truth: Truth, { request, body, before }: Scene): ExecutedWrites {
  const here = (records: Truth['quotes']) => records.filter((record) => record['request-id'] === request?.id);
  const own = (records: Truth['quotes']) => here(records).filter(({ counterparty }) => counterparty === DESK);
  const named = (records: Truth['quotes'], name: string): ExecutedWrites => ({
    executions: records.length,
    made: records.map((record) => ({
      id: String(record[name]),
      ...(typeof record['state'] === 'string' && { state: record['state'] }),
    })),
  });
  switch (body.kind) {
    case 'accept-quote':
    case 'accept-proposal':
      return {
        executions: truth.executions[request?.id ?? ''] ?? 0,
        made: here([...truth.trades, ...truth.awaitingLegPrices]).map((trade) => ({
          id: String(trade['trade-id']),
          quantity: Number(trade['quantity']),
          ...(typeof trade['price'] === 'number' && { price: trade['price'] }),
        })),
        quantity: Number(body.quantity ?? body.shownQuantity),
      };
    case 'withdraw-quote': {
      const quote = own(truth.quotes).filter((record) => record['quotation-id'] === body.quoteId);
      const isWithdrawn = quote.some(({ state }) => state === 'withdrawn');
      const isOver = quote.every(({ state }) => state !== 'active');
      return {
        ...named(quote, 'quotation-id'),
        executions: isWithdrawn ? 1 : 0,
        isOnceAndForAll: true,
        isOver,
      };
    }
    case 'send-quote':
      return named(own(truth.quotes), 'quotation-id');
    case 'send-proposal':
      return named(own(truth.proposals), 'price-proposal-id');
    case 'send-counteroffer':
      return named(own(truth.counteroffers), 'counteroffer-id');
    case 'delete-proposals': {
      const isOver = own(truth.proposals).length === 0;
      return { executions: isOver ? 1 : 0, made: [], isOnceAndForAll: true, isOver };
    }
    case 'create-request': {
      const known = new Set(before);
      const fresh = truth.requests.filter(
        (record) =>
          record['role'] === 'initiator' &&
          !known.has(String(record['request-id'])) &&
          quantityIn(record) === Number(body.draft.legs[0].quantity),
      );
      return named(fresh, 'request-id');
    }
    case 'switch-risk': {
      const isSo = truth.risks.some(
        ({ commodity, enabled }) => commodity === body.commodity && enabled === body.on,
      );
      return { executions: isSo ? 1 : 0, made: [], isOnceAndForAll: true, isOver: isSo };
    }
    case 'set-risk': {
      const now = truth.risks.find(({ commodity }) => commodity === body.commodity)?.['settings'];
      const isSo = JSON.stringify(now) === JSON.stringify(body.settings);
      return { executions: isSo ? 1 : 0, made: [], isOnceAndForAll: true, isOver: isSo };
    }
  }
}

const Legs = z.array(z.object({ quantity: z.number() }));

/** For how much a request is, by its first leg. */
const quantityIn = (request: Readonly<Record<string, unknown>>): number | undefined =>
  Legs.safeParse(request['legs']).data?.[0]?.quantity;
