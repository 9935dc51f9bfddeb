import { carries, newSingle, proposalBody, quoteBody, standardSpreadQuote } from '../bodies';
import { at, same, shown, textAt } from '../fields';
import { meets, statuses } from '../findings';
import { finding, reading, simulated, writing, type Check, type Row } from '../row';
import { idOf, openRequest, quotedRequest } from '../subjects';
import { acceptOwnQuote, dealtAsQuoted, dealtSingle } from './deals';
import { proposalsOf, quotedAndGone, sendAndRemove } from './quoting';

const tls: Check = {
  needs: 'https',
  writes: false,
  run: async ({ service }) => {
    const { protocol } = new URL(service.baseUrl);
    const reply = await service.get('ping');
    return finding(protocol === 'https:' && reply.ok, `${protocol} answers ${reply.summary}`);
  },
};

/** Section 1: what the service does. */
export const SERVICE_ROWS: readonly Row[] = [
  {
    id: '1.1a',
    kind: 'endpoint',
    key: 'paths.request',
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
    key: 'paths.trade',
    sentence: 'Trades of the tender, market and green venues are captured through one set of endpoints',
    check: reading(async ({ service }) => {
      const { items } = await service.get('trades');
      const venues = ['tender', 'market', 'green'].map((venue) =>
        items.find((trade) => trade['venue'] === venue),
      );
      const seen = venues.filter((reference) => reference !== undefined);
      const read = [];
      for (const reference of seen) {
        read.push((await service.get('trade', { trade: textAt(reference, 'trade-id') })).fields);
      }
      const named = seen.map((one) => [one['trade-id'], one['venue']]);
      return meets(
        {
          'a trade of each venue is listed': seen.length === venues.length,
          'each is read as the one that was listed': same(
            read.map((one) => [one['trade-id'], one['venue']]),
            named,
          ),
        },
        shown(named),
      );
    }),
  },
  {
    id: '1.2.2',
    kind: 'endpoint',
    key: 'paths.createRequest',
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
    key: 'paths.sendQuote',
    sentence: 'Quotes can be sent and withdrawn by a program',
    check: writing(async ({ service }) => {
      const request = await openRequest(service, { role: 'recipient' });
      return quotedAndGone([await sendAndRemove(service, request)]);
    }),
  },
  {
    id: '1.2.3b',
    kind: 'endpoint',
    key: 'paths.addProposal',
    sentence: 'Price proposals can be sent by a program',
    check: writing(async ({ service }) => {
      const request = await openRequest(service, { role: 'recipient', sort: 'single' });
      const body = proposalBody(request, 'indicative');
      const reply = await service.post('addProposal', { request: idOf(request) }, body);
      const listed = await proposalsOf(service, request);
      return finding(
        reply.ok && listed.some((one) => carries(one, body)),
        `${reply.summary}, then listed as ${shown(listed)}`,
      );
    }),
  },
  {
    id: '1.2.3c',
    kind: 'endpoint',
    key: 'paths.sendCounteroffer',
    sentence: 'Individual counteroffers can be sent by a program',
    check: writing(async ({ service }) => {
      const { request, quote } = await dealtSingle(service);
      const body = { ...quoteBody(request), 'quotation-id': at(quote, 'quotation-id') };
      const reply = await service.post('sendCounteroffer', { request: idOf(request) }, body);
      const { items } = await service.get('counteroffers', { request: idOf(request) });
      return finding(
        reply.ok && items.some((one) => carries(one, body)),
        `${reply.summary}, then listed as ${shown(items)}`,
      );
    }),
  },
  {
    id: '1.2.4',
    kind: 'endpoint',
    key: 'lists.items',
    sentence: 'Open and closed requests, quotes, price proposals and analytics can be monitored',
    check: reading(async ({ service }) => {
      const { request: quoted } = await quotedRequest(service, { role: 'initiator', sort: 'single' });
      const request = idOf(quoted);
      const open = await service.get('openRequests');
      const closed = await service.get('concludedRequests');
      const quotes = await service.get('quotes', { request });
      const proposals = await service.get('proposals', { request });
      const analytics = await service.get('analytics', { request });
      const own = [...quotes.items, ...proposals.items, analytics.fields];
      return meets(
        {
          'each of the four lists is a list': [open, closed, quotes, proposals].every(({ isList }) => isList),
          'open and closed requests are listed apart':
            open.items.some((one) => idOf(one) === request) &&
            !closed.items.some((one) => idOf(one) === request),
          'what is asked of a request is of that request': own.every((one) => idOf(one) === request),
        },
        statuses([open, closed, quotes, proposals, analytics]),
      );
    }),
  },
  {
    id: '1.2.5',
    kind: 'endpoint',
    key: 'paths.executeTrade',
    sentence: 'A trade can be executed on the tender venue',
    check: writing(async ({ service }) =>
      dealtAsQuoted(service, await acceptOwnQuote(service, { sort: 'single' })),
    ),
  },
  {
    id: '1.2.6',
    kind: 'endpoint',
    key: 'paths.riskToggle',
    sentence: 'Risk management can be switched and set in detail, commodity by commodity',
    check: writing(async ({ service }) => {
      const [risk] = (await service.get('risks')).items;
      const commodity = textAt(risk, 'commodity');
      const settings = (await service.get('riskSettings', { commodity })).fields;
      // What was found is written again, so that nothing is different afterwards.
      const toggle = { 'risk-management': at(risk, 'risk-management') };
      const replies = [
        await service.put('riskToggle', { commodity }, toggle),
        await service.put('riskSettings', { commodity }, settings),
      ];
      const [after] = (await service.get('risks')).items;
      const left = (await service.get('riskSettings', { commodity })).fields;
      return meets(
        {
          'both are taken': replies.every(({ ok }) => ok),
          'a commodity is on or off': typeof toggle['risk-management'] === 'boolean' && commodity !== '',
          'it has settings': Object.keys(settings).length > 0,
          'both are as they were written': same(after, risk) && same(left, settings),
        },
        statuses(replies),
      );
    }),
  },
  {
    id: '1.2.7',
    kind: 'event',
    key: 'webhooks.hmac',
    sentence: 'Events are received through webhooks',
    check: simulated(
      async ({ service, simulator }) => {
        const receiver = await simulator.listen();
        const request = await openRequest(service, { role: 'recipient', sort: 'standard-spread' });
        const sent = await service.post(
          'sendQuote',
          { request: idOf(request) },
          standardSpreadQuote(request),
        );
        const [arrival] = await receiver.has(1);
        const told = [arrival?.event['request-id'], arrival?.event['quotation-id']];
        const quoted = same(told, [idOf(request), sent.fields['quotation-id']]);
        return finding(
          arrival?.method === 'POST' && textAt(arrival.event, 'eventType') !== '' && quoted,
          `${arrival?.method} of ${shown(arrival?.event)}`,
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
