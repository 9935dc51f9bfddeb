import { carries, quoteBody } from '../bodies';
import { textAt, type Fields } from '../fields';
import { meets, statuses } from '../findings';
import type { Finding } from '../row';
import type { Reply } from '../site/reply';
import type { Service } from '../site/service';
import { idOf } from '../subjects';

/** A quote that was sent and taken back, with what the list said of it meanwhile and afterwards. */
export interface Quoted {
  readonly body: Fields;
  readonly sent: Reply;
  readonly listed: Fields | undefined;
  readonly withdrawn: Reply | undefined;
  readonly left: Fields | undefined;
}

/** Sends a quote, looks for it, and takes it back at once, so that nobody is left with it. */
export async function sendAndRemove(
  service: Service,
  request: Fields,
  { body = quoteBody(request), version }: { readonly body?: Fields; readonly version?: string } = {},
): Promise<Quoted> {
  const place = { request: idOf(request), ...(version !== undefined && { version }) };
  const sent = await service.post('sendQuote', place, body);
  const quote = textAt(sent.fields, 'quotation-id');
  const found = async (): Promise<Fields | undefined> =>
    (await service.get('quotes', { request: idOf(request) })).items.find(
      (one) => quote !== '' && one['quotation-id'] === quote,
    );
  const listed = await found();
  const withdrawn =
    quote === '' ? undefined : await service.delete('withdrawQuote', { request: idOf(request), quote });
  return { body, sent, listed, withdrawn, left: await found() };
}

/** Whether every quote was live with what was sent, and no longer live once it was withdrawn. */
export function quotedAndGone(quotes: readonly Quoted[]): Finding {
  const replies = quotes.flatMap(({ sent, withdrawn }) => (withdrawn ? [sent, withdrawn] : [sent]));
  return meets(
    {
      'something was quoted': quotes.length > 0,
      'sent and withdrawn': replies.length === 2 * quotes.length && replies.every(({ ok }) => ok),
      'listed as live with what was sent': quotes.every(
        ({ body, listed }) => listed?.['state'] === 'active' && carries(listed, body),
      ),
      'no longer live afterwards': quotes.every(
        ({ left }) => left === undefined || left['state'] !== 'active',
      ),
    },
    statuses(replies),
  );
}

/** The price proposals of a request, as they are listed. */
export const proposalsOf = async (service: Service, request: Fields): Promise<readonly Fields[]> =>
  (await service.get('proposals', { request: idOf(request) })).items;
