import { describe, expect, it } from 'vitest';
import { lazySheet, loadOnce, NOT_LOADED } from '../../../src/taskpane/app/lazy';
import { MemorySheet } from '../memory-sheet';
import { missingFile } from './missing-file';

describe('a part that comes when it is wanted', () => {
  it('is not asked for before, and once however often it is wanted', async () => {
    let asked = 0;
    const late = loadOnce(() => Promise.resolve(++asked));
    expect(asked).toBe(0);
    const both = await Promise.all([late(), late()]);
    expect(both).toEqual([
      { ok: true, value: 1 },
      { ok: true, value: 1 },
    ]);
    await late();
    expect(asked).toBe(1);
  });

  it('whose file does not come says so, and comes when it is asked for again', async () => {
    const answers = [() => Promise.reject(missingFile()), () => Promise.resolve('here')];
    const late = loadOnce(async () => answers.shift()?.());
    expect(await late()).toEqual({ ok: false, failure: NOT_LOADED });
    expect(await late()).toEqual({ ok: true, value: 'here' });
  });

  it('that has a fault of its own throws it each time, and is not fetched again', async () => {
    let asked = 0;
    const late = loadOnce(() => {
      asked++;
      return Promise.reject(new TypeError('a fault'));
    });
    await expect(late()).rejects.toThrow('a fault');
    await expect(late()).rejects.toThrow('a fault');
    expect(asked).toBe(1);
  });
});

it('what is asked of the sheet before its code is here is answered once it is', async () => {
  const memory = new MemorySheet();
  memory.row = { cell: 'RQ-7', heads: [] };
  const sheet = lazySheet(loadOnce(() => Promise.resolve(memory)));
  expect(await sheet.selectedRow()).toEqual({ ok: true, value: { cell: 'RQ-7', heads: [] } });
});

it('a sheet whose code does not come says so, and is asked for again', async () => {
  const answers = [() => Promise.reject<MemorySheet>(missingFile())];
  const sheet = lazySheet(loadOnce(() => answers.shift()?.() ?? Promise.resolve(new MemorySheet())));
  expect(await sheet.selectedRow()).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
  expect((await sheet.selectedRow()).ok).toBe(true);
});
