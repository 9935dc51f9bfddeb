import { Writable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { giveMarkets } from '../../../../src/domain/delivery/given-markets';
import type { Coverage } from '../../../../src/domain/trade-export/coverage';
import { fileThreads } from '../../../../src/gateway/trades/export/file-thread';
import { writeKeptFile, type WriteKeptFile } from '../../../../src/gateway/trades/export/kept-file';
import { keptTrade, type KeptTrade } from '../../../../src/gateway/storage/trade-store';
import { AWKWARD, captured, SINGLE, stream } from '../../../domain/trade-export/sample-trades';
import { fileOf } from './written-file';

const NOW = Date.UTC(2026, 10, 20, 12);
const OPTIONS = { format: 'csv', preset: 'full', zone: 'Europe/Berlin', now: NOW } as const;
const KEPT = AWKWARD.map(({ trade, fetchedAt, provisional }) => ({
  ...keptTrade(trade, fetchedAt),
  final: !provisional,
}));
const PIECES = [KEPT.slice(0, 3), KEPT.slice(3)];
const COVERAGE: Coverage = {
  environment: 'simulator',
  version: '0',
  wanted: { from: '2026-11-20', to: '2026-11-20' },
  zone: 'Europe/Berlin',
  days: [],
  missing: 0,
};

/** What was written, and what was told of it, in the order in which it was. */
async function written(
  write: WriteKeptFile,
  options: Partial<Parameters<WriteKeptFile>[0]> = {},
  pieces: Iterable<readonly KeptTrade[]> = PIECES,
) {
  const bytes: Buffer[] = [];
  const told: (number | 'ended')[] = [];
  const sink = new Writable({
    write: (piece: Buffer, _encoding, done) => {
      bytes.push(Buffer.from(piece));
      done();
    },
    final: (done) => {
      told.push('ended');
      done();
    },
  });
  await write({ ...OPTIONS, ...options }, stream(pieces), {
    sink,
    onCounted: ({ trades }) => told.push(trades),
  });
  return { file: Buffer.concat(bytes), told };
}

afterEach(() => giveMarkets(''));

it.each(['csv', 'jsonl', 'xlsx'] as const)(
  'a file of kept trades is what they make as %s',
  async (format) => {
    const { file, told } = await written(writeKeptFile, { format });
    expect(file.equals(await fileOf({ ...OPTIONS, format }, AWKWARD))).toBe(true);
    expect(told).toEqual([AWKWARD.length, 'ended']);
  },
);

it('is about the trades alone where that is asked for', async () => {
  const { file } = await written(writeKeptFile, { format: 'about', coverage: COVERAGE });
  expect(JSON.parse(file.toString())).toMatchObject({ trades: AWKWARD.length, provisional: 1 });
});

it('has no more of them than asked for, and leaves out what cannot be read any more', async () => {
  const [first, ...others] = KEPT;
  const unreadable = { ...KEPT[0], json: '{}' } as KeptTrade;
  const coverage = { ...COVERAGE, rowsMax: 2 };
  const pieces = [[unreadable, first ?? unreadable], others];
  const { file, told } = await written(writeKeptFile, { coverage }, pieces);
  expect(told).toEqual([2, 'ended']);
  expect(file.toString().match(/\r\n/g)).toHaveLength(3);
});

describe('on a thread of its own', () => {
  it('is the same file, with the hours of the desk’s own markets', async () => {
    giveMarkets('longer;power|DE|Europe/Berlin|6|22|0');
    const peak = captured({ ...SINGLE, 'load-profile': 'peak' });
    const pieces = [...PIECES, [keptTrade(peak.trade, peak.fetchedAt)]];
    const apart = await written(fileThreads(), { format: 'jsonl' }, pieces);
    const here = await written(writeKeptFile, { format: 'jsonl' }, pieces);
    expect(apart.file.equals(here.file)).toBe(true);
    expect(apart.told).toEqual([AWKWARD.length + 1, 'ended']);
    expect(apart.file.toString()).toContain('"energy-mwh":"41760"');
  });

  it('asks for no more trades than the sink takes, fails with it, and lets go of the trades', async () => {
    let [asked, ended] = [0, false];
    async function* pieces(): AsyncGenerator<readonly KeptTrade[]> {
      try {
        for (; asked < 500; asked++) yield KEPT;
      } finally {
        ended = true;
      }
    }
    const taken: (() => void)[] = [];
    const sink = new Writable({ write: (_piece, _encoding, done) => void taken.push(done) });
    const running = fileThreads()({ ...OPTIONS, format: 'jsonl' }, pieces(), { sink, onCounted: nothing });
    running.catch(nothing);
    while (taken.length === 0) await turn();
    for (let turns = 0; turns < 50; turns++) await turn();
    expect(asked).toBeLessThan(50);
    sink.destroy(new Error('no space left'));
    await expect(running).rejects.toThrow('no space left');
    expect([asked < 50, ended]).toEqual([true, true]);
  });

  it('fails with its trades', async () => {
    async function* broken(): AsyncGenerator<readonly KeptTrade[]> {
      yield KEPT;
      throw new Error('the disk is gone');
    }
    const sink = new Writable({ write: (_piece, _encoding, done) => done() });
    const failing = fileThreads()(OPTIONS, broken(), { sink, onCounted: nothing });
    await expect(failing).rejects.toThrow('the disk is gone');
    expect([sink.destroyed, sink.writableFinished]).toEqual([true, false]);
  });

  it('fails with what cannot be written', async () => {
    await expect(written(fileThreads(), { zone: 'Europe/Atlantis' })).rejects.toThrow(RangeError);
  });

  it('writes two at once, and a third one when one of them has ended, however that ended', async () => {
    const begun: { readonly end: () => void; readonly fail: (error: Error) => void }[] = [];
    const write = fileThreads(() => new Promise((end, fail) => void begun.push({ end, fail })));
    const sink = new Writable();
    const files = [0, 1, 2, 3].map(async () => write(OPTIONS, stream([]), { sink, onCounted: nothing }));
    await turn();
    expect(begun).toHaveLength(2);
    begun[0]?.fail(new Error('the disk is gone'));
    await expect(files[0]).rejects.toThrow('the disk is gone');
    await turn();
    expect(begun).toHaveLength(3);
    begun[1]?.end();
    await turn();
    expect(begun).toHaveLength(4);
    for (const { end } of begun) end();
    await Promise.all(files.slice(1));
  });
});

const nothing = (): void => undefined;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
