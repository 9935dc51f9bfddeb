import { expect, it } from 'vitest';
import { sparklinePath } from '../../../src/taskpane/ui/sparkline';

const SIZE = { width: 100, height: 20 };

it('draws a price as steps, from the lowest to the highest, with room behind the newest', () => {
  const points = [
    { at: 0, price: '1' },
    { at: 50, price: '3' },
    { at: 100, price: '2' },
  ];
  expect(sparklinePath(points, SIZE)).toEqual({
    path: 'M0 17H46V3H92V10H96',
    end: { x: 96, y: 10 },
  });
  expect(sparklinePath(points, { ...SIZE, level: '5' })?.level).toBe(3);
});

it('draws one price as a line in the middle, and nothing of none', () => {
  expect(sparklinePath([{ at: 5, price: '7' }], SIZE)).toEqual({
    path: 'M0 10H96',
    end: { x: 96, y: 10 },
  });
  expect(sparklinePath([], SIZE)).toBeUndefined();
});

it('leaves a gap where nothing was seen', () => {
  const points = [
    { at: 0, price: '1' },
    { at: 20 },
    { at: 60, price: '3' },
    { at: 80, price: '2' },
    { at: 100 },
  ];
  expect(sparklinePath(points, SIZE)).toEqual({ path: 'M0 17H18.4M55.2 3H73.6V10H92' });
  expect(sparklinePath([{ at: 0 }], SIZE)).toBeUndefined();
});
