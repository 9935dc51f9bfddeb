import * as z from 'zod/mini';
import type { AcceptedWarning } from '../../src/domain/action';
import { RequestId } from '../../src/domain/identifiers';
import { WantedRow } from '../../src/domain/program/wanted';
import type { SheetPage } from '../sheet/sheet-page';
import type { Stage } from '../sheet/stage';

const Asked = z.object({
  'request-id': RequestId,
  'all-or-none': z.boolean(),
  legs: z.array(z.object({ action: z.string(), 'quantity-unit': z.string() })),
});
const Quoted = z.object({ legs: z.array(z.object({ price: z.number() })) });

/** So little of each that 50 of them are within the built-in bounds. */
const QUANTITY = '0.1';
const STEP = 0.02;

/** A request that asks the desk, and the price at which somebody else has quoted. */
interface Place {
  readonly id: RequestId;
  readonly direction: 'bid' | 'ask';
  readonly best: number;
}

/** Requests that may be quoted in parts, in MW, each with a quote of somebody else. */
export async function places(stage: Stage, count: number): Promise<Place[]> {
  const found: Place[] = [];
  while (found.length < count) {
    const {
      'request-id': id,
      'all-or-none': isWhole,
      legs: [leg],
    } = Asked.parse(await stage.platform.act({ do: 'create-request' }));
    if (isWhole || leg?.['quantity-unit'] !== 'MW') continue;
    const quote = Quoted.parse(await stage.platform.act({ do: 'quote', requestId: id }));
    found.push({ id, direction: leg.action === 'buy' ? 'ask' : 'bid', best: quote.legs[0]?.price ?? 0 });
  }
  return found;
}

/** A program on a page that says what it wants as the pane does. */
export class Curve {
  private number = 1;
  private readonly steps: number[];
  private readonly id;
  private cancel: () => void = () => undefined;

  constructor(
    private readonly page: SheetPage,
    private readonly places: readonly Place[],
  ) {
    this.steps = places.map(() => 0);
    this.id = page.client.newProgramId();
  }

  /** Starts it as a person does, all warnings ticked; resolves when every row is live. Rejects when one is held. */
  async start(): Promise<void> {
    const { client } = this.page;
    const asked = {
      id: this.id,
      name: 'Curve',
      kind: 'quotes' as const,
      bounds: {},
      rows: this.rows(),
      number: this.number,
      shown: 'as shown',
    };
    const preview = await client.programs.preview({ ...asked, accepted: [] });
    if (!preview.ok) throw new Error(preview.failure.message);
    const accepted = preview.value.rows.map(({ requestId, direction, findings }) => ({
      requestId,
      direction,
      accepted: findings.map(({ accepts }): AcceptedWarning => accepts),
    }));
    const started = await client.programs.start({ ...asked, accepted });
    if (!started.ok) throw new Error(started.failure.message);
    const beat = setInterval(() => this.say(), 1_000);
    this.cancel = () => clearInterval(beat);
    await new Promise<void>((resolve, reject) => {
      const stop = client.watch({ kind: 'programs' }, ({ value }) => {
        const program = value?.find(({ id }) => id === this.id);
        if (program?.stopped) reject(new Error(`It was stopped: ${program.stopped.words}`));
        const rows = program?.rows ?? [];
        const held = rows.find(({ state }) => state === 'held' || state === 'nothing');
        if (held) reject(new Error(`Row ${held.row}: ${held.says ?? ''}`));
        if (rows.length === 0 || !rows.every(({ state }) => state === 'in-step')) return;
        queueMicrotask(() => stop());
        resolve();
      });
    });
  }

  /** Moves the price of one row there or back, and says so at once; answers the new price. */
  move(at: number): number {
    this.steps[at] = this.steps[at] === 0 ? 1 : 0;
    this.say();
    return this.priceAt(at);
  }

  /** Moves all of them without a word: the next one says it. */
  moveAll(): void {
    for (const at of this.places.keys()) this.steps[at] = this.steps[at] === 0 ? 1 : 0;
  }

  idAt(at: number): RequestId | undefined {
    return this.places[at]?.id;
  }

  /** Stops it, so that another one of its name may start. */
  async end(): Promise<void> {
    this.cancel();
    await this.page.client.programs.stop(this.id);
  }

  private say(): void {
    this.number += 1;
    this.page.client.sayWanted({ id: this.id, number: this.number, rows: this.rows(), armed: true });
  }

  private priceAt(at: number): number {
    return Number(((this.places[at]?.best ?? 0) + (this.steps[at] ?? 0) * STEP).toFixed(2));
  }

  private rows(): WantedRow[] {
    return this.places.map(({ id, direction }, at) =>
      WantedRow.parse({
        row: at,
        requestId: id,
        direction,
        offer: {
          price: { shape: 'single', price: String(this.priceAt(at)) },
          quantity: QUANTITY,
          allOrNone: false,
        },
      }),
    );
  }
}
