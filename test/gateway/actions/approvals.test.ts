import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { onlyProtects, type AcceptedWarning, type Action, type ActionBody } from '../../../src/domain/action';
import { FourEyes } from '../../../src/domain/policy/four-eyes';
import { sentence, type Outcome } from '../../../src/domain/failure';
import { QuoteId, TradeId } from '../../../src/domain/identifiers';
import type { Limits } from '../../../src/domain/limits/limits';
import type { KnownAround, SeenOffer } from '../../../src/domain/limits/references';
import { Price } from '../../../src/domain/price';
import { hashOf } from '../../../src/gateway/actions/approvals';
import { OPEN, request } from '../../domain/limits/situation';
import { ACCEPT, actionId, BODIES, executed, QUOTE, SENT, SWITCH_OFF, testActions } from '../twins/actions';
import { failure, singleProposal, singleQuote, singleRequest } from '../twins/fake-platform';
import { MemoryJournal } from '../twins/memory-stores';

const ANNA = { name: 'Anna', session: 'a0a0a0a0' };
const BEN = { name: 'Ben', session: 'b0b0b0b0' };
const CARA = { name: 'Cara', session: 'c0c0c0c0' };
const MINUTE_MS = 60_000;

/** Every kind that takes risk on waits. */
const ALL = FourEyes.parse({
  above: {
    quantity: { MW: 0 },
    kinds: BODIES.filter((body) => !onlyProtects(body)).map(({ kind }) => kind),
  },
});

/** A disk that refuses what a test says. */
class RefusingJournal extends MemoryJournal {
  refuses: (action: Action) => boolean = () => false;

  override async append(...actions: readonly Action[]): Promise<void> {
    if (actions.some(this.refuses)) throw new Error('database or disk is full');
    return super.append(...actions);
  }
}

const policy = (fourEyes: FourEyes = ALL) => ({ fourEyes: () => fourEyes });
type Desk = ReturnType<typeof testActions>;

const actionOf = (outcome: Outcome<Action>): Action => {
  if (!outcome.ok) throw new Error(sentence(outcome.failure));
  return outcome.value;
};
const said = (outcome: Outcome<Action>): string =>
  outcome.ok ? outcome.value.state : outcome.failure.message;
const states = ({ journalStore }: Desk): string[] => journalStore.lines.map(({ state }) => state);
const press = async ({ desk }: Desk, body: ActionBody = QUOTE, count = 1, over = {}) =>
  actionOf(await desk.put(actionId(count), { body, shown: 'as shown', ...over }, { by: ANNA }));
const approve = ({ desk }: Desk, action: Action, over = {}, by: typeof BEN | undefined = BEN) =>
  desk.approve(action.id, { hash: action.approval?.hash ?? '', ...over }, { by });
const sends = ({ platform }: Desk, body: ActionBody = QUOTE): number =>
  platform.callsOf(SENT[body.kind]).length;

describe('a press on a request that the desk had not read', () => {
  const LEG = { action: 'buy', quantity: 10, 'quantity-unit': 'MW' };
  const reads = ({ platform }: Desk, ...legs: object[]) =>
    platform.addRequest(singleRequest('RQ-2', { role: 'recipient', legs }), [singleQuote('RQ-2', 'Q-2')]);

  it('is approved for what was read then, and for nothing else', async () => {
    const stage = testActions(policy());
    reads(stage, { ...LEG, market: 'DE' });
    const waiting = await press(stage);
    expect(waiting.legs).toMatchObject([{ market: 'DE' }]);
    expect(hashOf({ ...waiting, legs: [] })).not.toBe(waiting.approval?.hash);
    reads(stage, { ...LEG, market: 'FR' });
    const approved = actionOf(await approve(stage, waiting));
    expect(approved.failure?.message).toMatch(/^Request RQ-2 has changed since it was shown: /);
    expect(sends(stage)).toBe(0);
  });
});

describe('a press above a level', () => {
  it('is written down as waiting and sends nothing; approved by another person it goes, once', async () => {
    for (const body of BODIES.filter((one) => !onlyProtects(one))) {
      const stage = testActions(policy());
      const waiting = await press(stage, body);
      expect(waiting).toMatchObject({
        state: 'waiting',
        by: ANNA,
        waitsUntil: stage.clock.now() + 10 * MINUTE_MS,
      });
      expect(waiting.approval?.reasons.length).toBeGreaterThan(0);
      expect(states(stage)).toEqual(['staged', 'waiting']);
      expect(sends(stage, body)).toBe(0);
      const done = actionOf(await approve(stage, waiting));
      expect(done).toMatchObject({ state: 'done', approvedBy: BEN, by: ANNA });
      expect(states(stage)).toEqual(['staged', 'waiting', 'staged', 'sending', 'done']);
      expect(sends(stage, body)).toBe(1);
    }
  });

  it('waits nowhere without a policy, and never where it takes risk away', async () => {
    const stage = testActions({ fourEyes: () => undefined });
    expect((await press(stage)).state).toBe('done');
    for (const body of BODIES.filter(onlyProtects)) {
      const held = testActions(policy());
      expect((await press(held, body)).state).toBe('done');
    }
  });

  it('of many by one press waits alone: the others go', async () => {
    const stage = testActions(policy(FourEyes.parse({ above: { kinds: ['accept-quote'] } })));
    const results = await stage.desk.putAll(
      [ACCEPT, QUOTE].map((body, at) => ({ id: actionId(at + 1), body, shown: 'as shown' })),
      { by: ANNA },
    );
    expect(results.map(said)).toEqual(['waiting', 'done']);
  });

  it('reads no more than any other press', async () => {
    const [free, held] = [testActions(), testActions(policy())];
    await press(free);
    await press(held);
    expect(held.platform.calls.length).toBe(free.platform.calls.length - 1);
  });

  it('is the same action when it is asked for again, and holds back another quote on its request', async () => {
    const stage = testActions(policy());
    const waiting = await press(stage);
    expect(await press(stage)).toEqual(waiting);
    const other = await stage.desk.put(actionId(2), { body: QUOTE, shown: 'as shown' }, { by: BEN });
    expect(said(other)).toContain('still waiting');
    expect(sends(stage)).toBe(0);
  });

  it('that cannot be written down does not wait', async () => {
    const journalStore = new RefusingJournal();
    journalStore.refuses = ({ state }) => state === 'waiting';
    const stage = testActions({ ...policy(), journalStore });
    expect(await press(stage)).toMatchObject({ state: 'cancelled' });
    expect(sends(stage)).toBe(0);
  });
});

describe('an approval is refused', () => {
  const refused: [string, (stage: Desk, waiting: Action) => Promise<Outcome<Action>>, string][] = [
    ['by whoever pressed it', (stage, action) => approve(stage, action, {}, ANNA), 'Nobody approves'],
    [
      'by whoever pressed it in another session',
      (stage, action) => approve(stage, action, {}, { name: 'anna', session: 'ffffffff' }),
      'Nobody approves',
    ],
    [
      'by somebody who is not known',
      (stage, action) => stage.desk.approve(action.id, { hash: action.approval?.hash ?? '' }, {}),
      'Nobody approves',
    ],
    [
      'of something else than was shown',
      (stage, action) => approve(stage, action, { hash: 'f'.repeat(64) }),
      'something else was shown',
    ],
    [
      'that was pressed long ago',
      (stage, action) => approve(stage, action, { pressedAt: stage.clock.now() - MINUTE_MS }),
      'too much time',
    ],
  ];
  it.each(refused)('%s: nothing is sent, and it still waits', async (_, word, says) => {
    const stage = testActions(policy());
    const waiting = await press(stage);
    const outcome = await word(stage, waiting);
    expect(outcome.ok).toBe(false);
    expect(said(outcome)).toContain(says);
    expect(sends(stage)).toBe(0);
    expect(said(await approve(stage, waiting))).toBe('done');
  });

  it('after its minutes, by whichever clock: it is cancelled', async () => {
    const elapsed = testActions(policy());
    const first = await press(elapsed);
    await elapsed.clock.advance(10 * MINUTE_MS);
    expect(elapsed.journalStore.lines.at(-1)).toMatchObject({
      state: 'cancelled',
      failure: { message: 'Nobody approved it in time.' },
    });
    expect(said(await approve(elapsed, first))).toContain('is cancelled');
    const jumped = testActions(policy());
    const second = await press(jumped);
    jumped.clock.jump(10 * MINUTE_MS);
    expect(said(await approve(jumped, second))).toBe('The approval came too late.');
    expect(states(jumped).at(-1)).toBe('cancelled');
    const setBack = testActions(policy());
    const third = await press(setBack);
    setBack.clock.jump(-60 * MINUTE_MS);
    await setBack.clock.advance(10 * MINUTE_MS);
    expect(said(await approve(setBack, third))).toContain('is cancelled');
    expect([elapsed, jumped, setBack].map((stage) => sends(stage))).toEqual([0, 0, 0]);
  });

  it('a second time, at once or later, however many approve', async () => {
    const stage = testActions(policy());
    const waiting = await press(stage);
    const words = await Promise.all([BEN, CARA, BEN].map((by) => approve(stage, waiting, {}, by)));
    expect(words.map(said).sort()).toEqual([
      'This action is staged: it does not wait for approval.',
      'This action is staged: it does not wait for approval.',
      'done',
    ]);
    expect(said(await approve(stage, waiting))).toContain('is done');
    expect(sends(stage)).toBe(1);
  });

  it('once it was refused or cancelled, everything was withdrawn, or the gateway stopped', async () => {
    const ends: [string, (stage: Desk, waiting: Action) => Promise<unknown>][] = [
      ['Ben refused it: too large', ({ desk }, { id }) => desk.refuse(id, { reason: 'too large' }, BEN)],
      [
        'The person who pressed it cancelled it',
        ({ desk }, { id }) => desk.cancel(id, { name: 'Anna', session: 'x' }),
      ],
      [
        'everything was withdrawn at',
        ({ withdrawAll }) => withdrawAll.press({ id: actionId(9), actions: [] }),
      ],
      ['The gateway stopped', ({ desk }) => desk.stop()],
    ];
    for (const body of [QUOTE, ACCEPT, SWITCH_OFF]) {
      for (const [why, end] of ends) {
        const stage = testActions(policy());
        const waiting = await press(stage, body);
        await end(stage, waiting);
        await stage.clock.advance(0);
        const ended = stage.journalStore.lines.filter(({ id }) => id === waiting.id).at(-1);
        expect(ended?.state).toBe('cancelled');
        expect(ended?.failure?.message).toContain(why);
        expect((await approve(stage, waiting)).ok).toBe(false);
        await stage.clock.advance(11 * MINUTE_MS);
        expect(sends(stage, body)).toBe(0);
      }
    }
  });

  it('whose line cannot be written: it is over, and nothing is sent', async () => {
    const journalStore = new RefusingJournal();
    const stage = testActions({ ...policy(), journalStore });
    const waiting = await press(stage);
    journalStore.refuses = ({ state, approvedBy }) => state === 'staged' && approvedBy !== undefined;
    expect(said(await approve(stage, waiting))).toContain('approval is not saved');
    journalStore.refuses = () => false;
    expect((await approve(stage, waiting)).ok).toBe(false);
    expect(sends(stage)).toBe(0);
  });
});

it('who pressed it cancels it, and nobody else; a refusal says who and why', async () => {
  const stage = testActions(policy());
  const waiting = await press(stage);
  expect(said(await stage.desk.cancel(waiting.id, BEN))).toBe('Somebody else pressed this.');
  const refused = actionOf(await stage.desk.refuse(waiting.id, { reason: 'too large' }, BEN));
  expect(refused).toMatchObject({ state: 'cancelled', refusedBy: BEN, failure: { kind: 'denied' } });
});

describe('the market beside another person’s word', () => {
  const ask = (written: string): SeenOffer => ({
    id: 'Q-9',
    direction: 'ask',
    price: { shape: 'single', price: Price.parse(written) },
    counterparty: 'South',
  });
  /** A quote of 31.00 pressed beside 30.10, while pages are told this ask. */
  async function waitingBeside(written: string) {
    const stage = testActions({
      ...policy(),
      told: (id) => ({ request: { ...request(), id }, offers: [ask(written)] }),
    });
    return { stage, waiting: await press(stage) };
  }
  const market = { name: 'the best ask', price: '29.9', unit: 'EUR/MWh', counterparty: 'South' };

  it('is kept at the approval, apart from that of the press, on the very line of the approval', async () => {
    const { stage, waiting } = await waitingBeside('29.9');
    await stage.clock.advance(20_000);
    const at = stage.clock.now();
    const done = actionOf(await approve(stage, waiting));
    expect(done.approval?.market?.price).toBe('30.1');
    expect(done.decision).toEqual({ at, market, distance: '1.1' });
    const line = stage.journalStore.lines.find(({ state, approvedBy }) => state === 'staged' && approvedBy);
    expect(line?.decision).toEqual(done.decision);
  });

  it('is kept at the refusal', async () => {
    const { stage, waiting } = await waitingBeside('29.9');
    const refused = actionOf(await stage.desk.refuse(waiting.id, { reason: 'dear' }, BEN));
    expect(refused.decision).toEqual({ at: refused.endedAt, market, distance: '1.1' });
  });

  it('is the gateway’s, whatever the card says; what the card showed is told where that is another', async () => {
    for (const [card, told] of [
      [{ name: 'the best ask', price: Price.parse('29.9') }, undefined],
      [{ name: 'the best ask', price: Price.parse('35') }, 'the best ask 35.00'],
      [{ name: 'the best bid', price: Price.parse('29.9') }, 'the best bid 29.90'],
      [null, 'not known'],
    ] as const) {
      const { stage, waiting } = await waitingBeside('29.9');
      const { decision } = actionOf(await approve(stage, waiting, { card }));
      expect(decision?.market).toEqual(market);
      expect(decision?.card).toBe(told);
    }
  });

  it('that is not known is told as such, and what is done on no request has none', async () => {
    const unknown = testActions(policy());
    const { decision } = actionOf(await approve(unknown, await press(unknown)));
    expect(decision).toEqual({ at: unknown.clock.now() });
    const risk = testActions(policy());
    expect(actionOf(await approve(risk, await press(risk, SWITCH_OFF))).decision).toBeUndefined();
  });
});

it('what a ticked warning held the price against is frozen for who approves, beside the market', async () => {
  const opposite: SeenOffer = {
    id: 'P-8',
    kind: 'firm',
    direction: 'bid',
    price: { shape: 'single', price: Price.parse('31.2') },
    counterparty: 'South',
  };
  const limits: Limits = {
    ...OPEN,
    throughMarket: 'warn',
    bestPrice: { warnPercent: Price.parse('1'), ignoreUpTo: Price.parse('0') },
  };
  const stage = testActions({ ...policy(), limits, around: () => ({ offers: [opposite] }) });
  const accepted = [
    { code: 'through-market', upTo: '0.2' },
    { code: 'best-price', upTo: '0.9' },
  ];
  const { approval } = await press(stage, QUOTE, 1, { accepted });
  expect(approval?.warnedBeside).toMatchObject([
    { name: 'the best ask', price: '30.1', counterparty: 'North', codes: ['best-price'] },
    {
      name: 'the best firm bid of the others',
      price: '31.2',
      counterparty: 'South',
      codes: ['through-market'],
    },
  ]);
  expect(approval?.market).toMatchObject({ name: 'the best ask', price: '30.1' });
});

describe('at the approval everything is read and checked again', () => {
  it('a price that was accepted and moved is not taken', async () => {
    const stage = testActions(policy());
    const waiting = await press(stage, ACCEPT);
    stage.platform.quotesByRequest.set('RQ-1', [singleQuote('RQ-1', 'Q-1', { legs: [{ price: 30.2 }] })]);
    const ended = actionOf(await approve(stage, waiting));
    expect(ended).toMatchObject({ state: 'rejected', approvedBy: BEN });
    expect(ended.sentAt).toBeUndefined();
    expect(sends(stage, ACCEPT)).toBe(0);
  });

  it('a market that moved against the offer since it was shown stops it', async () => {
    const stage = testActions(policy());
    const waiting = await press(stage);
    expect(waiting.approval?.market).toMatchObject({
      name: 'the best ask',
      price: '30.1',
      counterparty: 'North',
    });
    stage.platform.quotesByRequest.set('RQ-2', [singleQuote('RQ-2', 'Q-2', { legs: [{ price: 30.2 }] })]);
    const ended = actionOf(await approve(stage, waiting));
    expect(ended.failure?.message).toBe(
      'The market moved against it: the best ask was 30.10, and the best ask is 30.20.',
    );
    expect(sends(stage)).toBe(0);
  });

  describe('another reference than at the press', () => {
    const indicative = [
      {
        id: 'P-9',
        kind: 'indicative',
        direction: 'ask',
        price: { shape: 'single', price: Price.parse('30.1') },
        counterparty: 'South',
      },
    ] as const;
    const indicativeAsk = (price: SeenOffer['price']) =>
      singleProposal('RQ-2', 'P-9', {
        ...{ kind: 'indicative', counterparty: 'South', 'price-direction': 'ask' },
        legs: [{ price: Number(price.shape === 'single' && price.price) }],
      });
    const analytics = (price: number) => ({ raw: { 'best-price': price } });
    /** A quote that was held against an indicative proposal, approved while the market is this. */
    async function approvedAmong(
      now: KnownAround,
      over: { limits?: Limits; accepted?: AcceptedWarning[] } = {},
    ) {
      const { limits = OPEN, ...pressed } = over;
      let around: KnownAround = { offers: indicative };
      const stage = testActions({ ...policy(), limits, around: () => around });
      stage.platform.quotesByRequest.set('RQ-2', []);
      const waiting = await press(stage, QUOTE, 1, pressed);
      expect(waiting.approval?.market).toMatchObject({
        name: 'the best indicative proposal',
        price: '30.1',
      });
      around = now;
      // Proposals are read again, whoever watches them.
      const listed = now.offers?.map(({ price }) => indicativeAsk(price)) ?? [];
      stage.platform.addBeside('proposals', 'RQ-2', listed);
      const ended = actionOf(await approve(stage, waiting));
      return { ended, sent: sends(stage) };
    }

    it('does not stop it while the one of the press still says the same', async () => {
      const { ended, sent } = await approvedAmong({ offers: indicative, analytics: analytics(30.4) });
      expect(ended.state).toBe('done');
      expect(sent).toBe(1);
    });

    it('stops it where the one of the press is gone, and does not say that the market moved', async () => {
      const { ended, sent } = await approvedAmong({ analytics: analytics(30.4) });
      expect(ended.failure?.message).toBe(
        'It was held against another reference: 30.10 of the best indicative proposal then, 30.40 of the platform’s best price now.',
      );
      expect(sent).toBe(0);
      for (const now of [{ analytics: analytics(30) }, {}]) {
        const none = await approvedAmong(now);
        expect(none.ended.failure?.message).toBe(
          'It was held against the best indicative proposal, 30.10, which is gone.',
        );
        expect(none.sent).toBe(0);
      }
    });

    it('stops it where a warning says anything of its price beside the new one, also one that was ticked', async () => {
      const limits: Limits = {
        ...OPEN,
        bestPrice: { warnPercent: Price.parse('1'), ignoreUpTo: Price.parse('0') },
      };
      const accepted = [{ code: 'best-price', upTo: '0.9' }];
      const { ended, sent } = await approvedAmong(
        { offers: indicative, analytics: analytics(30.4) },
        { limits, accepted },
      );
      expect(ended.failure?.message).toMatch(
        /^It was held against another reference: 30\.10 of .* 31\.00 is 0\.60/,
      );
      expect(sent).toBe(0);
    });

    it('that moved itself has moved, whatever the new one says', async () => {
      const higher = { ...indicative[0], price: { shape: 'single', price: Price.parse('30.2') } } as const;
      const { ended } = await approvedAmong({ offers: [higher], analytics: analytics(30) });
      expect(ended.failure?.message).toBe(
        'The market moved against it: the best indicative proposal was 30.10, and the best indicative proposal is 30.20.',
      );
    });
  });

  it('a firm proposal that came meanwhile, and that nobody watches, stops it where its quote is gone', async () => {
    const stage = testActions(policy());
    const waiting = await press(stage);
    expect(waiting.approval?.market).toMatchObject({ name: 'the best ask', price: '30.1' });
    stage.platform.quotesByRequest.set('RQ-2', []);
    const proposal = singleProposal('RQ-2', 'P-5', { counterparty: 'South', legs: [{ price: 35 }] });
    stage.platform.addBeside('proposals', 'RQ-2', [proposal]);
    const ended = actionOf(await approve(stage, waiting));
    expect(ended.failure?.message).toBe(
      'It was held against another reference: 30.10 of the best ask then, 35.00 of the best firm bid now.',
    );
    expect(sends(stage)).toBe(0);
  });

  it('proposals that cannot be read stop it, and so does a quote that became unreadable', async () => {
    const unread = testActions(policy());
    const first = await press(unread);
    unread.platform.fault('proposals', { when: 'before', failure: failure('unavailable') });
    expect(actionOf(await approve(unread, first)).state).toBe('rejected');
    const stage = testActions(policy());
    const second = await press(stage);
    const other = singleQuote('RQ-2', 'Q-8', { counterparty: 'East' });
    const broken = { ...singleQuote('RQ-2', 'Q-2'), legs: 'x' };
    stage.platform.quotesByRequest.set('RQ-2', [other, broken]);
    const ended = actionOf(await approve(stage, second));
    expect(ended.failure?.message).toBe(
      'It was held against the best ask, 30.10; offers on the request that cannot be read now may be worse for it.',
    );
    expect([sends(unread), sends(stage)]).toEqual([0, 0]);
  });

  it('who pressed it and may not send any more stops it, and it waits no longer', async () => {
    const lost = { isSo: false };
    const stage = testActions({ ...policy(), mayNotPress: (by) => lost.isSo && by?.name === ANNA.name });
    const waiting = await press(stage);
    lost.isSo = true;
    expect(said(await approve(stage, waiting))).toBe('Anna may not send on this desk any more.');
    expect(stage.ended.at(-1)).toMatchObject({ state: 'cancelled', by: ANNA });
    expect(sends(stage)).toBe(0);
  });

  it('a warning that has grown, or a block that was not there, stops it', async () => {
    const limits: Limits = {
      ...OPEN,
      bestPrice: { warnPercent: Price.parse('1'), ignoreUpTo: Price.parse('0') },
    };
    const stage = testActions({ ...policy(), limits });
    const accepted = [{ code: 'best-price', upTo: '0.9' }];
    const waiting = await press(stage, QUOTE, 1, { accepted });
    expect(waiting.state).toBe('waiting');
    stage.platform.quotesByRequest.set('RQ-2', [singleQuote('RQ-2', 'Q-2', { legs: [{ price: 30.05 }] })]);
    const ended = actionOf(await approve(stage, waiting));
    expect(ended.state).toBe('rejected');
    expect(ended.failure?.next).toContain('exceeds the ticked warning');
    expect(sends(stage)).toBe(0);
  });

  it('a request that is over, or that cannot be read, stops it', async () => {
    for (const end of ['closed', 'unread'] as const) {
      const stage = testActions(policy());
      const waiting = await press(stage);
      if (end === 'closed') {
        stage.platform.addRequest(singleRequest('RQ-2', { role: 'recipient', state: 'closed' }), []);
      } else stage.platform.fault('request', { when: 'before', failure: failure('unavailable') });
      expect(actionOf(await approve(stage, waiting)).state).toBe('rejected');
      expect(sends(stage)).toBe(0);
    }
  });

  it('a level that was lowered meanwhile wants another approval; one that was lifted wants none', async () => {
    let now = FourEyes.parse({ above: { kinds: ['send-quote'] } });
    const stage = testActions({ fourEyes: () => now });
    const waiting = await press(stage);
    now = FourEyes.parse({ above: { kinds: ['send-quote'], quantity: { MW: 5 } } });
    expect(actionOf(await approve(stage, waiting)).failure?.message).toContain(
      'above the level for approval',
    );
    const again = await press(stage, QUOTE, 2);
    now = FourEyes.parse({ above: {} });
    expect(actionOf(await approve(stage, again)).state).toBe('done');
  });

  it('what the gateway itself has in memory is what was hashed', async () => {
    const stage = testActions(policy());
    const waiting = await press(stage, structuredClone(QUOTE));
    expect(waiting.approval?.hash).toBe(hashOf(waiting));
    Object.assign(waiting.body, { quantity: '999' });
    expect(said(await approve(stage, waiting))).toContain('something else was shown');
    expect(sends(stage)).toBe(0);
  });
});

describe('a quote that takes the place of a live one', () => {
  const live = QuoteId.parse('Q-2');

  it('leaves the live one until it is approved, withdraws it then, and goes after that', async () => {
    const stage = testActions(policy());
    // The price is held against somebody else's.
    const other = singleQuote('RQ-2', 'Q-8', { counterparty: 'East' });
    stage.platform.quotesByRequest.set('RQ-2', [singleQuote('RQ-2', 'Q-2'), other]);
    const waiting = await press(stage, QUOTE, 1, { replaces: [live] });
    expect(waiting).toMatchObject({ state: 'waiting', replaces: [live] });
    expect(stage.platform.callsOf('withdrawQuote')).toHaveLength(0);
    expect(actionOf(await approve(stage, waiting)).state).toBe('done');
    const writes = stage.platform.calls
      .map(({ name }) => name)
      .filter((name) => /withdrawQuote|sendQuote/.test(name));
    expect(writes).toEqual(['withdrawQuote', 'sendQuote']);
    const order = stage.journalStore.lines.map(({ body, state }) => `${body.kind} ${state}`);
    expect(order.indexOf('withdraw-quote done')).toBeLessThan(order.indexOf('send-quote sending'));
    expect(order).toContain('withdraw-quote done');
  });

  it('does not go where the live one is not known to be withdrawn', async () => {
    const stage = testActions(policy());
    const waiting = await press(stage, QUOTE, 1, { replaces: [live] });
    stage.platform.fault('withdrawQuote', { when: 'before', failure: failure('wrong-state') });
    const ended = actionOf(await approve(stage, waiting));
    expect(ended.state).toBe('rejected');
    expect(ended.failure?.message).toContain('Q-2, which it replaces, is not known to be withdrawn');
    expect(sends(stage)).toBe(0);
  });

  it('goes at once where nobody has to approve it, also after the withdrawal; only a quote replaces', async () => {
    const stage = testActions();
    expect((await press(stage, QUOTE, 1, { replaces: [live] })).state).toBe('done');
    expect(stage.platform.callsOf('withdrawQuote')).toHaveLength(1);
    const wrong = await stage.desk.put(actionId(2), { body: ACCEPT, shown: 'as shown', replaces: [live] });
    expect(said(wrong)).toBe('Only a quote can replace others.');
  });
});

describe('a quote in the place of a live one, of which somebody takes a part before it is withdrawn', () => {
  const live = QuoteId.parse('Q-2');

  it('does not go: what is left of the request is read after the withdrawal', async () => {
    const stage = testActions();
    const release = stage.platform.hold('withdrawQuote');
    const pressed = press(stage, QUOTE, 1, { replaces: [live] });
    await stage.clock.advance(100);
    expect(stage.platform.callsOf('withdrawQuote')).toHaveLength(1);
    stage.platform.change('RQ-2', { 'remaining-quantity': 6 });
    release();
    const ended = await pressed;
    expect(ended).toMatchObject({ state: 'rejected' });
    expect(ended.failure?.message).toContain('is left; 10 MW is more.');
    expect(sends(stage)).toBe(0);
  });
});

describe('a quote in the place of one whose withdrawal is confirmed although it was taken', () => {
  const parts = { ...QUOTE, allOrNone: false };

  /** A live quote, and what the platform does with its withdrawal: it answers a plain success. */
  async function quoted(filled: Map<string, string>, body: ActionBody = parts) {
    const stage = testActions({ filled: (id) => filled.get(id) });
    const sent = await press(stage, body, 1);
    const { quoteId } = sent;
    if (quoteId === undefined) throw new Error('The quote has no number.');
    const confirm = (over: object): void => {
      const { platform } = stage;
      const withdraw = platform.withdrawQuote.bind(platform);
      platform.withdrawQuote = async (...asked) => {
        const outcome = await withdraw(...asked);
        platform.changeQuote('RQ-2', quoteId, { state: 'withdrawn', ...over });
        return outcome;
      };
    };
    return { stage, quoteId, confirm, sent };
  }
  const withdrawal = (quoteId: QuoteId): ActionBody => ({
    kind: 'withdraw-quote',
    requestId: QUOTE.requestId,
    quoteId,
  });

  it.each([
    ['its record says so', { state: 'accepted' }, true],
    ['its record says that it was taken in part', { state: 'accepted', 'remaining-quantity': 1 }, true],
    ['less of it is left than was known', { quantity: 1 }, true],
    ['its record calls it withdrawn', {}, false],
    ['its record is late', { state: 'active' }, false],
  ])('does not go where %s, by the list that is read anyway', async (_, over, isStopped) => {
    const { stage, quoteId, confirm } = await quoted(new Map());
    confirm(over);
    const before = sends(stage);
    const ended = await press(stage, { ...parts, price: QUOTE.price }, 2, { replaces: [quoteId] });
    expect(ended.state).toBe(isStopped ? 'rejected' : 'done');
    if (isStopped) expect(ended.failure?.message).toContain('was taken all the same');
    expect(sends(stage) - before).toBe(isStopped ? 0 : 1);
    // Before the withdrawal and after it: no call more.
    expect(stage.platform.callsOf('quotes').length).toBeLessThanOrEqual(3);
  });

  it('does not go where a trade of it became known since the press', async () => {
    const filled = new Map<string, string>();
    const { stage, quoteId, sent } = await quoted(filled);
    const release = stage.platform.hold('withdrawQuote');
    const pressed = press(stage, parts, 2, { replaces: [quoteId] });
    await stage.clock.advance(100);
    filled.set(quoteId, '1');
    stage.own.taken(sent.id, { id: TradeId.parse('TR-1'), trade: undefined });
    await stage.clock.advance(0);
    release();
    expect((await pressed).failure?.message).toContain('was taken all the same');
  });

  it('does not go where both were pressed by themselves, and goes once that was said', async () => {
    const { stage, quoteId, confirm } = await quoted(new Map());
    confirm({ state: 'accepted' });
    expect((await press(stage, withdrawal(quoteId), 2)).state).toBe('done');
    expect((await press(stage, parts, 3)).failure?.message).toContain('was taken all the same');
    await stage.clock.advance(5_000);
    expect((await press(stage, parts, 4)).state).toBe('done');
  });

  it('a withdrawal of a whole that its record calls accepted is an alarm, and the line of the quote says that it was taken', async () => {
    const { stage, quoteId, confirm, sent } = await quoted(new Map(), { ...parts, allOrNone: true });
    confirm({ state: 'accepted' });
    await press(stage, withdrawal(quoteId), 2);
    expect((await press(stage, { ...parts, allOrNone: true }, 3)).state).toBe('rejected');
    await stage.clock.advance(100);
    stage.own.read();
    const read = await stage.platform.quotes(QUOTE.requestId, { lane: 'accept' });
    if (read.ok) stage.own.seen(read.value);
    await stage.clock.advance(0);
    expect((await stage.journal.find(actionId(2)))?.corrected).toContain('is accepted');
    expect((await stage.journal.find(sent.id))?.over?.how).toBe('accepted');
  });
});

describe('a gateway that ended', () => {
  /** The lines up to one, as a killed gateway leaves them. */
  async function cutAfter(lines: number) {
    const stage = testActions(policy());
    await approve(stage, await press(stage));
    const journalStore = new MemoryJournal();
    await journalStore.append(...stage.journalStore.lines.slice(0, lines));
    return testActions({ ...policy(), journalStore });
  }

  it.each([
    [1, 'staged'],
    [2, 'waiting'],
    [3, 'approved'],
  ])('after line %i, %s, sends nothing of it in its next life', async (lines) => {
    const stage = await cutAfter(lines);
    await stage.desk.start();
    stage.desk.resume();
    await stage.clock.advance(11 * MINUTE_MS);
    expect(states(stage).at(-1)).toBe('cancelled');
    const [action] = stage.journalStore.lines;
    if (action) expect((await approve(stage, action)).ok).toBe(false);
    expect(sends(stage)).toBe(0);
  });

  it('where lines may be missing, what waited is looked up: it may have been approved and sent', async () => {
    const stage = testActions(policy());
    await press(stage);
    const { journalStore } = stage;
    const next = testActions({ ...policy(), journalStore, doubts: { ids: new Set(), isAnyMissing: true } });
    await next.desk.start();
    expect((await next.desk.find([actionId(1)])).ok).toBe(true);
    expect(next.journal.read()[0]?.state).toBe('unknown');
  });
});

it('whatever happens in whatever order: sent at most once, and never without the approval of another person', async () => {
  const step = fc.constantFrom(
    'approve',
    'approve own',
    'approve changed',
    'refuse',
    'cancel',
    'withdraw all',
    'wait',
    'restart',
    'press again',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      let stage = testActions(policy());
      const { platform, clock, journalStore } = stage;
      const waiting = await press(stage);
      const running: Promise<unknown>[] = [];
      for (const [at, one] of steps.entries()) {
        switch (one) {
          case 'approve':
            running.push(approve(stage, waiting));
            break;
          case 'approve own':
            running.push(approve(stage, waiting, {}, ANNA));
            break;
          case 'approve changed':
            running.push(approve(stage, waiting, { hash: 'other' }));
            break;
          case 'refuse':
            running.push(stage.desk.refuse(waiting.id, { reason: 'no' }, BEN));
            break;
          case 'cancel':
            running.push(stage.desk.cancel(waiting.id, ANNA));
            break;
          case 'withdraw all':
            running.push(stage.withdrawAll.press({ id: actionId(100 + at), actions: [] }));
            break;
          case 'wait':
            await clock.advance(11 * MINUTE_MS);
            break;
          case 'press again':
            running.push(press(stage));
            break;
          case 'restart':
            await Promise.all(running);
            stage = testActions({ ...policy(), journalStore, platform, clock });
            await stage.desk.start();
            stage.desk.resume();
        }
      }
      await clock.advance(MINUTE_MS);
      await Promise.all(running);
      const sent = platform.callsOf('sendQuote').length;
      expect(sent).toBeLessThanOrEqual(1);
      const lines = journalStore.lines.filter(({ id }) => id === waiting.id);
      expect(lines.filter(({ state }) => state === 'sending').length).toBe(sent);
      if (sent > 0)
        expect(lines.some((line) => line.state === 'staged' && line.approvedBy?.name === 'Ben')).toBe(true);
      if (!steps.includes('approve')) expect(sent).toBe(0);
      if (steps.length > 0 && steps.every((one) => one === 'approve'))
        expect(executed(platform, 'send-quote')).toBe(1);
    }),
    { numRuns: 150, examples: [[['approve']], [['approve', 'approve']]] },
  );
});
