import { acceptance, newSingle, proposalBody } from '../bodies';
import { at, type Fields, legsOf, same, shown, textAt } from '../fields';
import { all, allOk, statuses } from '../findings';
import { Absent, finding, reading, simulated, writing, type Row } from '../row';
import { idOf, openRequest, openRequests, quotedRequest } from '../subjects';
import { sendAndRemove } from './quoting';

const VERSIONS = ['2.0', '2.1', '2.2', '2.3'];

/** Section 9: versioning. */
export const VERSION_ROWS: readonly Row[] = [
  {
    id: '9.1',
    kind: 'version',
    sentence: 'The version is a number MAJOR.MINOR in the path: v2.0, v2.1, v2.2 and v2.3 exist',
    check: reading(async ({ service }) => {
      const replies = [];
      for (const version of VERSIONS) replies.push(await service.get('openRequests', { version }));
      return allOk(replies);
    }),
  },
  {
    id: '9.2',
    kind: 'version',
    sentence: 'Breaking changes come with another MAJOR.MINOR number',
    untestable: 'it is a promise about changes to come',
  },
  {
    id: '9.3',
    kind: 'version',
    sentence: 'Older versions may be deprecated, and an end of life is announced',
    untestable: 'it is announced out of band',
  },
  {
    id: '9.4a',
    kind: 'version',
    sentence: 'v2.0 has one set of trade endpoints for all venues',
    check: reading(async ({ service }) => {
      const { items } = await service.get('trades');
      const venues = [...new Set(items.map(({ venue }) => String(venue)))];
      const replies = [];
      for (const venue of venues) {
        const trade = textAt(
          items.find((one) => one['venue'] === venue),
          'trade-id',
        );
        replies.push(await service.get('trade', { trade, version: '2.0' }));
      }
      return finding(
        venues.length > 1 && replies.every(({ ok }) => ok),
        `${venues.join(', ')}: ${statuses(replies)}`,
      );
    }),
  },
  {
    id: '9.4b',
    kind: 'version',
    sentence: 'v2.0 has new currencies, units and markets',
    untestable: 'which ones is not stated',
  },
  {
    id: '9.4c',
    kind: 'version',
    sentence: 'v2.1 has tender quoting endpoints for all commodities',
    check: writing(async ({ service }) => {
      const requests = await openRequests(service, { sort: 'single', role: 'recipient' });
      const commodities = [...new Set(requests.map((one) => textAt(one, 'legs', 0, 'commodity')))];
      if (commodities.length === 0) throw new Absent('no request of others is open');
      const replies = [];
      for (const commodity of commodities) {
        const request = requests.find((one) => textAt(one, 'legs', 0, 'commodity') === commodity) ?? {};
        replies.push(...(await sendAndRemove(service, request, { version: '2.1' })));
      }
      return finding(allOk(replies).outcome === 'held', `${commodities.join(', ')}: ${statuses(replies)}`);
    }),
  },
  {
    id: '9.4d',
    kind: 'version',
    sentence: 'v2.2 has the tender trade endpoint',
    check: writing(async ({ service }) => {
      const { request, quotes } = await quotedRequest(service, { sort: 'single', role: 'initiator' });
      const place = { request: idOf(request), version: '2.2' };
      const reply = await service.post('executeTrade', place, acceptance(quotes[0] ?? {}));
      return finding(reply.ok, reply.summary);
    }),
  },
  {
    id: '9.4e',
    kind: 'version',
    sentence: 'v2.2 has all-or-none: a part is traded where it is false, and refused where it is true',
    check: simulated(
      async ({ service, clock, simulator }) => {
        const results = [];
        for (const allOrNone of [false, true]) {
          const body = { ...newSingle(clock.now()), 'all-or-none': allOrNone };
          const request = idOf((await service.post('createRequest', {}, body)).fields);
          const quote = await simulator.act({ do: 'quote', requestId: request, price: 50 });
          const accepted = await service.post(
            'executeTrade',
            { request },
            acceptance(quote, { quantity: 4 }),
          );
          results.push(accepted.ok);
        }
        return finding(same(results, [true, false]), `4 of 10 taken: ${shown(results)}`);
      },
      { writes: true },
    ),
  },
  {
    id: '9.4f',
    kind: 'version',
    sentence: 'v2.2 adds and deletes price proposals',
    check: writing(async ({ service }) => {
      const request = await openRequest(service, { sort: 'single', role: 'recipient' });
      const place = { request: idOf(request), version: '2.2' };
      return allOk([
        await service.post('addProposal', place, proposalBody(request, 'indicative')),
        await service.delete('deleteProposals', place),
      ]);
    }),
  },
  {
    id: '9.4g',
    kind: 'version',
    sentence: 'v2.2 clears per leg',
    check: reading(async ({ service }) => {
      const { items } = await service.get('openRequests', { version: '2.2' });
      return all(items.flatMap(legsOf), (leg) => at(leg, 'clearing') !== undefined, 'legs with clearing');
    }),
  },
  {
    id: '9.4h',
    kind: 'version',
    sentence: 'v2.2 has bid and ask as price directions',
    check: reading(async ({ service }) => {
      const { request } = await quotedRequest(service, {});
      const { items } = await service.get('quotes', { request: idOf(request), version: '2.2' });
      return all(items, (quote) => ['bid', 'ask'].includes(textAt(quote, 'price-direction')), 'quotes');
    }),
  },
  {
    id: '9.4i',
    kind: 'version',
    sentence: 'v2.2 has the renamed attributes: request-id, not id',
    check: reading(async ({ service }) => {
      const { items } = await service.get('openRequests', { version: '2.2' });
      return all(items, (request: Fields) => idOf(request) !== '' && !('id' in request), 'requests');
    }),
  },
  {
    id: '9.4j',
    kind: 'version',
    sentence: 'v2.3 has standard spreads',
    check: reading(async ({ service }) => {
      const request = idOf(await openRequest(service, { sort: 'standard-spread' }));
      const replies = [];
      for (const path of ['request', 'analytics'] as const) {
        replies.push(await service.get(path, { request, version: '2.3' }));
      }
      return allOk(replies);
    }),
  },
  {
    id: '9.5',
    kind: 'version',
    sentence: 'Version 1 covers trade capturing and demand forwarding, and is partly replaced',
    untestable: 'its paths are not stated',
  },
  {
    id: '9.6',
    kind: 'version',
    sentence: 'Trade capturing goes: authenticate on v2.0, list trades, fetch details per trade',
    check: reading(async ({ service }) => {
      const signedIn = await service.authenticate({ version: '2.0' });
      const token = textAt(signedIn.fields, service.profile.auth.tokenField);
      const sent = { authorization: `Bearer ${token}` };
      const list = await service.get('trades', {}, sent);
      const trade = textAt(list.items[0], 'trade-id');
      return allOk([signedIn, list, await service.get('trade', { trade }, sent)]);
    }),
  },
];
