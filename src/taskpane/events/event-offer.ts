import { useMemo } from 'react';
import type { Action } from '../../domain/action';
import { eventKindOf } from '../../domain/actions/event-kind';
import type { PlatformEvent } from '../../domain/event';
import { RequestId } from '../../domain/identifiers';
import type { Offer } from '../../domain/offers';
import type { Request } from '../../domain/request';
import type { EventRow } from '../app/event-rows';
import { JOURNAL, STATUS, useAnswer, usePane } from '../app/hooks';
import type { Formatters } from '../ui/formatters';
import { sentPriceInWords } from '../ui/text/own-offer-text';
import { withUnit } from '../ui/text/request-text';

type Terms = Pick<Offer, 'direction' | 'price' | 'quantity' | 'counterparty'>;

/** Which list holds what an event tells of, and its number there. */
const LISTED = {
  quote: ['quotes', 'quoteId'],
  withdrawn: ['quotes', 'quoteId'],
  proposal: ['proposals', 'proposalId'],
  counteroffer: ['counteroffers', 'counterofferId'],
} as const;

function placeOf(event: PlatformEvent): (typeof LISTED)[keyof typeof LISTED] | undefined {
  const kind = eventKindOf(event.type);
  return kind !== undefined && kind in LISTED ? LISTED[kind as keyof typeof LISTED] : undefined;
}

/**
 * "Gunvor bids 10 MW at 31.35" of the one offer that an event names, as the desk sent it or the gateway has it: it costs no call. Absent where
 * neither is known, for a test, and for an offer that changed since: its price may be another one.
 */
export function useOfferWords(
  { event, isChanged }: EventRow,
  request: Request | undefined,
): string | undefined {
  const { client, formatters } = usePane();
  const id = RequestId.safeParse(event.requestId).data;
  const [kind, number] = event.origin === 'test' || isChanged ? [] : (placeOf(event) ?? []);
  const named = number && event[number];
  const resource = useMemo(
    () => (kind && named !== undefined && id !== undefined ? ({ kind, id } as const) : STATUS),
    [kind, named, id],
  );
  const listed = useAnswer(client, resource, 'aside').value;
  const journal = useAnswer(client, JOURNAL).value ?? [];
  if (!number || named === undefined) return undefined;
  const sent = journal.find((action) => action[number] === named && termsOf(action));
  const records: readonly (Terms & { readonly id: string })[] =
    listed && 'records' in listed ? listed.records : [];
  const terms = (sent && termsOf(sent)) ?? records.find((offer) => offer.id === named);
  const isGone = eventKindOf(event.type) === 'withdrawn';
  return (
    terms && offerInWords(kind === 'counteroffers' ? nameless(terms) : terms, { request, isGone, formatters })
  );
}

/** What the desk offered itself. */
function termsOf({ body }: Action): Terms | undefined {
  if (body.kind !== 'send-quote' && body.kind !== 'send-proposal' && body.kind !== 'send-counteroffer') {
    return undefined;
  }
  const { direction, price, quantity } = body;
  return { direction, price, quantity };
}

/** A counteroffer's name proves nothing: it may be that of the one it is made to. */
const nameless = ({ counterparty: _, ...terms }: Terms): Terms => terms;

const DOES = { bid: 'bids', ask: 'offers' } as const;
const DID = { bid: 'bid', ask: 'offered' } as const;

/** "Gunvor offers 10 MW at 31.35", "Gunvor offered 10 MW at 31.35" of what is gone, "ask 10 MW at 31.35" of nobody named. */
function offerInWords(
  { direction, price, quantity, counterparty }: Terms,
  {
    request,
    isGone,
    formatters,
  }: { readonly request: Request | undefined; readonly isGone: boolean; readonly formatters: Formatters },
): string {
  const who = counterparty === undefined ? direction : `${counterparty} ${(isGone ? DID : DOES)[direction]}`;
  const at = sentPriceInWords(price, formatters);
  const amount = quantity && withUnit(formatters.quantity(quantity), request?.legs[0]?.quantityUnit);
  return [who, amount && `${amount} at`, at].filter(Boolean).join(' ');
}
