import { newSingle, newSpread, newStandardSpread } from '../bodies';
import { at, legsOf, listOf, same, shown, textAt } from '../fields';
import { all, allOk, isRefusal, statuses } from '../findings';
import { filtered, laterHalf } from '../periods';
import { finding, reading, writing, type Row } from '../row';
import { concludedRequests, idOf, openRequest, openRequests, sortOf } from '../subjects';

/** Section 4, the table of endpoints: requests and their analytics. */
export const REQUEST_ENDPOINT_ROWS: readonly Row[] = [
  {
    id: '4.table.4a',
    kind: 'endpoint',
    sentence: 'GET requests gives the open requests',
    check: reading(async ({ service }) => {
      const concluded = (await service.get('concludedRequests')).items.map(idOf);
      return all(
        await openRequests(service),
        (request) => !concluded.includes(idOf(request)),
        'open requests',
      );
    }),
  },
  {
    id: '4.table.4b',
    kind: 'endpoint',
    sentence: 'They are filtered by a period of created-at',
    check: reading(async ({ service }) => {
      const requests = await openRequests(service);
      const since = laterHalf(requests, 'created-at');
      const { items } = await service.get('openRequests', { query: { 'created-at-from': since.by } });
      return filtered(requests, items, { id: 'request-id', ...since });
    }),
  },
  {
    id: '4.table.4c',
    kind: 'endpoint',
    sentence: 'Requests are filtered by a period of concluded-at',
    check: reading(async ({ service }) => {
      const requests = await concludedRequests(service);
      const since = laterHalf(requests, 'concluded-at');
      const query = { 'concluded-at-from': since.by };
      const parts = [];
      for (const path of ['openRequests', 'concludedRequests'] as const) {
        parts.push((await service.get(path, { query })).items);
      }
      const findings = parts.map((part) => filtered(requests, part, { id: 'request-id', ...since }));
      return findings.find(({ outcome }) => outcome !== 'held') ?? findings[0] ?? finding(false, 'nothing');
    }),
  },
  {
    id: '4.table.4d',
    kind: 'endpoint',
    sentence: 'The old concluded filter is deprecated',
    untestable: 'being deprecated changes no answer, and its values are not stated',
  },
  {
    id: '4.table.5a',
    kind: 'endpoint',
    sentence: 'POST requests creates a request, single or spread',
    check: writing(async ({ service, clock }) => {
      const replies = [];
      for (const body of [newSingle(clock.now()), newSpread(clock.now())]) {
        replies.push(await service.post('createRequest', {}, body));
      }
      const sorts = replies.map(({ fields }) => sortOf(fields));
      return finding(same(sorts, ['single', 'spread']), `${statuses(replies)}: ${sorts.join(', ')}`);
    }),
  },
  {
    id: '4.table.5b',
    kind: 'rule',
    sentence: 'A standard spread is detected by the service, unasked',
    check: writing(async ({ service, clock }) => {
      const body = newStandardSpread(clock.now());
      const { fields, summary } = await service.post('createRequest', {}, body);
      return finding(
        !('contract' in body) && sortOf(fields) === 'standard-spread',
        `${summary}: ${shown(fields['contract'])}`,
      );
    }),
  },
  {
    id: '4.table.5c',
    kind: 'version',
    sentence: 'Creating a standard spread needs v2.3',
    check: writing(async ({ service, clock }) => {
      const body = newStandardSpread(clock.now());
      const replies = [];
      for (const version of ['2.1', '2.2', '2.3'])
        replies.push(await service.post('createRequest', { version }, body));
      const [last, ...older] = [...replies].reverse();
      return finding(
        last?.ok === true && older.every(isRefusal),
        replies.map(({ status }) => status).join(', '),
      );
    }),
  },
  {
    id: '4.table.6a',
    kind: 'endpoint',
    sentence: 'GET requests/{request-id} gives one request with contract, spread-type and legs',
    check: reading(async ({ service }) => {
      const request = await openRequest(service, { sort: 'spread' });
      const { fields, summary } = await service.get('request', { request: idOf(request) });
      const holds =
        textAt(fields, 'contract') !== '' &&
        textAt(fields, 'spread-type') !== '' &&
        legsOf(fields).length === 2;
      return finding(holds, `${summary}: ${shown(fields['contract'])}, ${shown(fields['spread-type'])}`);
    }),
  },
  {
    id: '4.table.6b',
    kind: 'endpoint',
    sentence: 'It gives spreadType for green-grey swaps',
    check: reading(async ({ service }) => {
      const request = await openRequest(service, { sort: 'swap' });
      const { fields } = await service.get('request', { request: idOf(request) });
      return finding(textAt(fields, 'spreadType') !== '', shown(fields['spreadType']));
    }),
  },
  {
    id: '4.table.6c',
    kind: 'version',
    sentence: 'Standard spreads can be read there on v2.2',
    check: reading(async ({ service }) => {
      const request = idOf(await openRequest(service, { sort: 'standard-spread' }));
      const { fields, summary } = await service.get('request', { request, version: '2.2' });
      return finding(idOf(fields) === request && listOf(at(fields, 'legs')).length === 2, summary);
    }),
  },
  {
    id: '4.table.7',
    kind: 'endpoint',
    sentence: 'GET analytics gives the analytics of a request; of standard spreads on v2.3',
    check: reading(async ({ service }) => {
      const replies = [];
      for (const sort of ['single', 'standard-spread'] as const) {
        const request = idOf(await openRequest(service, { sort }));
        replies.push(await service.get('analytics', { request, version: '2.3' }));
      }
      return allOk(replies);
    }),
  },
];
