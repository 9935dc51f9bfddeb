import { readQuote } from '../../src/contract/service/read-offers';
import { readRequest } from '../../src/contract/service/read-request';
import { listing } from '../../src/contract/service/reading';
import { failed, success, type Failure, type Outcome } from '../../src/domain/failure';
import type { RequestId } from '../../src/domain/identifiers';
import type { Ask, Reads } from '../../src/gateway/platform/operations';

/** The moments, ascending ms after the start, at which the price of each request changes. */
export type PriceMoves = ReadonlyMap<RequestId, readonly number[]>;

export interface PriceServiceOptions {
  readonly moves: PriceMoves;
  /** Ms after the start. */
  readonly elapsedMs: () => number;
  /** Counts a call, or says why there may be none. */
  readonly take: (ask: Ask) => Failure | undefined;
  /** A price was read. */
  readonly onRead: (id: RequestId, atMs: number) => void;
}

/** How many moves there were until `atMs`, which is the version of the price then. */
export function movesUntil(moves: readonly number[], atMs: number): number {
  let low = 0;
  let high = moves.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((moves[middle] ?? Infinity) <= atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

const UNPLAYED: Failure = {
  kind: 'unsupported',
  message: 'This service has open requests and their quotes alone.',
  next: 'Watch those.',
};

/** A service in memory with one quote on each of many open requests. It answers at once and counts every call. */
export class PriceService implements Reads {
  readonly trades = () => this.unplayed();
  readonly trade = () => this.unplayed();
  readonly concludedRequests = () => this.unplayed();
  readonly proposals = () => this.unplayed();
  readonly counteroffers = () => this.unplayed();
  readonly analytics = () => this.unplayed();
  readonly loadShape = () => this.unplayed();
  readonly smartRecipients = () => this.unplayed();
  readonly risks = () => this.unplayed();
  readonly riskSettings = () => this.unplayed();
  readonly ping = () => this.unplayed();

  constructor(private readonly options: PriceServiceOptions) {}

  async openRequests(ask: Ask) {
    const refusal = this.options.take(ask);
    if (refusal) return failed(refusal);
    return success(
      listing(
        [...this.options.moves.keys()].map((id) => this.record(id)),
        readRequest,
      ),
    );
  }

  async request(id: RequestId, ask: Ask) {
    const refusal = this.options.take(ask);
    return refusal ? failed(refusal) : readRequest(this.record(id));
  }

  async quotes(id: RequestId, ask: Ask) {
    const refusal = this.options.take(ask);
    if (refusal) return failed(refusal);
    const atMs = this.options.elapsedMs();
    this.options.onRead(id, atMs);
    const price = this.version(id) / 100;
    const quote = {
      'quotation-id': `Q-${id}`,
      'request-id': id,
      'price-direction': 'ask',
      state: 'active',
      counterparty: 'North',
      quantity: 10,
      'all-or-none': true,
      legs: [{ price }],
    };
    return success(listing([quote], readQuote));
  }

  private version(id: RequestId): number {
    return movesUntil(this.options.moves.get(id) ?? [], this.options.elapsedMs());
  }

  private record(id: RequestId) {
    return {
      'request-id': id,
      state: 'open',
      role: 'initiator',
      contract: 'single',
      commodity: 'power',
      'all-or-none': true,
      legs: [{ action: 'buy', quantity: 10, 'quantity-unit': 'MW' }],
    };
  }

  private async unplayed(): Promise<Outcome<never>> {
    return failed(UNPLAYED);
  }
}
