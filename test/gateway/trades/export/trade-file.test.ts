import { PassThrough, Writable } from 'node:stream';
import { expect, describe, it } from 'vitest';
import type { CapturedTrade } from '../../../../src/domain/trade';
import { writeTradeFile } from '../../../../src/gateway/trades/export/trade-file';
import { captured, SINGLE, SPREAD, stream } from '../../../domain/trade-export/sample-trades';

const OPTIONS = { preset: 'desk', zone: 'Europe/Berlin', now: Date.UTC(2026, 10, 20) } as const;
const MANY = 5_000;
const ONE = captured(SPREAD);

/** A trade that compresses as badly as trades do. */
const unlike = (index: number): CapturedTrade => {
  const raw = { ...SPREAD, 'trade-id': `T-${Math.sin(index)}`, counterparty: `C ${Math.cos(index)}` };
  return { ...ONE, trade: { ...ONE.trade, raw } };
};

/** Trades as they are asked for, and how many were. */
function counted(): { asked: () => number; ended: () => boolean; trades: AsyncGenerator<CapturedTrade[]> } {
  let asked = 0;
  let ended = false;
  async function* trades(): AsyncGenerator<CapturedTrade[]> {
    try {
      for (; asked < MANY; asked++) yield [unlike(asked)];
    } finally {
      ended = true;
    }
  }
  return { asked: () => asked, ended: () => ended, trades: trades() };
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
};

describe.each(['csv', 'xlsx', 'jsonl'] as const)('a file of trades as %s', (format) => {
  it('ends the sink', async () => {
    const sink = new PassThrough().resume();
    const trades = stream([[captured(SINGLE)], [captured(SPREAD)]]);
    await writeTradeFile({ ...OPTIONS, format }, trades, sink);
    expect(sink.writableFinished).toBe(true);
  });

  it('asks for no more trades than the sink takes', async () => {
    const { asked, trades } = counted();
    const sink = new PassThrough();
    const written = writeTradeFile({ ...OPTIONS, format }, trades, sink);
    let before = -1;
    while (asked() > before) {
      before = asked();
      await settled();
    }
    expect(asked()).toBeLessThan(MANY / 2);
    sink.resume();
    await written;
    expect(asked()).toBe(MANY);
  });

  it('fails with its sink, and lets go of the trades', async () => {
    const { ended, asked, trades } = counted();
    const full = new Writable({ write: (_piece, _encoding, done) => done(new Error('no space left')) });
    await expect(writeTradeFile({ ...OPTIONS, format }, trades, full)).rejects.toThrow('no space left');
    expect(asked()).toBeLessThan(MANY);
    await settled();
    expect(ended()).toBe(true);
  });

  it('fails with a sink that somebody closed, before or meanwhile', async () => {
    const closed = new PassThrough();
    closed.destroy();
    await expect(writeTradeFile({ ...OPTIONS, format }, counted().trades, closed)).rejects.toThrow();
    const closing = new PassThrough();
    const written = writeTradeFile({ ...OPTIONS, format }, counted().trades, closing);
    closing.once('data', () => closing.destroy());
    await expect(written).rejects.toThrow(/[Pp]remature close/);
  });

  it('fails with its trades, and ends no half file as if it were whole', async () => {
    async function* broken(): AsyncGenerator<CapturedTrade[]> {
      yield [captured(SINGLE)];
      throw new Error('the disk is gone');
    }
    const sink = new PassThrough().resume();
    await expect(writeTradeFile({ ...OPTIONS, format }, broken(), sink)).rejects.toThrow('the disk is gone');
    expect([sink.destroyed, sink.writableFinished]).toEqual([true, false]);
  });

  it('refuses a zone that does not exist', async () => {
    const sink = new PassThrough().resume();
    const written = writeTradeFile({ ...OPTIONS, format, zone: 'Europe/Atlantis' }, stream([]), sink);
    await expect(written).rejects.toThrow(RangeError);
  });
});
