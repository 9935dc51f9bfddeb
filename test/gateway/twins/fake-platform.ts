import { failed, success, type Failure, type Outcome } from '../../../src/domain/failure';
import { CounterofferId, ProposalId, QuoteId, RequestId, TradeId } from '../../../src/domain/identifiers';
import { sameLastSeen } from '../../../src/domain/price';
import { lastSeenOf } from '../../../src/domain/offers';
import {
  readAnalytics,
  readRecipient,
  readRisk,
  readRiskSettings,
} from '../../../src/contract/service/read-records';
import { givenUp } from '../../../src/gateway/platform/rate-limit/errors';
import { readCounteroffer, readProposal, readQuote } from '../../../src/contract/service/read-offers';
import { readRequest } from '../../../src/contract/service/read-request';
import { readTrade, readTradeReference } from '../../../src/contract/service/read-trade';
import { listing } from '../../../src/contract/service/reading';
import type { Quantity } from '../../../src/domain/quantity';
import type { NewRequest } from '../../../src/domain/new-request';
import type { RiskSettings } from '../../../src/domain/record';
import type {
  Acceptance,
  Ask,
  CounterofferToSend,
  OfferToSend,
  Period,
  Leaving,
  ProposalToSend,
  QuoteToSend,
  Service,
} from '../../../src/gateway/platform/operations';
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

/** What who asked offers: it buys, so it bids. */
export const singleProposal = (requestId: string, id: string, over: Raw = {}): Raw => ({
  'price-proposal-id': id,
  'request-id': requestId,
  kind: 'firm',
  'price-direction': 'bid',
  counterparty: 'North',
  quantity: 10,
  'all-or-none': true,
  legs: [{ price: 29.5 }],
  ...over,
});

type Taking = Pick<Acceptance, 'requestId' | 'lastSeen'> & { readonly quantity?: Quantity | undefined } & (
    { readonly quoteId: QuoteId } | { readonly proposalId: ProposalId }
  );

/** An offer as the service would show it. */
function termsOf({ price, direction, quantity, allOrNone }: OfferToSend): Raw {
  const legs =
    price.shape === 'single'
      ? [{ price: Number(price.price) }]
      : price.shape === 'per-leg'
        ? price.legPrices.map((one) => ({ price: Number(one) }))
        : [];
  return {
    legs,
    ...(price.shape === 'standard-spread' && {
      type: 'standard-spread',
      'spread-price': Number(price.spreadPrice),
    }),
    'price-direction': direction,
    quantity: Number(quantity),
    'all-or-none': allOrNone,
  };
}

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
  /** Every offer that was handed over to be sent. */
  readonly offers: OfferToSend[] = [];
  /** Failure of every call, such as signed-out, while it is set. */
  down: Failure | undefined;
  /** How old its answers are when they come. */
  keptMs = 0;
  /** How far its clock, which its answers tell then, is from ours. */
  apartMs: number | undefined;
  /** What it answers when it is asked for its example of an event. */
  example: Outcome<unknown> | undefined;
  /** Fields that the list of open requests leaves out. */
  unlisted: readonly string[] = [];
  /** What a request, a trade, a commodity or `''` for all has beside, by the call that reads it. */
  private readonly besides = new Map<string, Raw[]>();
  private readonly faults = new Map<CallName, Fault[]>();
  private readonly gates = new Map<CallName, Promise<void>>();
  private readonly queues = new Map<CallName, Promise<void>>();
  private count = 0;

  constructor(private readonly now: () => number) {
    super();
  }

  override async ping(): Promise<Outcome<unknown>> {
    return this.example ?? this.unplayed();
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

  beside(name: CallName, id = ''): Raw[] {
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

  /** Calls of this name do not leave until the returned function is called: they wait for their turn. */
  queue(name: CallName): () => void {
    let leave: () => void = () => undefined;
    this.queues.set(name, new Promise((resolve) => (leave = resolve)));
    return () => {
      this.queues.delete(name);
      leave();
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

  sendQuote(sent: QuoteToSend, { signal: turn }: Leaving = {}) {
    this.offers.push(sent);
    return this.call('sendQuote', { id: sent.requestId, ...(turn && { turn }) }, () => {
      if (this.requestsById.get(sent.requestId)?.['state'] !== 'open') return failed(failure('wrong-state'));
      const id = `Q-sent-${++this.count}`;
      this.quotesByRequest.get(sent.requestId)?.push({
        ...singleQuote(sent.requestId, id),
        counterparty: 'Us',
        'created-at': new Date(this.now()).toISOString(),
        ...termsOf(sent),
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

  addProposal(sent: ProposalToSend, { signal: turn }: Leaving = {}) {
    this.offers.push(sent);
    return this.call('addProposal', { id: sent.requestId, ...(turn && { turn }) }, () => {
      const id = `P-sent-${++this.count}`;
      const ids = { 'price-proposal-id': id, 'request-id': sent.requestId, kind: sent.kind };
      const proposal = { ...ids, counterparty: 'Us', ...this.createdNow(), ...termsOf(sent) };
      this.addBeside('proposals', sent.requestId, [proposal]);
      return success({ proposalId: ProposalId.parse(id) });
    });
  }

  deleteProposals({ requestId }: { requestId: RequestId }) {
    return this.call('deleteProposals', { id: requestId }, () => {
      this.addBeside('proposals', requestId, []);
      return success({ requestId });
    });
  }

  sendCounteroffer(sent: CounterofferToSend) {
    this.offers.push(sent);
    return this.call('sendCounteroffer', { id: sent.requestId }, () => {
      const id = `C-sent-${++this.count}`;
      const ids = { 'counteroffer-id': id, 'quotation-id': sent.quoteId, 'request-id': sent.requestId };
      const known = this.beside('counteroffers', sent.requestId);
      this.addBeside('counteroffers', sent.requestId, [
        ...known,
        { ...ids, counterparty: 'Us', ...this.createdNow(), ...termsOf(sent) },
      ]);
      return success({ counterofferId: CounterofferId.parse(id) });
    });
  }

  private createdNow(): Raw {
    return { 'created-at': new Date(this.now()).toISOString() };
  }

  createRequest(draft: NewRequest) {
    return this.call('createRequest', {}, () => success({ requestId: this.make(draft) }));
  }

  /** Makes a request of the desk's own, whoever asks for it. */
  make(draft: NewRequest): RequestId {
    const id = `RQ-made-${++this.count}`;
    this.addRequest({
      'request-id': id,
      ...this.createdNow(),
      state: 'open',
      role: 'initiator',
      contract: draft.contract === 'swap' ? 'spread' : draft.contract,
      ...(draft.contract === 'spread' && { 'spread-type': draft.spreadType }),
      ...(draft.contract === 'swap' && { spreadType: draft.swapType }),
      'all-or-none': draft.allOrNone,
      legs: draft.legs.map((leg) => ({
        action: leg.action,
        commodity: leg.commodity,
        market: leg.market,
        'delivery-start': leg.deliveryStart,
        'delivery-end': leg.deliveryEnd,
        'load-profile': leg.loadProfile ?? null,
        quantity: Number(leg.quantity),
      })),
    });
    return RequestId.parse(id);
  }

  toggleRisk(risk: { commodity: string; on: boolean }) {
    return this.call('toggleRisk', { id: risk.commodity }, () => {
      const others = this.beside('risks').filter(({ commodity }) => commodity !== risk.commodity);
      this.addBeside('risks', '', [...others, { commodity: risk.commodity, 'risk-management': risk.on }]);
      return success(risk);
    });
  }

  writeRiskSettings({ commodity, settings }: { commodity: string; settings: RiskSettings }) {
    return this.call('writeRiskSettings', { id: commodity }, () => {
      this.addBeside('riskSettings', commodity, [settings]);
      return success(settings);
    });
  }

  executeTrade(acceptance: Acceptance) {
    const id = 'quoteId' in acceptance ? acceptance.quoteId : acceptance.proposalId;
    return this.call('executeTrade', { id }, () => this.execute(acceptance));
  }

  /** Executes an acceptance, whenever it is told to: services execute late. A part leaves the rest on offer. */
  execute(acceptance: Taking): Outcome<{ tradeId?: TradeId }> {
    const { requestId, lastSeen, quantity } = acceptance;
    const found =
      'quoteId' in acceptance
        ? this.activeQuote(requestId, acceptance.quoteId)
        : this.firmProposal(requestId, acceptance.proposalId);
    if (!found.ok) return found;
    const { raw, offer } = found.value;
    if (!sameLastSeen(lastSeenOf(offer.price), lastSeen)) return failed(failure('price-moved'));
    const id = `T-${++this.count}`;
    const taken = quantity === undefined ? raw['quantity'] : Number(quantity);
    const left = Number(raw['quantity']) - Number(taken);
    if ('quoteId' in acceptance) {
      this.changeQuote(requestId, acceptance.quoteId, left > 0 ? { quantity: left } : { state: 'accepted' });
    }
    if (left === 0) this.change(requestId, { state: 'traded' });
    this.addTrade({
      'trade-id': id,
      'request-id': requestId,
      action: 'buy',
      price: offer.price.shape === 'single' ? Number(offer.price.price) : null,
      quantity: taken,
      counterparty: raw['counterparty'],
    });
    return success({ tradeId: TradeId.parse(id) });
  }

  private activeQuote(requestId: RequestId, id: QuoteId) {
    const raw = (this.quotesByRequest.get(requestId) ?? []).find((one) => one['quotation-id'] === id);
    if (raw?.['state'] !== 'active') return failed(failure('wrong-state', 'The quote is not active.'));
    return success({ raw, offer: expectOk(readQuote(raw)) });
  }

  private firmProposal(requestId: RequestId, id: ProposalId) {
    const raw = this.beside('proposals', requestId).find((one) => one['price-proposal-id'] === id);
    const isOpen = this.requestsById.get(requestId)?.['state'] === 'open';
    if (raw?.['kind'] !== 'firm' || !isOpen) return failed(failure('wrong-state', 'It is not firm.'));
    return success({ raw, offer: expectOk(readProposal(raw)) });
  }

  private async call<T>(
    name: CallName,
    { id, lane, signal, left, aged, dated, turn }: { id?: string; turn?: AbortSignal } & Partial<Ask>,
    answer: () => Outcome<T>,
  ): Promise<Outcome<T>> {
    if (this.queues.has(name)) {
      await this.queues.get(name);
      if (turn?.aborted) return failed(givenUp);
      if (signal?.aborted) return failed(failure('unavailable', 'Nobody waits for it any more.'));
    }
    left?.();
    this.calls.push({ name, ...(id !== undefined && { id }), ...(lane !== undefined && { lane }) });
    await this.gates.get(name);
    if (signal?.aborted) return failed(failure('unavailable', 'Nobody waits for it any more.'));
    if (this.down) return failed(this.down);
    if (this.keptMs > 0) aged?.(this.keptMs);
    if (this.apartMs !== undefined) dated?.(this.now() + this.apartMs);
    const fault = this.faults.get(name)?.shift();
    if (fault?.when === 'never') return new Promise(() => undefined);
    if (fault?.when === 'before') return failed(fault.failure);
    const outcome = answer();
    return fault ? failed(fault.failure) : outcome;
  }
}
