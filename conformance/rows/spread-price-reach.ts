import { acceptance } from '../bodies';
import { amountAt, at, type Fields, legPrices, same, shown, textAt } from '../fields';
import { all, isRejected } from '../findings';
import { Absent, finding, reading, simulated, writing, type Finding, type Row } from '../row';
import type { Service } from '../site/service';
import { actionsOf, activeQuotes, idOf, liveQuote, openRequest, quotedRequest } from '../subjects';
import { offeredDeal } from './deals';

/** Leg 1 sold against leg 2: the spreads whose sign the rule has turned. */
const turned = (request: Fields): boolean => actionsOf(request) === 'sell/buy';
const LEGS = { legs: [{ price: 30 }, { price: 29 }], 'spread-price': 1, 'price-direction': 'bid' };

async function turnedRequest(service: Service, role: 'initiator' | 'recipient') {
  const request = await openRequest(service, { sort: 'spread', role, where: turned });
  return { request, offer: { ...LEGS, quantity: at(request, 'legs', 0, 'quantity') } };
}

/** Sends an offer with the spread price of today's rule and reads it back, in one version. */
async function writtenAndRead(
  service: Service,
  how: {
    version: string;
    send: 'sendQuote' | 'addProposal' | 'sendCounteroffer';
    list: 'quotes' | 'proposals' | 'counteroffers';
  },
): Promise<Finding> {
  const counter = how.send === 'sendCounteroffer';
  const { request, offer } = await turnedRequest(service, counter ? 'initiator' : 'recipient');
  const more = counter
    ? { 'quotation-id': (await activeQuotes(service, request))[0]?.['quotation-id'] }
    : { kind: 'firm' };
  const place = { request: idOf(request), version: how.version };
  const sent = await service.post(how.send, place, { ...offer, ...more });
  const read = (await service.get(how.list, place)).items.filter((one) => legPrices(one)[0]?.eq(30));
  const prices = read.map((one) => one['spread-price']);
  const quote = textAt(sent.fields, 'quotation-id');
  if (how.send === 'sendQuote' && sent.ok) await service.delete('withdrawQuote', { ...place, quote });
  return finding(
    sent.ok && prices.length > 0 && prices.every((price) => price === 1),
    `sent ${sent.summary}, read ${shown(prices)}`,
  );
}

const quotesRead = async (service: Service, version: string): Promise<Finding> => {
  const { request } = await quotedRequest(service, { sort: 'spread', role: 'initiator', where: turned });
  const { items } = await service.get('quotes', { request: idOf(request), version });
  const isDifference = (quote: Fields): boolean => {
    const [leg1, leg2] = legPrices(quote);
    return (
      leg1 !== undefined &&
      leg2 !== undefined &&
      amountAt(quote, 'spread-price')?.eq(leg1.minus(leg2)) === true
    );
  };
  return all(items, isDifference, `quotes read on v${version}`);
};

/** Section 2, spread price rules 6 and 7: what the rule has changed, and what it has not. */
export const SPREAD_PRICE_REACH_ROWS: readonly Row[] = [
  {
    id: '2.spread.6a',
    kind: 'rule',
    key: 'paths.proposals',
    sentence: 'The rule holds for v2.0 reads of price proposals',
    check: simulated(
      async ({ service, simulator }) => {
        const { request } = await turnedRequest(service, 'recipient');
        await simulator.act({ do: 'propose', requestId: idOf(request), legs: [30, 29] });
        const { items } = await service.get('proposals', { request: idOf(request), version: '2.0' });
        const prices = items.map((proposal) => proposal['spread-price']);
        return finding(same(prices, [1]), `30 and 29 are read as ${shown(prices)}`);
      },
      { writes: true },
    ),
  },
  {
    id: '2.spread.6b',
    kind: 'rule',
    key: 'paths.quotes',
    sentence: 'It holds for v2.1 reads of quotes',
    check: reading(({ service }) => quotesRead(service, '2.1')),
  },
  {
    id: '2.spread.6c',
    kind: 'rule',
    key: 'paths.sendQuote',
    sentence: 'It holds for v2.1 writes of quotes',
    check: writing(({ service }) =>
      writtenAndRead(service, { version: '2.1', send: 'sendQuote', list: 'quotes' }),
    ),
  },
  {
    id: '2.spread.6d',
    kind: 'rule',
    key: 'paths.quotes',
    sentence: 'It holds for v2.2 reads of quotes',
    check: reading(({ service }) => quotesRead(service, '2.2')),
  },
  {
    id: '2.spread.6e',
    kind: 'rule',
    key: 'paths.sendQuote',
    sentence: 'It holds for v2.2 writes of quotes',
    check: writing(({ service }) =>
      writtenAndRead(service, { version: '2.2', send: 'sendQuote', list: 'quotes' }),
    ),
  },
  {
    id: '2.spread.6f',
    kind: 'rule',
    key: 'paths.addProposal',
    sentence: 'It holds for v2.2 writes and reads of price proposals',
    check: writing(({ service }) =>
      writtenAndRead(service, { version: '2.2', send: 'addProposal', list: 'proposals' }),
    ),
  },
  {
    id: '2.spread.6g',
    kind: 'rule',
    key: 'paths.sendCounteroffer',
    sentence: 'It holds for v2.2 writes and reads of individual counteroffers',
    check: writing(({ service }) =>
      writtenAndRead(service, { version: '2.2', send: 'sendCounteroffer', list: 'counteroffers' }),
    ),
  },
  {
    id: '2.spread.6h',
    kind: 'rule',
    key: 'mapping.values.decimal',
    sentence: 'It leaves leg prices alone: they are the same in every version',
    check: reading(async ({ service }) => {
      const { request } = await quotedRequest(service, { sort: 'spread', where: turned });
      const legs: string[][][] = [];
      for (const version of ['2.1', '2.2', '2.3']) {
        const { items } = await service.get('quotes', { request: idOf(request), version });
        legs.push(items.map((quote) => legPrices(quote).map((price) => price.toFixed())));
      }
      const priced = legs.flat().every((prices) => prices.length === 2);
      return finding(priced && legs.every((prices) => same(prices, legs[0])), shown(legs[0]));
    }),
  },
  {
    id: '2.spread.6i',
    kind: 'rule',
    key: 'mapping.records.trade.fields',
    sentence: 'It leaves executed deals alone: a trade keeps the leg prices that were dealt',
    check: writing(async ({ service }) => {
      const { request, quote } = await offeredDeal(service, { sort: 'spread', where: turned });
      const reply = await service.post('executeTrade', { request: idOf(request) }, acceptance(quote));
      const trade = (await service.get('trade', { trade: textAt(reply.fields, 'trade-id') })).fields;
      const [dealt = [], traded = []] = [quote, trade].map((record) =>
        legPrices(record).map((price) => price.toFixed()),
      );
      const holds = reply.ok && dealt.length === 2 && same(dealt, traded);
      return finding(holds, `dealt ${shown(dealt)}, traded ${shown(traded)}`);
    }),
  },
  {
    id: '2.spread.6j',
    kind: 'rule',
    key: 'mapping.records.analytics.fields',
    sentence: 'It leaves analytics of custom spreads alone: they keep buy leg minus sell leg',
    check: reading(async ({ service }) => {
      const { request, quotes } = await quotedRequest(service, {
        sort: 'spread',
        role: 'initiator',
        where: turned,
      });
      const { fields } = await service.get('analytics', { request: idOf(request) });
      const best = amountAt(fields, 'best-price');
      if (!best) throw new Absent('the analytics name no best price');
      const former = quotes.map((quote) => amountAt(quote, 'spread-price')?.times(-1));
      return finding(
        former.some((price) => price?.eq(best)),
        `best ${best.toFixed()} of ${former.map((price) => price?.toFixed()).join(', ')}`,
      );
    }),
  },
  {
    id: '2.spread.6k',
    kind: 'rule',
    key: 'mapping.records.event.fields',
    sentence: 'It leaves webhook payloads alone: they carry no price',
    check: simulated(
      async ({ service, simulator }) => {
        const receiver = await simulator.listen();
        const { request } = await turnedRequest(service, 'initiator');
        await simulator.act({ do: 'quote', requestId: idOf(request), legs: [30, 29] });
        const [arrival] = await receiver.has(1);
        const names = Object.keys(arrival?.event ?? {});
        return finding(names.length > 0 && !names.some((name) => name.includes('price')), names.join(', '));
      },
      { writes: true },
    ),
  },
  {
    id: '2.spread.6l',
    kind: 'rule',
    key: 'mapping.records.quote.fields',
    sentence: 'It leaves single requests alone: their quotes have no spread price, in no version',
    check: reading(async ({ service }) => {
      const { request } = await quotedRequest(service, { sort: 'single' });
      const quotes: Fields[] = [];
      for (const version of ['2.1', '2.2', '2.3']) {
        quotes.push(...(await service.get('quotes', { request: idOf(request), version })).items);
      }
      return all(
        quotes,
        (quote) => (quote['spread-price'] ?? null) === null && legPrices(quote).length === 1,
        'quotes',
      );
    }),
  },
  {
    id: '2.spread.7',
    kind: 'error',
    key: 'auth.provesNotExecuted',
    sentence: 'A last seen spread price by the old sign may be refused as a mismatch, and executes nothing',
    check: writing(async ({ service }) => {
      const { request, quote } = await offeredDeal(service, { sort: 'standard-spread' });
      const net = amountAt(quote, 'spread-price')?.times(-1).toNumber();
      if (!net) throw new Absent('the spread price has no sign');
      const body = acceptance(quote, { 'last-seen-price': { type: 'standard-spread', 'spread-price': net } });
      const reply = await service.post('executeTrade', { request: idOf(request) }, body);
      const untouched = (await liveQuote(service, quote)) !== undefined;
      return finding(isRejected(reply) && untouched, `${reply.summary} The quote is still active.`);
    }),
  },
];
