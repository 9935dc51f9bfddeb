import { describe, expect, it } from 'vitest';
import { Lazy, NOT_LOADED } from '../../../src/taskpane/app/lazy';
import { missingFile } from './missing-file';

describe('a part that comes when it is wanted', () => {
  it('is not asked for before, and once however often it is wanted', async () => {
    let asked = 0;
    const late = new Lazy(() => Promise.resolve(++asked));
    expect([asked, late.arrival.get().kind]).toEqual([0, 'away']);
    const both = await Promise.all([late.fetch(), late.fetch()]);
    expect(both).toEqual([
      { ok: true, value: 1 },
      { ok: true, value: 1 },
    ]);
    await late.fetch();
    expect(asked).toBe(1);
  });

  it('whose file does not come says so, and comes when it is asked for again', async () => {
    const answers = [() => Promise.reject(missingFile()), () => Promise.resolve('here')];
    const late = new Lazy(async () => answers.shift()?.());
    expect(await late.fetch()).toEqual({ ok: false, failure: NOT_LOADED });
    expect(late.arrival.get().kind).toBe('failed');
    expect(await late.fetch()).toEqual({ ok: true, value: 'here' });
  });

  it('that has a fault of its own throws it each time, and is not fetched again', async () => {
    let asked = 0;
    const late = new Lazy(() => {
      asked++;
      return Promise.reject(new TypeError('a fault'));
    });
    await expect(late.fetch()).rejects.toThrow('a fault');
    await expect(late.fetch()).rejects.toThrow('a fault');
    expect(asked).toBe(1);
  });
});
