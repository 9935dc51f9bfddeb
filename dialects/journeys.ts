import type { ActionBody } from '../src/domain/action';
import { CounterofferId, ProposalId, QuoteId, RequestId, TradeId } from '../src/domain/identifiers';
import { lastSeenOf, ranked, type Quote } from '../src/domain/offers';
import { Price } from '../src/domain/price';
import { Quantity } from '../src/domain/quantity';
import type { SentPrice } from '../src/domain/action';
import type { TradeDownload } from '../src/domain/trade-download';
import { DESK } from '../src/simulator/world/counterparty';
import { saysDone, saysNothingDone, type Desk, type Outcome } from './desk';
import { idText } from './speaker/values';
import type { Dialect } from './draw';
import { told, True, type Fields, type Truth } from './truth';

const OWN = {
  buy: 'RQ-10293',
  sell: 'RQ-10294',
  location: 'RQ-10295',
  time: 'RQ-10296',
  standard: 'RQ-10297',
};
const ASKED = { buy: 'RQ-10300', location: 'RQ-10302', standard: 'RQ-10304', swap: 'RQ-10305' };
const TODAY = '2026-11-20';
const DAY_STARTS = Date.parse('2026-11-19T23:00:00Z');
const WEEK_STARTS = Date.parse('2026-11-12T23:00:00Z');
const CAPTURE_MS_MAX = 60_000;
const EVENT_MS_MAX = 5_000;

/** The journeys that matter, one after the other; each is judged by what the simulator really has. */
export class Journeys {
  private readonly true: True;

  constructor(
    private readonly desk: Desk,
    private readonly dialect: Dialect,
  ) {
    this.true = new True(dialect);
  }

  async all(): Promise<void> {
    if (!(await this.signsIn())) return;
    await this.reads();
    await this.hearsEvents();
    await this.quotes();
    await this.proposes();
    await this.counters();
    await this.accepts();
    await this.captures();
  }

  private async truth(): Promise<Truth> {
    return (await this.desk.system.control('/simulator/truth')) as Truth;
  }

  private requestId(own: string): RequestId {
    return RequestId.parse(idText(own, this.dialect));
  }

  private async signsIn(): Promise<boolean> {
    const status = await this.desk.read({ kind: 'status' }, ({ signedIn }) => signedIn);
    if (status?.signedIn === true) return true;
    const failure = status?.failure;
    if (!failure) this.desk.complain('signing in: neither signed in nor a sentence.');
    else if (!this.desk.isWrong) this.desk.complain(`signing in: ${failure.message}`);
    else this.desk.sentences.add(failure.message);
    return false;
  }

  private async reads(): Promise<void> {
    const { desk } = this;
    const { requests, quotes, proposals, trades } = await this.truth();
    const open = await desk.read({ kind: 'open-requests' });
    const isOpen = ({ state }: Fields): boolean => state === 'open';
    const requestsTold = (wanted: readonly Fields[]) => wanted.map((one) => this.true.request(one));
    if (open) desk.sameList('open requests', requestsTold(requests.filter(isOpen)), open, told.request);
    const concluded = await desk.read({ kind: 'concluded-requests', from: '2026-11-13', to: TODAY });
    const inWeek = requests.filter(
      (one) => !isOpen(one) && Date.parse(String(one['concluded-at'])) >= WEEK_STARTS,
    );
    if (concluded) desk.sameList('concluded requests', requestsTold(inWeek), concluded, told.request);
    for (const id of [ASKED.location, OWN.standard, ASKED.swap]) {
      const request = await desk.read({ kind: 'request', id: this.requestId(id) });
      const truth = requests.find((one) => one['request-id'] === id);
      if (request && truth) desk.same(`request ${id}`, this.true.request(truth), told.request(request));
    }
    const today = trades.filter((one) => Date.parse(String(one['traded-at'])) >= DAY_STARTS);
    const listed = await desk.read({ kind: 'trades' });
    if (listed)
      desk.sameList(
        'trades of today',
        today.map((one) => this.true.reference(one)),
        listed,
        told.reference,
      );
    for (const one of [today[0], today.find(({ venue }) => venue === 'tender')]) {
      if (!one) continue;
      const id = TradeId.parse(idText(String(one['trade-id']), this.dialect));
      const trade = await desk.read({ kind: 'trade', id });
      if (trade) desk.same(`trade ${id}`, this.true.trade(one), told.trade(trade));
    }
    for (const id of [OWN.buy, OWN.location, OWN.standard]) {
      const ofRequest = quotes.filter((one) => one['request-id'] === id).map((one) => this.true.quote(one));
      const listing = await desk.read({ kind: 'quotes', id: this.requestId(id) });
      if (listing) desk.sameList(`quotes of ${id}`, ofRequest, listing, told.quote);
    }
    for (const id of [ASKED.buy, ASKED.standard]) {
      const ofRequest = proposals
        .filter((one) => one['request-id'] === id)
        .map((one) => this.true.proposal(one));
      const listing = await desk.read({ kind: 'proposals', id: this.requestId(id) });
      if (listing) desk.sameList(`proposals of ${id}`, ofRequest, listing, told.proposal);
    }
  }

  private async hearsEvents(): Promise<void> {
    const { desk } = this;
    const events = desk.look({ kind: 'events' });
    const before = await events;
    const heard = typeof before === 'object' && 'value' in before ? before.value.length : 0;
    const record = (await desk.system.control('/simulator/act', {
      do: 'quote',
      requestId: OWN.time,
    })) as Fields;
    const wanted = [this.requestId(OWN.time), idText(String(record['quotation-id']), this.dialect)];
    const seen = await desk.look({ kind: 'events' }, (all) => all.length > heard);
    const event =
      typeof seen === 'object' && 'value' in seen
        ? seen.value.find(({ origin }) => origin === 'pushed')
        : undefined;
    await desk.waits(() => event !== undefined, event ? 0 : EVENT_MS_MAX);
    if (!event) {
      if (!desk.isWrong) desk.complain(`an event was not heard: ${desk.system.logged.slice(-3).join(' ')}`);
      return;
    }
    const truth = { type: 'quotation-created', requestId: wanted[0], quoteId: wanted[1] };
    const { type, requestId, quoteId } = event;
    // Types are an open list: one that the profile has no word for is shown as it came.
    desk.same('the event', desk.isWrong ? { ...truth, type } : truth, { type, requestId, quoteId });
  }

  /** Presses, and compares what the desk says of it with what there is more on the platform. */
  private async pressed(
    body: ActionBody,
    kind: 'quotes' | 'proposals' | 'counteroffers' | 'trades',
    isAsPressed: (record: Fields) => boolean,
  ): Promise<{ outcome: Outcome; made: Fields | undefined }> {
    const idName = {
      quotes: 'quotation-id',
      proposals: 'price-proposal-id',
      counteroffers: 'counteroffer-id',
      trades: 'trade-id',
    }[kind];
    const idsOf = (truth: Truth): unknown[] => truth[kind].map((one) => one[idName]);
    const known = new Set(idsOf(await this.truth()));
    const outcome = await this.desk.press(body);
    const after = await this.truth();
    const made = after[kind].filter((one) => !known.has(one[idName]));
    const [only] = made;
    const what = body.kind;
    if (made.length > 1) this.desk.complain(`${what}: executed ${made.length} times.`);
    if (saysDone(outcome) && !only) this.desk.complain(`${what}: told as done, and nothing was executed.`);
    if (saysNothingDone(outcome) && only) this.desk.complain(`${what}: told as not executed, and it was.`);
    if (only && !isAsPressed(only)) {
      const isTold = !saysDone(outcome) || tellsTrade(outcome, only);
      if (!isTold || !this.desk.isWrong)
        this.desk.complain(`${what}: executed otherwise than pressed: ${JSON.stringify(only)}`);
    }
    return { outcome, made: only };
  }

  private async offerOn(
    own: string,
    prices: readonly string[],
    isCounter = false,
  ): Promise<Extract<ActionBody, { kind: 'send-quote' }>> {
    const request = (await this.truth()).requests.find((one) => one['request-id'] === own);
    const legs = (request?.['legs'] ?? []) as Fields[];
    const buys = legs[0]?.['action'] === 'buy';
    return {
      kind: 'send-quote',
      requestId: this.requestId(own),
      direction: buys === isCounter ? 'bid' : 'ask',
      price: priceOf(request?.['contract'] === 'standard-spread', prices),
      quantity: Quantity.parse(String(request?.['remaining-quantity'])),
      allOrNone: request?.['all-or-none'] === true,
    };
  }

  private async quotes(): Promise<void> {
    const { desk } = this;
    const perLeg = await this.offerOn(ASKED.location, ['30.1', '29.25']);
    const { made } = await this.pressed(perLeg, 'quotes', isOffer(perLeg));
    if (made) {
      await this.shows(made);
      const quoteId = QuoteId.parse(idText(String(made['quotation-id']), this.dialect));
      const outcome = await desk.press({ kind: 'withdraw-quote', requestId: perLeg.requestId, quoteId });
      const state = (await this.truth()).quotes.find((one) => one['quotation-id'] === made['quotation-id'])?.[
        'state'
      ];
      if (saysDone(outcome) && state === 'active')
        desk.complain('withdraw-quote: told as done, and the quote is live.');
      if (saysNothingDone(outcome) && state !== 'active')
        desk.complain('withdraw-quote: told as not executed, and it was.');
    }
    const net = await this.offerOn(ASKED.standard, [await this.besideProposal(ASKED.standard)]);
    await this.pressed(net, 'quotes', isOffer(net));
    const single = await this.offerOn(ASKED.buy, [await this.besideProposal(ASKED.buy)]);
    await desk.system.control('/simulator/faults', { kind: 'reset-after', operation: 'send-quote' });
    await this.pressed(single, 'quotes', isOffer(single));
    await fetch(new URL('/simulator/faults', desk.system.service), { method: 'DELETE' });
  }

  /** A price beside the firm proposal on a request, and not through it: any other one is held back by the limits of the desk. */
  private async besideProposal(own: string): Promise<string> {
    const { proposals, requests } = await this.truth();
    const proposal = proposals.find((one) => one['request-id'] === own);
    const legs = requests.find((one) => one['request-id'] === own)?.['legs'] as Fields[] | undefined;
    const isAsk = legs?.[0]?.['action'] === 'buy';
    const [leg] = (proposal?.['legs'] ?? []) as Fields[];
    const hundredths = Math.round(Number(leg?.['price'] ?? proposal?.['spread-price']) * 100);
    return String((hundredths + (isAsk ? 15 : -15)) / 100);
  }

  /** A quote that was sent is listed as it is. */
  private async shows(made: Fields): Promise<void> {
    const truth = this.true.quote(made);
    const id = RequestId.parse(String(truth['requestId']));
    const listing = await this.desk.read({ kind: 'quotes', id }, ({ records, unreadable }) =>
      this.desk.isWrong
        ? records.length + unreadable.length > 0
        : records.some((one) => one.id === truth['id']),
    );
    if (listing) this.desk.sameList('own quotes', [truth], listing, told.quote);
  }

  private async proposes(): Promise<void> {
    const { desk } = this;
    const offer = await this.offerOn(OWN.sell, ['33.25'], true);
    const proposal: ActionBody = { ...offer, kind: 'send-proposal', proposalKind: 'firm' };
    const isAs = (record: Fields): boolean => isOffer(offer)(record) && record['kind'] === 'firm';
    const { made } = await this.pressed(proposal, 'proposals', isAs);
    if (!made) return;
    const seen = await desk.read(
      { kind: 'proposals', id: offer.requestId },
      ({ records }) =>
        desk.isWrong ||
        records.some(
          ({ id }) => id === ProposalId.parse(idText(String(made['price-proposal-id']), this.dialect)),
        ),
    );
    if (seen && !desk.isWrong)
      desk.sameList('own proposals', [this.true.proposal(made)], seen, told.proposal);
    const outcome = await desk.press({ kind: 'delete-proposals', requestId: offer.requestId });
    const left = (await this.truth()).proposals.some((one) => one['request-id'] === OWN.sell);
    if (saysDone(outcome) && left) desk.complain('delete-proposals: told as done, and a proposal is live.');
    if (saysNothingDone(outcome) && !left)
      desk.complain('delete-proposals: told as not executed, and they were.');
  }

  private async counters(): Promise<void> {
    const { desk } = this;
    const quote = (await this.truth()).quotes.find(
      (one) => one['request-id'] === OWN.location && one['state'] === 'active',
    );
    if (!quote) throw new Error('There is no quote to counter.');
    const offer = await this.offerOn(OWN.location, ['71.75', '70.5'], true);
    const quoteId = QuoteId.parse(idText(String(quote['quotation-id']), this.dialect));
    // The first look at the list is one call too many.
    await desk.system.control('/simulator/faults', { kind: 'storm-429', operation: 'list-counteroffers' });
    const isAs = (record: Fields): boolean =>
      isOffer(offer)(record) && record['quotation-id'] === quote['quotation-id'];
    const { made } = await this.pressed(
      { ...offer, kind: 'send-counteroffer', quoteId },
      'counteroffers',
      isAs,
    );
    if (!made) return;
    const id = CounterofferId.parse(idText(String(made['counteroffer-id']), this.dialect));
    const seen = await desk.read({ kind: 'counteroffers', id: offer.requestId }, ({ records, unreadable }) =>
      desk.isWrong ? records.length + unreadable.length > 0 : records.some((one) => one.id === id),
    );
    if (seen) desk.sameList('counteroffers', [this.true.counteroffer(made)], seen, told.counteroffer);
  }

  private async accepts(): Promise<void> {
    const { system } = this.desk;
    await this.takes(OWN.location, undefined);
    await system.control('/simulator/act', {
      do: 'quote',
      requestId: OWN.buy,
      price: 20.5,
      quantity: 5,
      allOrNone: false,
    });
    await this.takes(OWN.buy, Quantity.parse('2'));
    await this.takesTooLate();
    await this.takes(OWN.standard, undefined);
  }

  /** The best quote as the desk shows it, in full or in part. */
  private async bestOf(own: string): Promise<{ quote: Quote; truth: Fields } | undefined> {
    const { quotes, requests } = await this.truth();
    const live = quotes.filter((one) => one['request-id'] === own && one['state'] === 'active');
    const listing = await this.desk.read(
      { kind: 'quotes', id: this.requestId(own) },
      ({ records }) =>
        this.desk.isWrong ||
        live.every((one) => records.some(({ id }) => id === this.true.id(one['quotation-id']))),
    );
    const legs = requests.find((one) => one['request-id'] === own)?.['legs'] as Fields[];
    const direction = legs[0]?.['action'] === 'buy' ? 'ask' : 'bid';
    const [first, second] = legs.map(({ action }) => action as 'buy' | 'sell');
    const sides = first && second ? ([first, second] as const) : undefined;
    const quote = listing && ranked(listing.records, direction, sides)[0]?.quote;
    const truth = live.find((one) => this.true.id(one['quotation-id']) === quote?.id);
    if (listing && !quote && !this.desk.isWrong)
      this.desk.complain(`quotes of ${own}: there is none to accept.`);
    return quote && truth ? { quote, truth } : undefined;
  }

  private async takes(own: string, quantity: Quantity | undefined): Promise<void> {
    const best = await this.bestOf(own);
    if (!best) return;
    const { quote, truth } = best;
    const isStandard = quote.price.shape === 'standard-spread';
    const wanted = {
      quantity: quantity === undefined ? truth['quantity'] : Number(quantity),
      prices: ((truth['legs'] as Fields[] | undefined) ?? []).map(({ price }) => price),
    };
    const isAs = (trade: Fields): boolean =>
      trade['request-id'] === own &&
      trade['quantity'] === wanted.quantity &&
      (isStandard ||
        same(
          (trade['legs'] as Fields[]).map(({ price }) => price),
          wanted.prices,
        ));
    if (isStandard) {
      // The operator enters the leg prices later; until then there is no trade.
      const entering = setEntering(this.desk, own);
      const { outcome, made } = await this.pressed(acceptance(quote, quantity), 'trades', isAs).finally(
        entering,
      );
      this.saysExecuted(outcome, made);
      return;
    }
    const { outcome, made } = await this.pressed(acceptance(quote, quantity), 'trades', isAs);
    this.saysExecuted(outcome, made);
  }

  private saysExecuted(outcome: Outcome, made: Fields | undefined): void {
    const executed = 'action' in outcome ? outcome.action.executed : undefined;
    if (made && executed?.quantity !== undefined && !tellsTrade(outcome, made))
      this.desk.complain(
        `accept-quote: ${executed.quantity} is told, and ${String(made['quantity'])} was traded.`,
      );
  }

  /** A price that has moved since it was shown is not taken. */
  private async takesTooLate(): Promise<void> {
    const best = await this.bestOf(OWN.sell);
    if (!best) return;
    const { system } = this.desk;
    const before = (await this.truth()).trades.length;
    const quotationId = best.truth['quotation-id'];
    await system.control('/simulator/act', { do: 'move-price', requestId: OWN.sell, quotationId, by: 0.5 });
    const action = this.desk.page.act(this.desk.page.newActionId(), {
      body: acceptance(best.quote, undefined),
      shown: 'as shown',
    });
    const outcome = await system.passing(action);
    const isDone = outcome.ok && outcome.value.state === 'done';
    if (isDone || (await this.truth()).trades.length !== before)
      this.desk.complain('accept-quote: a price was taken that had moved.');
  }

  private async captures(): Promise<void> {
    const { desk } = this;
    const wanted = { from: TODAY, to: TODAY };
    const held: { newest: TradeDownload | undefined } = { newest: undefined };
    const stop = desk.page.watch({ kind: 'captures' }, ({ value }) => void (held.newest = value?.[0]));
    const started = await desk.system.passing(desk.page.captures.start(desk.page.captures.newId(), wanted));
    if (!started.ok) return desk.complain(`capture: ${started.failure.message}`);
    const isOver = (): boolean => held.newest !== undefined && ['done', 'failed'].includes(held.newest.state);
    await desk.waits(() => isOver() || (desk.isWrong && held.newest?.failure !== undefined), CAPTURE_MS_MAX);
    stop();
    const { newest } = held;
    const trades = (await this.truth()).trades.filter(
      (one) => Date.parse(String(one['traded-at'])) >= DAY_STARTS,
    );
    const rows = await desk.system.passing(desk.page.captures.rows(wanted));
    if (!rows.ok) return desk.complain(`capture: ${rows.failure.message}`);
    const captured = rows.value.trades.map(({ trade }) => trade);
    const known = new Map(trades.map((one) => [this.true.id(one['trade-id']), one]));
    for (const trade of captured) {
      const truth = known.get(trade.id);
      if (truth) desk.same(`captured ${trade.id}`, this.true.trade(truth), told.trade(trade));
      else desk.complain(`captured ${trade.id}: there is no such trade.`);
    }
    const isWhole = captured.length === trades.length;
    if (newest?.state === 'done' && newest.setAsideCount === 0 && newest.counts.missing === 0 && !isWhole)
      desk.complain(`capture: ${trades.length} trades there are, and ${captured.length} were captured.`);
    if (!desk.isWrong && (newest?.state !== 'done' || !isWhole))
      desk.complain(
        `capture: ${newest?.state ?? 'unknown'}, ${captured.length} of ${trades.length}: ${newest?.failure?.message ?? ''}`,
      );
    if (
      desk.isWrong &&
      newest?.state === 'done' &&
      !isWhole &&
      newest.counts.trades < trades.length &&
      newest.setAsideCount === 0
    )
      desk.complain('capture: trades are not counted.');
  }
}

/** Whether the desk tells the quantity that was traded, whatever was pressed: the pane marks the difference. */
const tellsTrade = (outcome: Outcome, trade: Fields): boolean =>
  'action' in outcome && outcome.action.executed?.quantity === String(trade['quantity']);

const acceptance = (quote: Quote, quantity: Quantity | undefined): ActionBody => ({
  kind: 'accept-quote',
  requestId: quote.requestId,
  quoteId: quote.id,
  lastSeen: lastSeenOf(quote.price),
  ...(quantity !== undefined && { quantity }),
});

/** Leg prices of an accepted standard spread come a little later. */
function setEntering({ system }: Desk, requestId: string): () => void {
  const cancel = system.clock.after(2_000, () => {
    void system.control('/simulator/act', { do: 'enter-leg-prices', requestId });
  });
  return cancel;
}

function priceOf(isStandard: boolean, written: readonly string[]): SentPrice {
  const prices = written.map((one) => Price.parse(one));
  const [first] = prices;
  if (first === undefined) throw new Error('No price was given.');
  if (isStandard) return { shape: 'standard-spread', spreadPrice: first };
  return prices.length === 1 ? { shape: 'single', price: first } : { shape: 'per-leg', legPrices: prices };
}

const same = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.length === others.length && some.every((one, index) => one === others[index]);

/** Whether a record of the simulator is the offer that was pressed. */
const isOffer =
  ({ direction, price, quantity, allOrNone }: Extract<ActionBody, { kind: 'send-quote' }>) =>
  (record: Fields): boolean => {
    const legs = price.shape === 'single' ? [price.price] : price.shape === 'per-leg' ? price.legPrices : [];
    const listed = ((record['legs'] as Fields[] | undefined) ?? []).map((leg) => String(leg['price']));
    return (
      record['counterparty'] === DESK &&
      record['price-direction'] === direction &&
      same(listed, legs) &&
      (price.shape !== 'standard-spread' || String(record['spread-price']) === price.spreadPrice) &&
      String(record['quantity']) === quantity &&
      record['all-or-none'] === allOrNone
    );
  };
