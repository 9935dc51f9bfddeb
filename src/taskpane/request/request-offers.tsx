import { useMemo, useState } from 'react';
import type { Counteroffer } from '../../domain/offers';
import type { Request } from '../../domain/request';
import { unreadOn } from '../../domain/unread';
import { usePressAbout } from '../app/held-back';
import { JOURNAL, useAnswer, usePane } from '../app/hooks';
import { kindsFor, type TicketKind } from '../quoting/purpose';
import { Note } from '../ui/note';
import { roleOf } from '../ui/text/request-text';
import { agingInWords } from '../ui/text/status-text';
import { Accepting } from './accepting';
import { AnswerSection, type ListAnswer } from './answer-section';
import { useChoice } from './choosing';
import { OfferList } from './offer-list';
import { liveThenNewest, ownOffers, quoteRows, type OfferRow, type Offers } from './offer-rows';
import { RequestProposals } from './request-proposals';
import { RequestQuotes } from './request-quotes';
import { Tickets } from './tickets';

/** Everything that is on offer on a request, and what the desk can do about it: take, answer, offer, take back. */
export function RequestOffers({ request }: { request: Request }) {
  const { formatters } = usePane();
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
      aging={quotes.state === 'stale' ? agingInWords(quotes, formatters) : undefined}
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
  'The platform does not say whether you asked or were asked, so you cannot accept or quote here. Use the platform’s own web client.';

/** What the initiator answered to single quotes. */
function RequestCounteroffers({
  request,
  answer,
  rows,
}: {
  request: Request;
  answer: ListAnswer<Counteroffer>;
  rows: readonly OfferRow<Counteroffer>[];
}) {
  return (
    <AnswerSection
      label="Counteroffers"
      title="Counteroffers, newest first"
      answer={answer}
      none="No counteroffers."
    >
      {rows.length > 0 && (
        <OfferList
          label="Counteroffers"
          request={request}
          rows={rows}
          ending={({ offer }) => ({
            fact: offer.quoteId === undefined ? undefined : `answers ${offer.quoteId}`,
            button: null,
          })}
        />
      )}
    </AnswerSection>
  );
}

/** The three lists of a request as they were answered last, and which of the offers in them are the desk's own. */
function useOffers(request: Request) {
  const { client } = usePane();
  const { id } = request;
  const resources = useMemo(
    () =>
      ({
        quotes: { kind: 'quotes', id },
        proposals: { kind: 'proposals', id },
        counteroffers: { kind: 'counteroffers', id },
      }) as const,
    [id],
  );
  const quotes = useAnswer(client, resources.quotes);
  const proposals = useAnswer(client, resources.proposals);
  const counteroffers = useAnswer(client, resources.counteroffers);
  const journal = useAnswer(client, JOURNAL).value ?? [];
  const known: Offers = {
    quotes: quotes.value?.records ?? [],
    proposals: proposals.value?.records ?? [],
    counteroffers: counteroffers.value?.records ?? [],
  };
  return { quotes, proposals, counteroffers, known, own: ownOffers(request, known, journal) };
}

/** What is chosen to be taken or answered, each until the press that sends it. */
function useChoices({ id }: Request, { quotes, proposals }: ReturnType<typeof useOffers>) {
  const quoteTaken = usePressAbout({ kind: 'accept-quote', requestId: id }) !== undefined;
  const proposalTaken = usePressAbout({ kind: 'accept-proposal', requestId: id }) !== undefined;
  const answered = usePressAbout({ kind: 'send-counteroffer', requestId: id }) !== undefined;
  return {
    takingQuote: useChoice(quotes.value?.records, quoteTaken),
    takingProposal: useChoice(proposals.value?.records, proposalTaken),
    answering: useChoice(quotes.value?.records, answered),
  };
}
