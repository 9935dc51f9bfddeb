import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inPieces } from '../../bench/export/kept-trades';
import { SUBJECTS } from '../../bench/export/subjects';
import { madeTrades } from '../../bench/export/trades';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bench-export-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it.each(SUBJECTS.filter(({ peer }) => !peer))(
  '$name writes a file of the trades that are made for it',
  async (subject) => {
    const file = join(folder, 'trades');
    await subject.write(inPieces(madeTrades(30)), file);
    expect(statSync(file).size).toBeGreaterThan(1_000);
  },
);

it('makes as many trades as asked for, each another one', async () => {
  const ids = new Set<string>();
  for await (const { trade } of madeTrades(300)) ids.add(trade.id);
  expect(ids.size).toBe(300);
});
