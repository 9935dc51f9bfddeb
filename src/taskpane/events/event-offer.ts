import { useMemo } from 'react';
import type { GatewayClient } from '../../client/client';
import type { Action } from '../../domain/action';
import { eventKindOf } from '../../domain/actions/event-kind';
import type { PlatformEvent } from '../../domain/event';
import { RequestId } from '../../domain/identifiers';
import type { Offer } from '../../domain/offers';
import type { Request } from '../../domain/request';
import type { EventRow } from '../app/event-rows';
import { STATUS, useAnswer, usePane } from '../app/hooks';
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

/** A list that was read so long after an event shows the offer as the event found it; later its price may be another one. */
const SOON_MS = 60_000;
const OFFERS_MAX = 1_000;
/** The terms of others' offers as they were seen soon after they were told of, by what told of which. */
const seenOn = new WeakMap<GatewayClient, Map<string, Terms>>();

function remembered(client: GatewayClient, named: string, seen: Terms | undefined): Terms | undefined {
  const offers = seenOn.get(client) ?? new Map<string, Terms>();
  seenOn.set(client, offers);
  if (seen && !offers.has(named)) offers.set(named, seen);
  const [oldest] = offers.keys();
  if (oldest !== undefined && offers.size > OFFERS_MAX) offers.delete(oldest);
  return offers.get(named);
}

/**
 * "Gunvor offered 10 MW at 31.35" of the one offer that an event names, as the desk sent it or a list had it just after: it costs no call. Absent
 * where neither is known, for a test, and for an offer that changed.
 */
export function useOfferWords(
  { event, isChanged }: EventRow,
  { request, journal }: { readonly request: Request | undefined; readonly journal: readonly Action[] },
): string | undefined {
  const { client, formatters } = usePane();
  const id = RequestId.safeParse(event.requestId).data;
  const [kind, number] = event.origin === 'test' || isChanged ? [] : (placeOf(event) ?? []);
  const named = number && event[number];
  const resource = useMemo(
    () => (kind && named !== undefined && id !== undefined ? ({ kind, id } as const) : STATUS),
    [kind, named, id],
  );
  const { value: listed, fetchedAt = 0 } = useAnswer(client, resource, 'aside');
  if (!number || named === undefined) return undefined;
  const sent = journal.find((action) => action[number] === named && termsOf(action));
  const records: readonly (Terms & { readonly id: string })[] =
    listed && 'records' in listed ? listed.records : [];
  // What is withdrawn changes no more.
  const isGone = eventKindOf(event.type) === 'withdrawn';
  const isSoon = fetchedAt >= event.heardAt && (isGone || fetchedAt - event.heardAt <= SOON_MS);
  const seen = isSoon ? records.find((offer) => offer.id === named) : undefined;
  const terms = (sent && termsOf(sent)) ?? remembered(client, `${event.type} ${id ?? ''} ${named}`, seen);
  return terms && offerInWords(kind === 'counteroffers' ? nameless(terms) : terms, { request, formatters });
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

const DID = { bid: 'bid', ask: 'offered' } as const;

/** "Gunvor offered 10 MW at 31.35", "ask 10 MW at 31.35" of nobody named. What became of it since, other lines tell. */
function offerInWords(
  { direction, price, quantity, counterparty }: Terms,
  { request, formatters }: { readonly request: Request | undefined; readonly formatters: Formatters },
): string {
  const who = counterparty === undefined ? direction : `${counterparty} ${DID[direction]}`;
  const at = sentPriceInWords(price, formatters);
  const amount = quantity && withUnit(formatters.quantity(quantity), request?.legs[0]?.quantityUnit);
  return [who, amount && `${amount} at`, at].filter(Boolean).join(' ');
}
