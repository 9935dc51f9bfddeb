import { newSingle, newSpread, newStandardSpread } from '../bodies';
import { at, legsOf, listOf, same, shown, textAt, type Fields } from '../fields';
import { all, meets, statuses } from '../findings';
import { filtered, middleThird } from '../periods';
import { finding, reading, writing, type Row } from '../row';
import { concludedRequests, idOf, openRequest, openRequests, sortOf } from '../subjects';

/** What a leg asks for. */
const wantedOf = (leg: Fields): readonly unknown[] =>
  ['commodity', 'market', 'delivery-start', 'delivery-end', 'load-profile', 'action', 'quantity'].map(
    (name) => leg[name],
  );

/** Section 4, the table of endpoints: requests and their analytics. */
export const REQUEST_ENDPOINT_ROWS: readonly Row[] = [
  {
    id: '4.table.4a',
    kind: 'endpoint',
    key: 'paths.openRequests',
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
    key: 'lists.filters.created-at-from',
    sentence: 'They are filtered by a period of created-at',
    check: reading(async ({ service }) => {
      const requests = await openRequests(service);
      const period = middleThird(requests, 'created-at');
      const { items } = await service.get('openRequests', { query: period.query });
      return filtered(requests, items, { id: 'request-id', ...period });
    }),
  },
  {
    id: '4.table.4c',
    kind: 'endpoint',
    key: 'lists.filters.concluded-at-from',
    sentence: 'Requests are filtered by a period of concluded-at',
    check: reading(async ({ service }) => {
      const requests = await concludedRequests(service);
      const period = middleThird(requests, 'concluded-at');
      const parts = [];
      for (const path of ['openRequests', 'concludedRequests'] as const) {
        parts.push((await service.get(path, { query: period.query })).items);
      }
      const findings = parts.map((part) => filtered(requests, part, { id: 'request-id', ...period }));
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
    key: 'paths.createRequest',
    sentence: 'POST requests creates a request, single or spread',
    check: writing(async ({ service, clock }) => {
      const bodies = [newSingle(clock.now()), newSpread(clock.now())];
      const replies = [];
      for (const body of bodies) replies.push(await service.post('createRequest', {}, body));
      const sorts = replies.map(({ fields }) => sortOf(fields));
      const read: Fields[] = [];
      for (const { fields } of replies)
        read.push((await service.get('request', { request: idOf(fields) })).fields);
      return meets(
        {
          'a single and a spread come of it': same(sorts, ['single', 'spread']),
          'both have the legs that were asked for': bodies.every((body, index) =>
            same(legsOf(read[index]).map(wantedOf), legsOf(body).map(wantedOf)),
          ),
        },
        `${statuses(replies)}: ${sorts.join(', ')}`,
      );
    }),
  },
  {
    id: '4.table.5b',
    kind: 'rule',
    key: 'mapping.words.contract',
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
    key: 'paths.createRequest',
    sentence: 'Creating a standard spread needs v2.3',
    check: writing(async ({ service, clock }) => {
      const body = newStandardSpread(clock.now());
      const replies = [];
      const before = (await openRequests(service)).length;
      for (const version of ['2.1', '2.2', '2.3'])
        replies.push(await service.post('createRequest', { version }, body));
      const made = (await openRequests(service)).length - before;
      const [last, ...older] = [...replies].reverse();
      return meets(
        {
          'v2.3 makes one': last?.ok === true && sortOf(last.fields) === 'standard-spread',
          'older ones answer 422': older.every(({ status }) => status === 422),
          'and make none': made === 1,
        },
        `${replies.map(({ status }) => status).join(', ')}, and ${made} more`,
      );
    }),
  },
  {
    id: '4.table.6a',
    kind: 'endpoint',
    key: 'paths.request',
    sentence: 'GET requests/{request-id} gives one request with contract, spread-type and legs',
    check: reading(async ({ service }) => {
      const request = await openRequest(service, { sort: 'spread' });
      const { fields, summary } = await service.get('request', { request: idOf(request) });
      const names = ['request-id', 'contract', 'spread-type'];
      return meets(
        {
          'they are there': names.every((name) => textAt(fields, name) !== ''),
          'they are as in the list': names.every((name) => fields[name] === (request[name] ?? fields[name])),
          'it has two legs': legsOf(fields).length === 2,
        },
        `${summary}: ${shown(fields['contract'])}, ${shown(fields['spread-type'])}`,
      );
    }),
  },
  {
    id: '4.table.6b',
    kind: 'endpoint',
    key: 'mapping.records.request.fields',
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
    key: 'paths.request',
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
    key: 'paths.analytics',
    sentence: 'GET analytics gives the analytics of a request; of standard spreads on v2.3',
    check: reading(async ({ service }) => {
      const told = [];
      for (const sort of ['single', 'standard-spread'] as const) {
        const request = idOf(await openRequest(service, { sort }));
        const { fields } = await service.get('analytics', { request, version: '2.3' });
        told.push({ request, sort, fields });
      }
      return all(
        told,
        ({ request, sort, fields }) => idOf(fields) === request && textAt(fields, 'contract-type') === sort,
        'analytics, each of its request and contract',
      );
    }),
  },
];
