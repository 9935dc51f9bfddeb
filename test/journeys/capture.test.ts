import { afterEach, expect, it } from 'vitest';
import type { GatewayClient } from '../../src/client/client';
import type { Answer } from '../../src/domain/resources/resource';
import type { TradeDownload, DownloadSelection } from '../../src/domain/trade-download';
import type { Quota } from '../../src/domain/desk-status';
import type { Outcome } from '../../src/domain/failure';
import { RequestId, TradeId } from '../../src/domain/identifiers';
import { WholeSystem } from './whole-system';

const TRADES = 5_000;
/** Those that the simulator opens with. */
const OPENING = 25;
const WANTED: DownloadSelection = { from: '2026-11-01', to: '2026-11-20' };
const STEP_MS = 250;

let system: WholeSystem;
afterEach(async () => system.end());

const value = <T>(outcome: Outcome<T>): T => {
  if (!outcome.ok) throw new Error(`${outcome.failure.message} ${outcome.failure.next}`);
  return outcome.value;
};

/** The newest capture and the quota as a page watches them. */
function watching(page: GatewayClient): {
  readonly capture: () => TradeDownload;
  readonly quota: () => Quota;
} {
  let captures: Answer<{ kind: 'captures' }> = { state: 'waiting' };
  let quota: Answer<{ kind: 'quota' }> = { state: 'waiting' };
  page.watch({ kind: 'captures' }, (answer) => void (captures = answer));
  page.watch({ kind: 'quota' }, (answer) => void (quota = answer));
  return {
    capture: () => {
      const [newest] = captures.value ?? [];
      if (!newest) throw new Error('no capture is shown');
      return newest;
    },
    quota: () => {
      if (!quota.value) throw new Error('no quota is shown');
      return quota.value;
    },
  };
}

const detailCalls = async (): Promise<number> => (await system.calls())['read-trade'] ?? 0;

async function begun(page: GatewayClient, wanted: DownloadSelection): Promise<TradeDownload> {
  const capture = value(await system.passing(page.captures.start(page.captures.newId(), wanted)));
  await system.pass(1_000);
  return capture;
}

it(
  'takes two days of calls for more trades than one day can pay, starves nobody, and fetches nothing twice',
  { timeout: 600_000 },
  async () => {
    system = await WholeSystem.start({ trades: TRADES });
    const page = system.openPage();
    const { capture, quota } = watching(page);
    const before = value(await system.passing(page.captures.estimate(WANTED)));
    expect(before.cost.detailCalls).toBeUndefined();
    await begun(page, WANTED);

    await system.until('the list is read', () => capture().isListed, STEP_MS);
    expect(capture().counts.trades).toBe(TRADES + OPENING);
    expect(capture().cost).toMatchObject({ isEstimate: false, days: 2 });

    // A cell in the middle of it is served as if there was none.
    let shown: Answer<{ kind: 'request'; id: RequestId }> = { state: 'waiting' };
    page.watch({ kind: 'request', id: RequestId.parse('RQ-10294') }, (answer) => void (shown = answer));
    await system.pass(1_000);
    expect(shown.state).toBe('fresh');

    await system.until('bulk reading has stopped for the day', () => capture().state === 'waiting', STEP_MS);
    // The quota is told once a second.
    await system.pass(1_000);
    const first = quota();
    expect(capture().failure?.kind).toBe('quota-spent');
    expect(capture().until).toBe(first.resetsAt);
    expect(first.forBulk?.left).toBe(0);
    expect(first.left).toBeGreaterThan(first.perDay * 0.15);
    const fetched = await detailCalls();
    expect(fetched).toBe(capture().counts.fetched);

    await system.sleep(first.resetsAt - system.clock.now());
    await system.until('everything is captured', () => capture().state === 'done', STEP_MS);
    expect(capture()).toMatchObject({ counts: { missing: 0 }, setAsideCount: 0 });
    expect(await detailCalls()).toBe(TRADES + OPENING);

    const calls = await system.calls();
    await begun(page, WANTED);
    await system.until('it is captured again', () => capture().state === 'done', STEP_MS);
    const after = await system.calls();
    expect(after['read-trade']).toBe(calls['read-trade']);
    expect(after['list-trades']).toBeGreaterThan(calls['list-trades'] ?? 0);
    expect(capture().counts).toMatchObject({ trades: TRADES + OPENING, fetched: 0 });
    expect(value(await system.passing(page.captures.estimate(WANTED))).cost.listCalls).toBeGreaterThan(50);

    const { trade } = value(await system.passing(page.captures.rows(WANTED, { rowsMax: 1 }))).trades[0] ?? {};
    let cell: Answer<{ kind: 'trade'; id: TradeId }> = { state: 'waiting' };
    page.watch({ kind: 'trade', id: trade?.id ?? TradeId.parse('none') }, (answer) => void (cell = answer));
    await system.until('the cell shows it', () => cell.value !== undefined);
    expect(await detailCalls()).toBe(calls['read-trade']);
  },
);

it('goes on after a restart where it was, and gives out what it captured as rows and as a file', async () => {
  system = await WholeSystem.start({ trades: 400 });
  const page = system.openPage();
  const { capture } = watching(page);
  await begun(page, WANTED);
  await system.until('some are captured', () => capture().counts.fetched > 100, STEP_MS);
  await system.endGateway();
  const before = await detailCalls();
  expect(before).toBeLessThan(300);
  await system.startGateway();
  await system.until('all are captured', () => capture().state === 'done', STEP_MS);
  expect(await detailCalls()).toBe(400 + OPENING);

  const block = value(await system.passing(page.captures.rows(WANTED, { rowsMax: 300 })));
  const rest = value(await system.passing(page.captures.rows(WANTED, { rowsMax: 300, after: block.next })));
  const all = [...block.trades, ...rest.trades];
  expect(rest.next).toBeUndefined();
  expect(new Set(all.map(({ trade }) => trade.id)).size).toBe(400 + OPENING);
  expect(all.map(({ trade }) => trade.tradedAt)).toEqual(
    all.map(({ trade }) => trade.tradedAt).sort((one, other) => one - other),
  );
  const tender = value(await system.passing(page.captures.rows({ ...WANTED, venues: ['tender'] })));
  expect(new Set(tender.trades.map(({ trade }) => trade.venue))).toEqual(new Set(['tender']));

  const file = value(await system.passing(page.captures.file(WANTED, { format: 'jsonl', preset: 'full' })));
  expect(file.name).toMatch(/^spreaddesk-trades-simulator-full-2026-11-01-to-2026-11-20-\w+\.jsonl$/);
  expect((await file.content.text()).trim().split('\n')).toHaveLength(400 + OPENING);
  const about = value(
    await system.passing(page.captures.file(WANTED, { format: 'about', preset: 'full', file: file.name })),
  );
  expect(about.name).toBe(`${file.name}.about.json`);
  expect(JSON.parse(await about.content.text())).toMatchObject({ file: file.name, trades: 400 + OPENING });
});

it('is paused, resumed and cancelled by a person', async () => {
  system = await WholeSystem.start({ trades: 400 });
  const page = system.openPage();
  const { capture } = watching(page);
  const { id } = await begun(page, WANTED);
  await system.until('some are captured', () => capture().counts.fetched > 20, STEP_MS);
  value(await system.passing(page.captures.pause(id)));
  const paused = await detailCalls();
  await system.pass(5_000);
  expect(await detailCalls()).toBe(paused);
  expect(capture().state).toBe('paused');
  value(await system.passing(page.captures.resume(id)));
  await system.until('it goes on', () => capture().counts.fetched > 150, STEP_MS);
  value(await system.passing(page.captures.cancel(id)));
  await system.pass(1_000);
  expect(capture()).toMatchObject({ state: 'cancelled' });
  expect(await system.passing(page.captures.resume(id))).toMatchObject({ failure: { kind: 'wrong-state' } });
});
