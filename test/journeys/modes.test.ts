import { afterEach, beforeEach, expect, it } from 'vitest';
import type { GatewayClient, Watcher } from '../../src/client/client';
import type { Answer, Resource } from '../../src/domain/resources/resource';
import { RequestId } from '../../src/domain/identifiers';
import { ranked } from '../../src/domain/offers';
import { WholeSystem } from './whole-system';

let system: WholeSystem;
beforeEach(async () => {
  system = await WholeSystem.start();
});
afterEach(() => system.end());

const HOUR_MS = 3_600_000;
const GAS = RequestId.parse('RQ-10294');
const gasQuotes = { kind: 'quotes', id: GAS } as const;
const SHEET: readonly Resource[] = [
  { kind: 'request', id: GAS },
  { kind: 'request', id: RequestId.parse('RQ-10295') },
  gasQuotes,
  { kind: 'analytics', id: GAS },
  { kind: 'status' },
];
/** What of the sheet costs a call. */
const ASKED = 4;
/** What of it costs a call beside the list of open requests, which has both requests. */
const BESIDE_LIST = 2;

interface Seen<R extends Resource = Resource> {
  answer: Answer<R>;
  stop: () => void;
}

function look<R extends Resource>(page: GatewayClient, resource: R, by: Watcher = 'cell'): Seen<R> {
  const seen: Seen<R> = { answer: { state: 'waiting' }, stop: () => undefined };
  seen.stop = page.watch(resource, (answer) => void (seen.answer = answer), { by });
  return seen;
}
const openSheet = (page: GatewayClient): Seen[] => SHEET.map((resource) => look(page, resource));
const isKnown = ({ answer }: Seen): boolean => answer.value !== undefined;

async function connected(page: GatewayClient): Promise<GatewayClient> {
  let isOpen = false;
  page.watchConnection((connection) => (isOpen = connection === 'open'));
  await system.until('the page is connected', () => isOpen);
  return page;
}

/** What is made on behalf of no sheet: signing in, and looking for what no event told. */
const OF_NO_SHEET = ['authenticate', 'list-open-requests', 'list-concluded-requests', 'list-trades'];

/** Calls today on behalf of sheets. */
async function calls(): Promise<number> {
  const counts = Object.entries(await system.calls()).filter(([name]) => !OF_NO_SHEET.includes(name));
  return counts.reduce((sum, [, count]) => sum + count, 0);
}

/** Time in which pages beat and the network does its part, in steps that an hour has few of. */
async function wait(forMs: number): Promise<void> {
  for (let passedMs = 0; passedMs < forMs; passedMs += 5_000) {
    await system.clock.advance(5_000);
    await system.pass(40);
  }
}

it('a sheet in manual mode costs nothing for an hour, and a refresh exactly one call for each thing', async () => {
  const page = await connected(system.openPage());
  page.mode.set('manual');
  const sheet = openSheet(page);
  await system.until('the desk says that nothing is known', () => sheet[0]?.answer.idle === true);
  await wait(HOUR_MS);
  expect(await calls()).toBe(0);
  expect(page.refresh(page.watched())).toEqual({ ok: true, value: { asked: ASKED } });
  await system.until('everything is known', () => sheet.every(isKnown));
  await wait(HOUR_MS);
  expect(await calls()).toBe(ASKED);
  expect(sheet.slice(0, 4).map(({ answer }) => answer.state)).toEqual(['stale', 'stale', 'stale', 'stale']);
}, 120_000);

it('what the pane shows stays live in a workbook that is paused, which refuses to refresh', async () => {
  const page = await connected(system.openPage());
  page.mode.set('paused');
  const sheet = openSheet(page);
  const pane = look(page, gasQuotes, 'pane');
  await system.until('the pane has its quotes', () => pane.answer.value !== undefined);
  expect(page.refresh(page.watched())).toMatchObject({ ok: false, failure: { kind: 'wrong-state' } });
  const best = () => ranked(pane.answer.value?.records ?? [], 'bid')[0]?.net;
  const before = best();
  await system.control('/simulator/act', { do: 'move-price', requestId: GAS, by: 5 });
  await system.until('the pane follows the market', () => best() !== before);
  // The state of a request tells whether its quotes can still change, so that comes with them.
  expect(sheet.map(isKnown)).toEqual([true, false, true, false, true]);
  pane.stop();
  await system.pass(3_000);
  const counted = await calls();
  await wait(HOUR_MS / 6);
  expect(await calls()).toBe(counted);
}, 120_000);

it('another workbook that is live feeds a manual one for free', async () => {
  const manual = await connected(system.openPage());
  manual.mode.set('manual');
  const fed = look(manual, gasQuotes);
  await system.until('nothing is known', () => fed.answer.idle === true);
  const live = look(system.openPage(), gasQuotes);
  await system.until('both know the quotes', () => !!live.answer.value && !!fed.answer.value);
  await system.control('/simulator/act', { do: 'move-price', requestId: GAS, by: 5 });
  const best = ({ answer }: Seen<typeof gasQuotes>) => ranked(answer.value?.records ?? [], 'bid')[0]?.net;
  const before = best(fed);
  await system.until('both have seen the move', () => best(fed) !== before && best(fed) === best(live));
  live.stop();
  await system.pass(3_000);
  const counted = await calls();
  await wait(120_000);
  expect(await calls()).toBe(counted);
}, 60_000);

it('a workbook that becomes live asks for what it shows, each thing once', async () => {
  const page = await connected(system.openPage());
  page.mode.set('manual');
  const sheet = openSheet(page);
  await system.until('nothing is known', () => sheet[0]?.answer.idle === true);
  page.mode.set('live');
  await system.until('everything is known', () => sheet.every(isKnown));
  expect(await calls()).toBe(BESIDE_LIST);
  expect((await system.calls())['list-open-requests']).toBe(1);
});

it('reopening a sheet of which everything is known costs nothing', async () => {
  const first = openSheet(system.openPage());
  await system.until('everything is known', () => first.every(isKnown));
  expect(await calls()).toBe(BESIDE_LIST);
  const second = openSheet(system.openPage());
  await system.until('the second page knows everything', () => second.every(isKnown));
  expect(await calls()).toBe(BESIDE_LIST);
  expect((await system.calls())['list-open-requests']).toBe(1);
});

it('a manual sheet that is reopened after a restart shows what the disk knows, and asks nothing', async () => {
  const first = openSheet(system.openPage());
  await system.until('everything is known', () => first.every(isKnown));
  for (const { stop } of first) stop();
  await system.endGateway();
  await system.startGateway();
  const page = system.openPage();
  page.mode.set('manual');
  const counted = await calls();
  const sheet = openSheet(page);
  await system.until('everything is known again', () => sheet.every(isKnown));
  expect(sheet[0]?.answer.fetchedAt).toBe(first[0]?.answer.fetchedAt);
  expect(await calls()).toBe(counted);
}, 60_000);

it('says where each thing comes from, what asking again costs, and when that will be', async () => {
  const page = await connected(system.openPage());
  const sheet = openSheet(page);
  await system.until('everything is known', () => sheet.every(isKnown));
  const outcome = await system.passing(page.explain(page.watched()));
  if (!outcome.ok) throw new Error(outcome.failure.message);
  expect(outcome.value.map(({ by, calls: cost }) => [by, cost])).toEqual([
    ['open-requests', 1],
    ['open-requests', 1],
    ['itself', 1],
    ['itself', 1],
    ['gateway', 0],
  ]);
  const quotes = outcome.value[2];
  expect(quotes?.fetchedAt).toBe(sheet[2]?.answer.fetchedAt);
  expect(quotes?.nextAt).toBeGreaterThan(system.clock.now());
  page.mode.set('manual');
  await system.pass(500);
  const later = await system.passing(page.explain([gasQuotes]));
  expect(later.ok && later.value[0]).toMatchObject({ by: 'nobody', state: 'fresh' });
});
