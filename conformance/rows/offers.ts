import { lastSeen, NET_PRICE, proposalBody, standardSpreadQuote } from '../bodies';
import { amountAt, at, type Fields, legPrices, legsOf, same, shown, textAt } from '../fields';
import { all, allRefused } from '../findings';
import { finding, reading, simulated, writing, type Row } from '../row';
import type { Service } from '../site/service';
import { concludedRequests, idOf, openRequest, openRequests, quotedRequest, sortOf } from '../subjects';
import { acceptOwnQuote, offeredDeal } from './deals';
import { sendAndRemove } from './quoting';

const DIRECTIONS: readonly unknown[] = ['bid', 'ask'];

async function everyQuote(service: Service): Promise<readonly Fields[]> {
  const quotes: Fields[] = [];
  for (const request of (await openRequests(service)).slice(0, 12)) {
    quotes.push(...(await service.get('quotes', { request: idOf(request) })).items);
  }
  return quotes;
}

const proposalsOf = async (service: Service, request: Fields): Promise<readonly Fields[]> =>
  (await service.get('proposals', { request: idOf(request) })).items;

/** Section 2: quote, price proposal, individual counteroffer, last seen price. */
export const OFFER_ROWS: readonly Row[] = [
  {
    id: '2.quote.1a',
    kind: 'record',
    sentence: 'A quote carries a price direction, bid or ask',
    check: reading(async ({ service }) =>
      all(await everyQuote(service), (quote) => DIRECTIONS.includes(quote['price-direction']), 'quotes'),
    ),
  },
  {
    id: '2.quote.1b',
    kind: 'record',
    sentence: 'price-direction is in the analytics as well',
    check: reading(async ({ service }) => {
      const request = await openRequest(service, { role: 'initiator' });
      const { fields } = await service.get('analytics', { request: idOf(request) });
      return finding(DIRECTIONS.includes(fields['price-direction']), shown(fields['price-direction']));
    }),
  },
  {
    id: '2.quote.2a',
    kind: 'record',
    sentence: 'The quote of a spread carries one net spread-price and leg prices',
    check: reading(async ({ service }) => {
      const { quotes } = await quotedRequest(service, { sort: 'spread' });
      const isPriced = (quote: Fields): boolean =>
        amountAt(quote, 'spread-price') !== undefined && legPrices(quote).length === 2;
      return all(quotes, isPriced, 'spread quotes');
    }),
  },
  {
    id: '2.quote.2b',
    kind: 'record',
    sentence: 'A standard spread is quoted by an object of its own with one spread-price',
    check: writing(async ({ service }) => {
      const request = await openRequest(service, { sort: 'standard-spread', role: 'recipient' });
      const [sent] = await sendAndRemove(service, request, { body: standardSpreadQuote(request) });
      const { fields = {}, summary = '' } = sent ?? {};
      const holds = amountAt(fields, 'spread-price')?.eq(NET_PRICE) === true && legsOf(fields).length === 0;
      return finding(holds, `${summary}: ${shown(fields['spread-price'])}, ${legsOf(fields).length} legs`);
    }),
  },
  {
    id: '2.proposal.1a',
    kind: 'record',
    sentence: 'A price proposal is firm or indicative',
    check: writing(async ({ service }) => {
      const request = await openRequest(service, { sort: 'single', role: 'recipient' });
      const kinds = [];
      for (const kind of ['firm', 'indicative'] as const) {
        await service.post('addProposal', { request: idOf(request) }, proposalBody(request, kind));
        kinds.push((await proposalsOf(service, request)).map((proposal) => textAt(proposal, 'kind')).join());
      }
      return finding(kinds.join('/') === 'firm/indicative', kinds.join(', then '));
    }),
  },
  {
    id: '2.proposal.1b',
    kind: 'rule',
    sentence: 'A price proposal belongs to an active request',
    check: writing(async ({ service }) => {
      const concluded = (await concludedRequests(service))
        .filter((one) => sortOf(one) === 'single')
        .slice(0, 1);
      const replies = [];
      for (const request of concluded) {
        const body = proposalBody(request, 'indicative');
        replies.push(await service.post('addProposal', { request: idOf(request) }, body));
      }
      return allRefused(replies);
    }),
  },
  {
    id: '2.proposal.2',
    kind: 'rule',
    sentence: 'A new price proposal replaces those that are on the request',
    check: writing(async ({ service }) => {
      const request = await openRequest(service, { sort: 'single', role: 'recipient' });
      const replies = [];
      for (const kind of ['indicative', 'indicative'] as const) {
        replies.push(
          await service.post('addProposal', { request: idOf(request) }, proposalBody(request, kind)),
        );
      }
      const ids = replies.map(({ fields }) => fields['price-proposal-id']);
      const left = (await proposalsOf(service, request)).map((proposal) => proposal['price-proposal-id']);
      return finding(
        replies.every(({ ok }) => ok) && ids[0] !== ids[1] && same(left, [ids[1]]),
        `${shown(ids)} left ${shown(left)}`,
      );
    }),
  },
  {
    id: '2.counteroffer.1',
    kind: 'record',
    sentence: 'An individual counteroffer takes the standard-spread quote object',
    check: writing(async ({ service }) => {
      const { request, quote } = await offeredDeal(service, { sort: 'standard-spread' });
      const body: Fields = { ...standardSpreadQuote(request), 'quotation-id': quote['quotation-id'] };
      const reply = await service.post('sendCounteroffer', { request: idOf(request) }, body);
      const net = reply.fields['spread-price'];
      return finding(reply.ok && net === body['spread-price'], `${reply.summary}: ${shown(net)}`);
    }),
  },
  {
    id: '2.seen.1',
    kind: 'record',
    sentence: 'The last seen price of a standard spread has the type standard-spread and one spread-price',
    check: writing(async ({ service }) => {
      const { quote, reply } = await acceptOwnQuote(service, { sort: 'standard-spread' });
      return finding(reply.ok, `${shown(lastSeen(quote))}: ${reply.summary}`);
    }),
  },
  {
    id: '2.seen.2',
    kind: 'record',
    sentence: 'The last seen price of any other spread has one price per leg',
    check: writing(async ({ service }) => {
      const { quote, reply } = await acceptOwnQuote(service, { sort: 'spread' });
      return finding(reply.ok, `${shown(lastSeen(quote))}: ${reply.summary}`);
    }),
  },
  {
    id: '2.seen.3',
    kind: 'rule',
    sentence: 'Standard spreads are dealt as one net price, for there are no leg prices at that time',
    check: simulated(
      async ({ service }) => {
        const { request, quote, reply } = await acceptOwnQuote(service, { sort: 'standard-spread' });
        const after = (await service.get('request', { request: idOf(request) })).fields;
        const prices = legsOf(after).map((leg) => at(leg, 'price'));
        const holds = reply.ok && legsOf(quote).length === 0 && prices.every((price) => price === null);
        return finding(holds, `dealt at ${shown(quote['spread-price'])}, leg prices ${shown(prices)}`);
      },
      { writes: true },
    ),
  },
];
