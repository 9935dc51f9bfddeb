import { expect, it } from 'vitest';
import type { Action, ActionBody } from '../../../src/domain/action';
import type { Outcome } from '../../../src/domain/failure';
import { findingsIn } from '../../../src/domain/limits/finding';
import { BUILT_IN_LIMITS, Limits } from '../../../src/domain/limits/limits';
import { Price } from '../../../src/domain/price';
import { Quantity } from '../../../src/domain/quantity';
import { ACCEPT, actionId, COUNTER, QUOTE, testActions, WITHDRAW } from '../twins/actions';

const OPEN: Limits = {
  ...BUILT_IN_LIMITS,
  bestPrice: { ignoreUpTo: Price.parse('0') },
  lastPrice: { ignoreUpTo: Price.parse('0') },
  signFlip: 'off',
  factorOfTen: 'off',
  volume: [],
  notional: [],
  countPerMinute: {},
  duplicate: { step: 'off', withinMs: 60_000 },
};
const at = (price: string): ActionBody => ({
  ...QUOTE,
  price: { shape: 'single', price: Price.parse(price) },
});
const ended = (outcome: Outcome<Action>): Action => {
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.value;
};
const limited = (over: Partial<Limits> = {}) => {
  const desk = testActions({ limits: { ...OPEN, ...over } });
  let count = 0;
  const put = async (body: ActionBody, accepted?: string[]) =>
    ended(
      await desk.desk.put(actionId((count += 1)), { body, shown: 'shown', ...(accepted && { accepted }) }),
    );
  const writes = () => desk.platform.calls.filter(({ name }) => /^(send|execute|withdraw)/.test(name));
  return { ...desk, put, writes };
};
const PERCENT = {
  warnPercent: Price.parse('10'),
  blockPercent: Price.parse('50'),
  ignoreUpTo: Price.parse('0'),
};

it('sends nothing above a level that blocks, whatever was confirmed, and says so in the journal', async () => {
  const { put, writes, journalStore } = limited({ bestPrice: PERCENT });
  const action = await put(at('50'), ['best-price']);
  expect(action).toMatchObject({
    state: 'rejected',
    failure: {
      kind: 'denied',
      message: '50 is 66.12 % away from the best ask 30.1; the block level is 50 %.',
    },
  });
  expect(action.sentAt).toBeUndefined();
  expect(writes()).toEqual([]);
  expect(journalStore.lines.map(({ state }) => state)).toEqual(['staged', 'rejected']);
});

it('asks for another press above a level that warns, and sends what was confirmed', async () => {
  const { put, writes, journalStore } = limited({ bestPrice: PERCENT });
  const first = await put(at('35'));
  expect(first).toMatchObject({ state: 'rejected', failure: { kind: 'wrong-state' } });
  expect(first.failure && findingsIn(first.failure)?.warnings.map(({ code }) => code)).toEqual([
    'best-price',
  ]);
  expect(writes()).toEqual([]);
  expect(await put(at('35'), ['volume'])).toMatchObject({ state: 'rejected' });
  expect(await put(at('35'), ['best-price'])).toMatchObject({ state: 'done', accepted: ['best-price'] });
  expect(writes()).toHaveLength(1);
  expect(journalStore.lines.at(-1)?.accepted).toEqual(['best-price']);
});

it('holds acceptances to the quantity of the quote as it is read just before', async () => {
  const volume = [{ unit: 'MW', block: Quantity.parse('9') }];
  const { put, writes } = limited(Limits.parse({ ...OPEN, volume }));
  expect(await put(ACCEPT)).toMatchObject({
    state: 'rejected',
    failure: { message: 'The quantity of 10 MW is above the block level of 9 MW.' },
  });
  expect(writes()).toEqual([]);
});

it('holds a counteroffer against the best quote, which is on the other side', async () => {
  const { put, writes } = limited({ bestPrice: PERCENT });
  const far = { ...COUNTER, price: { shape: 'single', price: Price.parse('301') } } as const;
  expect(await put(far)).toMatchObject({
    state: 'rejected',
    failure: {
      kind: 'denied',
      message: '301 is 900 % away from the best ask 30.1; the block level is 50 %.',
    },
  });
  expect(writes()).toEqual([]);
  expect(await put(COUNTER)).toMatchObject({ state: 'done' });
});

it('never limits a withdrawal', async () => {
  const { put } = limited({ countPerMinute: { block: 1 }, unchecked: 'block' });
  expect(await put(at('31'))).toMatchObject({ state: 'done' });
  expect(await put(at('32'))).toMatchObject({ state: 'rejected' });
  expect(await put(WITHDRAW)).toMatchObject({ state: 'done' });
});

it('holds a price against the last one that was sent, once there is one', async () => {
  const { put, clock } = limited({ lastPrice: PERCENT });
  expect(await put(at('31'))).toMatchObject({ state: 'done' });
  await clock.advance(1_000);
  expect(await put(at('36'))).toMatchObject({
    failure: { message: '36 is 16.13 % away from the price this desk sent last 31; the warn level is 10 %.' },
  });
  expect(await put(at('33'))).toMatchObject({ state: 'done' });
  await clock.advance(1_000);
  expect(await put(at('36'))).toMatchObject({ state: 'done' });
});

it('counts all that left within a minute, more than the journal shows, and nothing that did not', async () => {
  const { put, clock } = limited({ countPerMinute: { block: 230 } });
  for (let count = 0; count < 230; count++) await put(at(`31.${count + 100}1`));
  const over = await put(at('32'));
  expect(over.failure?.message).toBe(
    'This is action 231 of this desk within one minute; the block level is 230.',
  );
  expect((await put(at('32'))).failure?.message).toContain('action 231');
  await clock.advance(60_000);
  expect(await put(at('32'))).toMatchObject({ state: 'done' });
}, 20_000);

it('warns of the same thing twice, until the time that was set is over', async () => {
  const { put, clock } = limited({ duplicate: { step: 'warn', withinMs: 30_000 } });
  await put(at('31'));
  await clock.advance(29_999);
  expect((await put(at('31'))).failure?.message).toBe('This desk did exactly the same 30 seconds ago.');
  await clock.advance(1);
  expect(await put(at('31'))).toMatchObject({ state: 'done' });
});

it('takes the same press with other confirmations for the same press', async () => {
  const { desk, writes } = limited({ bestPrice: PERCENT });
  const press = (accepted: string[]) => desk.put(actionId(1), { body: at('35'), shown: '', accepted });
  expect(ended(await press([]))).toMatchObject({ state: 'rejected' });
  expect(ended(await press(['best-price']))).toMatchObject({ state: 'rejected' });
  expect(writes()).toEqual([]);
});
