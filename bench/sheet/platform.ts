import * as z from 'zod/mini';
import { QuoteId, RequestId } from '../../src/domain/identifiers';
import { DeskProcess } from './desk-process';

const Stats = z.object({
  calls: z.number(),
  refused429: z.number(),
  byOperation: z.record(z.string(), z.number()),
  usage: z.object({ tokens: z.number() }),
});
type Stats = z.infer<typeof Stats>;
const Opened = z.object({ 'request-id': RequestId });

const Quoted = z.object({ 'quotation-id': QuoteId });
const Truth = z.object({
  quotes: z.array(
    z.object({
      'request-id': z.string(),
      state: z.string(),
      counterparty: z.string(),
      legs: z.optional(z.array(z.object({ price: z.number() }))),
    }),
  ),
});

/** More calls than any run makes. */
const EVERY_CALL = 1_000_000;

/** The simulated platform, seen from outside: what it counted, and what it is made to do. */
export class SimulatedPlatform {
  private constructor(private readonly process: DeskProcess) {}

  /** Its market stands still, and each call takes `latencyMs` longer than the work on it. */
  static async start(latencyMs: number, more: Record<string, string> = {}): Promise<SimulatedPlatform> {
    const settings = { SIMULATOR_PORT: '0', SIMULATOR_SPEED: '0', SIMULATOR_SEED: '1', ...more };
    const platform = new SimulatedPlatform(await DeskProcess.start('simulator', { settings }));
    await platform.control('faults', { kind: 'delay', delayMs: latencyMs, times: EVERY_CALL });
    return platform;
  }

  get url(): string {
    return this.process.url;
  }

  async stats(): Promise<Stats> {
    return Stats.parse(await this.control('stats'));
  }

  /** New open requests, which nobody at the desk has read. */
  async openRequests(count: number): Promise<RequestId[]> {
    const ids: RequestId[] = [];
    for (let made = 0; made < count; made++) {
      ids.push(Opened.parse(await this.control('act', { do: 'create-request' }))['request-id']);
    }
    return ids;
  }

  /** Live quotes of the desk, as if it had sent them in the web client. */
  async ownQuotes(requestId: RequestId, count: number): Promise<QuoteId[]> {
    const ids: QuoteId[] = [];
    for (let made = 0; made < count; made++) {
      const act = { do: 'quote', requestId, counterparty: 'Your Desk', price: 30 + made, quantity: 1 };
      ids.push(Quoted.parse(await this.control('act', act))['quotation-id']);
    }
    return ids;
  }

  /** A new open request of the desk's own with one quote on it. */
  async quotedRequest(): Promise<RequestId> {
    const made = await this.control('act', { do: 'create-request', role: 'initiator' });
    const id = Opened.parse(made)['request-id'];
    await this.control('act', { do: 'quote', requestId: id });
    return id;
  }

  async movePrice(requestId: RequestId, by: number): Promise<void> {
    await this.control('act', { do: 'move-price', requestId, by });
  }

  /** What another participant is made to do; answers the record that came of it. */
  act(act: Readonly<Record<string, unknown>>): Promise<unknown> {
    return this.control('act', act);
  }

  /** Whether the desk has a live quote there at this price, by the platform's own truth. */
  async hasOwnQuote(requestId: RequestId, price: number): Promise<boolean> {
    const { quotes } = Truth.parse(await this.control('truth'));
    return quotes.some(
      (quote) =>
        quote['request-id'] === requestId &&
        quote.state === 'active' &&
        quote.counterparty === 'Your Desk' &&
        quote.legs?.[0]?.price === price,
    );
  }

  end(): Promise<void> {
    return this.process.end();
  }

  private async control(path: string, body?: unknown): Promise<unknown> {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const answer = await fetch(new URL(`/simulator/${path}`, this.url), body === undefined ? {} : init);
    if (!answer.ok) throw new Error(`The simulator answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  }
}
