import { newSingle, newSpread } from '../bodies';
import { amountAt, at, type Fields, listOf, same, shown, textAt } from '../fields';
import { all } from '../findings';
import { Absent, finding, reading, simulated, writing, type Row } from '../row';
import type { Service } from '../site/service';
import { concludedRequests, idOf, openRequest, openRequests, sortOf, someTrades } from '../subjects';

const REMOVED = ['id', 'spread-id', 'entender-pre-trade-id', 'clearing'];

const analyticsOf = async (service: Service, request: Fields): Promise<Fields> =>
  (await service.get('analytics', { request: idOf(request) })).fields;

/** An open request of a sort whose analytics may be read. */
const analysed = async (service: Service, sort: 'single' | 'standard-spread'): Promise<Fields> => {
  const own = await openRequests(service, { sort, role: 'initiator' });
  return analyticsOf(service, own[0] ?? (await openRequest(service, { sort })));
};

/** Section 2: trade, analytics, event. */
export const TRADE_ROWS: readonly Row[] = [
  {
    id: '2.trade.1',
    kind: 'record',
    key: 'mapping.records.trade.fields',
    sentence: 'A trade is identified by trade-id, which was once named id',
    check: reading(async ({ service }) => {
      const { items } = await service.get('trades');
      const trades = await someTrades(service);
      const named = (trade: Fields): boolean => textAt(trade, 'trade-id') !== '' && !('id' in trade);
      return all([...items, ...trades], named, 'trades and references');
    }),
  },
  {
    id: '2.trade.2',
    kind: 'record',
    key: 'mapping.records.trade.fields',
    sentence: 'A trade carries the identifier of the tender request that led to it',
    check: reading(async ({ service }) => {
      const trades = await someTrades(service, ({ venue }) => venue === undefined || venue === 'tender');
      const requests = [];
      for (const trade of trades.slice(0, 3)) {
        const request = textAt(trade, 'request-id');
        requests.push({ request, reply: await service.get('request', { request }) });
      }
      const leads = requests.filter(({ request, reply }) => request !== '' && idOf(reply.fields) === request);
      return finding(
        leads.length === requests.length,
        `${leads.length} of ${requests.length} lead to their request`,
      );
    }),
  },
  {
    id: '2.trade.3a',
    kind: 'record',
    key: 'mapping.words.commodity',
    sentence: 'Trades are of every commodity of the platform',
    check: reading(async ({ service }) => {
      const { items } = await service.get('trades');
      const commodities = new Set(items.map(({ commodity }) => shown(commodity)));
      return finding(commodities.size > 1 && !commodities.has(''), [...commodities].join(', '));
    }),
  },
  {
    id: '2.trade.3b',
    kind: 'record',
    sentence: 'Certificates of one discontinued kind are gone from all endpoints',
    untestable: 'the kind is not named',
  },
  {
    id: '2.trade.4',
    kind: 'record',
    key: 'mapping.records.trade.fields',
    sentence: 'spread-id, the former pre-trade id and the clearing property of the trade are removed',
    check: reading(async ({ service }) =>
      all(
        await someTrades(service),
        (trade) => REMOVED.every((name) => !(name in trade)),
        'trades without them',
      ),
    ),
  },
  {
    id: '2.trade.5a',
    kind: 'record',
    key: 'paths.createRequest',
    sentence: 'There are models for single and for spread requests',
    check: writing(async ({ service, clock }) => {
      const bodies = [newSingle(clock.now()), newSpread(clock.now())];
      const replies = [];
      for (const body of bodies) replies.push(await service.post('createRequest', {}, body));
      const models = replies.map(({ fields }) => [fields['contract'], listOf(fields['legs']).length]);
      return finding(
        same(models, [
          ['single', 1],
          ['spread', 2],
        ]),
        `${replies.map(({ status }) => status).join(', ')}: ${shown(models)}`,
      );
    }),
  },
  {
    id: '2.trade.5b',
    kind: 'record',
    key: 'mapping.records.trade.fields',
    sentence: 'There are models for single and for spread trades',
    check: reading(async ({ service }) => {
      const trades = await someTrades(service, ({ venue }) => venue === undefined || venue === 'tender');
      const spreads = trades.filter(({ legs }) => listOf(legs).length > 1);
      const singles = [...(await someTrades(service)), ...trades].filter(
        ({ legs }) => listOf(legs).length <= 1,
      );
      if (spreads.length === 0 || singles.length === 0) throw new Absent('not both kinds are to be seen');
      const priced = (trade: Fields): boolean =>
        amountAt(trade, 'price') !== undefined ||
        listOf(trade['legs']).every((leg) => amountAt(leg, 'price'));
      return all([...singles, ...spreads], priced, `trades, ${spreads.length} of them spreads`);
    }),
  },
  {
    id: '2.analytics.1',
    kind: 'record',
    key: 'mapping.records.analytics.fields',
    sentence: 'Analytics of a standard spread have the type standard-spread and else the fields of a single',
    check: reading(async ({ service }) => {
      const [single, standard] = [
        await analysed(service, 'single'),
        await analysed(service, 'standard-spread'),
      ];
      const names = (record: Fields): string =>
        Object.keys(record)
          .filter((name) => name !== 'type')
          .sort()
          .join();
      const holds = standard['type'] === 'standard-spread' && names(single) === names(standard);
      return finding(holds, `type ${shown(standard['type'])}, ${Object.keys(standard).length} fields`);
    }),
  },
  {
    id: '2.analytics.2',
    kind: 'record',
    key: 'mapping.words.contract',
    sentence: 'standard-spread is one of the contract types of analytics',
    check: reading(async ({ service }) => {
      const type = (await analysed(service, 'standard-spread'))['contract-type'];
      return finding(type === 'standard-spread', shown(type));
    }),
  },
  {
    id: '2.analytics.3a',
    kind: 'record',
    key: 'mapping.records.analytics.fields',
    sentence: 'Analytics hold the comment that the initiator sends when a request is closed or traded',
    check: reading(async ({ service }) => {
      const concluded = (await concludedRequests(service)).slice(-6);
      const comments = [];
      for (const request of concluded)
        comments.push(at(await analyticsOf(service, request), 'feedback-comment'));
      const written = comments.filter((comment) => typeof comment === 'string' && comment !== '');
      return finding(
        written.length > 0,
        `${written.length} of ${comments.length} have one, such as ${shown(written[0])}`,
      );
    }),
  },
  {
    id: '2.analytics.3c',
    kind: 'record',
    key: 'mapping.records.analytics.fields',
    sentence: 'It is the very comment that the initiator sent when the request was closed',
    check: simulated(
      async ({ service, simulator }) => {
        const request = await openRequest(service, { role: 'recipient', sort: 'single' });
        const before = await analyticsOf(service, request);
        await simulator.act({ do: 'close', requestId: idOf(request), comment: 'Outside our limit.' });
        const after = await analyticsOf(service, request);
        const comments = [before, after].map((one) => one['feedback-comment']);
        return finding(same(comments, [null, 'Outside our limit.']), `before and after ${shown(comments)}`);
      },
      { writes: true },
    ),
  },
  {
    id: '2.analytics.3b',
    kind: 'record',
    key: 'mapping.records.analytics.fields',
    sentence: 'Analytics hold the price direction',
    check: reading(async ({ service }) => {
      const request = (await concludedRequests(service)).find((one) => sortOf(one) === 'single');
      if (!request) throw new Absent('no concluded single is to be seen');
      const direction = textAt(await analyticsOf(service, request), 'price-direction');
      return finding(['bid', 'ask'].includes(direction), direction);
    }),
  },
  {
    id: '2.event.1',
    kind: 'event',
    key: 'mapping.records.event.fields',
    sentence: 'The model of an event has an eventType and identifiers',
    check: reading(async ({ service }) => {
      const { fields } = await service.get('ping');
      const ids = Object.keys(fields).filter((name) => name.endsWith('-id') && textAt(fields, name) !== '');
      return finding(textAt(fields, 'eventType') !== '' && ids.length > 0, shown(fields));
    }),
  },
];
