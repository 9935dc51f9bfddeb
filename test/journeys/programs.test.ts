import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GatewayClient } from '../../src/client/client';
import '../../src/client/programs';
import { RequestId } from '../../src/domain/identifiers';
import type { Program } from '../../src/domain/program/program';
import { WantedRow } from '../../src/domain/program/wanted';
import { DESK } from '../../src/simulator/world/counterparty';
import { WholeSystem } from './whole-system';

let system: WholeSystem;
beforeEach(async () => {
  system = await WholeSystem.start({ programs: true });
});
afterEach(() => system.end());

const WORD_MS = 1_000;

/** A page that speaks for one program, as the pane does. */
class Page {
  readonly client: GatewayClient;
  readonly id;
  private number = 0;
  private rows: WantedRow[] = [];
  private known: readonly Program[] = [];

  constructor() {
    this.client = system.openPage();
    this.id = this.client.newProgramId();
    this.client.watch({ kind: 'programs' }, ({ value }) => (this.known = value ?? []));
  }

  get program(): Program | undefined {
    return this.known.find(({ id }) => id === this.id);
  }

  async start(name: string, rows: WantedRow[]): Promise<void> {
    this.rows = rows;
    this.number += 1;
    const terms = { kind: 'quotes' as const, bounds: {}, accepted: [], shown: 'as shown' };
    const started = await system.passing(
      this.client.programs.start({ id: this.id, name, rows, number: this.number, ...terms }),
    );
    if (!started.ok) throw new Error(started.failure.message);
  }

  /** Goes on saying what it wants. */
  async speak(forMs: number, rows = this.rows): Promise<void> {
    this.rows = rows;
    for (let passedMs = 0; passedMs < forMs; passedMs += WORD_MS) {
      this.number += 1;
      this.client.sayWanted({ id: this.id, number: this.number, rows: [...this.rows], armed: true });
      await system.pass(WORD_MS);
    }
  }

  async speakUntil(what: string, holds: () => boolean): Promise<void> {
    for (let word = 0; word < 60 && !holds(); word++) await this.speak(WORD_MS);
    if (!holds()) throw new Error(`It never came to this: ${what}. ${JSON.stringify(this.program)}`);
  }
}

const signedIn = async ({ client }: Page): Promise<void> => {
  let isSignedIn = false;
  client.watch({ kind: 'status' }, ({ value }) => (isSignedIn = value?.signedIn === true));
  await system.until('the desk is signed in', () => isSignedIn);
};

/** A single request that asks the desk, and whether parts of it may be quoted. */
async function asked(inParts: boolean): Promise<{ id: RequestId; direction: 'bid' | 'ask'; best: number }> {
  for (let time = 0; time < 40; time++) {
    const made = (await system.control('/simulator/act', { do: 'create-request' })) as Record<
      string,
      unknown
    >;
    if (made['all-or-none'] === inParts) continue;
    const [leg] = made['legs'] as { action: string }[];
    const id = RequestId.parse(made['request-id']);
    const direction = leg?.action === 'buy' ? 'ask' : 'bid';
    const quote = (await system.control('/simulator/act', { do: 'quote', requestId: id })) as {
      legs: { price: number }[];
    };
    return { id, direction, best: quote.legs[0]?.price ?? 0 };
  }
  throw new Error('The simulator made no such request.');
}

const row = (
  { id, direction, best }: Awaited<ReturnType<typeof asked>>,
  quantity: string,
  { allOrNone = false, by = 0 }: { allOrNone?: boolean; by?: number } = {},
): WantedRow =>
  WantedRow.parse({
    row: 1,
    requestId: id,
    direction,
    offer: {
      price: { shape: 'single', price: String(Number((best + by).toFixed(2))) },
      quantity,
      allOrNone,
    },
  });

const live = async (requestId: RequestId): Promise<unknown[]> =>
  (await system.truth()).quotes.filter(
    (quote) =>
      quote['request-id'] === requestId && quote['counterparty'] === DESK && quote['state'] === 'active',
  );

describe.each([true, false])('a quote of a program that was taken (events: %s)', (withEvents) => {
  it('as a whole, of a part of its request: is filled, goes on to nothing, and the rest can be quoted', async () => {
    const page = new Page();
    await signedIn(page);
    if (withEvents) await system.tellEvents();
    const request = await asked(true);
    await page.start('Curve', [row(request, '2')]);
    await page.speakUntil('it is live', () => page.program?.rows[0]?.state === 'in-step');
    await system.control('/simulator/act', { do: 'accept-my-quote', requestId: request.id });
    if (withEvents) {
      await page.speak(3_000);
      expect(page.program?.rows[0]).toMatchObject({ state: 'filled', fills: 1 });
    } else {
      // Its next price finds it gone.
      await page.speak(3_000, [row(request, '2', { by: 0.05 })]);
      await page.speakUntil('it is filled', () => page.program?.rows[0]?.state === 'filled');
    }
    expect(page.program?.fills).toMatchObject({ count: 1, volumes: [{ amount: '2' }] });
    expect(await live(request.id)).toEqual([]);
    const before = await system.calls();
    await page.speak(20_000);
    const after = await system.calls();
    expect((after['withdraw-quote'] ?? 0) - (before['withdraw-quote'] ?? 0)).toBe(0);
    await system.passing(page.client.programs.stop(page.id));
    await system.until('it has stopped', () => page.program?.state === 'stopped');
    expect(page.program?.stopped).toMatchObject({ left: 0 });

    const next = new Page();
    await next.start('Rest', [row(request, '3')]);
    await next.speakUntil('the rest is live', () => next.program?.rows[0]?.state === 'in-step');
    expect(await live(request.id)).toMatchObject([{ quantity: 3 }]);
    expect(page.program?.rows[0]?.live).toBeUndefined();
  }, 60_000);

  it('as a whole, all or none: is told as filled', async () => {
    const page = new Page();
    await signedIn(page);
    if (withEvents) await system.tellEvents();
    const request = await asked(false);
    await page.start('Curve', [row(request, '10', { allOrNone: true })]);
    await page.speakUntil('it is live', () => page.program?.rows[0]?.state === 'in-step');
    await system.control('/simulator/act', { do: 'accept-my-quote', requestId: request.id });
    await page.speak(3_000, withEvents ? undefined : [row(request, '10', { allOrNone: true, by: 0.05 })]);
    await page.speakUntil('it is filled', () => page.program?.rows[0]?.state === 'filled');
    expect(page.program?.rows[0]?.says).toContain(' filled');
    expect(page.program?.fills).toMatchObject({ count: 1, volumes: [{ amount: '10' }] });
  }, 60_000);
});
