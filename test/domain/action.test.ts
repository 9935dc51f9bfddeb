import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Action, ActionBody, ActionState, isFinal } from '../../src/domain/action';
import { moved, type ActionEvent } from '../../src/domain/actions/action-event';
import { TradeId } from '../../src/domain/identifiers';
import { Price } from '../../src/domain/price';
import { ACCEPTANCE, AT, EVENTS, FAILURE, inState, QUOTE, WITHDRAWAL } from './sample-action';

const FINAL: readonly ActionState[] = ['done', 'rejected', 'cancelled'];
const NEXT: Readonly<Record<string, Partial<Record<ActionEvent['type'], ActionState>>>> = {
  waiting: { approved: 'staged', refused: 'cancelled', reminded: 'waiting', cancelled: 'cancelled' },
  staged: { asked: 'waiting', sending: 'sending', rejected: 'rejected', cancelled: 'cancelled' },
  sending: {
    acknowledged: 'acknowledged',
    done: 'done',
    rejected: 'rejected',
    lost: 'unknown',
    deferred: 'staged',
  },
  acknowledged: { done: 'done', rejected: 'rejected', found: 'acknowledged', settled: 'done' },
  unknown: {
    acknowledged: 'acknowledged',
    done: 'done',
    rejected: 'rejected',
    found: 'unknown',
    settled: 'done',
  },
};
const pairs = ActionState.options.flatMap((state) =>
  Object.values(EVENTS).map((event): [ActionState, ActionEvent] => [state, event]),
);
const legal = ([state, { type }]: [ActionState, ActionEvent]) => NEXT[state]?.[type] !== undefined;

describe('an action', () => {
  it.each(pairs.filter(legal))('that is %s moves on $type', (state, event) => {
    const body = event.type === 'asked' ? QUOTE : WITHDRAWAL;
    expect(moved(inState(state, { body }), event).state).toBe(NEXT[state]?.[event.type]);
  });

  it('that reduces risk waits for nobody, and none waits twice or is sent before it is approved', () => {
    const { asked, approved, sending } = EVENTS;
    expect(() => moved(inState('staged'), asked)).toThrow('waits for nobody');
    const waiting = moved(inState('staged', { body: QUOTE }), asked);
    expect(waiting).toMatchObject({ state: 'waiting', waitsUntil: AT + 600_000 });
    expect(() => moved({ ...waiting, state: 'staged' }, sending)).toThrow('is not sent before that');
    const staged = moved(waiting, approved);
    expect(staged).toMatchObject({ state: 'staged', approvedBy: { name: 'Ben' }, approvedAt: AT });
    expect(() => moved(staged, asked)).toThrow('nothing is approved twice');
    expect(moved(staged, sending).state).toBe('sending');
  });

  it.each(pairs.filter((pair) => !legal(pair) && !FINAL.includes(pair[0])))(
    'that is %s cannot be moved by $type: that is a bug, and loud',
    (state, event) => {
      expect(() => moved(inState(state), event)).toThrow(
        `An action that is ${state} cannot become ${event.type}.`,
      );
    },
  );

  it.each(
    pairs.filter(
      ([state, { type }]) =>
        FINAL.includes(state) && !['read-back', 'over', 'taken', 'contradicted'].includes(type),
    ),
  )('that is %s stays as it is on $type', (state, event) => {
    const body = event.type === 'corrected' ? ACCEPTANCE : WITHDRAWAL;
    const action = inState(state, { body, endedAt: 7 });
    expect(moved(action, event)).toBe(action);
  });

  it('that withdrew a quote is disproved by the record of that quote, whoever said that it was done', () => {
    const disproved = moved(inState('done', { endedAt: 7 }), EVENTS.corrected);
    expect(disproved).toMatchObject({
      state: 'rejected',
      endedAt: AT + 1,
      corrected:
        'The platform confirmed that it is withdrawn; its records prove otherwise. Quote Q-1 is withdrawn, and nothing of it was traded.',
    });
    expect(moved(disproved, EVENTS.corrected)).toBe(disproved);
    expect(moved(inState('rejected'), EVENTS.corrected)).toEqual(inState('rejected'));
  });

  it('that sent a quote which stands after all loses what was said of its end, and nothing else', () => {
    const live = inState('done', { body: QUOTE, endedAt: 7 });
    expect(moved(moved(live, EVENTS.over), EVENTS.stands)).toEqual(live);
  });

  it('that is done keeps its state and learns what was executed; one that is not done is none the wiser', () => {
    const done = inState('done', { endedAt: 7 });
    expect(moved(done, EVENTS['read-back'])).toEqual({ ...done, executed: { quantity: '6', side: 'buy' } });
    const rejected = inState('rejected', { endedAt: 7 });
    expect(moved(rejected, EVENTS['read-back'])).toBe(rejected);
    expect(moved(done, EVENTS.over)).toEqual({ ...done, over: { how: 'request-closed', at: AT } });
    expect(moved(rejected, EVENTS.over)).toBe(rejected);
    const taken = moved(done, EVENTS.taken);
    expect(taken).toEqual({ ...done, taken: [{ tradeId: 'T-1', quantity: '4' }] });
    expect(moved(taken, EVENTS.taken)).toBe(taken);
    // Known by its number alone before its record was there.
    const whole = { tradeId: TradeId.parse('T-1'), at: AT };
    expect(moved(taken, { type: 'taken', trade: whole })).toEqual({ ...done, taken: [whole] });
    expect(moved(moved(taken, { type: 'taken', trade: whole }), EVENTS.taken)).toMatchObject({
      taken: [whole],
    });
    // Leg prices may come later, and lines of before have none; nothing takes them away.
    const priced = { ...whole, legPrices: [Price.parse('80.9'), Price.parse('82.2')] };
    const first = { ...done, taken: [whole, { tradeId: TradeId.parse('T-2') }] };
    const later = { ...done, taken: [priced, { tradeId: TradeId.parse('T-2') }] };
    expect(moved(first, { type: 'taken', trade: priced })).toEqual(later);
    expect(moved(later, { type: 'taken', trade: whole })).toBe(later);
    expect(moved(rejected, EVENTS.taken)).toBe(rejected);
  });

  it('goes again under its own id only where it takes risk away', () => {
    expect(moved(inState('sending'), EVENTS.deferred)).toMatchObject({ state: 'staged', failure: FAILURE });
    for (const body of [QUOTE, ACCEPTANCE]) {
      expect(() => moved(inState('sending', { body }), EVENTS.deferred)).toThrow(
        'Only actions that reduce risk',
      );
    }
  });

  it('that a person settled is what the records prove, with what the person had recorded', () => {
    const { settled, corrected } = EVENTS;
    const action = moved(inState('unknown'), settled);
    expect(moved(action, corrected)).toEqual({
      ...inState('rejected'),
      endedAt: AT + 1,
      note: 'The web client shows it.',
      corrected:
        'A person resolved it as withdrawn; the platform’s records prove otherwise. Quote Q-1 is withdrawn, and nothing of it was traded.',
      failure: {
        kind: 'wrong-state',
        message: 'It was not executed: Quote Q-1 is withdrawn, and nothing of it was traded.',
        next: 'Check the request and press again if you still want it.',
      },
    });
    const other = { ...corrected, verdict: 'executed', tradeId: TradeId.parse('T-2') } as const;
    expect(moved(action, other)).toMatchObject({
      state: 'done',
      tradeId: 'T-2',
      corrected: expect.stringContaining('A person resolved it as withdrawn') as string,
    });
    // A number that the person did not know contradicts nothing.
    const { tradeId: _, ...nameless } = action;
    expect(moved(nameless, other)).toMatchObject({ state: 'done', tradeId: 'T-2' });
    expect(moved(nameless, other)).not.toHaveProperty('corrected');
  });

  it('is final when it is done, rejected or cancelled, and at no other time', () => {
    expect(ActionState.options.filter((state) => isFinal({ state }))).toEqual(FINAL);
  });

  it('remembers what was known before it was sent, and when', () => {
    expect(moved(inState('staged'), EVENTS.sending)).toMatchObject({
      sentAt: AT,
      before: { tradeIds: ['T-0'] },
    });
  });

  it('has a reason while it is unknown, and none once it is done', () => {
    const unknown = moved(inState('sending'), EVENTS.lost);
    expect(unknown.failure).toEqual(FAILURE);
    const done = moved(unknown, EVENTS.done);
    expect(done.failure).toBeUndefined();
    expect(done).toMatchObject({ state: 'done', endedAt: AT, tradeId: 'T-1', quoteId: 'Q-1' });
  });

  it('never leaves a final state and never loses its id or body, whatever happens in whatever order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...Object.values(EVENTS)), { maxLength: 12 }), (events) => {
        let action = inState('staged');
        let ended: Action | undefined;
        for (const event of events) {
          try {
            action = moved(action, event);
          } catch {
            continue;
          }
          expect(action.body).toBe(WITHDRAWAL);
          // What is read back from the trade, and how a quote ended, what took it and what contradicts it, is added; evidence takes the place of what was found before.
          const readBack = {
            executed: undefined,
            evidence: undefined,
            over: undefined,
            taken: undefined,
            contradictions: undefined,
          };
          // Records may disprove what a person recorded, or that a quote was withdrawn, once.
          const isDisproved =
            event.type === 'corrected' && (ended?.settledBy === 'person' || ended?.state === 'done');
          if (isDisproved) {
            expect(action.state).toBe('rejected');
            expect(action.note).toBe(ended?.note);
            expect(action).not.toHaveProperty('settledBy');
            ended = action;
          } else if (ended) expect({ ...action, ...readBack }).toEqual({ ...ended, ...readBack });
          else if (isFinal(action)) ended = action;
        }
        expect(Action.safeParse(action).success).toBe(true);
      }),
    );
  });
});

describe('the body of an action', () => {
  it('is read back from what was written down', () => {
    for (const body of [WITHDRAWAL, ACCEPTANCE, QUOTE]) {
      expect(ActionBody.parse(JSON.parse(JSON.stringify(body)))).toEqual(body);
    }
  });

  it.each([
    ['a price that is a number', QUOTE, { price: { shape: 'single', price: 41.5 } }],
    ['a price that is not canonical', QUOTE, { price: { shape: 'single', price: '41.50' } }],
    ['one leg price for a spread', QUOTE, { price: { shape: 'per-leg', legPrices: ['1'] } }],
    ['no quantity', QUOTE, { quantity: undefined }],
    ['a quantity of zero', QUOTE, { quantity: '0' }],
    ['no side', QUOTE, { direction: undefined }],
    ['a field that nobody knows', QUOTE, { force: true }],
    ['no last-seen price', ACCEPTANCE, { lastSeen: undefined }],
    ['an id that is a number', WITHDRAWAL, { quoteId: 7 }],
    ['an id that is a path', WITHDRAWAL, { quoteId: '../RQ-2' }],
    ['no kind', WITHDRAWAL, { kind: undefined }],
  ])('is refused with %s, and taken without that fault', (_, body, fault) => {
    expect(ActionBody.safeParse(body).success).toBe(true);
    expect(ActionBody.safeParse({ ...body, ...fault }).success).toBe(false);
  });
});
