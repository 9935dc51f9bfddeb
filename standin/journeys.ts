import { randomBytes } from 'node:crypto';
import type { Action, ActionBody } from '../src/domain/action';
import { ProposalId, QuoteId, RequestId } from '../src/domain/identifiers';
import { lastSeenOf } from '../src/domain/offers';
import { Price } from '../src/domain/price';
import { Quantity } from '../src/domain/quantity';
import type { Request } from '../src/domain/request';
import type { NewLeg, NewRequest } from '../src/domain/new-request';
import type { SentPrice } from '../src/domain/action';
import { pause, type Desk, type Pressed, type Seen } from './desk';
import { OWN, pricesOf, type Platform, type TrueOffer, type TrueRequest, type TrueTrade } from './platform';

const LIVE = 'LIVE';
/** What never arrived leaves no trace: its outcome stays unknown, which is right. */
const NOT_SENT_MS = 5_000;
const STANDING = 'STANDING';
/** The quantity that is taken in part, and of which kinds of request; a standard spread tells its legs late. */
const PART = '5';
const PART_KINDS = ['location spread', 'time spread', 'single'];
const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;

/** What a desk does in a day, one thing after the other; each is judged by what the platform really has. */
export class Journeys {
  readonly complaints: string[] = [];
  readonly passed: string[] = [];
  /** Journeys that this market has no subject for: nothing was told wrongly, and not all was tried. */
  readonly notToBeHad: string[] = [];
  private lacks: string[] = [];

  constructor(
    private readonly desk: Desk,
    private readonly platform: Platform,
    private readonly secret: string,
  ) {}

  async all(only?: string): Promise<void> {
    const journeys: readonly [string, () => Promise<void>][] = [
      ['sign-in', () => this.signsIn()],
      ['webhook', () => this.hears()],
      ['lists', () => this.lists()],
      ['settings', () => this.settings()],
      ['quote a single', () => this.quotes('single')],
      ['quote a gas single in another unit', () => this.quotes('single', 'THM_PER_DAY')],
      ['quote a time spread', () => this.quotes('time spread')],
      ['quote a location spread', () => this.quotes('location spread')],
      ['quote a standard spread', () => this.quotes('standard spread')],
      ['quote a swap', () => this.quotes('green-grey swap')],
      ['lost answer of a quote', () => this.losesQuote('lose-answer')],
      ['lost quote', () => this.losesQuote('lose-request')],
      ['cut answer of a quote', () => this.losesQuote('cut-body')],
      ['refused for a while', () => this.refusedForAWhile()],
      ['propose', () => this.proposes()],
      ['counter', () => this.counters()],
      ['accept a part', () => this.acceptsPart()],
      ['accept a moved price', () => this.acceptsMoved()],
      ['accept in full, answer lost', () => this.acceptsLost()],
      ['accept a spread', () => this.acceptsOwn('location spread')],
      ['accept a swap', () => this.acceptsOwn('green-grey swap')],
      ['accept a standard spread', () => this.acceptsOwn('standard spread')],
      ['accept a proposal', () => this.acceptsProposal()],
      ['new single', () => this.makes('single')],
      ['new spread', () => this.makes('location spread')],
      ['new standard spread', () => this.makes('standard spread')],
      ['new swap', () => this.makes('green-grey swap')],
      ['new request, answer lost', () => this.makes('single', 'lose-answer')],
      ['switch risk', () => this.switchesRisk()],
      ['set risk', () => this.setsRisk()],
      ['capture', () => this.captures()],
      ['events', () => this.heard()],
      ['tokens end', () => this.tokensEnd()],
      ['a spent day', () => this.spendsDay()],
    ];
    for (const [name, journey] of journeys) {
      if (only !== undefined && !new RegExp(only).test(name) && name !== 'sign-in' && name !== 'webhook')
        continue;
      const before = this.complaints.length;
      this.now = name;
      this.lacks = [];
      try {
        await journey();
      } catch (error) {
        this.complain(error instanceof Error ? (error.stack ?? error.message) : String(error));
      }
      await this.platform.fault({ kind: 'clear' });
      await this.platform.fault({ kind: 'thaw' });
      const complaints = this.complaints.slice(before);
      const verdict = complaints.length > 0 ? 'WRONG' : this.lacks.length > 0 ? 'not to be had' : 'ok';
      if (verdict === 'ok') this.passed.push(name);
      if (verdict === 'not to be had') this.notToBeHad.push(name);
      console.log(`${new Date().toISOString().slice(11, 19)} ${verdict.padEnd('WRONG'.length)} ${name}`);
      for (const line of [...complaints, ...this.lacks]) console.log(`   ${line}`);
    }
  }

  private now = '';
  private complain(what: string): void {
    this.complaints.push(`${this.now}: ${what}`);
  }
  /** The drawn market has nothing that this could be tried on, by the platform's own truth. */
  private lack(what: string): void {
    this.lacks.push(what);
  }
  private check(holds: boolean, what: string): void {
    if (!holds) this.complain(what);
  }
  private value<T>(what: string, seen: Seen<T>): T | undefined {
    if ('value' in seen) return seen.value;
    this.complain(`${what}: ${seen.failure.message} ${seen.failure.next}`);
    return undefined;
  }

  private async signsIn(): Promise<void> {
    const status = this.value('status', await this.desk.read({ kind: 'status' }, ({ signedIn }) => signedIn));
    this.check(status?.signedIn === true, `not signed in: ${status?.failure?.message ?? ''}`);
    await this.desk.read({ kind: 'status' }, ({ journal }) => journal?.state !== 'checking');
  }

  private async hears(): Promise<void> {
    const address = await this.desk.page.webhook();
    if (!address.ok) return this.complain(address.failure.message);
    const example = await this.desk.page.checkWebhook();
    if (!example.ok) this.complain(`example of an event: ${example.failure.message}`);
    await this.platform.webhook(address.value.address, this.secret);
  }

  // Lists

  private async lists(): Promise<void> {
    await this.platform.fault({ kind: 'freeze' });
    const { requests, trades } = await this.platform.truth();
    const today = new Date();
    const from = dayOf(new Date(today.getTime() - WEEK_DAYS * DAY_MS));
    const to = dayOf(today);
    const mine = requests.filter(
      ({ initiator, recipients }) => initiator === OWN || recipients.includes(OWN),
    );
    const isOpen = ({ state }: TrueRequest): boolean => state === 'OPEN';
    const open = this.value('open requests', await this.desk.read({ kind: 'open-requests' }));
    if (open) this.sameIds('open requests', mine.filter(isOpen), open);
    for (const request of open?.records ?? []) {
      const truth = mine.find(({ id }) => String(id) === request.id);
      if (truth) this.sameRequest(request, truth);
    }
    const concluded = this.value(
      'concluded',
      await this.desk.read({ kind: 'concluded-requests', from: from as never, to: to as never }),
    );
    const ended = mine.filter((one) => !isOpen(one) && one.concluded !== null && one.concluded >= from);
    if (concluded) this.sameIds('concluded requests', ended, concluded);
    for (const request of concluded?.records ?? []) {
      const truth = mine.find(({ id }) => String(id) === request.id);
      if (truth) this.sameRequest(request, truth);
    }
    const listed = this.value(
      'trades',
      await this.desk.read({ kind: 'trades', from: from as never, to: to as never }),
    );
    const traded = trades.filter((one) => (one.initiator === OWN || one.recipient === OWN) && one.at >= from);
    if (listed) this.sameIds('trades', traded, listed);
    for (const truth of mine.filter(isOpen)) {
      const id = RequestId.parse(String(truth.id));
      const quotes = this.value(
        `quotes of ${id}`,
        await this.desk.read({ kind: 'quotes', id }, undefined, 25_000),
      );
      const seen =
        truth.initiator === OWN ? truth.quotations : truth.quotations.filter(({ by }) => by === OWN);
      if (quotes) this.sameIds(`quotes of ${id}`, seen, quotes);
      for (const quote of quotes?.records ?? []) {
        const one = seen.find((offer) => String(offer.id) === quote.id);
        if (!one) continue;
        const prices =
          quote.price.shape === 'per-leg'
            ? quote.price.legPrices
            : quote.price.shape === 'single'
              ? [quote.price.price]
              : [quote.price.spreadPrice];
        this.check(
          prices.join() === pricesOf(one).join(),
          `quote ${quote.id}: ${prices.join(' / ')} for ${one.price}`,
        );
        this.check(
          quote.quantity === undefined ||
            Number(quote.quantity) === Number(one.quantityLeft) ||
            one.state !== LIVE,
          `quote ${quote.id}: quantity ${quote.quantity} for ${one.quantityLeft}`,
        );
        this.check(
          (quote.state === 'active') === (one.state === LIVE),
          `quote ${quote.id}: ${quote.state} for ${one.state}`,
        );
      }
      const proposals = this.value(
        `proposals of ${id}`,
        await this.desk.read({ kind: 'proposals', id }, undefined, 25_000),
      );
      if (proposals) this.sameIds(`proposals of ${id}`, truth.priceProposals, proposals);
      if (truth.initiator === OWN)
        this.value(`analytics of ${id}`, await this.desk.read({ kind: 'analytics', id }, undefined, 25_000));
      if (truth.legs[0]?.includes('SHAPED') === true) {
        const shape = this.value(
          'load shape',
          await this.desk.read({ kind: 'request-load-shapes', id }, undefined, 25_000),
        );
        this.check((shape?.points.length ?? 0) >= 600, `load shape: ${shape?.points.length ?? 0} points`);
        this.check(JSON.stringify(shape?.raw ?? {}).includes('MW'), 'load shape: its unit is not told');
      }
    }
  }

  private sameIds(
    what: string,
    truth: readonly { readonly id: number }[],
    said: { readonly records: readonly { readonly id: string }[]; readonly unreadable: readonly unknown[] },
  ): void {
    this.check(
      said.unreadable.length === 0,
      `${what}: ${said.unreadable.length} unreadable: ${JSON.stringify(said.unreadable[0] ?? '').slice(0, 600)}`,
    );
    const ids = new Set(said.records.map(({ id }) => id));
    const wanted = new Set(truth.map(({ id }) => String(id)));
    const missing = [...wanted].filter((id) => !ids.has(id));
    const more = [...ids].filter((id) => !wanted.has(id));
    this.check(missing.length === 0, `${what}: ${missing.join(', ')} is not told`);
    this.check(more.length === 0, `${what}: there is no ${more.join(', ')}`);
    this.check(ids.size === said.records.length, `${what}: told twice`);
  }

  private sameRequest(request: Request, truth: TrueRequest): void {
    const state =
      truth.state === 'OPEN'
        ? 'open'
        : truth.state === 'CLOSED' || truth.state === 'LAPSED'
          ? 'closed'
          : 'traded';
    const contract =
      truth.kind === 'single' ? 'single' : truth.kind === 'standard spread' ? 'standard-spread' : 'spread';
    const said = [
      request.state,
      request.contract,
      request.role,
      request.legs.length,
      request.legs[0]?.action,
      request.allOrNone,
    ].join();
    const is = [
      state,
      contract,
      truth.initiator === OWN ? 'initiator' : 'recipient',
      truth.legs.length,
      truth.initiatorWantsLeg1.toLowerCase(),
      truth.allOrNone,
    ].join();
    this.check(said === is, `request ${request.id}: ${said} is told, and it is ${is}`);
    if (request.remainingQuantity !== undefined)
      this.check(
        Number(request.remainingQuantity) === Number(truth.remaining),
        `request ${request.id}: ${request.remainingQuantity} left, and it is ${truth.remaining}`,
      );
    request.legs.forEach((leg, at) => {
      const words = truth.legs[at] ?? '';
      const told = `${leg.action.toUpperCase()} ${String(leg.quantity)} ${leg.quantityUnit ?? ''} `;
      this.check(
        words.startsWith(told) &&
          words.includes(`${leg.deliveryStart}..${leg.deliveryEnd}`) &&
          words.includes(leg.market ?? '?'),
        `leg ${at + 1} of ${request.id}: ${told} ${leg.deliveryStart}..${leg.deliveryEnd}, and it is ${words}`,
      );
    });
  }

  private async settings(): Promise<void> {
    const { risk } = await this.platform.truth();
    const risks = this.value('risks', await this.desk.read({ kind: 'risks' }));
    for (const { commodity, on } of risks?.records ?? []) {
      const truth = risk[OWN]?.[PLATFORM_COMMODITY[commodity] ?? ''];
      this.check(truth?.enabled === on, `risk of ${commodity}: ${String(on)}`);
    }
    const settings = this.value(
      'risk settings',
      await this.desk.read({ kind: 'risk-settings', commodity: 'gas' }),
    );
    this.check(
      JSON.stringify(settings ?? {}).includes(risk[OWN]?.['GAS']?.maxQuantity ?? '?'),
      `risk settings: ${JSON.stringify(settings)}`,
    );
    const recipients = this.value(
      'recipients',
      await this.desk.read({ kind: 'recipients', commodity: 'gas', market: 'TTF' }),
    );
    this.check((recipients?.records.length ?? 0) > 3, 'recipients: too few');
  }

  // Quotes

  /** A request that the desk is asked on and has no quote on, with a price that the market quotes now. */
  private async asked(
    kind: string,
    unit = 'MW',
  ): Promise<{ truth: TrueRequest; prices: readonly string[] } | undefined> {
    const { requests } = await this.platform.truth();
    for (const truth of requests) {
      const other = truth.quotations.find(({ state, by }) => state === LIVE && by !== OWN);
      const isFree = !truth.quotations.some(({ by, state }) => by === OWN && state === LIVE);
      const isUnit = kind === 'green-grey swap' || truth.unit === unit;
      if (
        truth.state === 'OPEN' &&
        truth.kind === kind &&
        truth.recipients.includes(OWN) &&
        other &&
        isFree &&
        isUnit &&
        !this.used.has(truth.id) &&
        !truth.legs.some((leg) => leg.includes('GOO')) === (kind !== 'green-grey swap')
      ) {
        this.used.add(truth.id);
        return { truth, prices: pricesOf(other) };
      }
    }
    this.lack(`the platform has no ${kind} to quote`);
    return undefined;
  }
  private readonly used = new Set<number>();

  private async offerOn(
    truth: TrueRequest,
    prices: readonly string[],
    isInitiator = false,
  ): Promise<Extract<ActionBody, { kind: 'send-quote' }>> {
    const quoted = truth.initiatorWantsLeg1 === 'BUY' ? 'ask' : 'bid';
    await this.desk.read({ kind: 'request', id: RequestId.parse(String(truth.id)) });
    return {
      kind: 'send-quote',
      requestId: RequestId.parse(String(truth.id)),
      direction: isInitiator ? (quoted === 'ask' ? 'bid' : 'ask') : quoted,
      price: priceOf(truth.kind, prices),
      quantity: Quantity.parse(truth.remaining),
      allOrNone: truth.allOrNone,
    };
  }

  private async ownOffer(
    id: number,
    of: 'quotations' | 'priceProposals' | 'counteroffers',
  ): Promise<TrueOffer | undefined> {
    const truth = await this.platform.request(id);
    const isOwn = ({ by }: TrueOffer): boolean => of !== 'quotations' || by === OWN;
    return truth[of].filter((one) => isOwn(one) && (one.state === LIVE || one.state === STANDING)).at(-1);
  }

  private async quotes(kind: string, unit?: string): Promise<void> {
    const found = await this.asked(kind, unit);
    if (!found) return;
    const { truth, prices } = found;
    const body = await this.offerOn(truth, prices);
    const action = this.done(await this.press(body));
    const own = await this.ownOffer(truth.id, 'quotations');
    this.isOffer(action, own, prices, body);
    if (!own) return;
    this.check(
      action?.quoteId === String(own.id),
      `quote ${own.id} is called ${action?.quoteId ?? 'nothing'}`,
    );
    const listed = this.value(
      'own quotes',
      await this.desk.read({ kind: 'quotes', id: body.requestId }, ({ records }) =>
        records.some(({ id, state }) => id === String(own.id) && state === 'active'),
      ),
    );
    this.check(
      listed?.records.some(({ id }) => id === String(own.id)) === true,
      'the sent quote is not listed',
    );
    const kept = this.value(
      'kept quotes',
      await this.desk.read({ kind: 'own-quotes' }, (quotes) =>
        quotes.some((one) => JSON.stringify(one).includes(String(own.id))),
      ),
    );
    this.check(
      kept?.some((one) => JSON.stringify(one).includes(String(own.id))) === true,
      'the sent quote is not among the own',
    );
    await this.amends(truth, body, own);
    this.done(
      await this.press({
        kind: 'withdraw-quote',
        requestId: body.requestId,
        quoteId: QuoteId.parse(String(own.id)),
      }),
    );
    this.check(
      (await this.ownOffer(truth.id, 'quotations')) === undefined,
      'told as withdrawn, and it is live',
    );
  }

  /** A second quote takes the place of the first, under its number. */
  private async amends(
    truth: TrueRequest,
    body: Extract<ActionBody, { kind: 'send-quote' }>,
    own: TrueOffer,
  ): Promise<void> {
    if (body.price.shape !== 'single') return;
    const price = String(Math.round((Number(body.price.price) + 0.05) * 1000) / 1000);
    const action = this.done(await this.press({ ...body, price: priceOf(truth.kind, [price]) }));
    const amended = await this.ownOffer(truth.id, 'quotations');
    this.isOffer(action, amended, [price], body);
    this.check(
      amended?.id === own.id && action?.quoteId === String(own.id),
      'it is amended under another number',
    );
    const { id } = { id: body.requestId };
    const listed = this.value(
      'amended quote',
      await this.desk.read({ kind: 'quotes', id }, ({ records }) =>
        records.some((one) => one.id === String(own.id) && pricesIn(one.price) === price),
      ),
    );
    const said = listed?.records.filter((one) => one.id === String(own.id)).map((one) => pricesIn(one.price));
    this.check(said?.join() === price, `${price} was pressed, and ${String(said)} is listed`);
  }

  private isOffer(
    action: Action | undefined,
    own: TrueOffer | undefined,
    prices: readonly string[],
    body: { readonly quantity: string; readonly allOrNone: boolean },
  ): void {
    if (action?.state === 'done') this.check(own !== undefined, 'told as done, and it is not there');
    if (action?.state === 'rejected') this.check(own === undefined, 'told as not executed, and it is there');
    if (!own) return;
    this.check(
      pricesOf(own).join() === prices.join(),
      `${prices.join(' / ')} was pressed, and it is ${own.price}`,
    );
    this.check(
      Number(own.quantityLeft) === Number(body.quantity) && own.allOrNone === body.allOrNone,
      `${body.quantity} was pressed, and it is ${own.quantityLeft}`,
    );
  }

  /** What was pressed and was to work. */
  private done(pressed: Pressed): Action | undefined {
    if ('refused' in pressed) {
      this.complain(`refused: ${pressed.refused.message} ${pressed.refused.next}`);
      return undefined;
    }
    const { action } = pressed;
    this.check(
      action.state === 'done',
      `${action.body.kind} is ${action.state}: ${action.failure?.message ?? action.evidence ?? 'without a word'}`,
    );
    return action;
  }

  private async press(body: ActionBody, maxMs?: number, accepted?: readonly string[]): Promise<Pressed> {
    return this.desk.press(body, maxMs, accepted);
  }

  private async losesQuote(kind: string): Promise<void> {
    const found = await this.asked('single');
    if (!found) return;
    const body = await this.offerOn(found.truth, found.prices);
    const before = (await this.platform.truth()).writes.length;
    await this.platform.fault({ kind, next: 1, method: 'POST', path: '/quotations' });
    const pressed = await this.press(body, kind === 'lose-request' ? NOT_SENT_MS : 40_000);
    const own = await this.ownOffer(found.truth.id, 'quotations');
    const action = 'action' in pressed ? pressed.action : undefined;
    if ('refused' in pressed) this.complain(`refused: ${pressed.refused.message}`);
    this.check(
      action === undefined || ['done', 'rejected'].includes(action.state) || own === undefined,
      `it is ${action?.state ?? ''} and live: ${action?.evidence ?? ''}`,
    );
    this.isOffer(action, own, found.prices, body);
    const sent = (await this.platform.truth()).writes
      .slice(before)
      .filter(({ path }) => path.endsWith('/quotations'));
    this.check(
      sent.length === (kind === 'lose-request' ? sent.length : 1) && sent.length <= 1,
      `sent ${sent.length} times`,
    );
    console.log(`   ${kind}: ${action?.state ?? ''} (${action?.evidence ?? action?.failure?.message ?? ''})`);
    if (own)
      this.done(
        await this.press({
          kind: 'withdraw-quote',
          requestId: body.requestId,
          quoteId: QuoteId.parse(String(own.id)),
        }),
      );
  }

  private async refusedForAWhile(): Promise<void> {
    const found = await this.asked('single');
    if (!found) return;
    const body = await this.offerOn(found.truth, found.prices);
    await this.platform.fault({ kind: '429', next: 2 });
    const action = this.done(await this.press(body, 40_000));
    const own = await this.ownOffer(found.truth.id, 'quotations');
    this.isOffer(action, own, found.prices, body);
    if (own)
      this.done(
        await this.press({
          kind: 'withdraw-quote',
          requestId: body.requestId,
          quoteId: QuoteId.parse(String(own.id)),
        }),
      );
  }

  // Proposals and counteroffers

  private async ownRequest(kind: string): Promise<TrueRequest | undefined> {
    const { requests } = await this.platform.truth();
    const found = requests.find(
      (one) =>
        one.initiator === OWN &&
        one.state === 'OPEN' &&
        one.kind === kind &&
        one.quotations.some(({ state }) => state === LIVE),
    );
    if (!found) this.lack(`the platform has no ${kind} of our own with a quote`);
    return found;
  }

  private async proposes(): Promise<void> {
    for (const kind of ['single', 'location spread', 'standard spread']) {
      const truth = await this.ownRequest(kind);
      const live = truth?.quotations.find(({ state }) => state === LIVE);
      if (!truth || !live) continue;
      const prices = pricesOf(live);
      for (const proposalKind of ['indicative', 'firm'] as const) {
        await this.platform.fault({ kind: 'freeze' });
        const offer = await this.offerOn(truth, prices, true);
        const action = this.done(await this.press({ ...offer, kind: 'send-proposal', proposalKind }));
        const own = await this.ownOffer(truth.id, 'priceProposals');
        this.isOffer(action, own, prices, offer);
        this.check(
          own === undefined || own.kind === proposalKind,
          `${kind}: ${proposalKind} was pressed, and it is ${own?.kind ?? ''}`,
        );
        this.check(
          action?.proposalId === String(own?.id),
          `${kind}: proposal ${own?.id ?? ''} is called ${action?.proposalId ?? 'nothing'}`,
        );
        if (proposalKind === 'firm') {
          this.done(await this.press({ kind: 'delete-proposals', requestId: offer.requestId }));
          this.check(
            (await this.ownOffer(truth.id, 'priceProposals')) === undefined,
            `${kind}: told as deleted, and it stands`,
          );
        }
      }
    }
  }

  private async counters(): Promise<void> {
    const truth = await this.ownRequest('location spread');
    const live = truth?.quotations.find(({ state }) => state === LIVE);
    if (!truth || !live) return;
    await this.platform.fault({ kind: 'freeze' });
    const prices = pricesOf(live);
    const offer = await this.offerOn(truth, prices, true);
    const action = this.done(
      await this.press({ ...offer, kind: 'send-counteroffer', quoteId: QuoteId.parse(String(live.id)) }),
    );
    const made = (await this.platform.request(truth.id)).counteroffers.at(-1);
    if (action?.state === 'done')
      this.check(
        made !== undefined && String(made.id) === action.counterofferId,
        `counteroffer ${String(made?.id)} is called ${action.counterofferId ?? 'nothing'}`,
      );
    const listed = this.value(
      'counteroffers',
      await this.desk.read(
        { kind: 'counteroffers', id: offer.requestId },
        ({ records, unreadable }) => records.length + unreadable.length > 0,
      ),
    );
    // The platform does not say the side of a counteroffer: it is set aside with a sentence, and never given one.
    const [aside] = listed?.unreadable ?? [];
    this.check(
      listed?.records.length === 0 && aside?.failure.message.includes('price-direction') === true,
      `counteroffers: ${JSON.stringify(listed).slice(0, 700)}`,
    );
  }

  // Acceptances

  private async best(
    truth: TrueRequest,
  ): Promise<{ body: Extract<ActionBody, { kind: 'accept-quote' }>; offer: TrueOffer } | undefined> {
    await this.platform.fault({ kind: 'freeze' });
    const offer = bestOf(await this.platform.request(truth.id));
    if (!offer) {
      this.lack('there is no quote to take');
      return undefined;
    }
    const id = RequestId.parse(String(truth.id));
    this.desk.page.refresh([{ kind: 'quotes', id }]);
    const listed = this.value(
      'quotes',
      await this.desk.read(
        { kind: 'quotes', id },
        ({ records }) =>
          records.some(
            (one) =>
              one.id === String(offer.id) &&
              one.state === 'active' &&
              pricesIn(one.price) === pricesOf(offer).join(),
          ),
        30_000,
      ),
    );
    const quote = listed?.records.find((one) => one.id === String(offer.id));
    if (!quote) {
      this.complain(`quote ${offer.id} is not listed`);
      return undefined;
    }
    this.check(
      pricesIn(quote.price) === pricesOf(offer).join(),
      `quote ${quote.id}: ${pricesIn(quote.price)} for ${offer.price}`,
    );
    return {
      offer,
      body: { kind: 'accept-quote', requestId: id, quoteId: quote.id, lastSeen: lastSeenOf(quote.price) },
    };
  }

  private async acceptsPart(): Promise<void> {
    await this.platform.fault({ kind: 'freeze' });
    const { requests, trades: before } = await this.platform.truth();
    // A quote that is not the best is refused for that, so the best one itself has to be divisible.
    const divisible = requests.filter((one) => one.initiator === OWN && one.state === 'OPEN' && hasPart(one));
    const truth = PART_KINDS.flatMap((kind) => divisible.find((one) => one.kind === kind) ?? [])[0];
    if (!truth) return this.lack('no request of our own has a best quote that can be taken in part');
    const best = await this.best(truth);
    if (!best) return;
    const part = { ...best.body, quantity: Quantity.parse(PART) };
    // Until this platform has shown that it takes a part, the first one wants a second press.
    const first = await this.press(part);
    const why = 'action' in first ? first.action.failure : first.refused;
    this.check(
      why?.message.includes('takes a part') === true,
      'the first part was sent without a second press',
    );
    await this.judgeTrade(await this.desk.press(part, undefined, ['part-unproven']), {
      before,
      quantity: PART,
      offer: best.offer,
    });
  }

  private async acceptsMoved(): Promise<void> {
    const { requests, trades } = await this.platform.truth();
    const before = trades.length;
    const own = requests.filter(
      (one) =>
        one.initiator === OWN && one.state === 'OPEN' && one.quotations.some(({ state }) => state === LIVE),
    );
    const bests = [];
    for (const { id } of own) {
      const best = await this.best(await this.platform.request(id));
      if (best) bests.push({ id, ...best });
    }
    await this.platform.fault({ kind: 'move-quotes' });
    // Only quotes of machines move.
    let best: (typeof bests)[number] | undefined;
    for (const one of bests) {
      const now = await this.platform.request(one.id);
      const moved = now.quotations.find(({ id }) => id === one.offer.id);
      if (!best && moved && moved.price !== one.offer.price) best = one;
    }
    if (!best) return this.lack('there is no best quote that moves');
    const pressed = await this.press(best.body);
    const after = (await this.platform.truth()).trades.length;
    this.check(after === before, 'a price was taken that had moved');
    const told =
      'action' in pressed
        ? `${pressed.action.state}: ${pressed.action.failure?.message ?? ''} ${pressed.action.failure?.kind ?? ''}`
        : pressed.refused.message;
    this.check(/^rejected/.test(told) || 'refused' in pressed, told);
    console.log(`   ${told}`);
  }

  private async acceptsLost(): Promise<void> {
    const truth = await this.ownRequest('single');
    const best = truth && (await this.best(truth));
    if (!truth || !best) return;
    const { trades: before, writes } = await this.platform.truth();
    await this.platform.fault({ kind: 'lose-answer', next: 1, method: 'POST', path: '/trade' });
    const pressed = await this.press(best.body, 60_000);
    await this.judgeTrade(pressed, { before, quantity: best.offer.quantityLeft, offer: best.offer });
    const sent = (await this.platform.truth()).writes
      .slice(writes.length)
      .filter(({ path }) => path.endsWith('/trade'));
    this.check(sent.length === 1, `sent ${sent.length} times`);
  }

  private async acceptsOwn(kind: string): Promise<void> {
    const truth = await this.ownRequest(kind);
    const best = truth && (await this.best(truth));
    if (!truth || !best) return;
    const before = (await this.platform.truth()).trades;
    const isStandard = kind === 'standard spread';
    if (isStandard) await this.platform.fault({ kind: 'thaw' });
    const pressed = await this.press(best.body, isStandard ? 60_000 : undefined);
    await this.judgeTrade(pressed, {
      before,
      quantity: best.offer.quantityLeft,
      offer: best.offer,
      isStandard,
    });
  }

  private async acceptsProposal(): Promise<void> {
    const { requests, trades: before } = await this.platform.truth();
    const truth = requests.find(
      (one) =>
        one.state === 'OPEN' &&
        one.kind === 'single' &&
        one.recipients.includes(OWN) &&
        one.unit === 'MW' &&
        one.priceProposals.some(({ state, kind }) => state === STANDING && kind === 'firm') &&
        Number(one.remaining) <= 50,
    );
    if (!truth) return this.lack('there is no firm proposal');
    await this.platform.fault({ kind: 'freeze' });
    const now = (await this.platform.request(truth.id)).priceProposals.find(
      ({ state }) => state === STANDING,
    );
    const id = RequestId.parse(String(truth.id));
    const listed = this.value(
      'proposals',
      await this.desk.read({ kind: 'proposals', id }, ({ records }) =>
        records.some((one) => one.id === String(now?.id) && one.state === 'active'),
      ),
    );
    const proposal = listed?.records.find((one) => one.id === String(now?.id));
    if (!proposal || !now) return this.complain('the standing proposal is not listed');
    const pressed = await this.press({
      kind: 'accept-proposal',
      requestId: id,
      proposalId: ProposalId.parse(proposal.id),
      lastSeen: lastSeenOf(proposal.price),
    });
    await this.judgeTrade(pressed, { before, quantity: now.quantityLeft, offer: now });
  }

  private async judgeTrade(
    pressed: Pressed,
    is: { before: readonly TrueTrade[]; quantity: string; offer: TrueOffer; isStandard?: boolean },
  ): Promise<void> {
    const action = this.done(pressed);
    const request = action && 'requestId' in action.body ? Number(action.body.requestId) : 0;
    const { trades } = await this.platform.truth();
    const made = trades.filter(
      (one) => one.request === request && !is.before.some(({ id }) => id === one.id),
    );
    const [trade] = made;
    if (action?.state === 'done')
      this.check(made.length === 1, `told as done, and ${made.length} trades were made`);
    if (action?.state === 'rejected') this.check(made.length === 0, 'told as not executed, and it was');
    if (!trade || !action) return;
    this.check(
      action.tradeId === String(trade.id),
      `trade ${trade.id} is called ${action.tradeId ?? 'nothing'}`,
    );
    const { executed } = action;
    if (!executed) return this.complain('nothing is told of what was executed');
    const words = trade.legs[0] ?? '';
    const [, side = '', quantity = ''] = /^initiator (BUY|SELL) (\S+)/.exec(words) ?? [];
    const own = trade.initiator === OWN ? side : side === 'BUY' ? 'SELL' : 'BUY';
    const prices = trade.legs.map((leg) => String(Number(/ at (-?[\d.]+)/.exec(leg)?.[1])));
    this.check(
      Number(quantity) === Number(is.quantity),
      `${is.quantity} was pressed, and ${quantity} was traded`,
    );
    this.check(
      Number(executed.quantity) === Number(quantity),
      `${executed.quantity ?? 'no quantity'} is told, and ${quantity} was traded`,
    );
    this.check(
      executed.side === own.toLowerCase(),
      `${executed.side ?? 'no side'} is told, and it was ${own}`,
    );
    const told = (executed.legPrices ?? (executed.price === undefined ? [] : [executed.price])).join();
    this.check(told === prices.join(), `${told} is told, and it was traded at ${prices.join()}`);
    console.log(`   ${JSON.stringify(executed)}`);
  }

  // New requests

  private async makes(kind: string, fault?: string): Promise<void> {
    const { requests: before } = await this.platform.truth();
    if (fault !== undefined)
      await this.platform.fault({ kind: fault, next: 1, method: 'POST', path: '/requests' });
    const draft = draftOf(kind);
    const action = this.done(
      await this.press({ kind: 'create-request', draft }, 60_000, ['swap-count', 'swap-kind']),
    );
    const { requests } = await this.platform.truth();
    const made = requests.filter((one) => one.initiator === OWN && !before.some(({ id }) => id === one.id));
    if (action?.state === 'done') this.check(made.length === 1, `told as done, and ${made.length} were made`);
    if (action?.state === 'rejected') this.check(made.length === 0, 'told as not executed, and it was');
    const [request] = made;
    if (!request || !action) return;
    this.check(
      action.newRequestId === String(request.id),
      `request ${request.id} is called ${action.newRequestId ?? 'nothing'}`,
    );
    this.check(request.kind === kind, `a ${kind} was pressed, and it is a ${request.kind}`);
    draft.legs.forEach((leg, at) => {
      const words = request.legs[at] ?? '';
      this.check(
        words.startsWith(`${leg.action.toUpperCase()} ${leg.quantity} `) &&
          words.includes(leg.market) &&
          words.includes(`${leg.deliveryStart}..${leg.deliveryEnd}`),
        `leg ${at + 1}: ${words}`,
      );
    });
    const listed = this.value(
      'request',
      await this.desk.read({ kind: 'request', id: RequestId.parse(String(request.id)) }),
    );
    if (listed) this.sameRequest(listed, request);
  }

  // Risk

  private async switchesRisk(): Promise<void> {
    for (const on of [true, false]) {
      const action = this.done(await this.press({ kind: 'switch-risk', commodity: 'emissions', on }));
      const truth = (await this.platform.truth()).risk[OWN]?.['EMISSION']?.enabled;
      if (action?.state === 'done')
        this.check(truth === on, `${String(on)} was pressed, and it is ${String(truth)}`);
    }
  }

  private async setsRisk(): Promise<void> {
    const settings = this.value(
      'risk settings',
      await this.desk.read({ kind: 'risk-settings', commodity: 'gas' }),
    );
    if (!settings) return;
    const next = { ...settings, 'max-order-quantity': '150', 'price-band-percent': '30' };
    const action = this.done(await this.press({ kind: 'set-risk', commodity: 'gas', settings: next }));
    const truth = (await this.platform.truth()).risk[OWN]?.['GAS'];
    if (action?.state === 'done')
      this.check(
        truth?.maxQuantity === '150' && truth.priceBandPercent === 30,
        `150 and 30 were pressed, and it is ${JSON.stringify(truth)}`,
      );
  }

  // Trades and events

  private async captures(): Promise<void> {
    await this.platform.fault({ kind: 'freeze' });
    const today = dayOf(new Date());
    const wanted = { from: today as never, to: today as never };
    const held: { state?: string; failure?: string } = {};
    const stop = this.desk.page.watch({ kind: 'captures' }, ({ value }) => {
      const newest = value?.[0];
      if (newest) Object.assign(held, { state: newest.state, failure: newest.failure?.message });
    });
    const started = await this.desk.page.captures.start(this.desk.page.captures.newId(), wanted);
    if (!started.ok) return this.complain(started.failure.message);
    for (let ms = 0; ms < 60_000 && held.state !== 'done' && held.state !== 'failed'; ms += 200)
      await pause(200);
    stop();
    const rows = await this.desk.page.captures.rows(wanted);
    if (!rows.ok) return this.complain(rows.failure.message);
    const truth = (await this.platform.truth()).trades.filter(
      (one) => (one.initiator === OWN || one.recipient === OWN) && one.at.startsWith(today),
    );
    const captured = rows.value.trades.map(({ trade }) => trade);
    this.sameIds('captured trades', truth, { records: captured, unreadable: [] });
    for (const trade of captured) {
      const is = truth.find(({ id }) => String(id) === trade.id);
      const prices = is?.legs.map((leg) => String(Number(/ at (-?[\d.]+)/.exec(leg)?.[1]))).join();
      const told = (trade.legPrices ?? (trade.price === undefined ? [] : [trade.price])).join();
      this.check(told === prices, `captured ${trade.id}: ${told}, and it was ${prices ?? 'never'}`);
    }
    this.check(held.state === 'done', `capture: ${held.state ?? 'nothing'} ${held.failure ?? ''}`);
  }

  private async heard(): Promise<void> {
    const events = this.value(
      'events',
      await this.desk.read({ kind: 'events' }, (all) => all.some(({ origin }) => origin === 'pushed')),
    );
    const pushed = (events ?? []).filter(({ origin }) => origin === 'pushed');
    this.check(pushed.length > 0, `no event was taken (${events?.length ?? 0} others)`);
    console.log(`   ${pushed.length} events: ${[...new Set(pushed.map(({ type }) => type))].join(', ')}`);
    const webhook = await this.desk.page.webhook();
    this.check(webhook.ok && webhook.value.refused === 0, 'signed events were refused');
  }

  private async tokensEnd(): Promise<void> {
    const { requests } = await this.platform.truth();
    const own = requests.find(({ initiator }) => initiator === OWN);
    await this.platform.fault({ kind: 'expire-tokens' });
    const id = RequestId.parse(String(own?.id));
    this.value('a read after the end of the token', await this.desk.read({ kind: 'request', id }));
    await this.quotes('single');
  }

  /** Nothing is told as sent that was refused, and a sentence says why. */
  private async spendsDay(): Promise<void> {
    // Nothing reaches the platform here, so a request that was quoted before serves as well.
    this.used.clear();
    const found = await this.asked('single');
    if (!found) return;
    const body = await this.offerOn(found.truth, found.prices);
    await this.platform.fault({ kind: 'quota', remaining: 0, credential: 'desk' });
    const pressed = await this.press(body, NOT_SENT_MS);
    const own = await this.ownOffer(found.truth.id, 'quotations');
    const told = 'action' in pressed ? pressed.action.failure?.message : pressed.refused.message;
    this.check(own === undefined, 'a quote was sent on a spent day');
    this.check(!('action' in pressed) || pressed.action.state !== 'done', 'told as done on a spent day');
    console.log(`   ${'action' in pressed ? pressed.action.state : 'refused'}: ${told ?? 'without a word'}`);
    this.check((told ?? '') !== '', 'nothing is told of a spent day');
  }
}

const PLATFORM_COMMODITY: Readonly<Record<string, string>> = {
  power: 'POWER',
  gas: 'GAS',
  emissions: 'EMISSION',
  goo: 'GOO',
};

export const newSecret = (): string => randomBytes(16).toString('hex');

const dayOf = (at: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Amsterdam' }).format(at);

function priceOf(kind: string, written: readonly string[]): SentPrice {
  const prices = written.map((one) => Price.parse(one));
  const [first] = prices;
  if (first === undefined) throw new Error('No price was given.');
  if (kind === 'standard spread') return { shape: 'standard-spread', spreadPrice: first };
  return prices.length === 1 ? { shape: 'single', price: first } : { shape: 'per-leg', legPrices: prices };
}

/** By the rule of the handbook: opposite actions subtract, equal ones add; a swap is compared by its certificate. */
function netOf(offer: TrueOffer, { legs }: TrueRequest): number {
  const [first = 0, second, third] = pricesOf(offer).map(Number);
  if (second === undefined || third !== undefined) return first;
  return legs[0]?.split(' ')[0] === legs[1]?.split(' ')[0] ? first + second : first - second;
}

/** The best live quote of an own request. */
function bestOf(request: TrueRequest): TrueOffer | undefined {
  const sign = request.initiatorWantsLeg1 === 'BUY' ? 1 : -1;
  const net = (one: TrueOffer): number => sign * netOf(one, request);
  return request.quotations.filter(({ state }) => state === LIVE).sort((a, b) => net(a) - net(b))[0];
}

function hasPart(request: TrueRequest): boolean {
  const best = bestOf(request);
  return best !== undefined && !best.allOrNone && Number(best.quantityLeft) > Number(PART);
}

function pricesIn(price: Parameters<typeof lastSeenOf>[0]): string {
  const seen = lastSeenOf(price);
  return seen.type === 'standard-spread' ? seen.spreadPrice : seen.legPrices.join();
}

function draftOf(kind: string): NewRequest {
  const leg = (over: Partial<NewLeg>): NewLeg => ({
    action: 'buy',
    commodity: 'power',
    market: 'DE-LU',
    deliveryStart: '2027-03-01',
    deliveryEnd: '2027-03-31',
    loadProfile: 'base',
    quantity: Quantity.parse('5'),
    quantityUnit: 'MW',
    clearing: { type: 'exchange', house: 'ECC' },
    ...over,
  });
  const terms = { allOrNone: false, recipients: ['12 Rivalta Energy SpA', '24 Kernhaus AG'] };
  const april = { deliveryStart: '2027-04-01' as never, deliveryEnd: '2027-04-30' as never };
  switch (kind) {
    case 'location spread':
      return {
        contract: 'spread',
        spreadType: 'location',
        legs: [leg({}), leg({ action: 'sell', market: 'FR' })],
        ...terms,
      };
    case 'standard spread':
      return {
        contract: 'spread',
        spreadType: 'time',
        legs: [leg({}), leg({ action: 'sell', ...april })],
        ...terms,
      };
    case 'green-grey swap': {
      const year = { deliveryStart: '2027-01-01' as never, deliveryEnd: '2027-12-31' as never };
      const goo = leg({
        commodity: 'goo',
        market: 'AIB-WIND',
        loadProfile: 'certificate',
        quantity: Quantity.parse('44000'),
        quantityUnit: 'MWH',
        clearing: { type: 'bilateral' },
        ...year,
      });
      const power = { clearing: { type: 'bilateral' }, ...year };
      return {
        contract: 'swap',
        swapType: 'green-grey-swap',
        legs: [goo, leg({ action: 'buy', ...power }), leg({ action: 'sell', ...power })],
        ...terms,
      };
    }
    default:
      return { contract: 'single', legs: [leg({})], ...terms };
  }
}
