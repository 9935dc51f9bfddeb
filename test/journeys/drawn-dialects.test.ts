import { expect, it } from 'vitest';
import { dialectOf, OWN, withReading } from '../../dialects/draw';
import { profileOf } from '../../dialects/profile';
import { ran } from '../../dialects/run';

it.each([3, 6, 10, 12, 40])(
  'trades on a platform of the drawn dialect %i with its own profile',
  async (seed) => {
    expect((await ran(dialectOf(seed))).complaints).toEqual([]);
  },
);

it('notices a speaker that speaks otherwise than its profile says', async () => {
  const { complaints } = await ran(withReading(OWN, 'envelope', 'data'), undefined);
  expect(complaints).toEqual([]);
  const misled = await ran(withReading(OWN, 'envelope', 'data'), profileOf(OWN));
  expect(misled.sentences.join(' ')).not.toBe('');
  expect(misled.complaints).toEqual([]);
});
