import { wireOffer, type Offer } from './offer';
import { ruleOf } from './spread-rule';
import type { TenderRequest } from './tender-request';

/** An individual answer to one quote. */
export interface Counteroffer extends Offer {
  readonly id: string;
  readonly quoteId: string;
}

export const wireCounteroffer = (
  counteroffer: Counteroffer,
  request: TenderRequest,
  version: string,
): Record<string, unknown> => ({
  'counteroffer-id': counteroffer.id,
  'quotation-id': counteroffer.quoteId,
  ...wireOffer(counteroffer, request, ruleOf('counteroffer', version)),
});
