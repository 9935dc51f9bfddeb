import { acceptance, carries, lastSeen, proposalBody, quoteBody, standardSpreadQuote } from '../bodies';
import { amountAt, at, type Fields, legPrices, legsOf, same, shown, textAt } from '../fields';
import { all, isRejected, meets, statuses } from '../findings';
import type { Service } from '../site/service';
import { Absent, finding, reading, simulated, writing, type Row } from '../row';
import {
  concludedRequests,
  idOf,
  liveQuote,
  openRequest,
  openRequests,
  quotedRequest,
  sortOf,
} from '../subjects';
import { acceptOwnQuote, dealtAsQuoted, offeredDeal } from './deals';
import { proposalsOf, quotedAndGone, sendAndRemove } from './quoting';

const DIRECTIONS: readonly unknown[] = ['bid', 'ask'];

async function everyQuote(service: Service): Promise<readonly Fields[]> {
  const quotes: Fields[] = [];
  for (const request of (await openRequests(service)).slice(0, 12)) {
    quotes.push(...(await service.get('quotes', { request: idOf(request) })).items);
  }
  return quotes;
}

const STANDARD = { sort: 'standard-spread' } as const;
const LEG_PRICES = { legs: [{ price: 30 }, { price: 28.75 }] };

/** The leg prices of a standard spread in the place of its one net price. */
const perLeg = (body: Fields): Fields => {
  const { type: _, 'spread-price': __, ...terms } = body;
  return { ...terms, ...LEG_PRICES };
};

/** Acceptances of one quote, each with one leg's price a cent away from what the quote says. */
async function withOneLegMoved(service: Service, { request, quote }: { request: Fields; quote: Fields }) {
  const prices = legPrices(quote);
  const replies = [];
  for (const moved of prices.keys()) {
    const legs = prices.map((price, leg) => ({
      price: (leg === moved ? price.plus('0.01') : price).toNumber(),
    }));
    const body = acceptance(quote, { 'last-seen-price': { type: 'per-leg', legs } });
    replies.push(await service.post('executeTrade', { request: idOf(request) }, body));
  }
  return replies;
}

/** Section 2: quote, price proposal, individual counteroffer, last seen price. */
export const OFFER_ROWS: readonly Row[] = [
  {
    id: '2.quote.1a',
    kind: 'record',
    key: 'mapping.words.direction',
    sentence: 'A quote carries a price direction, bid or ask',
    check: reading(async ({ service }) =>
      all(await everyQuote(service), (quote) => DIRECTIONS.includes(quote['price-direction']), 'quotes'),
    ),
  },
  {
    id: '2.quote.1b',
    kind: 'record',
    key: 'mapping.records.analytics.fields',
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
    key: 'mapping.records.quote.fields',
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
    key: 'mapping.bodies.quote',
    sentence: 'A standard spread is quoted by an object of its own with one spread-price',
    check: writing(async ({ service }) => {
      const request = await openRequest(service, { ...STANDARD, role: 'recipient' });
      const quoted = await sendAndRemove(service, request, { body: standardSpreadQuote(request) });
      const records = [quoted.sent.fields, quoted.listed];
      const { outcome, met } = quotedAndGone([quoted]);
      return finding(
        outcome === 'held' && records.every((one) => legsOf(one).length === 0),
        `${met}: ${shown(quoted.listed?.['spread-price'])}, ${legsOf(quoted.listed).length} legs`,
      );
    }),
  },
  {
    id: '2.quote.2c',
    kind: 'rule',
    key: 'mapping.bodies.quote',
    sentence: 'A standard spread takes no leg prices, and any other request no net price alone',
    check: writing(async ({ service }) => {
      const standard = await openRequest(service, { ...STANDARD, role: 'recipient' });
      const custom = await openRequest(service, { sort: 'spread', role: 'recipient' });
      const bodies = [
        { request: idOf(standard), body: perLeg(quoteBody(standard)) },
        { request: idOf(standard), body: { ...quoteBody(standard), ...LEG_PRICES } },
        { request: idOf(custom), body: standardSpreadQuote(custom) },
      ];
      const replies = [];
      for (const { request, body } of bodies)
        replies.push(await service.post('sendQuote', { request }, body));
      for (const [index, { fields }] of replies.entries()) {
        const quote = textAt(fields, 'quotation-id');
        const request = bodies[index]?.request ?? '';
        if (quote !== '') await service.delete('withdrawQuote', { request, quote });
      }
      return finding(replies.every(isRejected), statuses(replies));
    }),
  },
  {
    id: '2.quote.2d',
    kind: 'record',
    key: 'mapping.records.quote.fields',
    sentence: 'Every quote on a standard spread is read with its one spread-price, in every version',
    check: reading(async ({ service }) => {
      const { request } = await quotedRequest(service, STANDARD);
      const quotes: Fields[] = [];
      for (const version of ['2.1', '2.2', '2.3']) {
        quotes.push(...(await service.get('quotes', { request: idOf(request), version })).items);
      }
      const isNet = (quote: Fields): boolean =>
        quote['type'] === 'standard-spread' && amountAt(quote, 'spread-price') !== undefined;
      return all(quotes, isNet, 'quotes with a net price');
    }),
  },
  {
    id: '2.proposal.1a',
    kind: 'record',
    key: 'mapping.words.proposal-kind',
    sentence: 'A price proposal is firm or indicative',
    check: writing(async ({ service }) => {
      const request = await openRequest(service, { sort: 'single', role: 'recipient' });
      const kinds = [];
      for (const kind of ['firm', 'indicative'] as const) {
        await service.post('addProposal', { request: idOf(request) }, proposalBody(request, kind));
        kinds.push((await proposalsOf(service, request)).map((proposal) => textAt(proposal, 'kind')).join());
      }
      const body: Fields = { ...proposalBody(request, 'firm'), kind: 'neither' };
      const other = await service.post('addProposal', { request: idOf(request) }, body);
      return meets(
        {
          'each is kept as it was sent': kinds.join('/') === 'firm/indicative',
          'a third is refused': isRejected(other),
        },
        `${kinds.join(', then ')}; a third ${other.summary}`,
      );
    }),
  },
  {
    id: '2.proposal.1b',
    kind: 'rule',
    key: 'paths.addProposal',
    sentence: 'A price proposal belongs to an active request',
    check: writing(async ({ service }) => {
      const request = (await concludedRequests(service)).find((one) => sortOf(one) === 'single');
      if (!request) throw new Absent('no concluded single is to be seen');
      const active = await openRequest(service, { sort: 'single', role: 'recipient' });
      const replies = [];
      for (const one of [request, active]) {
        const body = proposalBody(one, 'indicative');
        replies.push(await service.post('addProposal', { request: idOf(one) }, body));
      }
      const [refused, taken] = replies;
      return meets(
        {
          'one on a concluded request is refused': refused !== undefined && isRejected(refused),
          'the same on an active one is taken': taken?.ok === true,
        },
        statuses(replies),
      );
    }),
  },
  {
    id: '2.proposal.2',
    kind: 'rule',
    key: 'paths.addProposal',
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
    key: 'mapping.bodies.counteroffer',
    sentence: 'An individual counteroffer takes the standard-spread quote object',
    check: writing(async ({ service }) => {
      const { request, quote } = await offeredDeal(service, STANDARD);
      const body: Fields = { ...standardSpreadQuote(request), 'quotation-id': quote['quotation-id'] };
      const place = { request: idOf(request) };
      const reply = await service.post('sendCounteroffer', place, body);
      const other = await service.post('sendCounteroffer', place, perLeg(body));
      const { items } = await service.get('counteroffers', place);
      return meets(
        {
          'it is taken': reply.ok,
          'it is listed once, with its net price': items.filter((one) => carries(one, body)).length === 1,
          'leg prices in its place are refused': isRejected(other),
        },
        `${reply.summary}: ${shown(items.map((one) => one['spread-price']))}; leg prices ${other.summary}`,
      );
    }),
  },
  {
    id: '2.seen.1',
    kind: 'record',
    key: 'mapping.bodies.last-seen-price',
    sentence: 'The last seen price of a standard spread has the type standard-spread and one spread-price',
    check: writing(async ({ service }) => {
      const { request, quote } = await offeredDeal(service, STANDARD);
      const place = { request: idOf(request) };
      const legs = { 'last-seen-price': { type: 'per-leg', ...LEG_PRICES } };
      const wrong = await service.post('executeTrade', place, acceptance(quote, legs));
      const still = await liveQuote(service, quote);
      const taken = await service.post('executeTrade', place, acceptance(quote));
      const { items } = await service.get('quotes', place);
      const after = items.find((one) => one['quotation-id'] === quote['quotation-id']);
      return meets(
        {
          'leg prices are refused': isRejected(wrong),
          'they execute nothing': still !== undefined,
          'its one spread-price is taken': taken.ok,
          'the quote is used up': after?.['state'] !== 'active',
        },
        `leg prices: ${wrong.summary}; ${shown(lastSeen(quote))}: ${taken.summary}`,
      );
    }),
  },
  {
    id: '2.seen.2',
    kind: 'record',
    key: 'mapping.bodies.last-seen-price',
    sentence: 'The last seen price of any other spread has one price per leg',
    check: writing(async ({ service }) => {
      const deal = await offeredDeal(service, { sort: 'spread' });
      const place = { request: idOf(deal.request) };
      const replies = await withOneLegMoved(service, deal);
      const net = { type: 'standard-spread', 'spread-price': at(deal.quote, 'spread-price') };
      replies.push(
        await service.post('executeTrade', place, acceptance(deal.quote, { 'last-seen-price': net })),
      );
      if (!replies.every(isRejected)) {
        return finding(false, `a leg a cent away, or the net price alone: ${statuses(replies)}`);
      }
      const reply = await service.post('executeTrade', place, acceptance(deal.quote));
      return dealtAsQuoted(service, { ...deal, reply });
    }),
  },
  {
    id: '2.seen.3',
    kind: 'rule',
    key: 'mapping.records.leg.fields',
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
