import { newSingle, newStandardSpread, quoteBody } from '../bodies';
import { isRefusal, statuses } from '../findings';
import { Absent, finding, reading, writing, type Row } from '../row';
import { activeQuotes, concludedRequests, idOf, openRequest, sortOf } from '../subjects';
import { acceptOwnQuote } from './deals';

/** Section 7: errors. */
export const ERROR_ROWS: readonly Row[] = [
  {
    id: '7.1a',
    kind: 'error',
    sentence: 'Invalid requests are answered with errors',
    check: reading(async ({ service }) => {
      const replies = [
        await service.get('request', { request: 'no-such-request' }),
        await service.get('trades', { query: { 'traded-at-from': 'no-such-time' } }),
      ];
      const said = replies.every(({ errors }) => errors.length > 0);
      return finding(said && replies.every(isRefusal), statuses(replies));
    }),
  },
  {
    id: '7.1b',
    kind: 'error',
    sentence: 'Where one property fails its validation there is a field error',
    check: writing(async ({ service, clock }) => {
      const [leg] = [newSingle(clock.now())['legs']].flat();
      const body = { 'all-or-none': true, legs: [{ ...Object(leg), quantity: -1 }] };
      const reply = await service.post('createRequest', {}, body);
      const field = reply.errors.find((error) => error.field !== undefined)?.field;
      return finding(
        isRefusal(reply) && field?.includes('quantity') === true,
        `${reply.summary} (field ${field})`,
      );
    }),
  },
  {
    id: '7.1c',
    kind: 'error',
    sentence: 'An error can be a global one',
    check: reading(async ({ service }) => {
      const reply = await service.get('request', { request: 'no-such-request' });
      const global = reply.errors.some(({ field }) => field === undefined);
      return finding(isRefusal(reply) && global, reply.summary);
    }),
  },
  {
    id: '7.1d',
    kind: 'error',
    sentence: 'An error can be an invalid state',
    check: writing(async ({ service }) => {
      const concluded = await concludedRequests(service);
      const request = concluded.find((one) => sortOf(one) === 'single' && one['role'] === 'recipient');
      if (!request) throw new Absent('no concluded single of somebody else is to be seen');
      const reply = await service.post('sendQuote', { request: idOf(request) }, quoteBody(request));
      return finding(isRefusal(reply) && reply.status !== 404, reply.summary);
    }),
  },
  {
    id: '7.2',
    kind: 'error',
    sentence: 'Creating, quoting and analysing standard spreads on v2.2 is 422 Unprocessable Entity',
    check: writing(async ({ service, clock }) => {
      const request = await openRequest(service, { sort: 'standard-spread', role: 'recipient' });
      const place = { request: idOf(request), version: '2.2' };
      const replies = [
        await service.post('createRequest', { version: '2.2' }, newStandardSpread(clock.now())),
        await service.post('sendQuote', place, quoteBody(request)),
        await service.get('analytics', place),
      ];
      return finding(
        replies.every(({ status }) => status === 422),
        statuses(replies),
      );
    }),
  },
  {
    id: '7.3',
    kind: 'error',
    sentence: 'Missing leg prices in a quote on a green-grey swap are an error',
    check: writing(async ({ service }) => {
      const request = await openRequest(service, { sort: 'swap', role: 'recipient' });
      const replies = [];
      for (const legs of [[], [{ price: 50 }], [{ price: 50 }, { price: 49 }]]) {
        replies.push(
          await service.post('sendQuote', { request: idOf(request) }, quoteBody(request, { legs })),
        );
      }
      return finding(replies.every(isRefusal), statuses(replies));
    }),
  },
  {
    id: '7.4',
    kind: 'error',
    sentence: 'A trade whose last seen spread price does not match may be refused for price mismatch',
    check: writing(async ({ service }) => {
      const seen = { type: 'standard-spread', 'spread-price': 9999.99 };
      const { request, reply } = await acceptOwnQuote(service, { sort: 'standard-spread' }, () => ({
        'last-seen-price': seen,
      }));
      const left = await activeQuotes(service, request);
      return finding(isRefusal(reply) && left.length > 0, reply.summary);
    }),
  },
];
