import type { Scene } from './scene';
import type { Truth } from '../campaign/platform';

const DESK = 'Your Desk';

/** What the service has done of what was wanted. */
export interface Deeds {
  readonly executions: number;
  readonly made: readonly { readonly id: string; readonly quantity?: number | undefined }[];
  /** For how much it was wanted, where the service's record says for how much it was made. */
  readonly quantity?: number | undefined;
}

/** By the service's own truth, which no answer that was lost can hide. */
export function deedsIn(truth: Truth, { request, body }: Scene): Deeds {
  const here = (records: Truth['quotes']) => records.filter((record) => record['request-id'] === request.id);
  const own = (records: Truth['quotes']) => here(records).filter(({ counterparty }) => counterparty === DESK);
  switch (body.kind) {
    case 'accept-quote':
    case 'accept-proposal':
      return {
        executions: truth.executions[request.id] ?? 0,
        made: here([...truth.trades, ...truth.awaitingLegPrices]).map((trade) => ({
          id: String(trade['trade-id']),
          quantity: Number(trade['quantity']),
        })),
        quantity: Number(body.quantity ?? body.shownQuantity),
      };
    case 'withdraw-quote': {
      const withdrawn = own(truth.quotes).filter(({ state }) => state === 'withdrawn');
      return { executions: withdrawn.length, made: withdrawn.map(numbered('quotation-id')) };
    }
    case 'send-quote': {
      const quotes = own(truth.quotes);
      return { executions: quotes.length, made: quotes.map(numbered('quotation-id')) };
    }
    case 'send-proposal': {
      const proposals = own(truth.proposals);
      return { executions: proposals.length, made: proposals.map(numbered('price-proposal-id')) };
    }
    default:
      throw new Error(`A campaign has no ${body.kind}.`);
  }
}

const numbered =
  (name: string) =>
  (record: Readonly<Record<string, unknown>>): { id: string } => ({ id: String(record[name]) });
