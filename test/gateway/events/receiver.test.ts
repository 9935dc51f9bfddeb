import { expect, it } from 'vitest';
import type { Failure } from '../../../src/domain/failure';
import { ManualClock } from '../../../src/effects/manual-clock';
import { Receiver } from '../../../src/gateway/events/receiver';

const EVENT = Buffer.from('{ "eventType": "request-traded", "request-id": "RQ-1" }');
const noLine = (): void => undefined;
const FULL: Failure = { kind: 'unavailable', message: 'The disk is full.', next: 'Free disk space.' };

type Inbox = ConstructorParameters<typeof Receiver>[0]['inboxes'][number];

function receiving(inbox: Pick<Inbox, 'events' | 'disk'>) {
  const receiver = new Receiver({
    inboxes: [{ environment: 'simulator', token: 'T', ...inbox }],
    rules: { senders: {} },
    clock: new ManualClock(0),
    log: { info: noLine, warn: noLine, error: noLine },
    soon: (work) => work(),
  });
  const box = receiver.boxOf('simulator');
  if (!box) throw new Error('no letterbox');
  return { receiver, box };
}

it('is well again once the disk is, without another delivery', async () => {
  const listeners: (() => void)[] = [];
  const disk = {
    failure: undefined as Failure | undefined,
    onChange(listener: () => void): () => void {
      listeners.push(listener);
      return () => undefined;
    },
  };
  const becomes = (failure: Failure | undefined): void => {
    disk.failure = failure;
    for (const listener of listeners) listener();
  };
  const keep = (): Promise<never> => Promise.reject(new Error('database or disk is full'));
  const { receiver, box } = receiving({ events: { keep }, disk });
  becomes(FULL);
  expect(await receiver.take(box, { headers: {}, bytes: EVENT })).toBeDefined();
  becomes({ ...FULL, message: 'The disk is still full.' });
  expect(receiver.failure?.message).toContain('Events cannot be saved');
  becomes(undefined);
  expect(receiver.failure).toBeUndefined();
});

it('keeps an event whose identifiers disagree once for each of them', async () => {
  const kept: unknown[] = [];
  const { receiver, box } = receiving({
    events: {
      keep: async (events) => {
        kept.push(...events.map(({ requestId, body }) => [requestId, body]));
        return [];
      },
    },
    disk: { failure: undefined, onChange: () => () => undefined },
  });
  const text = '{ "eventType": "request-traded", "request-id": "X8", "requestId": "X9" }';
  expect(await receiver.take(box, { headers: {}, bytes: Buffer.from(text) })).toBeUndefined();
  // Of one text they would be repeats of one event.
  expect(kept).toEqual([
    ['X8', text],
    ['X9', '{"type":"request-traded","requestId":"X9"}'],
  ]);
});
