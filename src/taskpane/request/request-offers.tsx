import { useEffect, useMemo, useState } from 'react';
import type { Counteroffer, Proposal, ProposalKind } from '../../domain/offers';
import type { Request } from '../../domain/request';
import { unreadOn } from '../../domain/unread';
import { usePressAbout } from '../app/held-back';
import { JOURNAL, useAnswer, usePane } from '../app/hooks';
import { proposalInWords } from '../quoting/purpose';
import { kindsFor, unacceptable, type OfferKind } from '../../domain/offer-rules';
import { Note } from '../ui/note';
import { roleOf } from '../../domain/role';
import { agingInWords } from '../ui/text/status-text';
import { Accepting } from './accepting';
import { AnswerSection, type ListAnswer, OfferList } from './offer-list';
import { useChoice } from './choosing';
import { liveThenNewest, ownOffers, quoteRows, type OfferRow, type Offers } from './offer-rows';
import { RequestQuotes } from './request-quotes';
import { Tickets } from './tickets';
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { PressResult } from '../app/press-result';
import { isLive } from '../../domain/choice';
import { PressButton } from '../ui/press-button';
import { useSharedStyles } from '../ui/styles';

/** Everything that is on offer on a request, and what the desk can do about it: take, answer, offer, take back. */
export function RequestOffers({ request }: { request: Request }) {
  const { formatters } = usePane();
  const offers = useOffers(request);
  const { quotes, proposals, counteroffers, known, own } = offers;
  const { takingQuote, takingProposal, answering } = useChoices(request, offers);
  const role = roleOf(request);
  const [kind, setKind] = useState<OfferKind | undefined>(kindsFor(request).find((one) => one === 'quote'));
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
      resource={{ kind: 'counteroffers', id: request.id }}
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
  const { attention, client } = usePane();
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
  const takesProposals = roleOf(request) === 'recipient' && (proposals.value?.records.some(isLive) ?? false);
  useEffect(
    () => attention.turnTo([resources.quotes, ...(takesProposals ? [resources.proposals] : [])]),
    [attention, resources, takesProposals],
  );
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

const useStyles = makeStyles({
  mark: {
    padding: '0 5px',
    borderRadius: tokens.borderRadiusSmall,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  firm: {
    border: `2px solid ${tokens.colorNeutralForeground1}`,
    fontWeight: tokens.fontWeightBold,
    textTransform: 'uppercase',
  },
  indicative: { border: `1px dashed ${tokens.colorNeutralForeground3}`, fontStyle: 'italic' },
});

/** The price proposals of a request. A firm one can be taken where the desk was asked; an indicative one only informs. */
function RequestProposals({
  request,
  answer,
  rows,
  onTake,
}: {
  request: Request;
  answer: ListAnswer<Proposal>;
  rows: readonly OfferRow<Proposal>[];
  onTake: (proposal: Proposal) => void;
}) {
  const { value, failure } = answer;
  const live = value?.records.filter(isLive);
  const isUnread = failure !== undefined && failure.kind !== 'unsupported';
  // One that cannot be read may be live, and is deleted with the others.
  const isCounted = unreadOn(value?.unreadable ?? []).length === 0;
  return (
    <AnswerSection
      label="Price proposals"
      title="Price proposals, newest first"
      resource={{ kind: 'proposals', id: request.id }}
      answer={answer}
      none="No price proposals."
    >
      {rows.length > 0 && (
        <OfferList
          label="Price proposals"
          request={request}
          rows={rows}
          ending={({ offer, own }) => ({
            mark: <KindMark kind={offer.kind} />,
            informing: offer.kind === 'indicative',
            button: !own && <TakeButton request={request} proposal={offer} onTake={onTake} />,
          })}
        />
      )}
      <DeleteProposals
        request={request}
        live={isCounted ? (live ?? (isUnread ? undefined : [])) : undefined}
      />
    </AnswerSection>
  );
}

/** Word and form, so that nobody has to see a colour. */
function KindMark({ kind }: { kind: ProposalKind }) {
  const styles = useStyles();
  return <span className={mergeClasses(styles.mark, styles[kind])}>{kind}</span>;
}

function TakeButton({
  request,
  proposal,
  onTake,
}: {
  request: Request;
  proposal: Proposal;
  onTake: (proposal: Proposal) => void;
}) {
  const shared = useSharedStyles();
  const accepting = usePressAbout({ kind: 'accept-proposal', requestId: request.id });
  if (roleOf(request) !== 'recipient' || accepting || !isLive(proposal)) return null;
  const why = unacceptable(request, proposal);
  if (why !== undefined) return <span className={mergeClasses(shared.small, shared.muted)}>{why}</span>;
  return (
    <Button size="small" onClick={() => onTake(proposal)} aria-label={`Accept ${proposal.id}`}>
      Accept…
    </Button>
  );
}

/** Takes all price proposals of a request away. It waits for nothing else that hangs in the air on the request. */
function DeleteProposals({
  request,
  live,
}: {
  request: Request;
  /** Absent while they cannot be read: they can be deleted all the same. */
  live: readonly Proposal[] | undefined;
}) {
  const { presses, formatters } = usePane();
  const body = { kind: 'delete-proposals', requestId: request.id } as const;
  const press = usePressAbout(body);
  if (press) return <PressResult press={press} again="Close" />;
  if (live?.length === 0 || request.state !== 'open') return null;
  const what = countInWords(live);
  const each = live?.map((proposal) => proposalInWords(proposal, { request, formatters })) ?? [];
  return (
    <PressButton
      label={`Delete ${what}`}
      onPress={() => presses.press(body, [`Delete ${what} (${request.id})`, ...each].join('; '))}
    />
  );
}

function countInWords(live: readonly Proposal[] | undefined): string {
  if (!live) return 'all price proposals, however many there are';
  const [only, ...others] = live;
  if (!only || others.length > 0) return `all ${live.length} price proposals`;
  const { counterparty, kind } = only;
  return counterparty === undefined ? 'the only price proposal' : `${counterparty}’s ${kind} proposal`;
}
