import { afterEach, expect, it } from 'vitest';
import type { Answer, Resource } from '../../src/domain/resources/resource';
import { WholeSystem } from './whole-system';

let system: WholeSystem;
afterEach(() => system.end());

it('tells a page of a trade as a reference as soon as a cell has shown it, before anything is pressed', async () => {
  system = await WholeSystem.start();
  const page = system.openPage();
  const newest = <R extends Resource>(resource: R): (() => Answer<R>['value']) => {
    let answer: Answer<R> = { state: 'waiting' };
    page.watch(resource, (told) => void (answer = told));
    return () => answer.value;
  };
  const limits = newest({ kind: 'limits' });
  const listed = newest({ kind: 'trades' });
  await system.until('the limits and the list are there', () =>
    Boolean(limits() && listed()?.records.length),
  );
  expect(limits()?.lastTrades).toEqual([]);
  for (const { id } of listed()?.records ?? []) newest({ kind: 'trade', id });
  await system.until('the trade is a reference', () => (limits()?.lastTrades?.length ?? 0) > 0);
});
