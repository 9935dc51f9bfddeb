import { expect, it } from 'vitest';
import { Lazy, lazySheet } from '../../../src/taskpane/app/lazy';
import { MemorySheet } from '../memory-sheet';
import { missingFile } from './missing-file';

it('what is asked of the sheet before its code is here is answered once it is', async () => {
  const memory = new MemorySheet();
  memory.row = { cell: 'RQ-7', heads: [] };
  const sheet = lazySheet(new Lazy(() => Promise.resolve(memory)));
  expect(await sheet.selectedRow()).toEqual({ ok: true, value: { cell: 'RQ-7', heads: [] } });
});

it('a sheet whose code does not come says so, and is asked for again', async () => {
  const answers = [() => Promise.reject<MemorySheet>(missingFile())];
  const sheet = lazySheet(new Lazy(() => answers.shift()?.() ?? Promise.resolve(new MemorySheet())));
  expect(await sheet.selectedRow()).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
  expect((await sheet.selectedRow()).ok).toBe(true);
});
