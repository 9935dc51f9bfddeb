import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Answer, Resource } from '../../src/domain/resources/resource';
import { RequestId } from '../../src/domain/identifiers';
import { WholeSystem } from './whole-system';

let system: WholeSystem;
beforeEach(async () => {
  system = await WholeSystem.start();
});
afterEach(() => system.end());

const IDS = Array.from({ length: 10 }, (_, at) => RequestId.parse(`RQ-${10_279 + at}`));
const MINUTE_MS = 60_000;

const callsMade = async (): Promise<number> =>
  Object.values(await system.calls()).reduce((sum, calls) => sum + calls, 0);

it('a service that is down for ten minutes is hardly asked, cells keep what they knew, and all is fresh once it is back', async () => {
  const page = system.openPage();
  const cells = IDS.flatMap((id) => {
    const resources: Resource[] = [
      { kind: 'request', id },
      { kind: 'quotes', id },
      { kind: 'analytics', id },
    ];
    return resources.map((resource) => {
      const cell: { answer: Answer<Resource> } = { answer: { state: 'waiting' } };
      page.watch(resource, (answer) => void (cell.answer = answer));
      return cell;
    });
  });
  let status = '';
  page.watch({ kind: 'status' }, ({ value }) => void (status = value?.failure?.next ?? ''));
  await system.until('every cell knows something', () => cells.every(({ answer }) => answer.value));
  await system.control('/simulator/faults', { kind: 'status-before', status: 503, times: 100_000 });
  const before = await callsMade();
  await system.pass(2.5 * MINUTE_MS);
  // Whatever each would have waited for by itself; requests that are over never age.
  const ageing = cells.flatMap(({ answer: { state, staleAt } }) => (staleAt === undefined ? [] : [state]));
  expect([ageing.length, new Set(ageing)]).toEqual([20, new Set(['stale'])]);
  await system.pass(7.5 * MINUTE_MS);
  // Five until it rests, then one at growing intervals, and one a minute in the end.
  expect((await callsMade()) - before).toBeLessThan(30);
  expect(cells.every(({ answer }) => answer.value !== undefined)).toBe(true);
  expect(status).toContain('It is asked again within a minute.');
  await fetch(new URL('/simulator/faults', system.service), { method: 'DELETE' });
  await system.until('every cell is fresh', () =>
    cells.every(({ answer }) => answer.state === 'fresh' || answer.state === 'refreshing'),
  );
  expect(status).toBe('');
});
