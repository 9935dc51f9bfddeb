import { acceptance, newSpread } from '../bodies';
import { amountAt, at, type Fields, legPrices, same, shown, textAt } from '../fields';
import { all, isRejected, meets } from '../findings';
import { finding, reading, simulated, writing, type Row } from '../row';
import type { Service } from '../site/service';
import type { SimulatedSite } from '../site/site';
import { actionsOf, idOf, openRequest, quotedRequest } from '../subjects';
import { offeredDeal } from './deals';
import { sendAndRemove } from './quoting';

const difference = (quote: Fields): boolean => {
  const [leg1, leg2] = legPrices(quote);
  return (
    leg1 !== undefined && leg2 !== undefined && amountAt(quote, 'spread-price')?.eq(leg1.minus(leg2)) === true
  );
};
const sum = (quote: Fields): boolean => {
  const [leg1, leg2] = legPrices(quote);
  return (
    leg1 !== undefined && leg2 !== undefined && amountAt(quote, 'spread-price')?.eq(leg1.plus(leg2)) === true
  );
};

const spreadIn =
  (...actions: readonly string[]) =>
  (request: Fields): boolean =>
    actions.includes(actionsOf(request));

const quotesIn = async (service: Service, ...actions: readonly string[]): Promise<readonly Fields[]> =>
  (await quotedRequest(service, { sort: 'spread', where: spreadIn(...actions) })).quotes;

/** The spread price that each pair of actions gets at 30.00 and 29.00. */
async function checkFigures({ service, clock, simulator }: SimulatedSite): Promise<readonly unknown[]> {
  const pairs = [
    ['buy', 'sell'],
    ['sell', 'buy'],
    ['buy', 'buy'],
    ['sell', 'sell'],
  ] as const;
  const prices = [];
  for (const pair of pairs) {
    const requestId = idOf((await service.post('createRequest', {}, newSpread(clock.now(), pair))).fields);
    await simulator.act({ do: 'quote', requestId, legs: [30, 29] });
    const [quote] = (await service.get('quotes', { request: requestId })).items;
    prices.push(quote?.['spread-price']);
  }
  return prices;
}

/** Section 2, spread price rules 1 to 5. */
export const SPREAD_PRICE_ROWS: readonly Row[] = [
  {
    id: '2.spread.1',
    kind: 'rule',
    key: 'mapping.values.decimal',
    sentence: 'The price of a standard spread is leg 1 minus leg 2, by array index',
    check: simulated(
      async ({ service, simulator }) => {
        const { request, quote } = await offeredDeal(service, { sort: 'standard-spread' });
        await service.post('executeTrade', { request: idOf(request) }, acceptance(quote));
        const { 'trade-ids': entered } = await simulator.act({
          do: 'enter-leg-prices',
          requestId: idOf(request),
        });
        const trade = (await service.get('trade', { trade: textAt({ entered }, 'entered', 0) })).fields;
        const [leg1, leg2] = legPrices(trade);
        const net = amountAt(quote, 'spread-price');
        const holds = leg1 !== undefined && leg2 !== undefined && net?.eq(leg1.minus(leg2)) === true;
        return finding(holds, `${leg1?.toFixed()} - ${leg2?.toFixed()} for ${net?.toFixed()}`);
      },
      { writes: true },
    ),
  },
  {
    id: '2.spread.2a',
    kind: 'rule',
    key: 'paths.quotes',
    sentence: 'In opposite directions it is leg 1 minus leg 2, whichever leg is bought: leg 1 bought',
    check: reading(async ({ service }) => all(await quotesIn(service, 'buy/sell'), difference, 'quotes')),
  },
  {
    id: '2.spread.2b',
    kind: 'rule',
    key: 'paths.quotes',
    sentence: 'In opposite directions it is leg 1 minus leg 2, whichever leg is bought: leg 1 sold',
    check: reading(async ({ service }) => all(await quotesIn(service, 'sell/buy'), difference, 'quotes')),
  },
  {
    id: '2.spread.2c',
    kind: 'rule',
    key: 'paths.sendQuote',
    sentence: 'The former rule, buy leg minus sell leg, is no longer taken',
    check: writing(async ({ service }) => {
      const where = spreadIn('sell/buy');
      const request = await openRequest(service, { sort: 'spread', role: 'recipient', where });
      const quantity = at(request, 'legs', 0, 'quantity');
      const legs = { 'price-direction': 'bid', legs: [{ price: 30 }, { price: 29 }], quantity };
      const former = await sendAndRemove(service, request, { body: { ...legs, 'spread-price': -1 } });
      const present = await sendAndRemove(service, request, { body: { ...legs, 'spread-price': 1 } });
      return meets(
        { 'minus one is refused': isRejected(former.sent), 'plus one is taken': present.sent.ok },
        `-1: ${former.sent.summary}, +1: ${present.sent.summary}`,
      );
    }),
  },
  {
    id: '2.spread.3',
    kind: 'rule',
    key: 'paths.quotes',
    sentence: 'In the same direction the spread price is the sum of both leg prices',
    check: reading(async ({ service }) =>
      all(await quotesIn(service, 'buy/buy', 'sell/sell'), sum, 'quotes'),
    ),
  },
  {
    id: '2.spread.4',
    kind: 'rule',
    key: 'paths.sendQuote',
    sentence: 'Both counterparties receive the same spread price',
    check: simulated(
      async ({ service, simulator }) => {
        const where = spreadIn('sell/buy');
        const asked = await openRequest(service, { sort: 'spread', role: 'recipient', where });
        const own = await openRequest(service, { sort: 'spread', role: 'initiator', where });
        const quantity = at(asked, 'legs', 0, 'quantity');
        const body = { 'price-direction': 'bid', legs: [{ price: 30 }, { price: 29 }], quantity };
        const sent = await service.post('sendQuote', { request: idOf(asked) }, body);
        const received = await simulator.act({ do: 'quote', requestId: idOf(own), legs: [30, 29] });
        const prices = [sent.fields, received].map((quote) => quote['spread-price']);
        return finding(
          prices[0] === 1 && prices[0] === prices[1],
          `sent ${shown(prices[0])}, received ${shown(prices[1])}`,
        );
      },
      { writes: true },
    ),
  },
  {
    id: '2.spread.5',
    kind: 'rule',
    key: 'paths.quotes',
    sentence: 'At 30.00 and 29.00 it is +1.00 for buy/sell and sell/buy, +59.00 for buy/buy and sell/sell',
    check: simulated(
      async (site) => {
        const prices = await checkFigures(site);
        return finding(same(prices, [1, 1, 59, 59]), shown(prices));
      },
      { writes: true },
    ),
  },
];
