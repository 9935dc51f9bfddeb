import type { BodyOf, ExecutedLeg, ListedTerms } from '../action';
import { sameDecimal } from '../decimal';
import type { QuoteId } from '../identifiers';
import { lastSeenOf, netPrice, type Offer, type ProposalKind, type QuotePrice } from '../offers';
import { asSent } from '../live-on';
import { present } from '../present';
import { isMore } from '../quantity-problem';
import { sameLastSeen } from '../price';
import type { Sides } from '../spread';
import { differ } from './evidence';

/** Terms of an offer as they were sent. `kind`: of a price proposal, `quoteId`: that a counteroffer answers. */
export type SentTerms = Pick<BodyOf<'send-quote'>, 'direction' | 'price' | 'quantity' | 'allOrNone'> & {
  readonly kind?: ProposalKind;
  readonly quoteId?: QuoteId;
};
type ListedOffer = Pick<Offer, 'direction' | 'price' | 'quantity' | 'allOrNone'> & {
  readonly id: string;
  readonly kind?: ProposalKind;
  readonly quoteId?: QuoteId;
};

/**
 * What an offer's own record says otherwise than was sent, in words, and its terms; nothing where both agree. What the record does not say, or
 * says in another shape of price, is not compared; less of it is what parts of it that were taken leave. `legs`: of its request, with the desk's
 * own sides.
 */
export function listedOtherwise(
  sent: SentTerms,
  record: ListedOffer,
  legs: readonly ExecutedLeg[] | undefined,
): { readonly says: string; readonly listed: ListedTerms } | undefined {
  const { direction, price, quantity, allOrNone } = record;
  const isOtherDirection = direction !== sent.direction;
  const isOtherPrice = samePrice(sent.price, price, sidesIn(legs)) === false;
  const isLarger = quantity !== undefined && isMore(quantity, sent.quantity);
  const isOtherwiseWhole = allOrNone !== undefined && allOrNone !== sent.allOrNone;
  const isOtherKind = differ(record.kind, sent.kind);
  const isOfOther = differ(record.quoteId, sent.quoteId);
  if (![isOtherDirection, isOtherPrice, isLarger, isOtherwiseWhole, isOtherKind, isOfOther].includes(true))
    return undefined;
  const [said, meant] = [record, sent].map((terms) =>
    [
      isOtherKind && terms.kind,
      isOtherDirection && terms.direction,
      isOtherPrice && `at ${priceText(terms.price)}`,
      isOfOther && `to quote ${terms.quoteId ?? ''}`,
    ].filter(Boolean),
  );
  if (isLarger) {
    said?.push(`for ${quantity}`);
    meant?.push(`for ${sent.quantity}`);
  }
  if (isOtherwiseWhole) {
    said?.push(wholeText(allOrNone));
    meant?.push(wholeText(sent.allOrNone));
  }
  return {
    says: `The platform lists ${record.id} as ${said?.join(' ')}; you sent ${meant?.join(' ')}. ${whatNow(record, sent)}`,
    listed: {
      direction,
      price: isOtherPrice ? asSent(price) : sent.price,
      ...present({
        quantity: isLarger ? quantity : undefined,
        allOrNone: allOrNone ?? sent.allOrNone,
        proposalKind: isOtherKind ? record.kind : undefined,
      }),
    },
  };
}

function whatNow({ kind }: ListedOffer, sent: SentTerms): string {
  if (kind === 'indicative') return 'Nobody can take it.';
  if (sent.quoteId !== undefined) return 'What is listed can be taken: check it on the platform at once.';
  const off = kind === undefined ? 'withdraw' : 'delete';
  return `What is listed can be taken: ${off} it unless you want it so.`;
}

const wholeText = (allOrNone: boolean): string => (allOrNone ? 'all or none' : 'partial OK');

/** By this share a net price that a platform computes in binary may end in noise. */
const NOISE = 1e-11;

/** Whether it is the same price; `undefined` where its shape is another, and the rule makes no net price of both. */
function samePrice(
  sent: SentTerms['price'],
  listed: QuotePrice,
  sides: Sides | undefined,
): boolean | undefined {
  const isOneShape = sent.shape === listed.shape && legsOf(sent) === legsOf(listed);
  if (isOneShape && sent.shape !== 'standard-spread')
    return sameLastSeen(lastSeenOf(sent), lastSeenOf(listed));
  if (sent.shape === 'single' || listed.shape === 'single') return undefined;
  const [a, b] = [netPrice(sent, sides), netPrice(listed, sides)];
  return a === undefined || b === undefined ? undefined : sameDecimal(a, b, NOISE);
}

const legsOf = (price: QuotePrice): number => (price.shape === 'per-leg' ? price.legPrices.length : 1);

function priceText(price: QuotePrice): string {
  const seen = lastSeenOf(price);
  return seen.type === 'standard-spread' ? seen.spreadPrice : seen.legPrices.join(' / ');
}

function sidesIn(legs: readonly ExecutedLeg[] | undefined): Sides | undefined {
  const [first, second, third] = legs ?? [];
  return first?.action && second?.action && !third ? [first.action, second.action] : undefined;
}
