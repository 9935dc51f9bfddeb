import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deliveredEvents, readEvent, readEvents } from '../../../src/contract/event/event-body';
import { readEventBody } from './read-event-body';
import { RequestId } from '../../../src/domain/identifiers';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (body: unknown) => readEventBody(bytes(JSON.stringify(body)));
const messageOf = (body: unknown): string => {
  const outcome = read(body);
  return outcome.ok ? '' : outcome.failure.message;
};

describe('the body of a delivery', () => {
  it('gives its type, what it is about, and its text as it came', () => {
    const text =
      '{ "eventType": "request-traded", "request-id": "RQ-1", "trade-id": "TR-1",\n "leg-id": "L-7", "n": 1.0 }';
    expect(readEventBody(bytes(text))).toEqual({
      ok: true,
      value: { type: 'request-traded', requestId: 'RQ-1', tradeId: 'TR-1', text },
    });
  });

  it('names offers of every kind', () => {
    const event = {
      eventType: 'counteroffer-created',
      'quotation-id': 'Q-1',
      'price-proposal-id': 'P-1',
      'counteroffer-id': 'C-1',
    };
    expect(readEvent(event)).toEqual({
      ok: true,
      value: { type: 'counteroffer-created', quoteId: 'Q-1', proposalId: 'P-1', counterofferId: 'C-1' },
    });
  });

  it.each([
    { 'event-type': 'x', requestId: 'RQ-1' },
    { event_type: 'x', request_id: 'RQ-1' },
    { EventType: 'x', RequestID: 'RQ-1' },
    { eventType: 'x', requestId: 'RQ-2', 'request-id': 'RQ-1' },
    { eventType: 'x', 'request-id': 'RQ-1', requestId: 'RQ-2' },
  ])('is read in other spellings too, the stated one first: %j', (body) => {
    expect(readEvent(body)).toEqual({ ok: true, value: { type: 'x', requestId: 'RQ-1' } });
  });

  it('is one more for an identifier that disagrees with another of its kind', () => {
    const ids = { 'request-id': 'X8', requestId: 'X9', 'trade-id': 'T-1', data: { tradeId: 'T-1' } };
    expect(readEvents({ eventType: 'request-traded', ...ids })).toEqual({
      ok: true,
      value: ['X8', 'X9'].map((requestId) => ({ type: 'request-traded', requestId, tradeId: 'T-1' })),
    });
    expect(readEvents({ eventType: 'x', 'request-id': 'X8', data: { 'request-id': 'X9' } })).toMatchObject({
      value: [{ requestId: 'X8' }, { requestId: 'X9' }],
    });
  });

  it('names its request by a bare id where nothing else is named, and it is of a request', () => {
    const named = (event: object) => {
      const read = readEvent(event);
      return read.ok && read.value.requestId;
    };
    expect(named({ eventType: 'request-traded', id: 'X2' })).toBe('X2');
    expect(named({ eventType: 'request-traded', id: 'E-1', 'request-id': 'X2' })).toBe('X2');
    expect(named({ eventType: 'request-traded', id: 'E-1', 'trade-id': 'T-1' })).toBeUndefined();
    expect(named({ eventType: 'quotation-created', id: 'Q-1' })).toBeUndefined();
    expect(named({ eventType: 'request-traded', id: '../secret' })).toBeUndefined();
  });

  it('is kept whatever its type, and without any identifier', () => {
    expect(readEvent({ eventType: 'market-halted' })).toEqual({ ok: true, value: { type: 'market-halted' } });
    expect(readEvent({ eventType: 'x', 'trade-id': null })).toEqual({ ok: true, value: { type: 'x' } });
  });

  it.each([['../secret'], [''], [' '], [7.5], [{}], ['a/b'], ['x'.repeat(101)], ['RQ\n1']])(
    'with the identifier %j is not readable, and says which one it is',
    (id) => {
      expect(messageOf({ eventType: 'x', 'quotation-id': id })).toContain(
        'quotation-id is not an identifier',
      );
    },
  );

  it('without a type says which fields it has, and nothing of what stands in them', () => {
    const message = messageOf({ kind: 'secret-word', 'request-id': 'RQ-1' });
    expect(message).toContain('no eventType');
    expect(message).toContain('kind, request-id');
    expect(message).not.toContain('secret-word');
    expect(messageOf({})).toContain('no fields');
  });

  it.each([
    ['[]', 'not one object'],
    ['null', 'not one object'],
    ['"x"', 'not one object'],
    ['{', 'not JSON'],
    ['  ', 'empty'],
  ])('that is %s is not readable', (text, problem) => {
    const outcome = readEventBody(bytes(text));
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'unreadable' } });
    expect(outcome.ok ? '' : outcome.failure.message).toContain(problem);
  });

  it('that is not text, or nests without end, is not readable', () => {
    expect(readEventBody(Uint8Array.from([0x7b, 0xff, 0x7d]))).toMatchObject({ ok: false });
    expect(readEventBody(bytes('['.repeat(60_000)))).toMatchObject({ ok: false });
    expect(readEventBody(bytes('['.repeat(30_000) + ']'.repeat(30_000)))).toMatchObject({ ok: false });
  });
});

describe('whatever is delivered', () => {
  const name = fc.oneof(
    fc.constantFrom(
      'eventType',
      'event-type',
      'request-id',
      'requestId',
      'trade-id',
      '__proto__',
      'toString',
    ),
    fc.string(),
  );
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('RQ-1', 'request-traded'),
    fc.jsonValue(),
  );
  const body = fc.dictionary(name, value);

  it('the reader never throws, and what it reads has a type and identifiers that are some', () => {
    fc.assert(
      fc.property(fc.oneof(body, fc.jsonValue()), (json) => {
        const outcome = readEventBody(bytes(JSON.stringify(json)));
        if (!outcome.ok) return outcome.failure.message.length < 700;
        const { requestId, type } = outcome.value;
        return type.length > 0 && (requestId === undefined || RequestId.safeParse(requestId).success);
      }),
    );
  });

  it('bytes of any kind are read or refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (any) => typeof readEventBody(any).ok === 'boolean'),
    );
  });

  it('what is readable stays so with any other fields beside it', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string().map((text) => `x-${text}`),
          fc.jsonValue(),
        ),
        (others) => {
          const outcome = readEvent({ ...others, eventType: 'request-traded', 'request-id': 'RQ-1' });
          return outcome.ok && outcome.value.requestId === 'RQ-1' && outcome.value.type === 'request-traded';
        },
      ),
    );
  });
});

describe('a delivery of several events', () => {
  const parts = (body: unknown, items: string) => deliveredEvents(bytes(JSON.stringify(body)), items);

  it.each([
    ['a list', [{ eventType: 'a' }, { eventType: 'b' }], ''],
    [
      'a list at a path',
      { meta: {}, data: { events: [{ eventType: 'a' }, { eventType: 'b' }] } },
      'data.events',
    ],
  ])('is taken apart: %s', (_, body, items) => {
    expect(parts(body, items)).toEqual({
      ok: true,
      value: [
        { json: { eventType: 'a' }, text: '{"eventType":"a"}' },
        { json: { eventType: 'b' }, text: '{"eventType":"b"}' },
      ],
    });
  });

  it('may be one event in the place of the list, or none', () => {
    expect(parts({ eventType: 'a' }, '')).toMatchObject({ value: [{ json: { eventType: 'a' } }] });
    expect(parts({ events: [] }, 'events')).toEqual({ ok: true, value: [] });
  });

  it('has its events where the profile says, or the key is named', () => {
    expect(parts({ rows: [] }, 'events')).toMatchObject({
      failure: { message: expect.stringContaining('no events at events (webhooks.items') as string },
    });
    expect(readEvent([{ eventType: 'a' }])).toMatchObject({
      failure: { message: expect.stringContaining('webhooks.items') as string },
    });
  });
});

it.each(['identifiers', 'data', 'payload'])(
  'reads identifiers that stand in "%s", and those that are numbers',
  (name) => {
    const read = readEvent({
      eventType: 'quotation-created',
      [name]: { requestId: 'RQ-1', 'quotation-id': 77 },
    });
    expect(read).toEqual({
      ok: true,
      value: { type: 'quotation-created', requestId: 'RQ-1', quoteId: '77' },
    });
    expect(
      readEvent({ eventType: 'x', 'request-id': 'RQ-2', [name]: { 'request-id': 'RQ-1' } }),
    ).toMatchObject({
      value: { requestId: 'RQ-2' },
    });
    expect(readEvent({ eventType: 'x', 'request-id': 1.5 })).toMatchObject({ ok: false });
  },
);
