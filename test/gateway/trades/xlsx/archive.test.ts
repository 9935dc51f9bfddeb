import { randomBytes } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { Archive } from '../../../../src/gateway/trades/xlsx/archive';

const NOW = Date.UTC(2026, 10, 20);
const LINE = 'a line of a sheet with ümlauts and 💡\n';
const MUCH = LINE.repeat(20_000);
/** Compressing it gives something out at once. */
const NOISE = randomBytes(500_000).toString('base64');

it('says that it is behind when more is written than is compressed, and not any more once it has caught up', async () => {
  const archive = new Archive(NOW);
  const part = archive.part('sheet.xml');
  expect(archive.isBehind).toBe(false);
  part.write(MUCH);
  expect(archive.isBehind).toBe(true);
  await archive.caughtUp();
  expect(archive.isBehind).toBe(false);
  archive.close();
});

it('holds each part as it was written when two are written side by side and the second ends first', async () => {
  const archive = new Archive(NOW);
  const [first, second] = [archive.part('first.xml'), archive.part('second.xml')];
  for (let turn = 0; turn < 3; turn++) {
    first.write(`${turn}${MUCH}`);
    second.write(`${MUCH}${turn}`);
  }
  await second.end();
  await first.end();
  archive.end();
  const files = unzipSync(Buffer.concat([...archive.taken()]));
  expect(strFromU8(files['first.xml'] ?? new Uint8Array())).toBe(`0${MUCH}1${MUCH}2${MUCH}`);
  expect(strFromU8(files['second.xml'] ?? new Uint8Array())).toBe(`${MUCH}0${MUCH}1${MUCH}2`);
});

it('gives out nothing more of what was left unfinished when it is closed', async () => {
  const archive = new Archive(NOW);
  const [whole, unfinished] = [archive.part('whole.xml'), archive.part('unfinished.xml')];
  whole.write(MUCH);
  await whole.end();
  expect(Buffer.concat([...archive.taken()]).includes('whole.xml')).toBe(true);
  unfinished.write(NOISE);
  archive.close();
  await expect(unfinished.end()).rejects.toThrow();
  expect([...archive.taken()]).toEqual([]);
});
