import { acceptance, lastSeen, NET_PRICE, proposalBody, standardSpreadQuote } from '../bodies';
import { amountAt, type Fields, legPrices, same, shown, textAt } from '../fields';
import { allOk, isRefusal, statuses } from '../findings';
import { Absent, finding, reading, writing, type Row } from '../row';
import type { Reply } from '../site/reply';
import type { Service } from '../site/service';
import { idOf, openRequest, openRequests } from '../subjects';
import { acceptOwnQuote, offeredDeal } from './deals';
import { sendAndRemove } from './quoting';

const single = (service: Service): Promise<Fields> =>
  openRequest(service, { sort: 'single', role: 'recipient' });
const standard = (service: Service): Promise<Fields> =>
  openRequest(service, { sort: 'standard-spread', role: 'recipient' });
const proposals = async (service: Service, request: Fields): Promise<readonly Fields[]> =>
  (await service.get('proposals', { request: idOf(request) })).items;

/** A firm proposal of somebody else's, and the request that it is on. */
async function firmProposal(service: Service): Promise<{ request: Fields; proposal: Fields }> {
  for (const request of await openRequests(service, { role: 'recipient' })) {
    const [proposal] = (await proposals(service, request)).filter(
      (one) => one['kind'] === 'firm' && !service.made.has(one['price-proposal-id']),
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
    sentence: 'POST quotations sends a quote',
    check: writing(async ({ service }) => allOk(await sendAndRemove(service, await single(service)))),
  },
  {
    id: '4.table.8b',
    kind: 'version',
    sentence: 'On v2.3 it takes the standard-spread quote object',
    check: writing(async ({ service }) => {
      const request = await standard(service);
      return allOk(
        await sendAndRemove(service, request, { version: '2.3', body: standardSpreadQuote(request) }),
      );
    }),
  },
  {
    id: '4.table.9',
    kind: 'endpoint',
    sentence:
      'POST individual-counteroffers sends a counteroffer, on v2.3 as a standard-spread quote object too',
    check: writing(async ({ service }) => {
      const { request, quote } = await offeredDeal(service, { sort: 'standard-spread' });
      const body = { ...standardSpreadQuote(request), 'quotation-id': quote['quotation-id'] };
      const place = { request: idOf(request), version: '2.3' };
      const sent = await service.post('sendCounteroffer', place, body);
      const id = textAt(sent.fields, 'counteroffer-id');
      const ids = (await service.get('counteroffers', place)).items.map((one) => one['counteroffer-id']);
      return finding(sent.ok && id !== '' && ids.includes(id), `${sent.summary}, then listed`);
    }),
  },
  {
    id: '4.table.10',
    kind: 'endpoint',
    sentence: 'POST price-proposals adds a price proposal, on v2.3 as a standard-spread quote object',
    check: writing(async ({ service }) => {
      const request = await standard(service);
      const place = { request: idOf(request), version: '2.3' };
      const reply = await service.post('addStandardSpreadProposal', place, proposalBody(request, 'firm'));
      return finding(
        reply.ok && amountAt(reply.fields, 'spread-price')?.eq(NET_PRICE) === true,
        reply.summary,
      );
    }),
  },
  {
    id: '4.table.11a',
    kind: 'endpoint',
    sentence: 'POST /v2.2 price-proposal adds a firm or an indicative price proposal to an active request',
    check: writing(async ({ service }) => {
      const request = await single(service);
      const place = { request: idOf(request), version: '2.2' };
      const replies = [];
      for (const kind of ['firm', 'indicative'] as const) {
        replies.push(await service.post('addProposal', place, proposalBody(request, kind)));
      }
      return allOk(replies);
    }),
  },
  {
    id: '4.table.11b',
    kind: 'rule',
    sentence: 'It replaces every proposal that is there',
    check: writing(async ({ service }) => {
      const { request } = await firmProposal(service);
      const before = (await proposals(service, request)).length;
      const { ok, fields } = await service.post(
        'addProposal',
        { request: idOf(request) },
        proposalBody(request, 'indicative'),
      );
      const left = (await proposals(service, request)).map((one) => one['price-proposal-id']);
      return finding(
        ok && same(left, [fields['price-proposal-id']]),
        `${before} before, then ${shown(left)}`,
      );
    }),
  },
  {
    id: '4.table.12',
    kind: 'endpoint',
    sentence: 'DELETE /v2.2 price-proposal deletes the proposals that are there',
    check: writing(async ({ service }) => {
      const request = await single(service);
      await service.post('addProposal', { request: idOf(request) }, proposalBody(request, 'indicative'));
      const before = (await proposals(service, request)).length;
      const reply = await service.delete('deleteProposals', { request: idOf(request), version: '2.2' });
      const left = (await proposals(service, request)).length;
      return finding(
        reply.ok && before === 1 && left === 0,
        `${reply.summary}: ${before} before, ${left} left`,
      );
    }),
  },
  {
    id: '4.table.13a',
    kind: 'endpoint',
    sentence: 'POST /v2.2 trade executes a trade: the initiator accepts a quote',
    check: writing(async ({ service }) => {
      const { reply } = await acceptOwnQuote(service, { sort: 'single' });
      const listed = (await service.get('trades')).items.map((trade) => trade['trade-id']);
      return finding(
        reply.ok && listed.includes(textAt(reply.fields, 'trade-id')),
        `${reply.summary}, then in the list of trades`,
      );
    }),
  },
  {
    id: '4.table.13b',
    kind: 'endpoint',
    sentence: 'There a recipient accepts a price proposal',
    check: writing(async ({ service }) => {
      const { request, proposal } = await firmProposal(service);
      const body = {
        'price-proposal-id': proposal['price-proposal-id'],
        'last-seen-price': lastSeen(proposal),
      };
      const reply = await service.post('executeTrade', { request: idOf(request), version: '2.2' }, body);
      return finding(reply.ok, `${textAt(proposal, 'price-proposal-id')}: ${reply.summary}`);
    }),
  },
  {
    id: '4.table.13c',
    kind: 'rule',
    sentence: 'The last seen price must be there and match the current one; else nothing is executed',
    check: writing(async ({ service }) => {
      const { request, quote } = await offeredDeal(service, { sort: 'single' });
      const replies = await atOtherPrices(service, quote, request);
      const after = (await service.get('request', { request: idOf(request) })).fields;
      const untouched = textAt(after, 'state') === textAt(request, 'state');
      return finding(replies.every(isRefusal) && untouched, `${statuses(replies)} The request is as before.`);
    }),
  },
  {
    id: '4.table.14',
    kind: 'endpoint',
    sentence: 'GET /ping gives an example of a webhook payload',
    check: reading(async ({ service }) => {
      const { fields, summary } = await service.get('ping');
      return finding(textAt(fields, 'eventType') !== '', `${summary}: ${shown(fields)}`);
    }),
  },
];
