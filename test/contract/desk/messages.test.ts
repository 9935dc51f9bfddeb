import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerReaders, answerWriters } from '../../../src/contract/desk/answer-value';
import { FailureAnswer, SessionAnswer } from '../../../src/contract/desk/answers';
import { pathOf, ROUTES } from '../../../src/contract/desk/routes';
import { ActionRequest } from '../../../src/contract/desk/bodies';
import { PageMessage } from '../../../src/contract/desk/page-message';
import { AnswerMessage, GatewayMessage, WATCHES_MAX } from '../../../src/contract/desk/socket';
import { BUILT_IN_LIMITS } from '../../../src/domain/limits/limits';
import { rawQuote, rawReference, rawRequest, rawTrade } from '../service/raw-records';

const key = '{"id":"RQ-1","kind":"request"}';

describe('what a page says', () => {
  it.each([
    { type: 'hello', token: 'secret' },
    { type: 'watch', add: [{ kind: 'status' }, { kind: 'request', id: '007' }], drop: [key] },
    { type: 'refresh', keys: [key] },
    { type: 'beat' },
  ])('is understood: %j', (message) => {
    expect(PageMessage.parse(JSON.parse(JSON.stringify(message)))).toEqual(message);
  });

  it.each([
    { type: 'hello' },
    { type: 'hello', token: 7 },
    { type: 'watch', add: [{ kind: 'request', id: '../secret' }], drop: [] },
    { type: 'watch', add: [] },
    { type: 'watch', add: [{ kind: 'request', id: 'RQ-1', urgent: true }], drop: [] },
    { type: 'refresh', keys: ['x'.repeat(501)] },
    { type: 'act', body: {} },
    { type: 'beat', extra: 1 },
    'beat',
    null,
  ])('is refused: %j', (message) => {
    expect(PageMessage.safeParse(message).success).toBe(false);
  });

  it('is refused when it watches more than a connection may', () => {
    const add = Array.from({ length: WATCHES_MAX + 1 }, () => ({ kind: 'status' }));
    expect(PageMessage.safeParse({ type: 'watch', add, drop: [] }).success).toBe(false);
  });

  it('may be anything without a crash', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (message) => {
        PageMessage.safeParse(message);
        GatewayMessage.safeParse(message);
      }),
    );
  });
});

describe('what the gateway says', () => {
  it('keeps a value that is not repeated apart from one that is there', () => {
    expect('value' in AnswerMessage.parse({ key, state: 'fresh' })).toBe(false);
    expect(AnswerMessage.parse({ key, state: 'fresh', value: rawRequest() }).value).toEqual(rawRequest());
    expect('value' in AnswerMessage.parse({ key, state: 'fresh', value: null })).toBe(true);
  });

  it('may hold more than this page knows', () => {
    const message = { type: 'welcome', now: 1, motd: 'hello' };
    expect(GatewayMessage.parse(message)).toEqual({ type: 'welcome', now: 1 });
  });

  it.each([
    { type: 'welcome' },
    { type: 'welcome', now: '2026' },
    { type: 'answers', answers: [{ key, state: 'excellent' }] },
    {
      type: 'answers',
      answers: [{ key, state: 'failed', failure: { kind: 'bad luck', message: '', next: '' } }],
    },
  ])('is refused: %j', (message) => {
    expect(GatewayMessage.safeParse(message).success).toBe(false);
  });
});

describe('values on the wire', () => {
  const list = <T>(records: T[]) => records;

  it('are the service’s own records, and read the same on the other side', () => {
    const cases = [
      ['request', rawRequest({ 'brand-new': 1 })],
      ['trade', rawTrade()],
      ['open-requests', list([rawRequest()])],
      ['concluded-requests', list([rawRequest({ state: 'closed' })])],
      ['quotes', list([rawQuote(), rawQuote({ 'quotation-id': 'Q-2' })])],
      ['trades', list([rawReference()])],
      ['analytics', { 'request-id': 'RQ-1', 'best-price': 1 }],
      ['proposals', list([rawQuote({ 'price-proposal-id': 'P-1', kind: 'firm', 'brand-new': 1 })])],
      ['counteroffers', list([rawQuote({ 'counteroffer-id': 'C-1' })])],
      ['request-load-shapes', { points: [{ quantity: 1 }, 2, null], raw: { unit: 'MW' } }],
      ['trade-load-shapes', { points: [], raw: {} }],
      ['risks', list([{ commodity: 'power', 'risk-management': false, 'brand-new': 1 }])],
      ['risk-settings', { 'price-min': -500, 'notify-when': 'limit', 'block-negative-prices': false }],
      ['recipients', list([{ counterparty: 'North', 'hit-rate-percent': 64 }, { name: 'South' }])],
    ] as const;
    for (const [kind, raw] of cases) expect(over(kind, raw)).toEqual(raw);
  });

  it('keep the unreadable records of a list, so that the page can tell of them too', () => {
    const broken = { 'quotation-id': 'Q-9' };
    const read = answerReaders.quotes([broken, rawQuote()]);
    if (!read.ok) throw new Error('The list was not read.');
    const [{ failure } = { failure: undefined }] = read.value.unreadable;
    expect(answerWriters.quotes(read.value)).toEqual([rawQuote(), { unread: broken, failure }]);
    expect(answerReaders.quotes(answerWriters.quotes(read.value))).toEqual(read);
  });

  it('keep a record unreadable that lacks a field because the gateway did not understand it', () => {
    const failure = { kind: 'unreadable', message: 'quantity (mapping.values.decimal)', next: '' } as const;
    const { quantity: _, ...understood } = rawQuote();
    const value = { records: [], unreadable: [{ raw: understood, failure }] };
    expect(answerReaders.quotes(answerWriters.quotes(value))).toEqual({ ok: true, value });
  });

  it('of the desk’s own are checked as well', () => {
    expect(answerReaders.status({ signedIn: 'yes' })).toMatchObject({
      ok: false,
      failure: { kind: 'unreadable' },
    });
    expect(answerReaders.quota(null).ok).toBe(false);
    expect(answerReaders.journal([{ id: 'x' }]).ok).toBe(false);
    expect(answerReaders.journal([])).toEqual({ ok: true, value: [] });
    expect(answerReaders['open-requests']({ items: [] }).ok).toBe(false);
  });

  it('of the desk’s own are checked to the levels of a person and for approval, and to the fields of a corrected trade', () => {
    const limits = (amount: string, own = '10') => ({
      ...{ limits: BUILT_IN_LIMITS, locked: false, source: 'built-in' },
      fourEyes: { above: { quantity: { MW: amount }, kinds: ['accept-quote'] }, minutes: 10 },
      own: [{ volume: [{ unit: 'MW', warn: own }], signFlip: 'block' }],
    });
    expect(answerReaders.limits(limits('25'))).toEqual({ ok: true, value: limits('25') });
    expect(answerReaders.limits(limits('much')).ok).toBe(false);
    expect(answerReaders.limits(limits('25', 'much')).ok).toBe(false);
    const counts = { trades: 1, missing: 0, provisional: 0, fetched: 1 };
    const capture = (changes: unknown) => ({
      ...{ id: '00000000-0000-4000-8000-000000000001', state: 'done', createdAt: 1, isListed: true },
      ...{ wanted: { from: '2026-11-18', to: '2026-11-19' }, listCalls: 1, counts },
      ...{ setAside: [], setAsideCount: 0, changed: ['TR-1'], corrections: [{ id: 'TR-1', changes }] },
    });
    const told = [capture([{ level: 'price', before: '31.4', after: '31.5' }])];
    expect(answerReaders.captures(told)).toEqual({ ok: true, value: told });
    expect(answerReaders.captures([capture([{ level: 'price', before: 31.4 }])]).ok).toBe(false);
  });

  function over<K extends keyof typeof answerReaders>(kind: K, raw: unknown): unknown {
    const read = answerReaders[kind](raw);
    if (!read.ok) throw new Error(read.failure.message);
    return answerWriters[kind](read.value);
  }
});

describe('the gateway’s addresses and bodies', () => {
  it('keep an id inside its own path', () => {
    expect(pathOf(ROUTES.putAction, { id: 'a/../b?c#d' })).toBe('/api/actions/a%2F..%2Fb%3Fc%23d');
  });

  it('refuse an action with more in it than an action has', () => {
    const body = { kind: 'withdraw-quote', requestId: 'RQ-1', quoteId: 'Q-1' };
    expect(ActionRequest.safeParse({ body, shown: 'Withdraw' }).success).toBe(true);
    expect(ActionRequest.safeParse({ body, shown: 'Withdraw', force: true }).success).toBe(false);
    expect(ActionRequest.safeParse({ body, shown: 'x'.repeat(501) }).success).toBe(false);
    expect(ActionRequest.safeParse({ body }).success).toBe(false);
  });

  it('need a token that cannot be guessed and a failure that says something', () => {
    expect(SessionAnswer.safeParse({ token: 'short' }).success).toBe(false);
    expect(SessionAnswer.safeParse({ token: 'T'.repeat(43) }).success).toBe(true);
    const failure = { kind: 'denied', message: 'No.' };
    expect(FailureAnswer.safeParse({ failure }).success).toBe(false);
    expect(FailureAnswer.safeParse({ failure: { ...failure, next: 'Ask.' } }).success).toBe(true);
  });
});
