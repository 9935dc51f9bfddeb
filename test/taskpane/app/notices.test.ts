import { expect, it } from 'vitest';
import { ManualClock } from '../../../src/effects/manual-clock';
import { RequestId } from '../../../src/domain/identifiers';
import type { NewsKind } from '../../../src/taskpane/app/heard-events';
import {
  NoticeBoard,
  SHOWN_MS,
  STALE_MS,
  REQUEST_TOLD_MS,
  TRADE_SHOWN_MS,
  type News,
} from '../../../src/taskpane/app/notices';
import { NOON } from '../examples';
import { event } from '../events/platform-event';

function opened() {
  const clock = new ManualClock(NOON);
  const board = new NoticeBoard(clock);
  const news = (kind: NewsKind, id: string): News => ({
    kind,
    requestId: RequestId.parse(id),
    event: event(1, { requestId: id }),
    since: clock.now(),
  });
  const told = (): string[] => board.notices.get().map(({ requestId }) => requestId);
  return { clock, board, news, told };
}

it('the newest of what waits is told next, and what is in sight stays', async () => {
  const { clock, board, news, told } = opened();
  for (const id of ['RQ-1', 'RQ-2', 'RQ-3']) board.put([news('counteroffer', id)]);
  expect(told()).toEqual(['RQ-1', 'RQ-3', 'RQ-2']);
  await clock.advance(SHOWN_MS);
  expect(told()).toEqual(['RQ-3', 'RQ-2']);
});

it('what is old when its turn comes is told no more', async () => {
  const { clock, board, news, told } = opened();
  for (const id of ['RQ-1', 'RQ-2', 'RQ-3', 'RQ-4']) board.put([news('request', id)]);
  await clock.advance(2 * SHOWN_MS);
  expect(2 * SHOWN_MS).toBeGreaterThan(STALE_MS);
  expect(told()).toEqual([]);
});

it('the count of what waits grows with nothing that is old, however long somebody points at the first', async () => {
  const { clock, board, news, told } = opened();
  board.put([news('counteroffer', 'RQ-0')]);
  board.hold();
  for (let at = 1; at <= 18; at += 1) {
    await clock.advance(10_000);
    board.put([news('request', `RQ-${at}`)]);
  }
  expect(told()).toEqual(['RQ-0', 'RQ-18', 'RQ-17']);
});

it('a request is told for a minute at most, wherever a pointer was left, and a trade as long as somebody is at it', async () => {
  const { clock, board, news, told } = opened();
  board.put([news('request', 'RQ-1'), news('withdrawn', 'RQ-2')]);
  const release = board.hold();
  await clock.advance(REQUEST_TOLD_MS - 1);
  expect(told()).toEqual(['RQ-1', 'RQ-2']);
  await clock.advance(1);
  expect(told()).toEqual(['RQ-2']);
  await clock.advance(10 * REQUEST_TOLD_MS);
  expect(told()).toEqual(['RQ-2']);
  release();
  await clock.advance(SHOWN_MS);
  expect(told()).toEqual([]);
});

it('a trade and a withdrawal of one’s own quote are told however late', async () => {
  const { clock, board, news, told } = opened();
  board.put([news('traded', 'RQ-1'), news('withdrawn', 'RQ-2'), news('traded', 'RQ-3')]);
  expect(told()).toEqual(['RQ-1', 'RQ-3', 'RQ-2']);
  await clock.advance(2 * TRADE_SHOWN_MS);
  expect(told()).toEqual(['RQ-2']);
  await clock.advance(SHOWN_MS);
  expect(told()).toEqual([]);
});
