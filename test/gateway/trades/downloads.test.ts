import { describe, expect, it } from 'vitest';
import {
  TradeDownloadId as Id,
  type DownloadSelection,
  type TradeDownload,
  type TradeDownloadId,
} from '../../../src/domain/trade-download';
import { ActionBody, type Action } from '../../../src/domain/action';
import type { Noted } from '../../../src/domain/desk-entry';
import { failed, success, type Outcome } from '../../../src/domain/failure';
import { RequestId, TradeId } from '../../../src/domain/identifiers';
import { resourceKey } from '../../../src/domain/resources/resource';
import type { OwnTrade } from '../../../src/domain/own-trade';
import type { Trade, TradeReference } from '../../../src/domain/trade';
import { coverageFacts, NOTHING_WRITTEN } from '../../../src/domain/trade-export/coverage';
import { readTrade, readTradeReference } from '../../../src/contract/service/read-trade';
import { listing } from '../../../src/contract/service/reading';
import { countedIds } from '../../../src/effects/ids';
import { silentLog } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import { RecordWriter } from '../../../src/gateway/cache/record-writer';
import { closedTradeDownloads, TradeDownloads } from '../../../src/gateway/trades/downloads';
import { recordsWithTrades } from '../../../src/gateway/storage/trade-store';
import type { Ask, Period, TradeListing } from '../../../src/gateway/platform/operations';
import { ACCEPTANCE, inState } from '../../domain/sample-action';
import { actionId } from '../twins/actions';
import { MORNING, ZONE } from '../twins/cache';
import { failure, FakePlatform } from '../twins/fake-platform';
import { TestPlatform } from '../twins/gateway';
import { MemoryTradeDownloads } from '../twins/memory-trade-downloads';
import { MemoryRecords } from '../twins/memory-stores';
import { MemoryTrades } from '../twins/memory-trades';

const DAY_MS = 24 * 3_600_000;
const WANTED: DownloadSelection = { from: '2026-11-01', to: '2026-11-19' };
const HOUR_MS = 3_600_000;
const BY = { name: 'Ada', session: 'aabbccdd' };

/** A platform on which some trades go wrong for good. */
class TroubledPlatform extends FakePlatform {
  readonly broken = new Map<string, ReturnType<typeof failure>>();

  override trade(id: TradeId, ask: Ask): Promise<Outcome<Trade>> {
    const fault = this.broken.get(id);
    if (!fault) return super.trade(id, ask);
    this.calls.push({ name: 'trade', id, lane: ask.lane });
    return Promise.resolve(failed(fault));
  }
}

type Reading = 'exclusive' | 'inclusive' | 'after' | 'ignored';

/** A platform that reads a period by its dates, or reads none and lists the trades of today. */
class DatePlatform extends TroubledPlatform {
  constructor(
    now: () => number,
    /** Absent: as it is asked, to the moment. */
    public reading?: Reading,
  ) {
    super(now);
  }

  override async trades(period: Period, ask: Ask): Promise<Outcome<TradeListing>> {
    const { reading } = this;
    const [from, to] = [dateOf(period.from), dateOf(period.to)];
    const isListed: Record<Reading, (day: string) => boolean> = {
      exclusive: (day) => day >= from && day < to,
      inclusive: (day) => day >= from && day <= to,
      after: (day) => day > from && day <= to,
      ignored: (day) => day === dateOf(MORNING),
    };
    const asked = await super.trades(period, ask);
    if (!asked.ok || !reading) return asked;
    const { records } = listing(this.tradeRaws, readTradeReference);
    const listed = records.filter(({ tradedAt }) => isListed[reading](dateOf(tradedAt)));
    const isIn = ({ tradedAt }: TradeReference): boolean => tradedAt >= period.from && tradedAt < period.to;
    const outside = listed.filter((trade) => !isIn(trade));
    return success({ records: listed.filter(isIn), unreadable: [], ...(outside.length > 0 && { outside }) });
  }
}
const dateOf = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 10);

async function rig({
  store = new MemoryTradeDownloads(),
  trades = new MemoryTrades(),
  accepted = (): readonly Action[] => [],
  own = (): readonly OwnTrade[] => [],
  reading = undefined as Reading | undefined,
} = {}) {
  const clock = new ManualClock(MORNING);
  const service = new DatePlatform(() => clock.now(), reading);
  const platform = new TestPlatform(service, clock);
  const noted: Noted[] = [];
  const records = new RecordWriter(recordsWithTrades(new MemoryRecords(), trades), clock, silentLog);
  const open = async (): Promise<TradeDownloads> => {
    const opened = await TradeDownloads.open({
      platform,
      store,
      trades,
      records,
      clock,
      zone: ZONE,
      pageSize: 100,
      environment: 'simulator',
      version: '1.2.3',
      log: silentLog,
      note: async (line) => void noted.push(line),
      accepted,
      own,
    });
    opened.begin();
    return opened;
  };
  const captures = await open();
  const ids = countedIds();
  const add = (name: string, daysAgo: number, over: Record<string, unknown> = {}): void =>
    service.addTrade({
      'trade-id': name,
      'traded-at': new Date(MORNING - daysAgo * DAY_MS).toISOString(),
      commodity: 'power',
      action: 'buy',
      price: 30.1,
      quantity: 10,
      ...over,
    });
  return {
    clock,
    service,
    platform,
    records,
    trades,
    store,
    noted,
    captures,
    open,
    add,
    start: async (wanted = WANTED, how = {}): Promise<TradeDownloadId> => {
      const id = Id.parse(ids.uuid());
      const started = await captures.start(id, wanted, how);
      if (!started.ok) throw new Error(started.failure.message);
      await settled();
      await clock.advance(1_000);
      await settled();
      return id;
    },
    details: () => service.callsOf('trade').map(({ id }) => id),
  };
}

/** Everything that can happen without time passing has happened. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

const newest = (captures: TradeDownloads): TradeDownload => {
  const [capture] = captures.read();
  if (!capture) throw new Error('there is no capture');
  return capture;
};

describe('a capture', () => {
  it('is one for two who start it under the same id at once, however slow the disk is', async () => {
    const { captures, store, add, details, clock } = await rig();
    add('T-1', 19);
    const asideOf = store.asideOf.bind(store);
    store.asideOf = async (id) => {
      await settled();
      return asideOf(id);
    };
    const save = store.save.bind(store);
    const saved: string[] = [];
    store.save = (one) => {
      saved.push(one.state);
      return save(one);
    };
    const id = Id.parse(countedIds().uuid());
    const both = await Promise.all([captures.start(id, WANTED), captures.start(id, WANTED)]);
    expect(both).toMatchObject([
      { ok: true, value: { id } },
      { ok: true, value: { id } },
    ]);
    await settled();
    await clock.advance(1_000);
    await settled();
    expect(captures.read()).toMatchObject([{ id, state: 'done' }]);
    expect(saved.filter((state) => state === 'queued')).toHaveLength(1);
    expect(details()).toEqual(['T-1']);
  });

  it('lists week by week and fetches each trade once, all of it in the bulk lane', async () => {
    const { start, add, captures, service, details } = await rig();
    add('T-1', 19);
    add('T-2', 9, { venue: 'market' });
    add('T-3', 1);
    add('T-4', 0);
    await start();
    expect(newest(captures)).toMatchObject({
      state: 'done',
      isListed: true,
      counts: { trades: 3, missing: 0, provisional: 0, fetched: 3 },
      setAside: [],
    });
    expect(service.callsOf('trades')).toHaveLength(3);
    expect(details()).toEqual(['T-1', 'T-2', 'T-3']);
    expect(new Set(service.calls.map(({ lane }) => lane))).toEqual(new Set(['bulk']));
    await start();
    expect(details()).toHaveLength(3);
    expect(service.callsOf('trades')).toHaveLength(6);
  });

  it('of some venues and commodities fetches nothing else', async () => {
    const { start, add, details } = await rig();
    add('T-1', 9);
    add('T-2', 9, { venue: 'market' });
    add('T-3', 9, { commodity: 'gas' });
    await start({ ...WANTED, venues: ['tender'], commodities: ['power'] });
    expect(details()).toEqual(['T-1']);
  });

  it('of a word that no trade has fails with those that there are, also on a desk that has read nothing before', async () => {
    const { start, add, captures, details } = await rig();
    add('T-1', 9);
    add('T-2', 9, { commodity: 'gas' });
    await start({ ...WANTED, commodities: ['pwer'] });
    expect(newest(captures)).toMatchObject({
      state: 'failed',
      failure: {
        kind: 'invalid-argument',
        message: 'No trade has the commodity pwer. Did you mean power?',
        next: 'Known are: gas, goo, power. Correct the filter, or leave it out.',
      },
    });
    await start({ ...WANTED, commodities: ['gas', 'pwer'] });
    expect(newest(captures)).toMatchObject({ state: 'failed', failure: { kind: 'invalid-argument' } });
    await start({ ...WANTED, venues: ['tenders'] });
    expect(newest(captures).failure?.message).toBe('No trade has the venue tenders. Did you mean tender?');
    expect(details()).toEqual([]);
    // No known word is nearly one of these, and each is a word of another filter or of none.
    for (const commodities of [['electricity'], ['tender'], ['gas', 'hydrogen']]) {
      await start({ ...WANTED, commodities });
      expect(newest(captures)).toMatchObject({ state: 'failed', failure: { kind: 'invalid-argument' } });
    }
    expect(newest(captures).failure?.message).toBe('No trade has the commodity hydrogen.');
    expect(details()).toEqual([]);
    // A word of the interface may be traded one day: that there is no trade is an answer.
    for (const filter of [{ commodities: ['goo'] }, { venues: ['green'] }]) {
      await start({ ...WANTED, ...filter });
      expect(newest(captures)).toMatchObject({ state: 'done', counts: { trades: 0 } });
    }
    // One that is known and was not traded then is an answer.
    await start({ from: '2026-11-02', to: '2026-11-03', commodities: ['power'] });
    expect(newest(captures)).toMatchObject({ state: 'done', counts: { trades: 0 } });
  });

  it('sets aside that trades of two venues share an id, and so cannot both be stored', async () => {
    const { start, add, captures } = await rig();
    add('T-1', 9);
    add('T-1', 9, { venue: 'market' });
    add('T-2', 9);
    await start();
    expect(newest(captures)).toMatchObject({
      state: 'done',
      counts: { trades: 2 },
      setAsideCount: 1,
      setAside: [{ what: 'The trades T-1 of tender and market' }],
    });
  });

  it('makes no call for what a cell has just fetched', async () => {
    const { start, add, records, service, captures, details } = await rig();
    add('T-1', 9);
    const json = JSON.stringify(service.tradeRaws[0]);
    const key = resourceKey({ kind: 'trade', id: TradeId.parse('T-1') });
    records.keep({ key, json, fetchedAt: MORNING, final: true });
    await start();
    expect(details()).toEqual([]);
    expect(newest(captures)).toMatchObject({ state: 'done', counts: { trades: 1, missing: 0 } });
  });

  it('marks a trade whose leg prices are not entered, and the next one fetches it again', async () => {
    const { start, add, service, captures, trades, details } = await rig();
    add('T-1', 9, { contract: 'standard-spread', price: null, legs: [{ price: null }, { price: null }] });
    add('T-2', 9);
    await start();
    expect(newest(captures).counts).toMatchObject({ trades: 2, provisional: 1, missing: 0 });
    Object.assign(service.tradeRaws[0] ?? {}, { legs: [{ price: 30 }, { price: 29 }] });
    await start();
    expect(details()).toEqual(['T-1', 'T-2', 'T-1']);
    expect(newest(captures).counts).toMatchObject({ provisional: 0 });
    expect((await trades.find(TradeId.parse('T-1')))?.final).toBe(true);
  });

  it('that fetches all again replaces what the platform corrected, names its fields, and notes them', async () => {
    const { start, add, service, captures, trades, details, clock, noted } = await rig();
    add('T-1', 9);
    add('T-2', 9);
    await start();
    Object.assign(service.tradeRaws[0] ?? {}, { price: 31.5 });
    await start();
    expect(details()).toEqual(['T-1', 'T-2']);
    await clock.advance(1_000);
    const asked = await captures.estimate(WANTED, { anew: true });
    expect(asked).toMatchObject({ ok: true, value: { trades: 2, cost: { detailCalls: 2 } } });
    const id = await start(WANTED, { anew: true, by: BY });
    expect(details()).toEqual(['T-1', 'T-2', 'T-1', 'T-2']);
    const changes = [{ level: 'price', before: '30.1', after: '31.5' }];
    const corrections = [{ id: 'T-1', changes }];
    expect(newest(captures)).toMatchObject({ state: 'done', anew: true, changed: ['T-1'], corrections });
    expect(await captures.coverage(WANTED)).toMatchObject({ value: { setAside: 0, corrected: ['T-1'] } });
    expect(noted).toMatchObject([{ entry: 'trade-corrected', by: BY, changes }]);
    expect(newest(captures).counts).toMatchObject({ trades: 2, missing: 0, provisional: 0, fetched: 2 });
    const kept = await trades.find(TradeId.parse('T-1'));
    expect(JSON.parse(kept?.json ?? '')).toMatchObject({ price: 31.5 });
    // The same id is the same download only where it is to do the same.
    expect(await captures.start(id, WANTED)).toMatchObject({ ok: false });
    expect(await captures.start(id, WANTED, { anew: true })).toMatchObject({ ok: true });
  });

  it('writes down a correction before it replaces the trade, and none where the order of the fields alone is another', async () => {
    const { start, add, service, captures, trades, clock, noted } = await rig();
    add('T-1', 9, { counterparty: 'Cobalt Grid' });
    add('T-2', 9, { clearing: null });
    await start();
    await clock.advance(1_000);
    const [first = {}, second = {}] = service.tradeRaws;
    Object.assign(first, { counterparty: '' });
    const { clearing: _none, price, ...rest } = second;
    service.tradeRaws[1] = { price, ...rest };
    const keep = trades.keep.bind(trades);
    const linesThen: number[] = [];
    trades.keep = (...asked) => {
      linesThen.push(noted.length);
      return keep(...asked);
    };
    await start(WANTED, { anew: true });
    expect(newest(captures)).toMatchObject({ state: 'done', changed: ['T-1'] });
    expect(noted.map(({ shown }) => shown)).toEqual([
      'An unknown person fetched trade T-1 again, and the platform has corrected it: counterparty Cobalt Grid → (none). Empty now: counterparty.',
    ]);
    expect(linesThen[0]).toBe(1);
  });

  it('keeps what the platform does not list any more, counts it, and marks it in what is given out', async () => {
    const { start, add, service, captures, clock } = await rig();
    add('T-1', 9);
    add('T-2', 9);
    await start();
    expect(newest(captures).counts).toMatchObject({ trades: 2, unlisted: 0 });
    await clock.advance(HOUR_MS);
    service.tradeRaws.shift();
    await start();
    expect(newest(captures)).toMatchObject({ state: 'done', counts: { trades: 1, missing: 0, unlisted: 1 } });
    const rows = await captures.piece(WANTED, { countMax: 9 });
    if (!rows.ok) throw new Error(rows.failure.message);
    expect(rows.value.map(({ id, unlisted = false }) => [id, unlisted])).toEqual([
      ['T-1', true],
      ['T-2', false],
    ]);
  });

  it('sets aside what cannot be read, and captures all the others', async () => {
    const { start, add, service, captures, details } = await rig();
    add('T-1', 9, { price: 'abc' });
    add('T-2', 9);
    service.broken.set('T-3', failure('not-found'));
    add('T-3', 9);
    service.addTrade({ 'trade-id': 7, 'traded-at': new Date(MORNING - 9 * DAY_MS).toISOString() });
    await start();
    const { state, setAside, setAsideCount, counts } = newest(captures);
    expect(state).toBe('done');
    expect(counts).toMatchObject({ trades: 3, missing: 0, fetched: 1 });
    expect(setAsideCount).toBe(3);
    expect(setAside.map(({ tradeId, failure: { kind } }) => `${tradeId} ${kind}`).sort()).toEqual([
      'T-1 unreadable',
      'T-3 not-found',
      'undefined unreadable',
    ]);
    expect(details().sort()).toEqual(['T-1', 'T-2', 'T-3']);
  });

  it('asks a few times for a trade that the service cannot give, after all the others', async () => {
    const { start, add, service, captures, clock, details } = await rig();
    service.broken.set('T-1', { ...failure('unavailable'), service: { status: 500 } });
    service.broken.set('T-2', failure('unavailable'));
    for (let count = 1; count <= 30; count++) add(`T-${count}`, 9);
    await start();
    await clock.advance(HOUR_MS);
    expect(newest(captures)).toMatchObject({ state: 'done', counts: { fetched: 28 }, setAsideCount: 2 });
    expect(details().filter((id) => id === 'T-1').length).toBeLessThanOrEqual(6);
    expect(details().filter((id) => id === 'T-2').length).toBeLessThanOrEqual(8);
  });

  it('stops when no trade at all can be read, before it has spent the day on it', async () => {
    const { start, add, service, captures, details } = await rig();
    for (let count = 0; count < 200; count++) add(`T-${count}`, 9, { price: 'abc' });
    const id = await start();
    expect(newest(captures)).toMatchObject({ state: 'failed', failure: { kind: 'unreadable' } });
    expect(details().length).toBeLessThan(30);
    for (const raw of service.tradeRaws) Object.assign(raw, { price: 1 });
    await captures.step(id, 'resume');
    await settled();
    expect(newest(captures).counts.fetched).toBeGreaterThan(150);
  });

  it('waits for the day’s calls to be counted anew, and says until when', async () => {
    const { start, add, service, captures, clock, details } = await rig();
    add('T-1', 9);
    const until = MORNING + 14 * HOUR_MS;
    service.down = { ...failure('quota-spent'), until };
    await start();
    expect(newest(captures)).toMatchObject({ state: 'waiting', until, failure: { kind: 'quota-spent' } });
    await clock.advance(13 * HOUR_MS);
    expect(service.calls).toHaveLength(1);
    service.down = undefined;
    await clock.advance(HOUR_MS);
    expect(newest(captures)).toMatchObject({ state: 'done' });
    expect(newest(captures).until).toBeUndefined();
    expect(details()).toEqual(['T-1']);
  });

  it('outlasts a service that is away for a night, and sets nothing aside for that', async () => {
    const { start, add, service, captures, clock } = await rig();
    for (let count = 0; count < 40; count++) add(`T-${count}`, 9);
    service.hold('trade')();
    service.fault('trade', { when: 'before', failure: failure('unavailable') });
    await start();
    service.down = failure('unavailable');
    await clock.advance(10 * HOUR_MS);
    service.down = undefined;
    await clock.advance(HOUR_MS);
    expect(newest(captures)).toMatchObject({ state: 'done', setAsideCount: 0, counts: { fetched: 40 } });
  });

  it('that is signed in again goes on at once', async () => {
    const { start, add, service, platform, captures, clock } = await rig();
    add('T-1', 9);
    service.down = failure('signed-out');
    await start();
    await clock.advance(HOUR_MS - HOUR_MS / 60);
    expect(newest(captures).state).toBe('waiting');
    service.down = undefined;
    platform.become({ signedIn: true });
    await settled();
    expect(newest(captures).state).toBe('done');
  });

  it('fails with a sentence when the disk is full, keeps what it has, and can be resumed', async () => {
    const { start, add, trades, captures, clock } = await rig();
    add('T-1', 9);
    trades.full = true;
    const id = await start();
    expect(newest(captures)).toMatchObject({ state: 'failed', failure: { kind: 'unavailable' } });
    trades.full = false;
    await captures.step(id, 'resume');
    await clock.advance(1_000);
    expect(newest(captures)).toMatchObject({ state: 'done', counts: { fetched: 1 } });
  });

  it('goes on after a restart without the list that it had read', async () => {
    const { start, add, service, captures, clock, open, details } = await rig();
    for (let count = 0; count < 20; count++) add(`T-${count}`, 9);
    const release = service.hold('trade');
    await start();
    const stopped = captures.stop();
    release();
    await stopped;
    const [lists, fetched] = [service.callsOf('trades').length, details().length];
    const again = await open();
    await clock.advance(5_000);
    expect(newest(again)).toMatchObject({ state: 'done', counts: { missing: 0 } });
    expect(service.callsOf('trades')).toHaveLength(lists);
    expect(fetched).toBeGreaterThan(0);
    await again.stop();
  });

  it('reads shorter parts of a list that is too long for the service’s pages', async () => {
    const { start, add, service, captures } = await rig();
    add('T-1', 9);
    service.fault('trades', { when: 'before', failure: failure('unsupported') });
    await start();
    expect(newest(captures)).toMatchObject({ state: 'done', counts: { fetched: 1 } });
    expect(service.callsOf('trades').length).toBeGreaterThan(3);
  });

  it('says how many calls its list still takes, as the estimate did', async () => {
    const { start, add, service, captures, clock } = await rig();
    add('T-1', 19);
    const estimate = await captures.estimate(WANTED);
    expect(estimate).toMatchObject({ value: { cost: { listCalls: 3 } } });
    service.down = { ...failure('quota-spent'), until: MORNING + HOUR_MS };
    const id = await start();
    expect(newest(captures)).toMatchObject({ id, state: 'waiting', cost: { listCalls: 3 } });
    service.down = undefined;
    await clock.advance(HOUR_MS);
    await settled();
    expect(newest(captures).state).toBe('done');
  });

  it('waits for its turn behind the one before, and takes it when that is cancelled', async () => {
    const { start, add, service, captures, clock } = await rig();
    add('T-1', 9);
    service.down = { ...failure('quota-spent'), until: MORNING + HOUR_MS };
    const first = await start();
    await start({ ...WANTED, venues: ['market'] });
    expect(captures.read().map(({ state }) => state)).toEqual(['queued', 'waiting']);
    service.down = undefined;
    await captures.step(first, 'cancel');
    await clock.advance(1_000);
    expect(captures.read().map(({ state }) => state)).toEqual(['done', 'cancelled']);
    expect(await captures.step(first, 'pause')).toMatchObject({ failure: { kind: 'wrong-state' } });
  });

  it('is the same one when it is started twice under one id', async () => {
    const { start, captures } = await rig();
    const id = await start();
    expect(await captures.start(id, WANTED)).toMatchObject({ ok: true });
    expect(await captures.start(id, { ...WANTED, to: '2026-11-18' })).toMatchObject({ ok: false });
    expect(captures.read()).toHaveLength(1);
  });

  it('of days that do not exist, stand the wrong way round or are too many is not started', async () => {
    const { captures } = await rig();
    for (const wanted of [
      { from: '2026-02-30', to: '2026-03-01' },
      { from: '2026-11-20', to: '2026-11-19' },
      { from: '1026-11-20', to: '2026-11-19' },
    ]) {
      expect(await captures.estimate(wanted)).toMatchObject({ failure: { kind: 'invalid-argument' } });
    }
  });

  it('of days to come alone is refused with a sentence, and costs nothing', async () => {
    const { captures, service } = await rig();
    const wanted = { from: '2026-12-01', to: '2026-12-02' };
    const refused = {
      failure: { kind: 'invalid-argument', message: expect.stringContaining('have not begun') as string },
    };
    expect(await captures.estimate(wanted)).toMatchObject(refused);
    expect(await captures.start(Id.parse('00000000-0000-4000-8000-000000000001'), wanted)).toMatchObject(
      refused,
    );
    expect(captures.read()).toEqual([]);
    expect(service.calls).toEqual([]);
  });
});

describe('an estimate', () => {
  it('knows nothing at first, all of what was listed, and the measure of it for the days beside', async () => {
    const { captures, start, add, service } = await rig();
    for (let day = 1; day <= 19; day++) for (let count = 0; count < 4; count++) add(`T-${day}-${count}`, day);
    const unknown = await captures.estimate(WANTED);
    expect(unknown).toMatchObject({ value: { kept: 0, cost: { listCalls: 3, isEstimate: true } } });
    expect(unknown.ok && unknown.value.cost.detailCalls).toBeUndefined();
    await start({ from: '2026-11-10', to: '2026-11-19' });
    const calls = service.calls.length;
    expect(await captures.estimate({ from: '2026-11-10', to: '2026-11-19' })).toMatchObject({
      value: { trades: 40, kept: 40, cost: { detailCalls: 0, isEstimate: false } },
    });
    expect(await captures.estimate({ from: '2026-11-05', to: '2026-11-19' })).toMatchObject({
      value: { trades: 60, kept: 40, cost: { detailCalls: 20, isEstimate: true, days: 1 } },
    });
    expect(service.calls).toHaveLength(calls);
  });
});

describe('what an estimate says beside the cost', () => {
  it('names the venues and commodities of its days, whatever is chosen of them', async () => {
    const { captures, add, start } = await rig();
    add('T-1', 9, { venue: 'Market', commodity: 'gas' });
    add('T-2', 8);
    await start();
    const words = { venues: ['market', 'tender'], commodities: ['gas', 'power'] };
    for (const wanted of [WANTED, { ...WANTED, venues: ['tender'] }])
      expect(await captures.estimate(wanted)).toMatchObject({ ok: true, value: { words } });
    const other = await captures.estimate({ from: '2026-11-01', to: '2026-11-02' });
    expect(other).toMatchObject({ value: { words: { venues: [], commodities: [] } } });
  });

  const notes = async (captures: TradeDownloads, wanted: DownloadSelection) => {
    const estimate = await captures.estimate(wanted);
    return estimate.ok ? { notes: estimate.value.notes, unheard: estimate.value.unheard } : estimate;
  };

  it('is up to when days that are not over can be complete', async () => {
    const { captures } = await rig();
    expect((await captures.estimate(WANTED)).ok && (await notes(captures, WANTED))).toEqual({});
    expect(await notes(captures, { from: '2026-11-01', to: '2026-11-30' })).toMatchObject({
      notes: [expect.stringMatching(/can be complete up to 2026-11-19, and has of 2026-11-20/)],
    });
  });

  it('is which word no trade has, and which there are', async () => {
    const { captures, start, add } = await rig();
    add('T-1', 3, { commodity: 'power' });
    add('T-2', 4, { commodity: 'gas' });
    expect(await notes(captures, { ...WANTED, commodities: ['hydrogen'] })).toEqual({});
    await start(WANTED);
    expect(await notes(captures, { ...WANTED, commodities: ['pwer'] })).toEqual({
      notes: ['No trade of commodity pwer in this period. Did you mean power? There are: gas, power.'],
      unheard: ['pwer'],
    });
    expect(await notes(captures, { ...WANTED, venues: ['green'] })).toEqual({
      notes: ['No trade had the venue green yet. There are: tender.'],
    });
    expect(await notes(captures, { ...WANTED, commodities: ['gas', 'pwer'] })).toEqual({
      notes: ['No trade of commodity pwer in this period. Did you mean power? There are: gas, power.'],
      unheard: ['pwer'],
    });
    expect(await notes(captures, { ...WANTED, commodities: ['gas', 'hydrogen'] })).toEqual({
      notes: ['No trade of commodity hydrogen in this period. There are: gas, power.'],
      unheard: ['hydrogen'],
    });
    expect(await notes(captures, { ...WANTED, commodities: ['gas', 'goo'] })).toEqual({
      notes: ['No trade had the commodity goo yet. There are: gas, power.'],
    });
    // Days of which nothing was read yet.
    expect(await notes(captures, { from: '2026-10-01', to: '2026-10-02', commodities: ['pwer'] })).toEqual({
      notes: [
        'No stored trade of commodity pwer in this period. Did you mean power? On other days there are: gas, power.',
      ],
      unheard: ['pwer'],
    });
    const day = { from: '2026-11-18', to: '2026-11-18' };
    expect(await notes(captures, { ...day, commodities: ['gas'] })).toEqual({
      notes: ['No trade of commodity gas in this period. On other days there are: gas, power.'],
    });
  });
});

describe('captures of a desk that is signed out', () => {
  it('are refused, and nothing of the platform is given out', async () => {
    const { captures } = await rig();
    const closed = closedTradeDownloads(captures, failure('signed-out'));
    const id = Id.parse('00000000-0000-4000-8000-000000000009');
    for (const outcome of [
      await closed.estimate(WANTED),
      await closed.start(id, WANTED),
      await closed.step(id, 'resume'),
      await closed.piece(WANTED, { countMax: 1 }),
      await closed.all(WANTED),
    ]) {
      expect(outcome).toMatchObject({ ok: false, failure: { kind: 'signed-out' } });
    }
  });
});

describe('what a file of trades covers', () => {
  const OVER = { from: '2026-11-18', to: '2026-11-19' };
  const coverageOf = async (captures: TradeDownloads, wanted: DownloadSelection) => {
    const coverage = await captures.coverage(wanted);
    if (!coverage.ok) throw new Error(coverage.failure.message);
    return coverage.value;
  };

  it('is known by the list of each day: whether and when it was read, and what it named', async () => {
    const { captures, service, start, add } = await rig();
    expect((await coverageOf(captures, OVER)).days.map(({ listedAt }) => listedAt)).toEqual([
      undefined,
      undefined,
    ]);
    add('T-1', 1);
    add('T-2', 2);
    service.broken.set('T-2', failure('unreadable'));
    await start(OVER);
    expect(await coverageOf(captures, OVER)).toMatchObject({
      environment: 'simulator',
      version: '1.2.3',
      zone: ZONE,
      days: [
        { day: '2026-11-18', listedAt: expect.any(Number) as number },
        { day: '2026-11-19', listedAt: expect.any(Number) as number },
      ],
      missing: 1,
      setAside: 1,
    });
    // Another selection of the same days: its list is known, but no download of just that.
    const other = await coverageOf(captures, { ...OVER, commodities: ['gas'] });
    expect([other.days.every(({ listedAt }) => listedAt !== undefined), other.setAside]).toEqual([
      true,
      undefined,
    ]);
  });

  describe('of accepted standard spreads, whose trades are not listed before their leg prices are entered', () => {
    const spread = (number: number, daysAgo: number, over: Partial<Action> = {}): Action => ({
      ...inState('acknowledged', over),
      id: actionId(number),
      body: ActionBody.parse({ ...ACCEPTANCE, lastSeen: { type: 'standard-spread', spreadPrice: '1.4' } }),
      createdAt: MORNING - daysAgo * DAY_MS,
    });
    const of = (commodity: string): Partial<Action> => ({ legs: [{ commodity }, { commodity }] });
    const unpriced = async (captures: TradeDownloads, over: Partial<DownloadSelection> = {}) =>
      (await coverageOf(captures, { ...OVER, ...over })).unpriced;

    it('counts those of its days, by when each went on its way', async () => {
      const late = spread(5, 9, { approvedAt: MORNING - DAY_MS });
      const accepted = [spread(1, 2), spread(2, 1), spread(3, 9), spread(4, 0), late];
      const { captures } = await rig({ accepted: () => [...accepted, inState('acknowledged')] });
      expect(await unpriced(captures)).toBe(3);
    });

    it('counts those of its commodities alone, and what is of none that is known', async () => {
      const read = {
        tradeIds: [],
        quoteIds: [],
        committed: [{ commodity: 'Gas', side: 'buy', volumes: [] }],
      };
      const accepted = [
        spread(1, 1, of('power')),
        spread(2, 1, { ...of('power'), before: read as unknown as Action['before'] }),
        spread(3, 1),
        spread(4, 1, { legs: [{ commodity: 'power' }, {}] }),
      ];
      const { captures } = await rig({ accepted: () => accepted });
      expect(await unpriced(captures, { commodities: ['gas'] })).toBe(3);
      expect(await unpriced(captures, { commodities: ['power'] })).toBe(3);
      expect(await unpriced(captures, { commodities: ['emission'] })).toBe(2);
      expect(await unpriced(captures, { commodities: ['gas', 'power'] })).toBe(4);
      expect(await unpriced(captures, { venues: ['market'] })).toBe(0);
    });

    it('counts one whose trade was named at once until the list or its record names it', async () => {
      const named = spread(1, 1, { ...of('power'), state: 'done', tradeId: TradeId.parse('T-1') });
      const { captures, start, add, service } = await rig({ accepted: () => [named, named] });
      expect(await unpriced(captures)).toBe(1);
      add('T-1', 1);
      service.broken.set('T-1', failure('unreadable'));
      await start(OVER);
      expect(await coverageOf(captures, OVER)).toMatchObject({ unpriced: 0, missing: 1 });
      service.broken.clear();
      await start(OVER);
      expect(await coverageOf(captures, OVER)).toMatchObject({ unpriced: 0, missing: 0 });
    });
  });

  it('of a commodity listed alone is nothing known of the others', async () => {
    const { captures, start, add } = await rig();
    add('T-1', 9);
    const before = { from: '2026-11-10', to: '2026-11-12' };
    // A commodity that was never read of is not asked for alone: what there is could not be named.
    await start({ ...before, commodities: ['power'] });
    expect((await coverageOf(captures, before)).days.every(({ listedAt }) => listedAt !== undefined)).toBe(
      true,
    );
    await start({ ...OVER, commodities: ['power'] });
    const read = async (commodities?: string[]): Promise<boolean> =>
      (await coverageOf(captures, { ...OVER, ...(commodities && { commodities }) })).days.every(
        ({ listedAt }) => listedAt !== undefined,
      );
    expect([await read(['power']), await read(['power', 'gas']), await read()]).toEqual([true, false, false]);
  });
});

describe('a capture of days, whose filter the interface does not state', () => {
  const DAYS = { from: '2026-11-16', to: '2026-11-19' };
  const facts = async ({ captures, clock }: Awaited<ReturnType<typeof rig>>, wanted = DAYS) => {
    const coverage = await captures.coverage(wanted);
    if (!coverage.ok) throw new Error(coverage.failure.message);
    return coverageFacts(coverage.value, NOTHING_WRITTEN, clock.now());
  };
  /** In Berlin, where the days of this desk begin an hour before those of UTC. */
  const filled = async (over: Parameters<typeof rig>[0] = {}) => {
    const made = await rig(over);
    const add = (name: string, at: string): void => made.add(name, 0, { 'traded-at': at });
    add('T-BEFORE', '2026-11-15T10:00:00Z');
    add('T-FIRST', '2026-11-15T23:30:00Z');
    add('T-LAST', '2026-11-19T22:30:00Z');
    add('T-AFTER', '2026-11-19T23:10:00Z');
    return { ...made, addAt: add };
  };

  it.each(['exclusive', 'inclusive', 'after'] as const)(
    'has every trade of its days and no other where the platform reads the period as days: %s',
    async (reading) => {
      const made = await filled({ reading });
      made.addAt('T-TODAY', new Date(MORNING - HOUR_MS).toISOString());
      await made.start(DAYS);
      expect(made.details()).toEqual(['T-FIRST', 'T-LAST']);
      expect(await facts(made)).toMatchObject({ complete: true, problems: [] });
    },
  );

  it('asks no more often for it, but once in a run where an edge is read as a day', async () => {
    const calls = async (reading: Reading) => {
      const made = await filled({ reading });
      made.addAt('T-TODAY', new Date(MORNING - HOUR_MS).toISOString());
      await made.start(DAYS);
      await made.start(DAYS);
      return made.service.callsOf('trades').length;
    };
    expect(await calls('exclusive')).toBe(2);
    expect(await calls('inclusive')).toBe(3);
  });

  it('is not proven complete where the platform lists today whatever is asked, and says what to do', async () => {
    const made = await filled({ reading: 'ignored' });
    made.addAt('T-TODAY', new Date(MORNING - HOUR_MS).toISOString());
    await made.start(DAYS);
    expect(newest(made.captures)).toMatchObject({
      state: 'done',
      unfiltered: { ...DAYS, tradeId: 'T-TODAY' },
    });
    expect(await facts(made)).toMatchObject({
      complete: false,
      'complete-until': null,
      'fuller-later': false,
      problems: [
        'Asked for 2026-11-16 to 2026-11-19, the platform listed T-TODAY of 2026-11-20T07:00:00.000Z too: it may not have chosen by those days, and trades may be missing. Ask the operator what traded-at-from and traded-at-to are called and how they are written, and set lists.filters in the service profile; then download again.',
      ],
    });
    made.service.reading = 'inclusive';
    await made.start(DAYS);
    expect(await facts(made)).toMatchObject({ complete: true });
    expect(made.details()).toEqual(['T-FIRST', 'T-LAST']);
  });

  it('nor of a day whose list moved each time it was read, and says so; of fewer days it may be read whole', async () => {
    const moving = async (isMoving: (period: Period) => boolean) => {
      const made = await filled({});
      const trades = made.service.trades.bind(made.service);
      made.service.trades = (period, ask) => {
        if (isMoving(period)) ask.moved?.();
        return trades(period, ask);
      };
      await made.start(DAYS);
      return made;
    };
    // For one day two and some hours are asked for.
    const made = await moving(({ from, to }) => to - from > 3 * DAY_MS);
    expect(newest(made.captures)).toMatchObject({ state: 'done', setAsideCount: 0 });
    expect(await facts(made)).toMatchObject({ complete: true });
    const other = await moving(({ to }) => to > Date.UTC(2026, 10, 19, 12));
    expect(newest(other.captures)).toMatchObject({
      state: 'done',
      listedTo: DAYS.to,
      setAsideCount: 1,
      setAside: [
        {
          what: 'The list of 2026-11-19',
          failure: { message: expect.stringContaining('A record stood on two of its pages') as string },
        },
      ],
    });
    expect(other.details()).toEqual(['T-FIRST', 'T-LAST']);
    expect(await facts(other)).toMatchObject({
      complete: false,
      'fuller-later': true,
      problems: [
        'The list of trades was never read whole for 2026-11-19.',
        '1 entry could not be read by the download.',
      ],
    });
  });

  it.each([
    ['day', { 'traded-at': '2026-11-12T10:00:00Z' }, DAYS],
    ['commodity', { commodity: 'gas' }, { ...DAYS, commodities: ['power'] }],
  ])(
    'nor without a word of a trade whose record says another %s than the list: it is in the file all the same',
    async (_, said, wanted) => {
      const made = await filled({});
      const trade = made.service.trade.bind(made.service);
      made.addAt('T-ODD', '2026-11-17T10:00:00Z');
      made.service.trade = async (id, ask) => {
        const read = await trade(id, ask);
        return read.ok && id === 'T-ODD' ? readTrade({ ...read.value.raw, ...said }) : read;
      };
      await made.start(wanted);
      expect(newest(made.captures)).toMatchObject({ state: 'done', setAsideCount: 0 });
      expect(await facts(made, wanted)).toMatchObject({
        complete: false,
        'fuller-later': false,
        problems: [
          'The list names T-ODD among these, and the record says another day, venue or commodity: in this file, and perhaps in another one too. Ask the operator which is right.',
        ],
      });
      const all = await made.captures.all(wanted);
      const written: string[] = [];
      if (all.ok) for await (const piece of all.value) written.push(...piece.map(({ id }) => id));
      expect(written).toEqual(['T-ODD', 'T-FIRST', 'T-LAST']);
      const sheet = await made.captures.piece(wanted, { countMax: 1 });
      const pieces = sheet.ok ? [...sheet.value] : [];
      expect(pieces.map(({ id }) => id)).toEqual(['T-ODD', 'T-FIRST']);
      const next = await made.captures.piece(wanted, { countMax: 1, after: pieces.at(-1) });
      expect(next).toMatchObject({ ok: true, value: [{ id: 'T-LAST' }] });
    },
  );

  it('nor of weeks of which each answer was the same, nor while the day long ago cannot be asked for', async () => {
    const weeks = { from: '2026-11-01', to: '2026-11-20' };
    const made = await filled({ reading: 'ignored' });
    made.addAt('T-TODAY', new Date(MORNING - HOUR_MS).toISOString());
    await made.start(weeks);
    expect(newest(made.captures)).toMatchObject({ unfiltered: { ...weeks, tradeId: 'T-TODAY' } });
    expect(made.details()).toEqual(['T-TODAY']);
    expect(await facts(made, weeks)).toMatchObject({ complete: false, 'list-read-at': [] });
    const refused = await filled({ reading: 'inclusive' });
    refused.addAt('T-TODAY', new Date(MORNING - HOUR_MS).toISOString());
    const trades = refused.service.trades.bind(refused.service);
    refused.service.trades = (period, ask) =>
      period.from < Date.UTC(2026, 10)
        ? Promise.resolve(failed(failure('invalid-argument')))
        : trades(period, ask);
    await refused.start(DAYS);
    expect(await facts(refused)).toMatchObject({ complete: false });
  });

  it('is not proven complete without a trade that is stored, or known to be the own one', async () => {
    const since = Date.UTC(2026, 10, 18, 12);
    const known = (tradeId: string, over: Partial<OwnTrade> = {}): OwnTrade => ({
      tradeId: TradeId.parse(tradeId),
      requestId: RequestId.parse('RQ-1'),
      state: 'own',
      since,
      ...over,
    });
    const own = [
      known('T-OWN'),
      known('T-FIRST'),
      known('T-OTHER', { state: 'other' }),
      known('T-MAYBE', { state: 'reported' }),
      known('T-OLD', { since: Date.UTC(2026, 10, 1) }),
    ];
    const made = await filled({ reading: 'exclusive', own: () => own });
    await made.start(DAYS);
    const { complete, problems } = await facts(made);
    expect(complete).toBe(false);
    expect(problems).toEqual([
      expect.stringMatching(
        /^The list does not name trades that are the desk's own: T-OWN\. Ask the operator/,
      ),
    ]);
    const green = await made.captures.coverage({ ...DAYS, venues: ['green'] });
    expect(green).toMatchObject({ value: { ownUnlisted: [] } });
  });
});
