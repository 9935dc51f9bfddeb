import { newSingle, quoteBody, standardSpreadQuote } from '../bodies';
import { at, textAt } from '../fields';
import { allOk } from '../findings';
import { finding, reading, simulated, writing, type Check, type Row } from '../row';
import type { Service } from '../site/service';
import { idOf, openRequest } from '../subjects';
import { acceptOwnQuote, dealtSingle } from './deals';
import { sendAndRemove } from './quoting';

const tls: Check = {
  needs: 'https',
  writes: false,
  run: async ({ service }) => {
    const { protocol } = new URL(service.baseUrl);
    const reply = await service.get('ping');
    return finding(protocol === 'https:' && reply.ok, `${protocol} answers ${reply.summary}`);
  },
};

async function monitored(service: Service) {
  const request = idOf(await openRequest(service, {}));
  const open = await service.get('openRequests');
  const closed = await service.get('concludedRequests');
  const parts = [];
  for (const path of ['quotes', 'proposals', 'analytics'] as const) {
    parts.push(await service.get(path, { request }));
  }
  return [open, closed, ...parts];
}

/** Section 1: what the service does. */
export const SERVICE_ROWS: readonly Row[] = [
  {
    id: '1.1a',
    kind: 'endpoint',
    sentence: 'The interface is REST: every resource has an address that answers with its record',
    check: reading(async ({ service }) => {
      const request = await openRequest(service, {});
      const reply = await service.get('request', { request: idOf(request) });
      return finding(
        reply.ok && idOf(reply.fields) === idOf(request),
        `${reply.summary}: ${idOf(reply.fields)}`,
      );
    }),
  },
  { id: '1.1b', kind: 'authentication', sentence: 'It is reached by HTTPS over TLS', check: tls },
  {
    id: '1.2.1',
    kind: 'endpoint',
    sentence: 'Trades of the tender, market and green venues are captured through one set of endpoints',
    check: reading(async ({ service }) => {
      const { items } = await service.get('trades');
      const venues = ['tender', 'market', 'green'].map((venue) =>
        items.find((trade) => trade['venue'] === venue),
      );
      const seen = venues.filter((reference) => reference !== undefined);
      const read = [];
      for (const reference of seen) {
        read.push(await service.get('trade', { trade: textAt(reference, 'trade-id') }));
      }
      return finding(
        seen.length === venues.length && read.every(({ ok }) => ok),
        `${seen.map(({ venue }) => String(venue)).join(', ')}: ${read.map(({ status }) => status).join(', ')}`,
      );
    }),
  },
  {
    id: '1.2.2',
    kind: 'endpoint',
    sentence: 'Requests for quotes can be created by a program',
    check: writing(async ({ service, clock }) => {
      const created = await service.post('createRequest', {}, newSingle(clock.now()));
      const listed = (await service.get('openRequests')).items.map(idOf);
      return finding(
        created.ok && listed.includes(idOf(created.fields)),
        `${created.summary}, then listed as open`,
      );
    }),
  },
  {
    id: '1.2.3a',
    kind: 'endpoint',
    sentence: 'Quotes can be sent and withdrawn by a program',
    check: writing(async ({ service }) => {
      const request = await openRequest(service, { role: 'recipient' });
      return allOk(await sendAndRemove(service, request));
    }),
  },
  {
    id: '1.2.3b',
    kind: 'endpoint',
    sentence: 'Price proposals can be sent by a program',
    check: writing(async ({ service }) => {
      const request = await openRequest(service, { role: 'recipient', sort: 'single' });
      const body = { ...quoteBody(request), kind: 'indicative' };
      return allOk([await service.post('addProposal', { request: idOf(request) }, body)]);
    }),
  },
  {
    id: '1.2.3c',
    kind: 'endpoint',
    sentence: 'Individual counteroffers can be sent by a program',
    check: writing(async ({ service }) => {
      const { request, quote } = await dealtSingle(service);
      const body = { ...quoteBody(request), 'quotation-id': at(quote, 'quotation-id') };
      return allOk([await service.post('sendCounteroffer', { request: idOf(request) }, body)]);
    }),
  },
  {
    id: '1.2.4',
    kind: 'endpoint',
    sentence: 'Open and closed requests, quotes, price proposals and analytics can be monitored',
    check: reading(async ({ service }) => allOk(await monitored(service))),
  },
  {
    id: '1.2.5',
    kind: 'endpoint',
    sentence: 'A trade can be executed on the tender venue',
    check: writing(async ({ service }) => {
      const { reply } = await acceptOwnQuote(service, { sort: 'single' });
      return finding(reply.ok && textAt(reply.fields, 'trade-id') !== '', `${reply.summary} with a trade-id`);
    }),
  },
  {
    id: '1.2.6',
    kind: 'endpoint',
    sentence: 'Risk management can be switched and set in detail, commodity by commodity',
    check: writing(async ({ service }) => {
      const [risk] = (await service.get('risks')).items;
      const commodity = textAt(risk, 'commodity');
      const settings = (await service.get('riskSettings', { commodity })).fields;
      // What was found is written again, so that nothing is different afterwards.
      const toggle = { 'risk-management': at(risk, 'risk-management') };
      return allOk([
        await service.put('riskToggle', { commodity }, toggle),
        await service.put('riskSettings', { commodity }, settings),
      ]);
    }),
  },
  {
    id: '1.2.7',
    kind: 'event',
    sentence: 'Events are received through webhooks',
    check: simulated(
      async ({ service, simulator }) => {
        const receiver = await simulator.listen();
        const request = await openRequest(service, { role: 'recipient', sort: 'standard-spread' });
        await service.post('sendQuote', { request: idOf(request) }, standardSpreadQuote(request));
        const [arrival] = await receiver.has(1);
        return finding(
          arrival?.method === 'POST',
          `${arrival?.method} of ${textAt(arrival?.event, 'eventType')}`,
        );
      },
      { writes: true },
    ),
  },
  {
    id: '1.3',
    kind: 'endpoint',
    sentence: 'There are other interfaces: risk, renewables, pricing, end-of-day prices',
    untestable: 'each has a specification of its own',
  },
  {
    id: '1.4a',
    kind: 'authentication',
    sentence: 'The operator assigns client id, client secret and API key out of band',
    untestable: 'registration is no part of the interface',
  },
  {
    id: '1.4b',
    kind: 'endpoint',
    sentence: 'There is a sandbox for development and tests, without effect on production trading',
    untestable: 'what an environment has no effect on cannot be seen in it',
  },
];
