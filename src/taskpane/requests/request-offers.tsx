import { useState } from 'react';
import type { Request } from '../../domain/request';
import { unreadOn } from '../../domain/unread';
import { Accepting } from '../acceptance/accepting';
import { Note } from '../look/note';
import { kindsFor, type TicketKind } from '../ticket/purpose';
import { Tickets } from '../ticket/tickets';
import { useDesk } from '../use-desk';
import { agingInWords } from '../words/desk-words';
import { roleOf } from '../words/request-words';
import type { ListAnswer } from './answer-section';
import { liveThenNewest, quoteRows } from './offer-rows';
import { RequestCounteroffers } from './request-counteroffers';
import { RequestProposals } from './request-proposals';
import { RequestQuotes } from './request-quotes';
import { useChoices, useOffers } from './use-offers';

/** Everything that is on offer on a request, and what the desk can do about it: take, answer, offer, take back. */
export function RequestOffers({ request }: { request: Request }) {
  const { figures } = useDesk();
  const offers = useOffers(request);
  const { quotes, proposals, counteroffers, known, own } = offers;
  const { takingQuote, takingProposal, answering } = useChoices(request, offers);
  const role = roleOf(request);
  const [kind, setKind] = useState<TicketKind | undefined>(kindsFor(request).find((one) => one === 'quote'));
  const tickets = (
    <Tickets
      request={request}
      quotes={known.quotes}
      own={own}
      proposals={allKnown(proposals)}
      aging={quotes.state === 'stale' ? agingInWords(quotes, figures) : undefined}
      answering={answering}
      kind={kind}
      onKind={setKind}
    />
  );
  return (
    <>
      {role === 'initiator' && (
        <Accepting kind="accept-quote" request={request} answer={quotes} choosing={takingQuote} />
      )}
      {role === 'recipient' && (
        <Accepting kind="accept-proposal" request={request} answer={proposals} choosing={takingProposal} />
      )}
      {role === 'recipient' && tickets}
      {role === 'unknown' && <Note>{NO_ROLE}</Note>}
      <RequestQuotes
        request={request}
        answer={quotes}
        rows={quoteRows(request, known.quotes, own, quotes.value?.unreadable)}
        onTake={takingQuote.choose}
        onAnswer={(quote) => {
          setKind('counteroffer');
          answering.choose(quote);
        }}
      />
      {role === 'initiator' && tickets}
      <RequestProposals
        request={request}
        answer={proposals}
        rows={liveThenNewest(request, known.proposals, own)}
        onTake={takingProposal.choose}
      />
      <RequestCounteroffers
        request={request}
        answer={counteroffers}
        rows={liveThenNewest(request, known.counteroffers, own)}
      />
    </>
  );
}

/** Every one as it is now; `undefined` where one more may be live that cannot be read. */
const allKnown = <T,>({ state, value }: ListAnswer<T>): readonly T[] | undefined =>
  state === 'stale' || unreadOn(value?.unreadable ?? []).length > 0 ? undefined : value?.records;

const NO_ROLE =
  'The service does not say whether you asked or were asked, so nothing can be taken or offered here. Act on it in the platform itself.';
