import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fingerprint, stampHolds, writeStamp } from '../../scripts/stamp.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'stamp-'));
  mkdirSync(join(root, 'src/room'), { recursive: true });
  writeFileSync(join(root, 'src/main.ts'), 'one');
  writeFileSync(join(root, 'src/room/file.ts'), 'two');
});
afterEach(() => rmSync(root, { recursive: true }));

const print = (): string => fingerprint(root, ['src', 'manifest.xml']);

describe('a fingerprint', () => {
  it.each<[change: string, act: () => void]>([
    ['a changed file', () => writeFileSync(join(root, 'src/room/file.ts'), 'three')],
    ['a new file', () => writeFileSync(join(root, 'src/room/more.ts'), '')],
    ['a file gone', () => rmSync(join(root, 'src/room/file.ts'))],
    ['a file renamed', () => renameSync(join(root, 'src/main.ts'), join(root, 'src/start.ts'))],
    ['a path that was missing', () => writeFileSync(join(root, 'manifest.xml'), '')],
    [
      'bytes that move from one file to the next',
      () => {
        writeFileSync(join(root, 'src/main.ts'), 'onet');
        writeFileSync(join(root, 'src/room/file.ts'), 'wo');
      },
    ],
  ])('changes with %s', (_change, act) => {
    const before = print();
    act();
    expect(print()).not.toBe(before);
  });

  it('stays when nothing changed, and does not mind hidden files or the order asked', () => {
    const before = print();
    writeFileSync(join(root, 'src/.DS_Store'), 'x');
    expect(print()).toBe(before);
    expect(fingerprint(root, ['manifest.xml', 'src'])).toBe(before);
  });
});

describe('a stamp', () => {
  it('holds for the fingerprint it was written with and for no other', () => {
    const file = join(root, 'dist/.stamp');
    expect(stampHolds(file, 'a')).toBe(false);
    writeStamp(file, 'a');
    expect(stampHolds(file, 'a')).toBe(true);
    expect(stampHolds(file, 'b')).toBe(false);
  });
});
