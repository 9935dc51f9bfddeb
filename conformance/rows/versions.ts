import { acceptance, carries, newSingle, proposalBody } from '../bodies';
import { type Fields, fieldsOf, legsOf, same, shown, textAt } from '../fields';
import { all, meets, statuses } from '../findings';
import { Absent, finding, reading, simulated, writing, type Row } from '../row';
import { idOf, openRequest, openRequests, quotedRequest } from '../subjects';
import { dealtAsQuoted } from './deals';
import { proposalsOf, quotedAndGone, sendAndRemove } from './quoting';

const VERSIONS = ['2.0', '2.1', '2.2', '2.3'];

/** Section 9: versioning. */
export const VERSION_ROWS: readonly Row[] = [
  {
    id: '9.1',
    kind: 'version',
    key: 'paths.openRequests',
    sentence: 'The version is a number MAJOR.MINOR in the path: v2.0, v2.1, v2.2 and v2.3 exist',
    check: reading(async ({ service }) => {
      const replies = [];
      for (const version of VERSIONS) replies.push(await service.get('openRequests', { version }));
      const ids = replies.map(({ items }) => items.map(idOf));
      return meets(
        {
          'each gives a list': replies.every(({ isList }) => isList),
          'each lists the same open requests': ids.every((one) => one.length > 0 && same(one, ids[0])),
        },
        statuses(replies),
      );
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
    key: 'paths.trade',
    sentence: 'v2.0 has one set of trade endpoints for all venues',
    check: reading(async ({ service }) => {
      const { items } = await service.get('trades');
      const venues = [...new Set(items.map(({ venue }) => String(venue)))];
      const read = [];
      for (const venue of venues) {
        const reference = items.find((one) => one['venue'] === venue);
        const trade = textAt(reference, 'trade-id');
        read.push((await service.get('trade', { trade, version: '2.0' })).fields);
      }
      return finding(
        venues.length > 1 && read.every((trade, index) => trade['venue'] === venues[index]),
        `${venues.join(', ')}: ${read.map((trade) => textAt(trade, 'trade-id')).join(', ')}`,
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
    key: 'paths.sendQuote',
    sentence: 'v2.1 has tender quoting endpoints for all commodities',
    check: writing(async ({ service }) => {
      const requests = await openRequests(service, { sort: 'single', role: 'recipient' });
      const commodityOf = (one: Fields): string => textAt(one, 'legs', 0, 'commodity');
      const commodities = [...new Set(requests.map(commodityOf))];
      if (commodities.length === 0) throw new Absent('no request of others is open');
      const quotes = [];
      for (const commodity of commodities) {
        const request = requests.find((one) => commodityOf(one) === commodity) ?? {};
        quotes.push(await sendAndRemove(service, request, { version: '2.1' }));
      }
      const { outcome, met } = quotedAndGone(quotes);
      return finding(outcome === 'held', `${commodities.join(', ')}: ${met}`);
    }),
  },
  {
    id: '9.4d',
    kind: 'version',
    key: 'paths.executeTrade',
    sentence: 'v2.2 has the tender trade endpoint',
    check: writing(async ({ service }) => {
      const { request, quotes } = await quotedRequest(service, { sort: 'single', role: 'initiator' });
      const place = { request: idOf(request), version: '2.2' };
      const [quote = {}] = quotes;
      const reply = await service.post('executeTrade', place, acceptance(quote));
      return dealtAsQuoted(service, { request, quote, reply });
    }),
  },
  {
    id: '9.4e',
    kind: 'version',
    key: 'mapping.values.flag',
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
    key: 'paths.deleteProposals',
    sentence: 'v2.2 adds and deletes price proposals',
    check: writing(async ({ service }) => {
      const request = await openRequest(service, { sort: 'single', role: 'recipient' });
      const place = { request: idOf(request), version: '2.2' };
      const body = proposalBody(request, 'indicative');
      const added = await service.post('addProposal', place, body);
      const listed = await proposalsOf(service, request);
      const deleted = await service.delete('deleteProposals', place);
      const left = await proposalsOf(service, request);
      return meets(
        {
          'both are taken': added.ok && deleted.ok,
          'it is there, and then it is not': listed.some((one) => carries(one, body)) && left.length === 0,
        },
        `${statuses([added, deleted])}: ${listed.length}, then ${left.length}`,
      );
    }),
  },
  {
    id: '9.4g',
    kind: 'version',
    key: 'mapping.records.clearing.fields',
    sentence: 'v2.2 clears per leg',
    check: reading(async ({ service }) => {
      const { items } = await service.get('openRequests', { version: '2.2' });
      return all(
        items.flatMap(legsOf),
        (leg) => Object.keys(fieldsOf(leg['clearing'])).length > 0,
        'legs with clearing',
      );
    }),
  },
  {
    id: '9.4h',
    kind: 'version',
    key: 'mapping.words.direction',
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
    key: 'mapping.records.request.fields',
    sentence: 'v2.2 has the renamed attributes: request-id, not id',
    check: reading(async ({ service }) => {
      const { items } = await service.get('openRequests', { version: '2.2' });
      return all(items, (request: Fields) => idOf(request) !== '' && !('id' in request), 'requests');
    }),
  },
  {
    id: '9.4j',
    kind: 'version',
    key: 'paths.analytics',
    sentence: 'v2.3 has standard spreads',
    check: reading(async ({ service }) => {
      const request = idOf(await openRequest(service, { sort: 'standard-spread' }));
      const details = (await service.get('request', { request, version: '2.3' })).fields;
      const analytics = (await service.get('analytics', { request, version: '2.3' })).fields;
      const types = [details['contract'], analytics['contract-type']];
      return finding(
        [details, analytics].every((one) => idOf(one) === request) &&
          types.every((type) => type === 'standard-spread'),
        shown(types),
      );
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
    key: 'paths.authenticate',
    sentence: 'Trade capturing goes: authenticate on v2.0, list trades, fetch details per trade',
    check: reading(async ({ service }) => {
      const signedIn = await service.signIn();
      const sent = { authorization: `Bearer ${service.tokenIn(signedIn)}` };
      const list = await service.get('trades', {}, sent);
      const trade = textAt(list.items[0], 'trade-id');
      const details = await service.get('trade', { trade }, sent);
      return finding(
        /^\/v2(\.0)?\//.test(service.profile.paths.authenticate) &&
          trade !== '' &&
          details.fields['trade-id'] === trade,
        `${statuses([signedIn, list, details])}: ${trade}`,
      );
    }),
  },
];
