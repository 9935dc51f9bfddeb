import type { Action, ActionBody } from '../../../src/domain/action';
import { readProposal, readQuote } from '../../../src/contract/service/read-offers';
import type { ActionServiceOptions } from '../../../src/gateway/actions/action-service';
import { readRequest } from '../../../src/contract/service/read-request';
import { listing } from '../../../src/contract/service/reading';
import type { Noted } from '../../../src/domain/desk-entry';
import { success } from '../../../src/domain/failure';
import type { Halt } from '../../../src/domain/halt';
import type { Findings } from '../../../src/domain/limits/finding';
import type { Limits } from '../../../src/domain/limits/limits';
import { QuoteId } from '../../../src/domain/identifiers';
import { deskBounds, type NarrowerBounds, type ProgramPolicy } from '../../../src/domain/program/bounds';
import { WantedRow } from '../../../src/domain/program/wanted';
import type { FourEyes } from '../../../src/domain/policy/four-eyes';
import { ProgramId } from '../../../src/domain/program-mark';
import { countedIds } from '../../../src/effects/ids';
import { ProgramLedger } from '../../../src/gateway/programs/program-ledger';
import { Programs } from '../../../src/gateway/programs/programs';
import { ZONE } from './cache';
import { actionId, testActions } from './actions';
import { FakePlatform, singleRequest } from './fake-platform';
import type { MemoryJournal } from './memory-stores';

export const ANNA = { name: 'Anna', session: '0a1b2c3d' };
export const TOM = { name: 'Tom', session: '9a9b9c9d' };
export const programId = (count: number): ProgramId =>
  ProgramId.parse(`00000000-0000-4000-9000-${String(count).padStart(12, '0')}`);

const LEG = {
  action: 'buy',
  quantity: 10,
  'quantity-unit': 'MW',
  'price-unit': 'EUR/MWh',
  commodity: 'power',
  market: 'DE',
  'delivery-start': '2027-01-01',
  'delivery-end': '2027-01-31',
};
/** What the desk was asked: it sells, so it asks. */
export const asked = (id: string) =>
  singleRequest(id, { role: 'recipient', 'all-or-none': false, legs: [LEG] });

/** A row of the sheet, as its page reads it. */
export const wantedRow = (price: string | undefined, over: Record<string, unknown> = {}): WantedRow =>
  WantedRow.parse({
    row: 1,
    requestId: 'RQ-2',
    direction: 'ask',
    ...(price !== undefined && {
      offer: { price: { shape: 'single', price }, quantity: '10', allOrNone: false },
    }),
    ...over,
  });

/** Programs over a fake platform with a request RQ-2 that the desk was asked, on which the page may send. */
export function testPrograms({
  journalStore,
  platform,
  policy,
  fourEyes,
  findings,
  levels,
  knowsQuotes = true,
  tellings,
}: {
  /** What the desk was told of requests. */
  tellings?: NonNullable<ActionServiceOptions['tellings']>;
  /** Whether quotes are known without being read. */
  knowsQuotes?: boolean;
  journalStore?: MemoryJournal;
  platform?: FakePlatform;
  policy?: ProgramPolicy;
  fourEyes?: () => FourEyes | undefined;
  /** What the limits say of every row of a preview. */
  findings?: Partial<Findings>;
  /** The limits of the desk. */
  levels?: Limits;
} = {}) {
  let now = (): number => 0;
  const service = platform ?? new FakePlatform(() => now());
  if (!platform) for (const id of ['RQ-2', 'RQ-3']) service.addRequest(asked(id), []);
  let halt: Halt | undefined;
  const listeners = new Set<() => void>();
  const halts = {
    read: () => halt,
    onChange: (listener: () => void) => (listeners.add(listener), () => void listeners.delete(listener)),
    failureOf: () => ({
      kind: 'wrong-state' as const,
      message: 'The desk is halted.',
      next: 'Nothing was sent.',
    }),
    stopping: (body: ActionBody) => (halt && 'direction' in body ? halts.failureOf() : undefined),
    signal: new AbortController().signal,
  };
  const state = {
    isSignedIn: true,
    isReachable: true,
    perDay: 5_000,
    left: 5_000,
    starter: undefined as 'session-over' | undefined,
  };
  /** Whether what the desk knows of price proposals is what is listed now. */
  const lists = { isRead: true };
  const taken = new Set<string>();
  const filled = new Map<string, string>();
  const fetchedAt = { at: undefined as number | undefined, ageMs: 0, refreshed: 0 };
  const actions = testActions({
    platform: service,
    halts,
    ...(journalStore && { journalStore }),
    ...(fourEyes && { fourEyes }),
    ...(levels && { limits: levels }),
    ...(tellings && { tellings }),
    filled: (id) => filled.get(id),
    listed: (kind, id) =>
      kind === 'proposals' && lists.isRead
        ? { readAt: now(), listing: () => listing(service.beside(kind, id), readProposal) }
        : undefined,
    onEnded: (action: Action) => programs.ended(action),
    onMayBe: (action, ids) => programs.mayBe(action, ids),
  });
  const { clock, desk, own, offers, journal, recalls, limitsCheck } = actions;
  now = () => clock.now();
  const noted: Noted[] = [];
  const note = async (one: Noted): Promise<boolean> => noted.push(one) > 0;
  let written: Promise<boolean> | undefined;
  const quotesOf = (id: string) => listing(service.quotesByRequest.get(id) ?? [], readQuote).records;
  const programs: Programs = new Programs({
    actions: desk,
    own,
    offers,
    isTaken: (id) => taken.has(id),
    filled: (id) => filled.get(id),
    market: {
      request(id) {
        const read = readRequest(service.requestsById.get(id));
        return read.ok ? read.value : undefined;
      },
      quotes: (id) => (knowsQuotes ? quotesOf(id) : []),
      proposals: (id) => (lists.isRead ? listing(service.beside('proposals', id), readProposal).records : []),
      around: () => ({}),
    },
    ledger: new ProgramLedger({ journal, clock, zone: ZONE }),
    clock,
    ids: countedIds(),
    gateway: { name: 'gateway', session: 'gateway' },
    entries: { record: note, write: async (one) => (await (written ?? true)) && note(one) },
    halts,
    recalls,
    bounds: () => deskBounds(policy),
    starter: () => state.starter,
    platform: {
      isSignedIn: () => state.isSignedIn,
      isReachable: () => state.isReachable,
      quota: () => ({ perDay: state.perDay, left: state.left, reserve: 250 }),
    },
    known: {
      isOf: () => (fetchedAt.at ?? clock.now()) - fetchedAt.ageMs,
      fetchedAt: () => fetchedAt.at ?? clock.now(),
      watch: () => () => undefined,
      refresh: () => void (fetchedAt.refreshed += 1),
    },
    limits: {
      findings: (...asked) => ({ ...limitsCheck.findings(...asked), ...findings }),
      asks: (...asked) => limitsCheck.asks(...asked),
      market: (...asked) => limitsCheck.market(...asked),
    },
    async read(id) {
      const read = readRequest(service.requestsById.get(id));
      return read.ok ? success({ request: read.value, offers: quotesOf(id) }) : read;
    },
  });
  const id = programId(1);
  let hasBegun = false;
  return {
    ...actions,
    programs,
    noted,
    state,
    taken,
    filled,
    lists,
    fetchedAt,
    id,
    /** Live quotes of the desk on the platform's own record, as "31 × 10". */
    live: (requestId = 'RQ-2') =>
      quotesOf(requestId)
        .filter(({ state: is, counterparty }) => is === 'active' && counterparty === 'Us')
        .map(({ price, quantity }) => `${price.shape === 'single' ? price.price : ''} × ${quantity}`),
    /** Prices of all quotes of the desk that ever came to the platform. */
    sent: (requestId = 'RQ-2') =>
      quotesOf(requestId).flatMap(({ price }) => (price.shape === 'single' ? [price.price] : [])),
    /** Lines of the desk are not on disk until the returned function says whether they are. */
    holdEntries(): (isWritten: boolean) => void {
      let tell: (isWritten: boolean) => void = () => undefined;
      written = new Promise((resolve) => (tell = resolve));
      return tell;
    },
    halt() {
      halt = { number: 1, at: clock.now() };
      for (const listener of listeners) listener();
    },
    async start(rows: readonly WantedRow[], bounds: NarrowerBounds = {}, over: Record<string, unknown> = {}) {
      if (!hasBegun) await programs.begin([]);
      hasBegun = true;
      const body = { name: 'Curve', kind: 'quotes' as const, number: 1, accepted: [], shown: 'as shown' };
      const started = await programs.start({ id, bounds, rows: [...rows], ...body, ...over }, { by: ANNA });
      await clock.advance(0);
      return started;
    },
    /** What a start of these rows would do. */
    async preview(rows: readonly WantedRow[], over: Record<string, unknown> = {}) {
      const body = { name: 'Curve', kind: 'quotes' as const, number: 0, accepted: [], shown: '' };
      const asked = { id, bounds: {}, rows: [...rows], ...body, ...over };
      const preview = await programs.preview(asked, { by: ANNA });
      if (!preview.ok) throw new Error(preview.failure.message);
      return preview.value;
    },
    /** What the page says next. */
    say: (number: number, rows: readonly WantedRow[], { armed = true, by = ANNA } = {}) =>
      programs.wanted({ type: 'wanted', id, number, rows: [...rows], armed }, by),
    /** Time passes while the page goes on saying the same. */
    async passing(byMs: number, number: number, rows: readonly WantedRow[]) {
      for (let passed = 0; passed < byMs; passed += 500) {
        programs.wanted({ type: 'wanted', id, number, rows: [...rows], armed: true }, ANNA);
        await clock.advance(500);
      }
    },
    row: (at = 0) => programs.read()[0]?.rows[at],
    quoteId: (text: string) => QuoteId.parse(text),
    actionId,
  };
}
