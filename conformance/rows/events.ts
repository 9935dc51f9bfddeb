import { quoteBody } from '../bodies';
import { at, same, shown, textAt, type Fields } from '../fields';
import { all, meets } from '../findings';
import { finding, simulated, type Finding, type Row } from '../row';
import type { EventReceiver } from '../site/event-receiver';
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

/** Waits until so many deliveries have ended, well or not; answers how many there were. */
async function settled({ simulator }: SimulatedSite, count: number): Promise<number> {
  const ended = async (): Promise<number> => {
    const { events } = await simulator.stats();
    return Number(at(events, 'delivered')) + Number(at(events, 'failed'));
  };
  while ((await ended()) < count) await simulator.advance(0);
  return ended();
}

/** Whether so many events came, once each. */
async function eachOnce(site: SimulatedSite, receiver: EventReceiver, count: number): Promise<Finding> {
  await receiver.has(count);
  const sent = await settled(site, count);
  const ids = receiver.arrivals.map(({ event }) => event['quotation-id']);
  return finding(
    sent === count && ids.length === count && new Set(ids).size === count,
    `${count} events, sent ${sent} times: ${shown(ids)}`,
  );
}

/** Section 6: events. */
export const EVENT_ROWS: readonly Row[] = [
  {
    id: '6.0',
    kind: 'event',
    key: 'mapping.records.event.fields',
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
    key: 'webhooks.hmac',
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
    key: 'webhooks.allowFrom',
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
    key: 'webhooks.allowFrom',
    sentence: 'Each event is delivered once',
    check: simulated(async (site) => {
      const receiver = await site.simulator.listen();
      await quotedByOthers(site, 3);
      await settled(site, 3);
      await site.simulator.advance(HOUR_MS);
      await quotedByOthers(site, 1);
      return eachOnce(site, receiver, 4);
    }, WRITES),
  },
  {
    id: '6.4b',
    kind: 'event',
    key: 'webhooks.allowFrom',
    sentence: 'A delivery that failed is not repeated',
    check: simulated(async (site) => {
      const receiver = await site.simulator.listen(500);
      await quotedByOthers(site, 1);
      await settled(site, 1);
      await site.simulator.advance(HOUR_MS);
      await quotedByOthers(site, 2);
      return eachOnce(site, receiver, 3);
    }, WRITES),
  },
  {
    id: '6.5',
    kind: 'event',
    key: 'mapping.records.event.fields',
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
      const kinds = new Set(arrivals.map(({ event }) => event['eventType']));
      if (kinds.size !== 5) return finding(false, `kinds ${[...kinds].join(', ')}`);
      return all(
        arrivals.map(({ event }) => event),
        isSkinny,
        'events of five kinds',
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
    key: 'mapping.records.event.fields',
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
    key: 'mapping.records.event.fields',
    sentence: 'For standard spreads it is sent only after the operator has entered the leg prices',
    check: simulated(async (site) => {
      const { service, simulator } = site;
      const receiver = await simulator.listen();
      const { request } = await acceptOwnQuote(service, { sort: 'standard-spread' });
      await simulator.advance(4_999);
      // An event of the deal would arrive before one of now.
      await quotedByOthers(site, 1);
      const early = (await receiver.has(1)).map(({ event }) => textAt(event, 'eventType'));
      await simulator.advance(1);
      const event = (await receiver.has(2))[1]?.event;
      const trade = await service.get('trade', { trade: textAt(event, 'trade-id') });
      return meets(
        {
          'nothing is told of it before': same(early, ['quotation-created']),
          'it is told then':
            event?.['eventType'] === 'request-traded' && event['request-id'] === idOf(request),
          'its trade can be read': trade.fields['request-id'] === idOf(request),
        },
        `before: ${early.join(', ')}; then ${shown(event)}`,
      );
    }, WRITES),
  },
];
