import { acceptance, carries, lastSeen, proposalBody, quoteBody, standardSpreadQuote } from '../bodies';
import { type Fields, legPrices, same, shown, textAt } from '../fields';
import { isRejected, meets, statuses } from '../findings';
import { Absent, finding, reading, writing, type Row } from '../row';
import type { Reply } from '../site/reply';
import type { Service } from '../site/service';
import { idOf, liveQuote, openRequest, openRequests } from '../subjects';
import { acceptOwnQuote, dealtAsQuoted, offeredDeal } from './deals';
import { proposalsOf, quotedAndGone, sendAndRemove } from './quoting';

const single = (service: Service): Promise<Fields> =>
  openRequest(service, { sort: 'single', role: 'recipient' });
const standard = (service: Service): Promise<Fields> =>
  openRequest(service, { sort: 'standard-spread', role: 'recipient' });
/** A firm proposal of somebody else's, and the request that it is on. */
async function firmProposal(service: Service): Promise<{ request: Fields; proposal: Fields }> {
  for (const request of await openRequests(service, { role: 'recipient' })) {
    const [proposal] = (await proposalsOf(service, request)).filter(
      (one) => one['kind'] === 'firm' && !service.hasMade(one['price-proposal-id']),
    );
    if (proposal) return { request, proposal };
  }
  throw new Absent('nobody proposes a firm price');
}

/** Acceptances of one quote at prices that are not its own. */
async function atOtherPrices(service: Service, quote: Fields, request: Fields): Promise<readonly Reply[]> {
  const [price] = legPrices(quote);
  const other = { type: 'per-leg', legs: [{ price: price?.plus('0.01').toNumber() }] };
  const net = { type: 'standard-spread', 'spread-price': price?.toNumber() };
  const replies = [];
  for (const seen of [other, net, undefined]) {
    const body = acceptance(quote, { 'last-seen-price': seen });
    replies.push(await service.post('executeTrade', { request: idOf(request) }, body));
  }
  return replies;
}

/** Section 4, the table of endpoints from quotes on. */
export const TENDER_ENDPOINT_ROWS: readonly Row[] = [
  {
    id: '4.table.8a',
    kind: 'endpoint',
    key: 'paths.sendQuote',
    sentence: 'POST quotations sends a quote',
    check: writing(async ({ service }) =>
      quotedAndGone([await sendAndRemove(service, await single(service))]),
    ),
  },
  {
    id: '4.table.8c',
    kind: 'record',
    key: 'mapping.values.decimal',
    sentence: 'A quote keeps every digit of its price, a price below zero, and the part that it is for',
    check: writing(async ({ service }) => {
      const request = await openRequest(service, {
        sort: 'single',
        role: 'recipient',
        where: (one) => one['all-or-none'] === false,
      });
      const quotes = [];
      for (const price of [85.0725, -2.41, 0]) {
        const body = quoteBody(request, { legs: [{ price }], quantity: 4 });
        quotes.push(await sendAndRemove(service, request, { body }));
      }
      return quotedAndGone(quotes);
    }),
  },
  {
    id: '4.table.8b',
    kind: 'version',
    key: 'paths.sendQuote',
    sentence: 'On v2.3 it takes the standard-spread quote object',
    check: writing(async ({ service }) => {
      const request = await standard(service);
      const body = standardSpreadQuote(request);
      return quotedAndGone([await sendAndRemove(service, request, { version: '2.3', body })]);
    }),
  },
  {
    id: '4.table.9',
    kind: 'endpoint',
    key: 'paths.sendCounteroffer',
    sentence:
      'POST individual-counteroffers sends a counteroffer, on v2.3 as a standard-spread quote object too',
    check: writing(async ({ service }) => {
      const { request, quote } = await offeredDeal(service, { sort: 'standard-spread' });
      const body = { ...standardSpreadQuote(request), 'quotation-id': quote['quotation-id'] };
      const place = { request: idOf(request), version: '2.3' };
      const sent = await service.post('sendCounteroffer', place, body);
      const id = textAt(sent.fields, 'counteroffer-id');
      const { items } = await service.get('counteroffers', place);
      const listed = items.filter((one) => id !== '' && one['counteroffer-id'] === id);
      return finding(
        sent.ok && listed.length === 1 && listed.every((one) => carries(one, body)),
        `${sent.summary}, then listed as ${shown(listed)}`,
      );
    }),
  },
  {
    id: '4.table.10',
    kind: 'endpoint',
    key: 'paths.addStandardSpreadProposal',
    sentence: 'POST price-proposals adds a price proposal, on v2.3 as a standard-spread quote object',
    check: writing(async ({ service }) => {
      const request = await standard(service);
      const place = { request: idOf(request), version: '2.3' };
      const body = proposalBody(request, 'firm');
      const reply = await service.post('addStandardSpreadProposal', place, body);
      const listed = await proposalsOf(service, request);
      return finding(
        reply.ok && listed.length === 1 && listed.every((one) => carries(one, body)),
        `${reply.summary}, then listed as ${shown(listed)}`,
      );
    }),
  },
  {
    id: '4.table.11a',
    kind: 'endpoint',
    key: 'paths.addProposal',
    sentence: 'POST /v2.2 price-proposal adds a firm or an indicative price proposal to an active request',
    check: writing(async ({ service }) => {
      const request = await single(service);
      const place = { request: idOf(request), version: '2.2' };
      const replies = [];
      const kept = [];
      for (const kind of ['firm', 'indicative'] as const) {
        const body = proposalBody(request, kind);
        replies.push(await service.post('addProposal', place, body));
        kept.push((await proposalsOf(service, request)).some((one) => carries(one, body)));
      }
      return finding(
        replies.every(({ ok }) => ok) && same(kept, [true, true]),
        `${statuses(replies)}, listed as sent: ${shown(kept)}`,
      );
    }),
  },
  {
    id: '4.table.11b',
    kind: 'rule',
    key: 'paths.addProposal',
    sentence: 'It replaces every proposal that is there',
    check: writing(async ({ service }) => {
      const { request } = await firmProposal(service);
      const before = (await proposalsOf(service, request)).length;
      const { ok, fields } = await service.post(
        'addProposal',
        { request: idOf(request) },
        proposalBody(request, 'indicative'),
      );
      const left = (await proposalsOf(service, request)).map((one) => one['price-proposal-id']);
      return finding(
        ok && same(left, [fields['price-proposal-id']]),
        `${before} before, then ${shown(left)}`,
      );
    }),
  },
  {
    id: '4.table.12',
    kind: 'endpoint',
    key: 'paths.deleteProposals',
    sentence: 'DELETE /v2.2 price-proposal deletes the proposals that are there',
    check: writing(async ({ service }) => {
      const request = await single(service);
      await service.post('addProposal', { request: idOf(request) }, proposalBody(request, 'indicative'));
      const before = (await proposalsOf(service, request)).length;
      const reply = await service.delete('deleteProposals', { request: idOf(request), version: '2.2' });
      const left = (await proposalsOf(service, request)).length;
      return finding(
        reply.ok && before === 1 && left === 0,
        `${reply.summary}: ${before} before, ${left} left`,
      );
    }),
  },
  {
    id: '4.table.13a',
    kind: 'endpoint',
    key: 'paths.executeTrade',
    sentence: 'POST /v2.2 trade executes a trade: the initiator accepts a quote',
    check: writing(async ({ service }) =>
      dealtAsQuoted(service, await acceptOwnQuote(service, { sort: 'single' })),
    ),
  },
  {
    id: '4.table.13b',
    kind: 'endpoint',
    key: 'paths.executeTrade',
    sentence: 'There a recipient accepts a price proposal',
    check: writing(async ({ service }) => {
      const { request, proposal } = await firmProposal(service);
      const place = { request: idOf(request), version: '2.2' };
      const id = { 'price-proposal-id': proposal['price-proposal-id'] };
      const prices = legPrices(proposal);
      const legs = prices.map((price) => ({ price: price.plus('0.01').toNumber() }));
      const other = { ...id, 'last-seen-price': { type: 'per-leg', legs } };
      const moved = await service.post('executeTrade', place, other);
      const reply = await service.post('executeTrade', place, {
        ...id,
        'last-seen-price': lastSeen(proposal),
      });
      const trade = (await service.get('trade', { trade: textAt(reply.fields, 'trade-id') })).fields;
      return meets(
        {
          'at another price it is refused': isRejected(moved),
          'at its own it is executed': reply.ok,
          'the trade is of this request, at that price':
            prices.length > 0 &&
            trade['request-id'] === idOf(request) &&
            same(legPrices(trade).map(String), prices.map(String)),
        },
        `${textAt(proposal, 'price-proposal-id')}: ${reply.summary} at ${shown(prices)}; a cent more ${moved.summary}`,
      );
    }),
  },
  {
    id: '4.table.13c',
    kind: 'rule',
    key: 'mapping.bodies.last-seen-price',
    sentence: 'The last seen price must be there and match the current one; else nothing is executed',
    check: writing(async ({ service }) => {
      const { request, quote } = await offeredDeal(service, { sort: 'single' });
      const trades = (await service.get('trades')).items.length;
      const replies = await atOtherPrices(service, quote, request);
      const after = (await service.get('request', { request: idOf(request) })).fields;
      const left = await liveQuote(service, quote);
      return meets(
        {
          'each of them is refused': replies.every(isRejected),
          'the request and the quote are as before': same(after, request) && same(left, quote),
          'there is no trade more': (await service.get('trades')).items.length === trades,
        },
        `${statuses(replies)} The request is as before.`,
      );
    }),
  },
  {
    id: '4.table.14',
    kind: 'endpoint',
    key: 'paths.ping',
    sentence: 'GET /ping gives an example of a webhook payload',
    check: reading(async ({ service }) => {
      const { fields, summary } = await service.get('ping');
      const ids = Object.keys(fields).filter((name) => name.endsWith('-id') && textAt(fields, name) !== '');
      return finding(textAt(fields, 'eventType') !== '' && ids.length > 0, `${summary}: ${shown(fields)}`);
    }),
  },
];
