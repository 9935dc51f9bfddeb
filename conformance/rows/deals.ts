import { acceptance } from '../bodies';
import { legPrices, same, shown, textAt, type Fields } from '../fields';
import { meets } from '../findings';
import { Absent, type Finding } from '../row';
import type { Reply } from '../site/reply';
import type { Service } from '../site/service';
import { idOf, quotedRequest, type Wanted } from '../subjects';

export interface Deal {
  readonly request: Fields;
  readonly quote: Fields;
}

/** An own request of a sort, and a quote on it that may be accepted. */
export async function offeredDeal(service: Service, wanted: Wanted): Promise<Deal> {
  const { request, quotes } = await quotedRequest(service, { ...wanted, role: 'initiator' });
  const [quote] = quotes;
  if (!quote) throw new Absent('nobody has quoted');
  return { request, quote };
}

export const dealtSingle = (service: Service): Promise<Deal> => offeredDeal(service, { sort: 'single' });

/** Accepts a quote on an own request; `over` changes fields of the acceptance. */
export async function acceptOwnQuote(
  service: Service,
  wanted: Wanted,
  over: (deal: Deal) => Fields = () => ({}),
): Promise<Deal & { readonly reply: Reply }> {
  const deal = await offeredDeal(service, wanted);
  const body = acceptance(deal.quote, over(deal));
  const reply = await service.post('executeTrade', { request: idOf(deal.request) }, body);
  return { ...deal, reply };
}

/** Whether an acceptance made one trade, at the prices of the quote, and used the quote up. */
export async function dealtAsQuoted(
  service: Service,
  { request, quote, reply }: Deal & { readonly reply: Reply },
): Promise<Finding> {
  const id = textAt(reply.fields, 'trade-id');
  const trade = id === '' ? {} : (await service.get('trade', { trade: id })).fields;
  const listed = (await service.get('trades')).items.filter((one) => one['trade-id'] === id);
  const again = await service.post('executeTrade', { request: idOf(request) }, acceptance(quote));
  const [dealt = [], traded = []] = [quote, trade].map((record) =>
    legPrices(record).map((price) => price.toFixed()),
  );
  return meets(
    {
      'it was executed with a trade-id': reply.ok && id !== '',
      'the trade is of this request': trade['request-id'] === idOf(request) && trade['trade-id'] === id,
      'the trade has the prices and the quantity of the quote':
        dealt.length > 0 && same(dealt, traded) && trade['quantity'] === quote['quantity'],
      'the trade is listed once': listed.length === 1,
      'the quote cannot be taken again': !again.ok,
    },
    `${reply.summary}: quoted ${shown(dealt)}, traded ${shown(traded)}; again ${again.summary}`,
  );
}
