import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heldOrder } from '../../../src/taskpane/ui/held-order';

const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'));

describe('the order of a list that a person may be reading', () => {
  it('is the wanted one while nobody is there', () => {
    expect(heldOrder(['a', 'b'], ['b', 'c'], false)).toEqual({ ids: ['b', 'c'], waiting: 0 });
  });

  it('while held never swaps two rows, never adds one, and counts those that wait', () => {
    fc.assert(
      fc.property(ids, ids, (shown, wanted) => {
        const held = heldOrder(shown, wanted, 'wait');
        expect(held.ids).toEqual(shown.filter((id) => wanted.includes(id)));
        expect(held.waiting).toBe(wanted.length - held.ids.length);
      }),
    );
  });

  it('may let new ones stand below those that are there, so that nothing is missing', () => {
    fc.assert(
      fc.property(ids, ids, (shown, wanted) => {
        const held = heldOrder(shown, wanted, 'below');
        const kept = shown.filter((id) => wanted.includes(id));
        expect(held.ids.slice(0, kept.length)).toEqual(kept);
        expect([...held.ids].sort()).toEqual([...wanted].sort());
        expect(held.waiting).toBe(0);
      }),
    );
  });
});
