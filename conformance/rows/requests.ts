import { newLeg, newSpread, newStandardSpread, proposalBody } from '../bodies';
import { at, fieldsOf, legsOf, same, shown, textAt, type Fields } from '../fields';
import { all } from '../findings';
import { Absent, finding, reading, simulated, writing, type Row } from '../row';
import type { Service } from '../site/service';
import {
  actionsOf,
  concludedRequests,
  idOf,
  openRequest,
  openRequests,
  sortOf,
  someTrades,
} from '../subjects';
import { acceptOwnQuote } from './deals';

const everyRequest = async (service: Service): Promise<readonly Fields[]> => [
  ...(await openRequests(service)),
  ...(await service.get('concludedRequests')).items,
];

const isSpread = (request: Fields): boolean => ['spread', 'standard-spread'].includes(sortOf(request) ?? '');
const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const legNames = (record: Fields): string =>
  legsOf(record)
    .map((leg) => [leg['commodity'], leg['market'], leg['delivery-start']].map(String).join(' '))
    .join(' | ');

/** Section 2, request. */
export const REQUEST_ROWS: readonly Row[] = [
  {
    id: '2.request.1',
    kind: 'record',
    key: 'mapping.records.request.fields',
    sentence: 'A request is identified by request-id, which was once named id',
    check: reading(async ({ service }) => {
      const requests = await everyRequest(service);
      const ids = new Set(requests.map(idOf));
      const unique = ids.size === requests.length;
      return all(requests, (request) => unique && idOf(request) !== '' && !('id' in request), 'requests');
    }),
  },
  {
    id: '2.request.2a',
    kind: 'record',
    key: 'mapping.words.contract',
    sentence: 'contract tells the kind of contract; one leg is a single',
    check: reading(async ({ service }) => {
      const singles = (await everyRequest(service)).filter((request) => sortOf(request) === 'single');
      return all(
        singles,
        (request) => textAt(request, 'contract').startsWith('single'),
        'requests of one leg',
      );
    }),
  },
  {
    id: '2.request.2b',
    kind: 'record',
    key: 'mapping.words.contract',
    sentence: 'A spread request carries the contract spread',
    check: reading(async ({ service }) => {
      const spreads = (await everyRequest(service)).filter((request) => sortOf(request) === 'spread');
      return all(spreads, (request) => request['contract'] === 'spread', 'spreads');
    }),
  },
  {
    id: '2.request.3a',
    kind: 'record',
    key: 'mapping.words.spread-type',
    sentence: 'The spread-type of a spread is time, location or efp',
    check: reading(async ({ service }) => {
      const spreads = (await everyRequest(service)).filter(isSpread);
      return all(
        spreads,
        (one) => ['time', 'location', 'efp'].includes(textAt(one, 'spread-type')),
        'spreads',
      );
    }),
  },
  {
    id: '2.request.3b',
    kind: 'record',
    key: 'mapping.words.spread-type',
    sentence: 'Standard spreads carry the spread-type time',
    check: writing(async ({ service, clock }) => {
      const hub = (market: string, action: string): Fields => ({
        ...newLeg(clock.now(), { market, action }),
        commodity: 'gas',
      });
      const bodies = [
        newStandardSpread(clock.now()),
        newSpread(clock.now()),
        { 'all-or-none': true, legs: [hub('THE', 'sell'), hub('TTF', 'buy')] },
      ];
      for (const body of bodies) await service.post('createRequest', {}, body);
      const standard = await openRequests(service, { sort: 'standard-spread' });
      return all(standard, (request) => request['spread-type'] === 'time', 'standard spreads');
    }),
  },
  {
    id: '2.request.4',
    kind: 'record',
    key: 'mapping.records.request.fields',
    sentence: 'spreadType tells on the single read that a request is a green-grey swap, and has two values',
    check: reading(async ({ service }) => {
      const some = await everyRequest(service);
      const swaps = some.filter((request) => sortOf(request) === 'swap').slice(0, 6);
      const others = some.filter((request) => sortOf(request) === 'spread').slice(0, 2);
      if (swaps.length === 0) throw new Absent('no swap is to be seen');
      const typeOf = async (request: Fields): Promise<string> =>
        textAt((await service.get('request', { request: idOf(request) })).fields, 'spreadType');
      const types = new Set<string>();
      for (const swap of swaps) types.add(await typeOf(swap));
      const strangers = [];
      for (const other of others) strangers.push(await typeOf(other));
      const holds = !types.has('') && types.size <= 2 && strangers.every((type) => type === '');
      return finding(holds, `swaps: ${[...types].join(', ')}; other spreads: ${shown(strangers)}`);
    }),
  },
  {
    id: '2.request.5a',
    kind: 'record',
    key: 'mapping.records.request.fields',
    sentence: 'legs is an array: index 0 is leg 1, index 1 is leg 2',
    check: reading(async ({ service }) => {
      const counts: Readonly<Record<string, readonly number[]>> = {
        single: [1],
        spread: [2, 3],
        'standard-spread': [2],
      };
      return all(
        await everyRequest(service),
        ({ legs, contract }) =>
          Array.isArray(legs) && counts[String(contract)]?.includes(legs.length) === true,
        'requests with the legs of their contract',
      );
    }),
  },
  {
    id: '2.request.5b',
    kind: 'rule',
    key: 'mapping.records.leg.fields',
    sentence: 'The order of the legs stays the same through the whole life of a request',
    check: writing(async ({ service }) => {
      const { request, reply } = await acceptOwnQuote(service, { sort: 'spread' });
      const after = await service.get('request', { request: idOf(request) });
      const trade = await service.get('trade', { trade: textAt(reply.fields, 'trade-id') });
      const names = [request, after.fields, trade.fields].map(legNames);
      return finding(reply.ok && new Set(names).size === 1, `${textAt(after.fields, 'state')}: ${names[1]}`);
    }),
  },
  {
    id: '2.request.5c',
    kind: 'record',
    key: 'mapping.records.leg.fields',
    sentence: 'Each leg has a price, an action (buy or sell) and clearing information of its own',
    check: reading(async ({ service }) => {
      const legs = (await everyRequest(service)).flatMap(legsOf);
      const isAction = (value: unknown): boolean => value === 'buy' || value === 'sell';
      const isCleared = ({ clearing }: Fields): boolean => Object.keys(fieldsOf(clearing)).length > 0;
      const isPrice = ({ price }: Fields): boolean => price === null || typeof price === 'number';
      return all(legs, (leg) => isPrice(leg) && isAction(leg['action']) && isCleared(leg), 'legs');
    }),
  },
  {
    id: '2.request.5d',
    kind: 'record',
    key: 'mapping.records.leg.fields',
    sentence: 'Clearing belongs to the leg, not to the request',
    check: reading(async ({ service }) =>
      all(await everyRequest(service), (request) => !('clearing' in request), 'requests without clearing'),
    ),
  },
  {
    id: '2.request.5e',
    kind: 'record',
    key: 'mapping.records.clearing.fields',
    sentence: 'Each leg keeps the action and the clearing that it was asked for with',
    check: writing(async ({ service, clock }) => {
      const clearing = [
        { type: 'exchange', house: 'ECC' },
        { type: 'bilateral', house: null },
      ];
      const legs = [
        newLeg(clock.now(), { action: 'sell' }),
        newLeg(clock.now(), { action: 'buy', market: 'FR' }),
      ].map((leg, index) => ({ ...leg, clearing: clearing[index] }));
      const made = await service.post('createRequest', {}, { 'all-or-none': true, legs });
      const { fields } = await service.get('request', { request: idOf(made.fields) });
      const kept = legsOf(fields).map((leg) => [leg['market'], leg['action'], leg['clearing']]);
      const wanted = legs.map((leg: Fields) => [leg['market'], leg['action'], leg['clearing']]);
      return finding(made.ok && same(kept, wanted), `${made.summary}: ${shown(kept)}`);
    }),
  },
  {
    id: '2.request.6',
    kind: 'record',
    key: 'mapping.values.flag',
    sentence: 'all-or-none is there wherever a part may be traded: requests, quotes, trades',
    check: reading(async ({ service }) => {
      const request = await openRequest(service, {});
      const single = (await service.get('request', { request: idOf(request) })).fields;
      const { items } = await service.get('quotes', { request: idOf(request) });
      const trades = await someTrades(service);
      const records = [request, single, ...items, ...trades];
      return all(records, (record) => isFlag(record['all-or-none']), 'records with all-or-none');
    }),
  },
  {
    id: '2.request.7a',
    kind: 'record',
    key: 'mapping.records.request.fields',
    sentence: 'The trade reference of a standard spread is there once the leg prices are entered',
    check: simulated(
      async ({ service, simulator }) => {
        const { request } = await acceptOwnQuote(service, { sort: 'standard-spread' });
        const before = (await service.get('request', { request: idOf(request) })).fields;
        await simulator.act({ do: 'enter-leg-prices', requestId: idOf(request) });
        const after = (await service.get('request', { request: idOf(request) })).fields;
        const holds = !at(before, 'trade', 'trade-id') && textAt(after, 'trade', 'trade-id') !== '';
        return finding(holds, `before ${shown(before['trade'])}, after ${shown(after['trade'])}`);
      },
      { writes: true },
    ),
  },
  {
    id: '2.request.7b',
    kind: 'record',
    key: 'mapping.records.request.fields',
    sentence: 'The price proposal reference is there once a price is proposed',
    check: writing(async ({ service }) => {
      const request = await openRequest(service, {
        role: 'recipient',
        where: (one) =>
          at(one, 'price-proposal', 'price-proposal-id') === undefined && sortOf(one) !== 'standard-spread',
      });
      const place = { request: idOf(request) };
      const added = await service.post('addProposal', place, proposalBody(request, 'indicative'));
      const after = (await service.get('request', place)).fields;
      const id = textAt(added.fields, 'price-proposal-id');
      return finding(
        id !== '' && at(after, 'price-proposal', 'price-proposal-id') === id,
        `${added.summary}, then ${shown(after['price-proposal'])}`,
      );
    }),
  },
  {
    id: '2.request.8',
    kind: 'record',
    key: 'mapping.records.trade.fields',
    sentence: 'pre-trade is an object of the trade read in the place of two removed properties',
    check: reading(async ({ service }) =>
      all(
        await someTrades(service, ({ venue }) => venue === undefined || venue === 'tender'),
        (trade) => Object.keys(fieldsOf(trade['pre-trade'])).length > 0,
        'trades of requests whose pre-trade says something',
      ),
    ),
  },
  {
    id: '2.request.9',
    kind: 'record',
    key: 'mapping.records.trade.fields',
    sentence: 'execution is an object that contains view',
    check: reading(async ({ service }) =>
      all(
        await someTrades(service),
        (trade) => textAt(trade, 'execution', 'view') !== '',
        'trades with a view',
      ),
    ),
  },
  {
    id: '2.request.10',
    kind: 'record',
    key: 'mapping.values.time',
    sentence: 'created-at and concluded-at are timestamps by which lists of requests are filtered',
    check: reading(async ({ service }) => {
      const timeOf = (value: unknown): number => (typeof value === 'string' ? Date.parse(value) : NaN);
      const concluded = await concludedRequests(service);
      return all(
        concluded,
        (one) => timeOf(one['created-at']) <= timeOf(one['concluded-at']),
        'concluded requests, each after it was created',
      );
    }),
  },
  {
    id: '2.request.11',
    kind: 'record',
    key: 'mapping.words.side',
    sentence: 'Opposite-direction and same-direction spreads are supported',
    check: writing(async ({ service, clock }) => {
      const pairs = [
        ['buy', 'sell'],
        ['sell', 'buy'],
        ['buy', 'buy'],
        ['sell', 'sell'],
      ] as const;
      const replies = [];
      for (const pair of pairs)
        replies.push(await service.post('createRequest', {}, newSpread(clock.now(), pair)));
      const kept = replies.map(({ fields }) => actionsOf(fields));
      const holds = pairs.every((pair, index) => pair.join('/') === kept[index]);
      return finding(holds && replies.every(({ ok }) => ok), kept.join(', '));
    }),
  },
];
