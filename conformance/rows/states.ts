import { acceptance } from '../bodies';
import { same, shown, textAt } from '../fields';
import { all, meets } from '../findings';
import { finding, reading, simulated, type Row } from '../row';
import { concludedRequests, idOf, openRequest, openRequests } from '../subjects';
import { acceptOwnQuote, offeredDeal } from './deals';

/** Section 3: states and transitions. */
export const STATE_ROWS: readonly Row[] = [
  {
    id: '3.1',
    kind: 'rule',
    key: 'paths.concludedRequests',
    sentence: 'A request is open or concluded, never both',
    check: reading(async ({ service }) => {
      const open = new Set((await openRequests(service)).map(idOf));
      return all(
        await concludedRequests(service),
        (request) => !open.has(idOf(request)),
        'concluded requests',
      );
    }),
  },
  {
    id: '3.1b',
    kind: 'rule',
    key: 'paths.concludedRequests',
    sentence: 'One that is closed leaves the open ones and is among the concluded ones, from that moment on',
    check: simulated(
      async ({ service, simulator, clock }) => {
        const request = await openRequest(service, { role: 'recipient' });
        await simulator.act({ do: 'close', requestId: idOf(request) });
        const open = (await openRequests(service)).map(idOf);
        const closed = (await concludedRequests(service)).find((one) => idOf(one) === idOf(request));
        return meets(
          {
            'it is no longer open': open.length > 0 && !open.includes(idOf(request)),
            'it is concluded now': Date.parse(textAt(closed, 'concluded-at')) === clock.now(),
            'its state says so': closed?.['state'] !== undefined && closed['state'] !== request['state'],
          },
          `${shown(request['state'])}, then ${shown(closed?.['state'])} at ${textAt(closed, 'concluded-at')}`,
        );
      },
      { writes: true },
    ),
  },
  {
    id: '3.2',
    kind: 'rule',
    key: 'mapping.words.request-state',
    sentence: 'A request may be traded',
    check: reading(async ({ service }) => {
      const states = (await concludedRequests(service)).map((request) => textAt(request, 'state'));
      return finding(states.includes('traded'), `concluded ones are ${[...new Set(states)].join(' or ')}`);
    }),
  },
  {
    id: '3.3',
    kind: 'event',
    key: 'mapping.records.event.fields',
    sentence: 'A trade event is sent when a request is traded',
    check: simulated(
      async ({ service, simulator }) => {
        const receiver = await simulator.listen();
        const { request, reply } = await acceptOwnQuote(service, { sort: 'single' });
        const [arrival] = await receiver.has(1);
        const wanted = {
          eventType: 'request-traded',
          'request-id': idOf(request),
          'trade-id': reply.fields['trade-id'],
        };
        return finding(reply.ok && same(arrival?.event, wanted), shown(arrival?.event));
      },
      { writes: true },
    ),
  },
  {
    id: '3.4',
    kind: 'event',
    key: 'mapping.records.event.fields',
    sentence: 'For a standard spread the traded event waits until the operator has entered the leg prices',
    check: simulated(
      async ({ service, simulator }) => {
        const receiver = await simulator.listen();
        const { request, quote } = await offeredDeal(service, { sort: 'standard-spread' });
        await service.post('executeTrade', { request: idOf(request) }, acceptance(quote));
        // What is told of afterwards would arrive after an event of the deal.
        const other = await openRequest(service, { sort: 'single', role: 'initiator' });
        await simulator.act({ do: 'quote', requestId: idOf(other) });
        await receiver.has(1);
        const before = receiver.arrivals.map(({ event }) => textAt(event, 'eventType'));
        await simulator.act({ do: 'enter-leg-prices', requestId: idOf(request) });
        const after = (await receiver.has(2)).map(({ event }) => textAt(event, 'eventType'));
        const holds = !before.includes('request-traded') && after.includes('request-traded');
        return finding(holds, `before: ${before.join(', ')}; after: ${after.join(', ')}`);
      },
      { writes: true },
    ),
  },
];
