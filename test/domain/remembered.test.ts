import { expect, it } from 'vitest';
import { remembering } from '../../src/domain/remembered';

it('works an answer out once, also one that is nothing', () => {
  const known = remembering<string | undefined>();
  const worked: string[] = [];
  const ask = (key: string, answer: string | undefined) =>
    known(key, () => {
      worked.push(key);
      return answer;
    });
  expect([ask('a', 'A'), ask('b', undefined), ask('a', 'other'), ask('b', 'other')]).toEqual([
    'A',
    undefined,
    'A',
    undefined,
  ]);
  expect(worked).toEqual(['a', 'b']);
});

it('begins anew when it knows as many as it may', () => {
  const known = remembering<number>(2);
  let count = 0;
  const ask = (key: string) => known(key, () => (count += 1));
  expect(['a', 'b', 'a', 'c', 'a'].map(ask)).toEqual([1, 2, 1, 3, 4]);
});
