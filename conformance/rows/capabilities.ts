import { amountAt, legPrices, legsOf, same, shown, textAt, type Fields } from '../fields';
import { all, isRefusal, meets, statuses } from '../findings';
import { finding, reading, simulated, writing, type Finding, type Row } from '../row';
import { concludedRequests, idOf, openRequest, openRequests, quotedRequest, someTrades } from '../subjects';
import { quotedAndGone, sendAndRemove } from './quoting';

/** Whether the load shape of some legs says how much of each is delivered, from the first of its days to the last. */
function shapeFinding(shapes: readonly Fields[], legs: readonly Fields[]): Finding {
  const told = legs.map((leg) => {
    const ofLeg = shapes.filter((one) => one['leg'] === undefined || one['leg'] === legs.indexOf(leg) + 1);
    const [starts, ends] = ['from', 'to'].map((name) => ofLeg.map((one) => textAt(one, name)).sort());
    return {
      'every part says how much': ofLeg.every((one) => amountAt(one, 'quantity')?.gt(0) === true),
      'the quantity is that of the leg': ofLeg.some((one) => one['quantity'] === leg['quantity']),
      'the first part begins with the delivery': starts?.[0] === leg['delivery-start'],
      'the last part ends with it': ends?.at(-1) === leg['delivery-end'],
    };
  });
  const wanted = { 'there are legs and shapes': legs.length > 0 && shapes.length > 0 };
  return told
    .map((one) => meets({ ...wanted, ...one }, `${shapes.length} parts, such as ${shown(shapes[0])}`))
    .reduce((worst, one) => (worst.outcome === 'held' ? one : worst), meets(wanted, 'no legs'));
}

/** Section 4, the capabilities named below the table of endpoints. */
export const CAPABILITY_ROWS: readonly Row[] = [
  {
    id: '4.other.1',
    kind: 'endpoint',
    key: 'paths.withdrawQuote',
    sentence: 'Quotes can be withdrawn from open requests',
    check: writing(async ({ service }) => {
      const request = await openRequest(service, { sort: 'single', role: 'recipient' });
      const quoted = await sendAndRemove(service, request);
      const quote = textAt(quoted.sent.fields, 'quotation-id');
      const again = await service.delete('withdrawQuote', { request: idOf(request), quote });
      const { outcome, met } = quotedAndGone([quoted]);
      return finding(outcome === 'held' && isRefusal(again), `${met}; a second time ${again.summary}`);
    }),
  },
  {
    id: '4.other.2',
    kind: 'endpoint',
    key: 'paths.quotes',
    sentence: 'Quotes and price proposals of a request can be fetched',
    check: reading(async ({ service }) => {
      const { request } = await quotedRequest(service, { role: 'initiator' });
      const place = { request: idOf(request) };
      const quotes = await service.get('quotes', place);
      const proposals = await service.get('proposals', place);
      const isPriced = (one: Fields): boolean =>
        legPrices(one).length > 0 || amountAt(one, 'spread-price') !== undefined;
      return meets(
        {
          'both are lists': quotes.isList && proposals.isList,
          'all of it is of that request': [...quotes.items, ...proposals.items].every(
            (one) => idOf(one) === idOf(request),
          ),
          'every quote has a price': quotes.items.length > 0 && quotes.items.every(isPriced),
        },
        `${statuses([quotes, proposals])}: ${quotes.items.length} quotes`,
      );
    }),
  },
  {
    id: '4.other.3',
    kind: 'endpoint',
    key: 'paths.concludedRequests',
    sentence: 'Closed requests can be fetched by an endpoint of their own',
    check: reading(async ({ service }) => {
      const open = await openRequests(service);
      const ids = new Set(open.map(idOf));
      const states = new Set(open.map((request) => request['state']));
      return all(
        await concludedRequests(service),
        (one) =>
          !ids.has(idOf(one)) &&
          !states.has(one['state']) &&
          !Number.isNaN(Date.parse(textAt(one, 'concluded-at'))),
        'concluded requests, each with its moment',
      );
    }),
  },
  {
    id: '4.other.4',
    kind: 'endpoint',
    key: 'paths.smartRecipients',
    sentence: 'There are suggestions of recipients',
    check: reading(async ({ service }) => {
      const request = await openRequest(service, { sort: 'single' });
      const query = {
        commodity: textAt(request, 'legs', 0, 'commodity'),
        market: textAt(request, 'legs', 0, 'market'),
      };
      const { items, summary } = await service.get('smartRecipients', { query });
      const names = new Set(items.map((one) => textAt(one, 'counterparty')));
      return meets(
        {
          'somebody is suggested': items.length > 0,
          'each has a name of its own': names.size === items.length && !names.has(''),
        },
        `${summary}: ${[...names].join(', ')}`,
      );
    }),
  },
  {
    id: '4.other.5a',
    kind: 'endpoint',
    key: 'paths.requestLoadShapes',
    sentence: 'Load shapes of active requests have an endpoint of their own',
    check: reading(async ({ service }) => {
      const request = await openRequest(service, {});
      const { items } = await service.get('requestLoadShapes', { request: idOf(request) });
      return shapeFinding(items, legsOf(request));
    }),
  },
  {
    id: '4.other.5b',
    kind: 'endpoint',
    key: 'paths.tradeLoadShapes',
    sentence: 'Load shapes of traded deals have another one',
    check: reading(async ({ service }) => {
      const [trade] = await someTrades(service);
      const { items } = await service.get('tradeLoadShapes', { trade: textAt(trade, 'trade-id') });
      return shapeFinding(items, legsOf(trade));
    }),
  },
  {
    id: '4.other.6a',
    kind: 'endpoint',
    key: 'paths.riskToggle',
    sentence: 'Risk management is switched per commodity',
    check: simulated(
      async ({ service }) => {
        const states = [];
        for (const on of [false, true]) {
          await service.put('riskToggle', { commodity: 'power' }, { 'risk-management': on });
          const { items } = await service.get('risks');
          states.push(
            items.filter((risk) => risk['risk-management'] === false).map(({ commodity }) => commodity),
          );
        }
        return finding(same(states, [['power'], []]), `off: ${shown(states[0])}, then ${shown(states[1])}`);
      },
      { writes: true },
    ),
  },
  {
    id: '4.other.6b',
    kind: 'endpoint',
    key: 'paths.riskSettings',
    sentence: 'Detailed risk settings are updated per commodity',
    check: simulated(
      async ({ service }) => {
        const place = { commodity: 'gas' };
        const before = (await service.get('riskSettings', place)).fields;
        const reply = await service.put('riskSettings', place, { ...before, 'quantity-max': 12.5 });
        const after = (await service.get('riskSettings', place)).fields;
        const others = (await service.get('riskSettings', { commodity: 'power' })).fields;
        const holds = after['quantity-max'] === 12.5 && others['quantity-max'] !== 12.5;
        return finding(
          reply.ok && holds,
          `${reply.summary}: ${shown(before['quantity-max'])}, then ${shown(after['quantity-max'])}`,
        );
      },
      { writes: true },
    ),
  },
  {
    id: '4.other.7',
    kind: 'version',
    sentence: 'The quotation endpoints of v2.0 and the tender endpoints before v2.2 are deprecated',
    untestable: 'being deprecated changes no answer until the end of life',
  },
];
