import { acceptance } from '../bodies';
import { type Fields } from '../fields';
import { Absent } from '../row';
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
