import { quoteBody } from '../bodies';
import { shown, textAt, type Fields } from '../fields';
import { all } from '../findings';
import { finding, simulated, type Row } from '../row';
import type { SimulatedSite } from '../site/site';
import { idOf, openRequest } from '../subjects';
import { acceptOwnQuote } from './deals';

const WRITES = { writes: true };
const EVENTS_AT_ONCE = 30;
const HOUR_MS = 3_600_000;

/** Somebody quotes on an own request, `count` times. */
async function quotedByOthers({ service, simulator }: SimulatedSite, count: number): Promise<string> {
  const requestId = idOf(await openRequest(service, { sort: 'single', role: 'initiator' }));
  for (let event = 0; event < count; event++) await simulator.act({ do: 'quote', requestId });
  return requestId;
}

const isSkinny = (event: Fields): boolean =>
  textAt(event, 'eventType') !== '' &&
  Object.entries(event).every(
    ([name, value]) => name === 'eventType' || (name.endsWith('-id') && typeof value === 'string'),
  );

/** The event of a request of a sort that is traded, its leg prices entered. */
async function tradedEvent(
  { service, simulator }: SimulatedSite,
  sort: 'single' | 'standard-spread',
): Promise<Fields> {
  const receiver = await simulator.listen();
  const { request } = await acceptOwnQuote(service, { sort });
  await simulator.act({ do: 'enter-leg-prices', requestId: idOf(request) });
  return (await receiver.has(1))[0]?.event ?? {};
}

/** Section 6: events. */
export const EVENT_ROWS: readonly Row[] = [
  {
    id: '6.0',
    kind: 'event',
    sentence: 'The service tells by webhook what happens on the platform',
    check: simulated(async (site) => {
      const receiver = await site.simulator.listen();
      const requestId = await quotedByOthers(site, 1);
      const [arrival] = await receiver.has(1);
      return finding(arrival?.event['request-id'] === requestId, shown(arrival?.event));
    }, WRITES),
  },
  {
    id: '6.1a',
    kind: 'event',
    sentence: 'The external system gives its URL to the operator, who sets the webhook up',
    untestable: 'it is arranged out of band',
  },
  {
    id: '6.1b',
    kind: 'event',
    sentence: 'The receiving endpoint must use HTTPS',
    untestable:
      'it asks something of the receiver; the simulator also sends to plain HTTP, on this machine alone',
  },
  {
    id: '6.2',
    kind: 'event',
    sentence: 'Webhook requests conform to HTTP',
    check: simulated(async (site) => {
      const receiver = await site.simulator.listen();
      await quotedByOthers(site, 1);
      const [arrival] = await receiver.has(1);
      const type = String(arrival?.headers['content-type']);
      return finding(arrival?.method === 'POST' && type.includes('json'), `${arrival?.method} of ${type}`);
    }, WRITES),
  },
  {
    id: '6.3',
    kind: 'event',
    sentence: 'A receiver that throttles is not considered: events come as they happen',
    check: simulated(async (site) => {
      const receiver = await site.simulator.listen(429);
      await quotedByOthers(site, EVENTS_AT_ONCE);
      const arrivals = await receiver.has(EVENTS_AT_ONCE);
      const quotes = new Set(arrivals.map(({ event }) => event['quotation-id']));
      return finding(
        quotes.size === EVENTS_AT_ONCE,
        `${quotes.size} events at one moment, each answered 429`,
      );
    }, WRITES),
  },
  {
    id: '6.4a',
    kind: 'event',
    sentence: 'Each event is delivered once',
    check: simulated(async (site) => {
      const receiver = await site.simulator.listen();
      await quotedByOthers(site, 3);
      await receiver.has(3);
      await site.simulator.advance(HOUR_MS);
      await quotedByOthers(site, 1);
      const ids = (await receiver.has(4)).map(({ event }) => event['quotation-id']);
      return finding(ids.length === 4 && new Set(ids).size === 4, `4 events: ${shown(ids)}`);
    }, WRITES),
  },
  {
    id: '6.4b',
    kind: 'event',
    sentence: 'A delivery that failed is not repeated',
    check: simulated(async (site) => {
      const receiver = await site.simulator.listen(500);
      await quotedByOthers(site, 1);
      await receiver.has(1);
      await site.simulator.advance(HOUR_MS);
      await quotedByOthers(site, 1);
      const ids = (await receiver.has(2)).map(({ event }) => event['quotation-id']);
      return finding(
        ids.length === 2 && new Set(ids).size === 2,
        `answered 500, an hour later: ${shown(ids)}`,
      );
    }, WRITES),
  },
  {
    id: '6.5',
    kind: 'event',
    sentence: 'Payloads are skinny: eventType and identifiers, no more',
    check: simulated(async (site) => {
      const { service, simulator } = site;
      const receiver = await simulator.listen();
      await quotedByOthers(site, 1);
      await simulator.act({
        do: 'propose',
        requestId: idOf(await openRequest(service, { role: 'recipient' })),
      });
      await simulator.act({ do: 'create-request' });
      await simulator.act({
        do: 'close',
        requestId: idOf(await openRequest(service, { role: 'initiator' })),
      });
      const request = await openRequest(service, { role: 'recipient', sort: 'single' });
      await service.post('sendQuote', { request: idOf(request) }, quoteBody(request));
      await simulator.act({ do: 'accept-my-quote', requestId: idOf(request) });
      const arrivals = await receiver.has(6);
      return all(
        arrivals.map(({ event }) => event),
        isSkinny,
        'events of six kinds',
      );
    }, WRITES),
  },
  {
    id: '6.6',
    kind: 'event',
    sentence: 'The names of events were updated in v2.x',
    untestable: 'the names are not stated, save for request-traded',
  },
  {
    id: '6.7a',
    kind: 'event',
    sentence: 'The request-traded payload of a standard spread is that of any other request',
    check: simulated(async (site) => {
      const events = [await tradedEvent(site, 'single'), await tradedEvent(site, 'standard-spread')];
      const names = events.map((event) => Object.keys(event).sort().join(', '));
      const traded = events.every(({ eventType }) => eventType === 'request-traded');
      return finding(traded && names[0] === names[1], `both have ${names[0]}`);
    }, WRITES),
  },
  {
    id: '6.7b',
    kind: 'event',
    sentence: 'For standard spreads it is sent only after the operator has entered the leg prices',
    check: simulated(async ({ service, simulator }) => {
      const receiver = await simulator.listen();
      const { request } = await acceptOwnQuote(service, { sort: 'standard-spread' });
      await simulator.advance(4_999);
      const early = receiver.arrivals.length;
      await simulator.advance(1);
      const [arrival] = await receiver.has(1);
      const trade = await service.get('trade', { trade: textAt(arrival?.event, 'trade-id') });
      const holds = early === 0 && arrival?.event['request-id'] === idOf(request) && trade.ok;
      return finding(holds, `${early} events before; then ${shown(arrival?.event)}`);
    }, WRITES),
  },
];
