import { quoteBody } from '../bodies';
import { legPrices, type Fields } from '../fields';
import { all, allOk, isRefusal, statuses } from '../findings';
import { finding, reading, writing, type Row } from '../row';
import { idOf, openRequest, quotedRequest } from '../subjects';
import { sendAndRemove } from './quoting';

const samePower = (quote: Fields): boolean => {
  const [, power, otherPower] = legPrices(quote);
  return power !== undefined && otherPower !== undefined && power.eq(otherPower);
};

/** Section 2, green-grey swap rules. */
export const SWAP_ROWS: readonly Row[] = [
  {
    id: '2.swap.1a',
    kind: 'rule',
    sentence: 'A quote on a green-grey swap carries prices for all three legs',
    check: writing(async ({ service }) => {
      const request = await openRequest(service, { sort: 'swap', role: 'recipient' });
      return allOk(await sendAndRemove(service, request));
    }),
  },
  {
    id: '2.swap.1b',
    kind: 'error',
    sentence: 'A missing price is an error, whichever leg it is missing from',
    check: writing(async ({ service }) => {
      const request = await openRequest(service, { sort: 'swap', role: 'recipient' });
      const prices = [50, 49, 49];
      const replies = [];
      for (const missing of [0, 1, 2]) {
        const legs = prices.map((price, leg) => (leg === missing ? {} : { price }));
        replies.push(
          await service.post('sendQuote', { request: idOf(request) }, quoteBody(request, { legs })),
        );
      }
      return finding(replies.every(isRefusal), statuses(replies));
    }),
  },
  {
    id: '2.swap.2a',
    kind: 'rule',
    sentence: 'The power bought and the power sold in a swap have the same price',
    check: reading(async ({ service }) =>
      all((await quotedRequest(service, { sort: 'swap' })).quotes, samePower, 'quotes on a swap'),
    ),
  },
  {
    id: '2.swap.2b',
    kind: 'error',
    sentence: 'Different prices of the power legs are refused',
    check: writing(async ({ service }) => {
      const request = await openRequest(service, { sort: 'swap', role: 'recipient' });
      const body = quoteBody(request, { legs: [{ price: 50 }, { price: 49 }, { price: 48.99 }] });
      const reply = await service.post('sendQuote', { request: idOf(request) }, body);
      return finding(isRefusal(reply), reply.summary);
    }),
  },
];
