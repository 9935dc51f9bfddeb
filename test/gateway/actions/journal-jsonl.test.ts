import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NOTHING_BEFORE } from '../../../src/gateway/storage/journal-chain';
import { jsonlLine, linesOf, readJsonlLine, verifiedFile } from '../../../src/gateway/actions/journal-export';
import { action, chainOf, entry, stream } from './sample-lines';

const file = (count: number): Buffer => {
  const shown = (index: number) =>
    ['price −4,25', 'a "quoted" one', 'line\u2028break\r', '�'][index % 4] ?? '';
  const actions = Array.from({ length: count }, (_, index) => action(index, { shown: shown(index) }));
  return Buffer.from(
    chainOf(actions)
      .map((line) => `${jsonlLine(line)}\n`)
      .join(''),
  );
};
const verified = (bytes: Buffer) => verifiedFile(linesOf(stream([bytes])));

it('chains a line by the SHA-256 of the hash before it, its number and its own bytes', () => {
  const [first, second] = chainOf([action(1), action(2)]);
  const sha = (text: string) => createHash('sha256').update(text).digest('hex');
  expect(first?.previous).toBe('0'.repeat(64));
  expect(first?.hash).toBe(sha(`${NOTHING_BEFORE}\n1\n${JSON.stringify(action(1))}`));
  expect(second?.hash).toBe(sha(`${first?.hash}\n2\n${JSON.stringify(action(2))}`));
});

it('reads back every line that it writes, and each is JSON', () => {
  for (const line of chainOf([action(1), action(2, { shown: '}{"\u2028' })])) {
    expect(readJsonlLine(jsonlLine(line))).toEqual(line);
    expect(JSON.parse(jsonlLine(line))).toMatchObject({ sequence: line.sequence, hash: line.hash });
  }
});

it('writes a line that is no action under a name of its own, and takes neither for the other', () => {
  const [first, second] = chainOf([action(1), entry(2)]);
  const written = [first, second].flatMap((line) => line ?? []).map(jsonlLine);
  expect(written[0]).toContain('"action":{');
  expect(written[1]).toContain('"entry":{');
  expect(written.map(readJsonlLine)).toEqual([first, second]);
  expect(readJsonlLine(written[0]?.replace('"action":', '"entry":') ?? '')).toBeUndefined();
  expect(readJsonlLine(written[1]?.replace('"entry":', '"action":') ?? '')).toBeUndefined();
});

it('finds a file whole however it arrives', async () => {
  const bytes = file(9);
  const halves = linesOf(stream([bytes.subarray(0, 700), bytes.subarray(700)]));
  expect(await verifiedFile(halves)).toMatchObject({ state: 'whole', head: { sequence: 9 } });
  expect(await verified(Buffer.alloc(0))).toMatchObject({ state: 'whole', head: { sequence: 0 } });
});

it('finds any change of any byte, in the line where it is', async () => {
  const bytes = file(6);
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
      const forged = Buffer.from(bytes);
      forged[at] = ((bytes[at] ?? 0) + by) % 256;
      const line = bytes.subarray(0, at).filter((byte) => byte === 0x0a).length + 1;
      expect(await verified(forged)).toMatchObject({ state: 'broken', line });
    }),
    { numRuns: 1_000 },
  );
});

it('finds any byte that was put in or taken out', async () => {
  const bytes = file(4);
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 2), fc.option(fc.nat(255)), async (at, put) => {
      const rest = bytes.subarray(put === null ? at + 1 : at);
      const forged = Buffer.concat([bytes.subarray(0, at), Buffer.from(put === null ? [] : [put]), rest]);
      fc.pre(!forged.equals(bytes));
      expect(await verified(forged)).toMatchObject({ state: 'broken' });
    }),
    { numRuns: 500 },
  );
});

it('finds lines that were taken away, doubled or put elsewhere', async () => {
  const lines = chainOf([1, 2, 3, 4].map((count) => action(count))).map(jsonlLine);
  const [one = '', two = '', three = '', four = ''] = lines;
  const order = (...some: string[]) => verifiedFile(stream(some));
  expect(await order(one, three, four)).toMatchObject({
    line: 2,
    problem: 'Line 2 is not there; line 3 follows.',
  });
  expect(await order(two, three)).toMatchObject({ line: 1 });
  expect(await order(one, one, two)).toMatchObject({ line: 2 });
  expect(await order(one, three, two, four)).toMatchObject({ line: 2 });
  expect(await order(one, two, '', three)).toMatchObject({
    line: 3,
    problem: 'Line 3 is not a line that SpreadDesk exported.',
  });
});

it('finds a file that was forged from end to end once it is held against the journal', async () => {
  const honest = chainOf([action(1), action(2)]);
  const forged = chainOf([action(1), action(2, { shown: 'nothing of the kind' })]);
  const kept = async (sequence: number) => honest[sequence - 1]?.hash;
  expect(await verifiedFile(stream(forged.map(jsonlLine)))).toMatchObject({ state: 'whole' });
  expect(await verifiedFile(stream(forged.map(jsonlLine)), kept)).toMatchObject({ state: 'broken', line: 2 });
  expect(await verifiedFile(stream(honest.map(jsonlLine)), kept)).toMatchObject({ state: 'whole' });
});
