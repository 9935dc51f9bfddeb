import { expect, it } from 'vitest';
import { labelOf } from '../../../src/taskpane/ui/size-bar';

it('a size is written where the edge of its bar strikes through no letter', () => {
  expect(labelOf(1, '10 MW', '10')).toEqual({ label: '10 MW', at: 'on' });
  expect(labelOf(0.9, '9 MW', '9')).toEqual({ label: '9 MW', at: 'on' });
  // The bar ends within "6 MW", and behind it there is no room.
  expect(labelOf(0.6, '6 MW', '6')).toEqual({ label: '6', at: 'on' });
  expect(labelOf(0.1, '1 MW', '1')).toEqual({ label: '1 MW', at: 'behind' });
  expect(labelOf(0.25, '2 MW', '2')).toEqual({ label: '2', at: 'behind' });
  expect(labelOf(0.5, '5,000', '5,000')).toEqual({ label: '5,000', at: 'over' });
});
