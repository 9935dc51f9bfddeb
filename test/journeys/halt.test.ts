import { afterEach, beforeEach, expect, it } from 'vitest';
import { NO_LIMITS } from '../../chaos/actions/no-limits';
import type { GatewayClient } from '../../src/client/client';
import type { Action, ActionBody } from '../../src/domain/action';
import type { DeskStatus } from '../../src/domain/desk-status';
import type { Outcome } from '../../src/domain/failure';
import { quotableAt } from './quotable';
import { WholeSystem } from './whole-system';

let system: WholeSystem;
let pages: GatewayClient[];
const status = new Map<GatewayClient, DeskStatus>();
beforeEach(async () => {
  system = await WholeSystem.start();
  pages = [system.openPage(), system.openPage()];
  for (const page of pages)
    page.watch({ kind: 'status' }, ({ value }) => void (value && status.set(page, value)));
  await system.until('every page is signed in', () => pages.every((page) => status.get(page)?.signedIn));
});
afterEach(() => system.end());

const PRESSES = 1_000;
const WAVES = 50;
const REASON = 'prices of the morning are wrong';

const quoted = async (): Promise<number> => (await system.calls())['send-quote'] ?? 0;
const [first, second] = [() => pages[0] as GatewayClient, () => pages[1] as GatewayClient];

/** Wave after wave of presses of one page, whatever becomes of them. */
async function pressed(page: GatewayClient, bodies: readonly ActionBody[]): Promise<Outcome<Action>[]> {
  const outcomes: Outcome<Action>[] = [];
  for (let wave = 0; wave < WAVES; wave++) {
    const batch = bodies.map((body) => ({ id: page.newActionId(), body, shown: 'as shown' }));
    outcomes.push(...(await page.actAll(batch)));
  }
  return outcomes;
}

it('sends nothing of 1,000 presses of two pages after the halt was answered, and says who halted of each', async () => {
  await system.passing(first().setLimits(NO_LIMITS.limits));
  const bodies: ActionBody[] = [];
  while (bodies.length < PRESSES / WAVES) bodies.push(await quotableAt(system));
  const half = bodies.length / 2;
  const presses = Promise.all([
    pressed(first(), bodies.slice(0, half)),
    pressed(second(), bodies.slice(half)),
  ]);
  await system.until('some have left', async () => (await quoted()) > 30);
  const answer = await system.passing(second().halt(REASON));
  const atHalt = await quoted();
  expect(answer).toMatchObject({ ok: true, value: { underWay: 0, halt: { reason: REASON } } });
  const outcomes = (await system.passing(presses)).flat();
  await system.pass(60_000, 1_000);
  expect(await quoted()).toBe(atHalt);
  expect(outcomes).toHaveLength(PRESSES);
  const done = outcomes.filter((outcome) => outcome.ok && outcome.value.state === 'done');
  const stopped = outcomes.filter((outcome) =>
    (outcome.ok ? outcome.value.failure : outcome.failure)?.message.includes(`: ${REASON}.`),
  );
  expect([done.length, stopped.length]).toEqual([atHalt, PRESSES - atHalt]);
  // What is live goes all the same.
  const withdrawn = await system.passing(first().withdrawAll(first().newActionId(), []));
  expect(withdrawn.ok).toBe(true);
  await system.until('nothing is live', async () => {
    const { quotes } = await system.truth();
    return quotes.every(({ counterparty, state }) => counterparty !== 'Your Desk' || state !== 'active');
  });
}, 120_000);

it('tells every page within 200 ms, lasts over a kill and a restart, and ends with a reason', async () => {
  const halted = first().halt(REASON);
  const since = system.clock.now();
  await system.until('both pages know', () => pages.every((page) => status.get(page)?.halt !== undefined));
  expect(system.clock.now() - since).toBeLessThanOrEqual(200);
  await system.passing(halted);
  await system.killGateway();
  status.clear();
  await system.startGateway();
  await system.until('both pages know again', () =>
    pages.every((page) => status.get(page)?.signedIn && status.get(page)?.halt?.reason === REASON),
  );
  const body = await quotableAt(system);
  const refused = await system.passing(first().act(first().newActionId(), { body, shown: '' }));
  expect(refused).toMatchObject({ ok: false, failure: { kind: 'wrong-state' } });
  expect(await quoted()).toBe(0);
  expect(await system.passing(second().resume('they are right now'))).toMatchObject({ ok: true });
  await system.until('both pages know the end', () => pages.every((page) => !status.get(page)?.halt));
  const sent = await system.passing(first().act(first().newActionId(), { body, shown: '' }));
  expect(sent).toMatchObject({ ok: true, value: { state: 'done' } });
});
