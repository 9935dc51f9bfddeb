import { newSingle, newStandardSpread, proposalBody, quoteBody } from '../bodies';
import { isRefusal, isRejected, meets, statuses } from '../findings';
import { Absent, finding, reading, simulated, writing, type Row } from '../row';
import { concludedRequests, idOf, liveQuote, openRequest, sortOf } from '../subjects';
import { acceptOwnQuote } from './deals';
import { sendAndRemove } from './quoting';

/** Section 7: errors. */
export const ERROR_ROWS: readonly Row[] = [
  {
    id: '7.1a',
    kind: 'error',
    key: 'auth.provesNotExecuted',
    sentence: 'Invalid requests are answered with errors',
    check: reading(async ({ service }) => {
      const right = await service.get('request', { request: idOf(await openRequest(service, {})) });
      const replies = [
        await service.get('request', { request: 'no-such-request' }),
        await service.get('trades', { query: { 'traded-at-from': 'no-such-time' } }),
      ];
      return meets(
        {
          'a valid one is answered': right.ok,
          'invalid ones are refused, and not for want of a sign-in': replies.every(
            (reply) => isRefusal(reply) && ![401, 403].includes(reply.status),
          ),
          'each says what is wrong': replies.every(({ errors }) =>
            errors.some(({ message }) => message !== ''),
          ),
        },
        statuses(replies),
      );
    }),
  },
  {
    id: '7.1b',
    kind: 'error',
    key: 'auth.provesNotExecuted',
    sentence: 'Where one property fails its validation there is a field error',
    check: writing(async ({ service, clock }) => {
      const [leg] = [newSingle(clock.now())['legs']].flat();
      const body = { 'all-or-none': true, legs: [{ ...Object(leg), quantity: -1 }] };
      const reply = await service.post('createRequest', {}, body);
      const field = reply.errors.find((error) => error.field !== undefined)?.field;
      return finding(
        isRejected(reply) && field?.includes('quantity') === true,
        `${reply.summary} (field ${field})`,
      );
    }),
  },
  {
    id: '7.1c',
    kind: 'error',
    key: 'auth.provesNotExecuted',
    sentence: 'An error can be a global one',
    check: reading(async ({ service }) => {
      const reply = await service.get('request', { request: 'no-such-request' });
      const global = reply.errors.some(({ field, message }) => field === undefined && message !== '');
      return finding(isRefusal(reply) && ![401, 403].includes(reply.status) && global, reply.summary);
    }),
  },
  {
    id: '7.1d',
    kind: 'error',
    key: 'auth.provesNotExecuted',
    sentence: 'An error can be an invalid state',
    check: writing(async ({ service }) => {
      const concluded = await concludedRequests(service);
      const request = concluded.find((one) => sortOf(one) === 'single' && one['role'] === 'recipient');
      if (!request) throw new Absent('no concluded single of somebody else is to be seen');
      const reply = await service.post('sendQuote', { request: idOf(request) }, quoteBody(request));
      return finding(isRejected(reply), reply.summary);
    }),
  },
  {
    id: '7.1e',
    kind: 'error',
    key: 'auth.provesNotExecuted',
    sentence:
      'A request that was closed a moment ago takes neither the quote nor the proposal that it took before',
    check: simulated(
      async ({ service, simulator }) => {
        const request = await openRequest(service, { sort: 'single', role: 'recipient' });
        const place = { request: idOf(request) };
        const bodies = [
          { path: 'sendQuote', body: quoteBody(request) },
          { path: 'addProposal', body: proposalBody(request, 'indicative') },
        ] as const;
        const before = [];
        for (const { path, body } of bodies) before.push(await service.post(path, place, body));
        await simulator.act({ do: 'close', requestId: idOf(request) });
        const after = [];
        for (const { path, body } of bodies) after.push(await service.post(path, place, body));
        return meets(
          {
            'both are taken before': before.every(({ ok }) => ok),
            'neither is afterwards': after.every(isRejected),
          },
          `before ${statuses(before)}, after ${statuses(after)}`,
        );
      },
      { writes: true },
    ),
  },
  {
    id: '7.2',
    kind: 'error',
    key: 'paths.sendQuote',
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
    key: 'mapping.bodies.quote',
    sentence: 'Missing leg prices in a quote on a green-grey swap are an error',
    check: writing(async ({ service }) => {
      const request = await openRequest(service, { sort: 'swap', role: 'recipient' });
      const replies = [];
      for (const legs of [[], [{ price: 50 }], [{ price: 50 }, { price: 49 }]])
        replies.push((await sendAndRemove(service, request, { body: quoteBody(request, { legs }) })).sent);
      return finding(replies.every(isRejected), statuses(replies));
    }),
  },
  {
    id: '7.4',
    kind: 'error',
    key: 'mapping.bodies.last-seen-price',
    sentence: 'A trade whose last seen spread price does not match may be refused for price mismatch',
    check: writing(async ({ service }) => {
      const seen = { type: 'standard-spread', 'spread-price': 9999.99 };
      const { quote, reply } = await acceptOwnQuote(service, { sort: 'standard-spread' }, () => ({
        'last-seen-price': seen,
      }));
      const isLeft = (await liveQuote(service, quote)) !== undefined;
      return finding(isRejected(reply) && isLeft, reply.summary);
    }),
  },
];
