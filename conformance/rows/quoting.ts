import { quoteBody } from '../bodies';
import { textAt, type Fields } from '../fields';
import type { Reply } from '../site/reply';
import type { Service } from '../site/service';
import { idOf } from '../subjects';

/** Sends a quote and takes it back at once, so that nobody is left with it. */
export async function sendAndRemove(
  service: Service,
  request: Fields,
  sent: { readonly body?: Fields; readonly version?: string } = {},
): Promise<readonly Reply[]> {
  const place = { request: idOf(request), ...(sent.version !== undefined && { version: sent.version }) };
  const added = await service.post('sendQuote', place, sent.body ?? quoteBody(request));
  const quote = textAt(added.fields, 'quotation-id');
  return quote === ''
    ? [added]
    : [added, await service.delete('withdrawQuote', { request: idOf(request), quote })];
}
