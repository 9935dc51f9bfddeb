import { same, shown, textAt } from '../fields';
import { statuses } from '../findings';
import { finding, reading, simulated, writing, type Row } from '../row';
import { concludedRequests, idOf, openRequest, openRequests, someTrades } from '../subjects';
import { sendAndRemove } from './quoting';

/** Section 4, the capabilities named below the table of endpoints. */
export const CAPABILITY_ROWS: readonly Row[] = [
  {
    id: '4.other.1',
    kind: 'endpoint',
    sentence: 'Quotes can be withdrawn from open requests',
    check: writing(async ({ service }) => {
      const request = await openRequest(service, { sort: 'single', role: 'recipient' });
      const [sent, withdrawn] = await sendAndRemove(service, request);
      const { items } = await service.get('quotes', { request: idOf(request) });
      const left = items.find((one) => one['quotation-id'] === sent?.fields['quotation-id']);
      return finding(
        withdrawn?.ok === true && left?.['state'] !== 'active',
        `${withdrawn?.summary}, then ${shown(left?.['state'] ?? 'gone')}`,
      );
    }),
  },
  {
    id: '4.other.2',
    kind: 'endpoint',
    sentence: 'Quotes and price proposals of a request can be fetched',
    check: reading(async ({ service }) => {
      const request = idOf(await openRequest(service, { role: 'initiator' }));
      const replies = [await service.get('quotes', { request }), await service.get('proposals', { request })];
      return finding(
        replies.every(({ isList }) => isList),
        statuses(replies),
      );
    }),
  },
  {
    id: '4.other.3',
    kind: 'endpoint',
    sentence: 'Closed requests can be fetched by an endpoint of their own',
    check: reading(async ({ service }) => {
      const open = new Set((await openRequests(service)).map(idOf));
      const concluded = await concludedRequests(service);
      return finding(
        !concluded.some((request) => open.has(idOf(request))),
        `${concluded.length} concluded requests`,
      );
    }),
  },
  {
    id: '4.other.4',
    kind: 'endpoint',
    sentence: 'There are suggestions of recipients',
    check: reading(async ({ service }) => {
      const request = await openRequest(service, { sort: 'single' });
      const query = {
        commodity: textAt(request, 'legs', 0, 'commodity'),
        market: textAt(request, 'legs', 0, 'market'),
      };
      const reply = await service.get('smartRecipients', { query });
      return finding(reply.isList, `${reply.summary}: ${reply.items.length} suggestions`);
    }),
  },
  {
    id: '4.other.5a',
    kind: 'endpoint',
    sentence: 'Load shapes of active requests have an endpoint of their own',
    check: reading(async ({ service }) => {
      const request = idOf(await openRequest(service, {}));
      const reply = await service.get('requestLoadShapes', { request });
      return finding(
        reply.isList && reply.items.length > 0,
        `${reply.summary}: ${reply.items.length} shapes`,
      );
    }),
  },
  {
    id: '4.other.5b',
    kind: 'endpoint',
    sentence: 'Load shapes of traded deals have another one',
    check: reading(async ({ service }) => {
      const [trade] = await someTrades(service);
      const reply = await service.get('tradeLoadShapes', { trade: textAt(trade, 'trade-id') });
      return finding(
        reply.isList && reply.items.length > 0,
        `${reply.summary}: ${reply.items.length} shapes`,
      );
    }),
  },
  {
    id: '4.other.6a',
    kind: 'endpoint',
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
