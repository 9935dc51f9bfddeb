import type { QuoteId, RequestId } from '../../src/domain/identifiers';
import { pause, systemClock } from '../../src/effects/clock';
import type { SheetPage } from '../sheet/sheet-page';
import type { Stage } from '../sheet/stage';

/** Two calls each time, and the service allows ten a second. */
const PAIR_MS = 250;

export interface Pair {
  readonly directMs: number;
  readonly throughMs: number;
}

/** Who goes first changes from pair to pair, so that neither always meets a warmer machine. */
async function paired(
  at: number,
  direct: () => Promise<unknown>,
  through: () => Promise<unknown>,
): Promise<Pair> {
  if (at % 2 === 0) return { directMs: await took(direct), throughMs: await took(through) };
  const throughMs = await took(through);
  return { directMs: await took(direct), throughMs };
}

async function took(work: () => Promise<unknown>): Promise<number> {
  const startedMs = systemClock.monotonicMs();
  await work();
  return systemClock.monotonicMs() - startedMs;
}

/** A request that nobody has asked for: directly, and as a page that watches it; `beside` is measured beside each pair. */
export async function misses(
  stage: Stage,
  page: SheetPage,
  { ids, beside }: { readonly ids: readonly RequestId[]; readonly beside: () => Promise<void> },
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (const [at, id] of ids.entries()) {
    pairs.push(
      await paired(
        at,
        () => stage.direct.read(id),
        () => valueOf(page, id),
      ),
    );
    await pause(systemClock, PAIR_MS);
    await beside();
    await pause(systemClock, PAIR_MS);
  }
  return pairs;
}

interface Writes {
  readonly requestId: RequestId;
  readonly quoteIds: readonly QuoteId[];
  /** What else is measured beside each pair. */
  readonly beside: () => Promise<void>;
}

/** A withdrawal, which needs no read before: directly, and journaled by the gateway. Each takes a quote of its own. */
export async function writes(
  stage: Stage,
  page: SheetPage,
  { requestId, quoteIds, beside }: Writes,
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let at = 0; at + 1 < quoteIds.length; at += 2) {
    const [one, other] = [quoteIds[at], quoteIds[at + 1]];
    if (!one || !other) break;
    const direct = (): Promise<void> => stage.direct.withdraw(requestId, one);
    pairs.push(await paired(at / 2, direct, () => withdrawn(page, requestId, other)));
    await pause(systemClock, PAIR_MS);
    await beside();
    await pause(systemClock, PAIR_MS);
  }
  return pairs;
}

async function withdrawn({ client }: SheetPage, requestId: RequestId, quoteId: QuoteId): Promise<void> {
  const body = { kind: 'withdraw-quote', requestId, quoteId } as const;
  const outcome = await client.act(client.newActionId(), { body, shown: `Withdraw ${quoteId}` });
  if (!outcome.ok || outcome.value.state !== 'done') throw new Error(`${quoteId} was not withdrawn.`);
}

/** Resolves when the page has a value of this request. */
export function valueOf({ client }: SheetPage, id: RequestId): Promise<object> {
  return new Promise((resolve) => {
    client.watch({ kind: 'request', id }, ({ value }) => {
      if (value) resolve(value);
    });
  });
}

/** Answers a second to a page that has just been opened and asks for everything at once; the gateway has it all. */
export async function cachedPerSecond(stage: Stage, ids: readonly RequestId[]): Promise<number> {
  const page = stage.openPage();
  await page.connected();
  const ms = await took(() => Promise.all(ids.map((id) => valueOf(page, id))));
  page.close();
  return ids.length / (ms / 1000);
}
