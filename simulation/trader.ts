import type { GatewayClient } from '../src/client/client';
import type { Action, ActionBody, ActionKind, SentPrice } from '../src/domain/action';
import type { Answer, Resource, ValueOf } from '../src/domain/resources/resource';
import type { Failure, Outcome } from '../src/domain/failure';
import { RequestId } from '../src/domain/identifiers';
import { Price } from '../src/domain/price';
import { Quantity } from '../src/domain/quantity';
import { lastSeenOf, type Offer } from '../src/domain/offers';
import { priceShape, type Request } from '../src/domain/request';
import type { Chance } from '../src/effects/chance';
import { oneOf } from '../src/simulator/world/counterparty';
import type { Premises } from './premises';
import type { Press } from './seen';
import type { Workbook } from './workbook';

const LOOKS_FOR_MS = 8_000;
const LOOK_MS = 100;

export const KINDS = [
  'send-quote',
  'send-quote',
  'send-quote',
  'withdraw-quote',
  'accept-quote',
  'send-proposal',
  'accept-proposal',
  'delete-proposals',
  'create-request',
] as const satisfies readonly ActionKind[];
export type Kind = (typeof KINDS)[number];

export interface TraderOptions {
  readonly premises: Premises;
  readonly chance: Chance;
  readonly isCalm: () => boolean;
  /** Told right before a press, so that something can go wrong with it. */
  readonly beforePress: (kind: Kind) => Promise<void>;
}

/** Somebody who works in the pane: looks, and presses on what is shown. */
export class Trader {
  readonly presses: Press[] = [];
  /** Why presses were not taken, or had no answer. */
  readonly refusals: Failure['kind'][] = [];

  constructor(private readonly options: TraderOptions) {}

  async work(book: Workbook, kind: Kind): Promise<void> {
    const body = await this.bodyOf(book.client, kind);
    if (!body) return;
    await this.options.beforePress(kind);
    this.press(book.client, [body]);
  }

  /** What waits for approval is taken back. */
  async cancel(book: Workbook, { id }: Pick<Action, 'id'>): Promise<void> {
    const outcome = await this.options.premises.passing(book.client.cancelAction(id));
    this.hear(outcome);
  }

  /** Every live quote of the desk, by one press. */
  async withdrawAll(book: Workbook): Promise<void> {
    const own = await this.shown(book.client, { kind: 'own-quotes' });
    const bodies = (own ?? []).map(({ requestId, quoteId }): ActionBody => {
      return { kind: 'withdraw-quote', requestId, quoteId };
    });
    if (bodies.length > 0) this.press(book.client, bodies);
  }

  private press(client: GatewayClient, bodies: readonly ActionBody[]): void {
    const { premises, isCalm } = this.options;
    const actions = bodies.map((body) => ({ id: client.newActionId(), body, shown: 'as it stood there' }));
    for (const { id, body } of actions) {
      const requestId = 'requestId' in body ? body.requestId : undefined;
      const atMs = premises.clock.monotonicMs();
      this.presses.push({ id, kind: body.kind, requestId, atMs, isCalm: isCalm() });
    }
    const [first] = actions;
    const done: Promise<unknown> =
      first && actions.length === 1
        ? client.act(first.id, { body: first.body, shown: first.shown }).then((outcome) => this.hear(outcome))
        : client.actAll(actions).then((outcomes) => outcomes.forEach((outcome) => this.hear(outcome)));
    done.catch(() => undefined);
  }

  private hear(outcome: Outcome<Action>): void {
    if (!outcome.ok) this.refusals.push(outcome.failure.kind);
  }

  private async bodyOf(client: GatewayClient, kind: Kind): Promise<ActionBody | undefined> {
    if (kind === 'create-request') return newRequest();
    if (kind === 'withdraw-quote') return this.withdrawal(client);
    const role = kind === 'accept-quote' ? 'initiator' : 'recipient';
    const choices = this.options.premises.world.openRequests().filter((one) => one.role === role);
    if (choices.length === 0) return undefined;
    const id = RequestId.parse(oneOf(choices, this.options.chance).id);
    const request = await this.shown(client, { kind: 'request', id });
    if (!request || request.state !== 'open') return undefined;
    switch (kind) {
      case 'accept-quote':
        return this.acceptance(client, id, 'quotes');
      case 'accept-proposal':
        return this.acceptance(client, id, 'proposals');
      case 'delete-proposals':
        return { kind, requestId: id };
      case 'send-quote':
        return { kind, ...ownOffer(request, this.options.chance) };
      case 'send-proposal':
        return { kind, proposalKind: 'firm', ...ownOffer(request, this.options.chance) };
    }
  }

  private async withdrawal(client: GatewayClient): Promise<ActionBody | undefined> {
    const own = await this.shown(client, { kind: 'own-quotes' });
    if (!own || own.length === 0) return undefined;
    const { requestId, quoteId } = oneOf(own, this.options.chance);
    return { kind: 'withdraw-quote', requestId, quoteId };
  }

  private async acceptance(
    client: GatewayClient,
    id: RequestId,
    of: 'quotes' | 'proposals',
  ): Promise<ActionBody | undefined> {
    if (of === 'quotes') {
      const quotes = await this.shown(client, { kind: 'quotes', id });
      const quote = quotes?.records.find(({ state }) => state === 'active');
      return quote && { kind: 'accept-quote', quoteId: quote.id, ...seenOf(quote) };
    }
    const proposals = await this.shown(client, { kind: 'proposals', id });
    const proposal = proposals?.records.find(({ counterparty }) => counterparty !== 'Your Desk');
    return proposal && { kind: 'accept-proposal', proposalId: proposal.id, ...seenOf(proposal) };
  }

  /** What the pane shows of it within some seconds. */
  private async shown<R extends Resource>(
    client: GatewayClient,
    resource: R,
  ): Promise<ValueOf<R> | undefined> {
    const { premises } = this.options;
    const held: { answer: Answer<R> } = { answer: { state: 'waiting' } };
    const stop = client.watch(resource, (answer) => void (held.answer = answer));
    await premises.pass(LOOK_MS);
    for (let waitedMs = 0; held.answer.state !== 'fresh' && waitedMs < LOOKS_FOR_MS; waitedMs += LOOK_MS) {
      await premises.pass(LOOK_MS);
    }
    stop();
    return held.answer.state === 'fresh' ? held.answer.value : undefined;
  }
}

const seenOf = ({ requestId, price, quantity, allOrNone }: Offer) => ({
  requestId,
  lastSeen: lastSeenOf(price),
  ...(quantity !== undefined && { shownQuantity: quantity }),
  ...(allOrNone !== undefined && { shownAllOrNone: allOrNone }),
});

/** By who was asked: he stands on the other side of what is bought or sold. */
const ownOffer = (request: Request, chance: Chance) => ({
  requestId: request.id,
  direction: request.legs[0]?.action === 'buy' ? ('ask' as const) : ('bid' as const),
  price: priced(request, chance),
  quantity: request.legs[0]?.quantity ?? Quantity.parse('1'),
  allOrNone: request.allOrNone ?? true,
});

function priced(request: Request, chance: Chance): SentPrice {
  const price = (from: number): Price => Price.parse(String(Math.round((from + chance() * 10) * 100) / 100));
  const shape = priceShape(request);
  if (shape === 'standard-spread') return { shape, spreadPrice: price(-5) };
  if (shape === 'single') return { shape, price: price(-3) };
  const power = price(75);
  const legPrices = request.legs.length === 3 ? [price(0), power, power] : [price(30), price(29)];
  return { shape, legPrices };
}

const newRequest = (): ActionBody => ({
  kind: 'create-request',
  draft: {
    contract: 'single',
    legs: [
      {
        action: 'sell',
        commodity: 'power',
        market: 'FR',
        deliveryStart: '2028-01-01',
        deliveryEnd: '2028-12-31',
        loadProfile: 'peak',
        quantity: Quantity.parse('7.5'),
      },
    ],
    allOrNone: false,
    recipients: [],
  },
});
