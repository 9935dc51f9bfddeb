import { quoteBody } from '../bodies';
import { legPrices, type Fields } from '../fields';
import { all, isRejected, meets, statuses } from '../findings';
import { reading, writing, type Finding, type Row } from '../row';
import type { Service } from '../site/service';
import { openRequest, quotedRequest } from '../subjects';
import { quotedAndGone, sendAndRemove } from './quoting';

const samePower = (quote: Fields): boolean => {
  const [, power, otherPower] = legPrices(quote);
  return power !== undefined && otherPower !== undefined && power.eq(otherPower);
};

const PRICES = [50, 49, 49];

/** Whether quotes with other leg prices are refused where one with three good prices is taken. */
async function refusedBeside(service: Service, wrong: readonly (readonly Fields[])[]): Promise<Finding> {
  const request = await openRequest(service, { sort: 'swap', role: 'recipient' });
  const replies = [];
  for (const legs of wrong)
    replies.push((await sendAndRemove(service, request, { body: quoteBody(request, { legs }) })).sent);
  const good = await sendAndRemove(service, request);
  return meets(
    { 'each of them is refused': replies.every(isRejected), 'good prices are taken': good.sent.ok },
    `${statuses(replies)}; good prices ${good.sent.summary}`,
  );
}

/** Section 2, green-grey swap rules. */
export const SWAP_ROWS: readonly Row[] = [
  {
    id: '2.swap.1a',
    kind: 'rule',
    key: 'mapping.bodies.quote',
    sentence: 'A quote on a green-grey swap carries prices for all three legs',
    check: writing(async ({ service }) => {
      const request = await openRequest(service, { sort: 'swap', role: 'recipient' });
      return quotedAndGone([await sendAndRemove(service, request)]);
    }),
  },
  {
    id: '2.swap.1b',
    kind: 'error',
    key: 'mapping.bodies.quote',
    sentence: 'A missing price is an error, whichever leg it is missing from',
    check: writing(async ({ service }) =>
      refusedBeside(
        service,
        PRICES.map((_, missing) => PRICES.map((price, leg) => (leg === missing ? {} : { price }))),
      ),
    ),
  },
  {
    id: '2.swap.2a',
    kind: 'rule',
    key: 'mapping.records.quote.fields',
    sentence: 'The power bought and the power sold in a swap have the same price',
    check: reading(async ({ service }) =>
      all((await quotedRequest(service, { sort: 'swap' })).quotes, samePower, 'quotes on a swap'),
    ),
  },
  {
    id: '2.swap.2b',
    kind: 'error',
    key: 'mapping.bodies.quote',
    sentence: 'Different prices of the power legs are refused',
    check: writing(async ({ service }) =>
      refusedBeside(service, [[{ price: 50 }, { price: 49 }, { price: 48.99 }]]),
    ),
  },
];
