import { failed, success, type Failure, type Outcome } from '../../../src/domain/failure';
import { QuoteId, TradeId, type RequestId } from '../../../src/domain/identifiers';
import { sameLastSeen } from '../../../src/domain/last-seen-price';
import { lastSeenOf, type Quote } from '../../../src/domain/quote';
import { readAnalytics } from '../../../src/contract/service/read-analytics';
import { readCounteroffer } from '../../../src/contract/service/read-counteroffer';
import { readProposal } from '../../../src/contract/service/read-proposal';
import { readQuote } from '../../../src/contract/service/read-quote';
import { readRecipient } from '../../../src/contract/service/read-recipient';
import { readRequest } from '../../../src/contract/service/read-request';
import { readRisk, readRiskSettings } from '../../../src/contract/service/read-risk';
import { readTrade, readTradeReference } from '../../../src/contract/service/read-trade';
import { listing } from '../../../src/contract/service/reading';
import type { Acceptance, Ask, Period, QuoteToSend, Service } from '../../../src/gateway/service/service';
import { UnplayedOperations } from './unplayed-operations';

type Raw = Record<string, unknown>;
export type CallName = keyof Service;
export interface Call {
  readonly name: CallName;
  readonly id?: string;
  readonly lane?: string;
}
/** `before`: nothing is executed. `after`: it is executed and the answer is lost. `never`: no answer ever comes. */
interface Fault {
  readonly when: 'before' | 'after' | 'never';
  readonly failure: Failure;
}

export const failure = (kind: Failure['kind'], message = `It is ${kind}.`): Failure => ({
  kind,
  message,
  next: 'Look again.',
});

export const singleRequest = (id: string, over: Raw = {}): Raw => ({
  'request-id': id,
  state: 'open',
  role: 'initiator',
  contract: 'single',
  commodity: 'power',
  'all-or-none': true,
  legs: [{ action: 'buy', quantity: 10, 'quantity-unit': 'MW' }],
  ...over,
});

export const singleQuote = (requestId: string, id: string, over: Raw = {}): Raw => ({
  'quotation-id': id,
  'request-id': requestId,
  'price-direction': 'ask',
  state: 'active',
  counterparty: 'North',
  quantity: 10,
  'all-or-none': true,
  legs: [{ price: 30.1 }],
  ...over,
});

const expectOk = <T>(outcome: Outcome<T>): T => {
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.value;
};

/** A small platform in memory that a test scripts: it executes at once, counts every call, and breaks when told to. */
export class FakePlatform extends UnplayedOperations implements Service {
  readonly calls: Call[] = [];
  readonly requestsById = new Map<string, Raw>();
  readonly quotesByRequest = new Map<string, Raw[]>();
  readonly tradeRaws: Raw[] = [];
  /** Failure of every call, such as signed-out, while it is set. */
  down: Failure | undefined;
  /** Fields that the list of open requests leaves out. */
  unlisted: readonly string[] = [];
  /** What a request, a trade, a commodity or `''` for all has beside, by the call that reads it. */
  private readonly besides = new Map<string, Raw[]>();
  private readonly faults = new Map<CallName, Fault[]>();
  private readonly gates = new Map<CallName, Promise<void>>();
  private count = 0;

  constructor(private readonly now: () => number) {
    super();
  }

  addRequest(raw: Raw, quotes: Raw[] = []): void {
    this.requestsById.set(String(raw['request-id']), raw);
    this.quotesByRequest.set(String(raw['request-id']), quotes);
  }

  change(id: string, over: Raw): void {
    this.requestsById.set(id, { ...this.requestsById.get(id), ...over });
  }

  changeQuote(requestId: string, quoteId: string, over: Raw): void {
    const quotes = this.quotesByRequest.get(requestId) ?? [];
    this.quotesByRequest.set(
      requestId,
      quotes.map((raw) => (raw['quotation-id'] === quoteId ? { ...raw, ...over } : raw)),
    );
  }

  addTrade(raw: Raw): void {
    this.tradeRaws.push({ 'traded-at': new Date(this.now()).toISOString(), venue: 'tender', ...raw });
  }

  addBeside(name: CallName, id: string, raws: Raw[]): void {
    this.besides.set(JSON.stringify([name, id]), raws);
  }

  private beside(name: CallName, id = ''): Raw[] {
    return this.besides.get(JSON.stringify([name, id])) ?? [];
  }

  /** The next call of this name goes wrong like this. */
  fault(name: CallName, fault: Fault): void {
    this.faults.set(name, [...(this.faults.get(name) ?? []), fault]);
  }

  /** Calls of this name wait until the returned function is called. */
  hold(name: CallName): () => void {
    let release: () => void = () => undefined;
    this.gates.set(name, new Promise((resolve) => (release = resolve)));
    return () => {
      this.gates.delete(name);
      release();
    };
  }

  callsOf(name: CallName): Call[] {
    return this.calls.filter((call) => call.name === name);
  }

  trades(period: Period, ask: Ask) {
    return this.call('trades', ask, () => {
      const raws = this.tradeRaws.filter((raw) => {
        const at = Date.parse(String(raw['traded-at']));
        return at >= period.from && at < period.to;
      });
      return success(listing(raws, readTradeReference));
    });
  }

  trade(id: TradeId, ask: Ask) {
    return this.call('trade', { ...ask, id }, () => {
      const raw = this.tradeRaws.find((trade) => trade['trade-id'] === id);
      return raw ? readTrade(raw) : failed(failure('not-found'));
    });
  }

  openRequests(ask: Ask) {
    return this.call('openRequests', ask, () => {
      const open = [...this.requestsById.values()].filter(({ state }) => state === 'open');
      const listed = open.map((raw) =>
        Object.fromEntries(Object.entries(raw).filter(([field]) => !this.unlisted.includes(field))),
      );
      return success(listing(listed, readRequest));
    });
  }

  concludedRequests(_period: Period, ask: Ask) {
    return this.call('concludedRequests', ask, () => {
      const over = [...this.requestsById.values()].filter(({ state }) => state !== 'open');
      return success(listing(over, readRequest));
    });
  }

  request(id: RequestId, ask: Ask) {
    return this.call('request', { ...ask, id }, () => {
      const raw = this.requestsById.get(id);
      return raw ? readRequest(raw) : failed(failure('not-found', `There is no request ${id}.`));
    });
  }

  quotes(id: RequestId, ask: Ask) {
    return this.call('quotes', { ...ask, id }, () =>
      success(listing(this.quotesByRequest.get(id) ?? [], readQuote)),
    );
  }

  analytics(id: RequestId, ask: Ask) {
    return this.call('analytics', { ...ask, id }, () => readAnalytics({ 'request-id': id }));
  }

  proposals(id: RequestId, ask: Ask) {
    return this.call('proposals', { ...ask, id }, () =>
      success(listing(this.beside('proposals', id), readProposal)),
    );
  }

  counteroffers(id: RequestId, ask: Ask) {
    return this.call('counteroffers', { ...ask, id }, () =>
      success(listing(this.beside('counteroffers', id), readCounteroffer)),
    );
  }

  loadShape(of: { requestId: RequestId } | { tradeId: TradeId }, ask: Ask) {
    const id = 'requestId' in of ? of.requestId : of.tradeId;
    return this.call('loadShape', { ...ask, id }, () => {
      const state = this.requestsById.get(id)?.['state'];
      if (state !== undefined && state !== 'open') return failed(failure('wrong-state'));
      return success({ points: this.beside('loadShape', id), raw: {} });
    });
  }

  smartRecipients({ commodity, market }: { commodity: string; market?: string }, ask: Ask) {
    return this.call('smartRecipients', { ...ask, id: [commodity, market].join(' ').trim() }, () =>
      success(listing(this.beside('smartRecipients', commodity), readRecipient)),
    );
  }

  risks(ask: Ask) {
    return this.call('risks', ask, () => success(listing(this.beside('risks'), readRisk)));
  }

  riskSettings(commodity: string, ask: Ask) {
    return this.call('riskSettings', { ...ask, id: commodity }, () =>
      readRiskSettings(this.beside('riskSettings', commodity)[0]),
    );
  }

  sendQuote(sent: QuoteToSend) {
    return this.call('sendQuote', { id: sent.requestId }, () => {
      if (this.requestsById.get(sent.requestId)?.['state'] !== 'open') return failed(failure('wrong-state'));
      const id = `Q-sent-${++this.count}`;
      const legs =
        sent.price.shape === 'single'
          ? [{ price: Number(sent.price.price) }]
          : sent.price.shape === 'per-leg'
            ? sent.price.legPrices.map((price) => ({ price: Number(price) }))
            : [];
      const net =
        sent.price.shape === 'standard-spread'
          ? { type: 'standard-spread', 'spread-price': Number(sent.price.spreadPrice) }
          : {};
      this.quotesByRequest.get(sent.requestId)?.push({
        ...singleQuote(sent.requestId, id, { legs, ...net }),
        'price-direction': sent.direction,
        quantity: Number(sent.quantity),
        'all-or-none': sent.allOrNone,
      });
      return success({ quoteId: QuoteId.parse(id) });
    });
  }

  withdrawQuote({ requestId, quoteId }: { requestId: RequestId; quoteId: QuoteId }) {
    return this.call('withdrawQuote', { id: quoteId }, () => {
      this.changeQuote(requestId, quoteId, { state: 'withdrawn' });
      return success({ quoteId });
    });
  }

  executeTrade(acceptance: Acceptance) {
    if (!('quoteId' in acceptance)) return this.unplayed();
    return this.call('executeTrade', { id: acceptance.quoteId }, () => this.execute(acceptance));
  }

  /** Executes an acceptance, whenever it is told to: services execute late. */
  execute({
    requestId,
    quoteId,
    lastSeen,
  }: Pick<Acceptance, 'requestId' | 'lastSeen'> & { quoteId: QuoteId }): Outcome<{ tradeId?: TradeId }> {
    const raw = (this.quotesByRequest.get(requestId) ?? []).find((one) => one['quotation-id'] === quoteId);
    if (raw?.['state'] !== 'active') return failed(failure('wrong-state', 'The quote is not active.'));
    const quote: Quote = expectOk(readQuote(raw));
    if (!sameLastSeen(lastSeenOf(quote.price), lastSeen)) return failed(failure('price-moved'));
    const id = `T-${++this.count}`;
    this.changeQuote(requestId, quoteId, { state: 'accepted' });
    this.change(requestId, { state: 'traded' });
    this.addTrade({
      'trade-id': id,
      'request-id': requestId,
      action: 'buy',
      price: quote.price.shape === 'single' ? Number(quote.price.price) : null,
      quantity: raw['quantity'],
      counterparty: raw['counterparty'],
    });
    return success({ tradeId: TradeId.parse(id) });
  }

  private async call<T>(
    name: CallName,
    { id, lane, signal }: { id?: string; lane?: string; signal?: AbortSignal },
    answer: () => Outcome<T>,
  ): Promise<Outcome<T>> {
    this.calls.push({ name, ...(id !== undefined && { id }), ...(lane !== undefined && { lane }) });
    await this.gates.get(name);
    if (signal?.aborted) return failed(failure('unavailable', 'Nobody waits for it any more.'));
    if (this.down) return failed(this.down);
    const fault = this.faults.get(name)?.shift();
    if (fault?.when === 'never') return new Promise(() => undefined);
    if (fault?.when === 'before') return failed(fault.failure);
    const outcome = answer();
    return fault ? failed(fault.failure) : outcome;
  }
}
