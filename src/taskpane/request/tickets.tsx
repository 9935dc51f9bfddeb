import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import type { QuoteId } from '../../domain/identifiers';
import { present } from '../../domain/present';
import { restOf, type Proposal, type Quote } from '../../domain/offers';
import { liveOn } from '../../domain/live-on';
import type { LiveQuote } from '../../domain/own-offers';
import type { Request } from '../../domain/request';
import { Age } from '../app/age';
import { usePressAbout } from '../app/held-back';
import { OWN_QUOTES, useAnswer, usePane, useWatched } from '../app/hooks';
import type { Press } from '../app/presses';
import { PastResult, useIsPast } from '../app/past-result';
import { PressResult } from '../app/press-result';
import { isLive, onlyTakeable, type Choice } from '../../domain/choice';
import { proposalInWords, QUOTE, replacingInWords, TICKET_WORDS } from '../quoting/purpose';
import { isWhole, kindsFor, unsendable, type OfferKind } from '../../domain/offer-rules';
import { sideOf } from '../../domain/role';
import { blankDraft, type Draft } from '../quoting/ticket';
import { focusRoomTitle } from '../ui/focus';
import { Note } from '../ui/note';
import { useSharedStyles } from '../ui/styles';
import { offerInWords } from '../ui/text/offer-text';
import { ownQuoteInWords } from '../ui/text/own-offer-text';
import { ToggleGroup } from '../ui/toggle-group';
import { MovedOffer, type Choosing } from './choosing';
import { ReplacementResult } from './replacement';
import { TicketFields, type TicketFieldsProps } from './ticket-fields';

/** Where the kinds of offer have no room beside the title, they stand below it, whole. */
const useStyles = makeStyles({ head: { flexWrap: 'wrap' } });

interface TicketsProps {
  readonly request: Request;
  readonly quotes: readonly Quote[];
  /** Numbers of the desk's own offers among them. */
  readonly own: ReadonlySet<string>;
  /** Absent while they are not known. */
  readonly proposals: readonly Proposal[] | undefined;
  /** Why the quotes on the screen cannot be relied on now. */
  readonly aging: string | undefined;
  readonly answering: Choosing<Quote>;
  readonly kind: OfferKind | undefined;
  /** An acceptance is being looked at: nothing is sent from here meanwhile. */
  readonly isCovered: boolean;
  readonly onKind: (kind: OfferKind) => void;
  /** To the ticket of a counteroffer to this quote. */
  readonly onAnswer: (quote: Quote) => void;
}

/** Everything that the desk can offer on a request, one kind at a time. What was typed for another kind stays. */
export function Tickets(props: TicketsProps) {
  const { request, kind, onKind } = props;
  const shared = useSharedStyles();
  const styles = useStyles();
  const { drafts, keep, sent } = useTyped(request);
  const options = kindsFor(request).map((value) => ({ value, label: TICKET_WORDS[value] }));
  if (options.length === 0) return null;
  const draftFor = (name: string): Drafting => ({
    draft: drafts.get(name) ?? blankDraft(request),
    onDraft: (draft) => keep(name, draft),
    onSent: () => sent(name),
  });
  return (
    <section className={shared.card} aria-label={kind ? `${TICKET_WORDS[kind]} ticket` : 'Ticket'}>
      <div className={mergeClasses(shared.spread, styles.head)}>
        <h3 className={shared.title}>{kind ? `Your ${TICKET_WORDS[kind].toLowerCase()}` : 'Your price'}</h3>
        <ToggleGroup label="Type of price" options={options} value={kind} onChange={onKind} />
      </div>
      {kind === 'quote' && <QuoteTicket {...props} {...draftFor(kind)} />}
      {kind === 'proposal' && <ProposalTicket {...props} {...draftFor(kind)} />}
      {kind === 'counteroffer' && <CounterofferTicket {...props} draftFor={draftFor} />}
    </section>
  );
}

/** What was typed into each ticket. It is there again when somebody comes back to the request, until it was sent. */
function useTyped({ id, legs }: Request) {
  const { typed } = usePane();
  const [drafts, setDrafts] = useState(() => typed.get(id) ?? new Map<string, Draft>());
  const keep = (name: string, typedNow: Draft): void => {
    const draft = { typedOn: legs, ...typedNow };
    setDrafts(new Map(drafts).set(name, draft));
    // Warnings are read and ticked for the price that is in sight now.
    const { tickedFor: _, ...kept } = draft;
    typed.set(id, new Map(typed.get(id)).set(name, kept));
  };
  const sent = (name: string): void => {
    const others = new Map(typed.get(id));
    others.delete(name);
    typed.set(id, others);
  };
  return { drafts, keep, sent };
}

type Drafting = Pick<TicketFieldsProps, 'draft' | 'onDraft' | 'onSent'>;

function QuoteTicket({ request, quotes, own, isCovered, draft, onDraft, onSent }: TicketsProps & Drafting) {
  const replacing = useReplacing(request.id);
  const live = useLive(request, quotes, own);
  const ended = useEnded(request.id, quotes);
  const isReplaced = replacing?.state === 'done';
  if (ended && (replacing ? isReplaced : !ended.press.dismissed)) return <EndedQuote {...ended} />;
  if (replacing) return <ReplacementResult replacing={replacing} />;
  return (
    <Sending request={request} kind="quote" again="New quote">
      <TicketFields
        request={request}
        purpose={QUOTE}
        live={live}
        draft={draft}
        isCovered={isCovered}
        onDraft={onDraft}
        onSent={onSent}
      >
        <Twins request={request} />
      </TicketFields>
    </Sending>
  );
}

/** An equal quote on the ticket’s side that may be a colleague’s: no new one takes its place. */
function Twins({ request }: Pick<TicketsProps, 'request'>) {
  const { client, formatters } = usePane();
  const own = useAnswer(client, OWN_QUOTES).value ?? [];
  const withdrawn = useWithdrawn();
  return own
    .filter(
      ({ requestId, direction, isTwin }) =>
        isTwin && requestId === request.id && direction === sideOf(request),
    )
    .filter(({ quoteId }) => !withdrawn.has(quoteId))
    .map((twin) => (
      <Note key={twin.quoteId} tone="warning">
        {`Also live: ${ownQuoteInWords(twin, formatters)} (${twin.quoteId}). A new quote leaves it live; Withdraw all takes it off.`}
      </Note>
    ));
}

const useReplacing = (id: Request['id']) =>
  useWatched(usePane().replacements.all).find(({ requestId }) => requestId === id);

const ENDED = {
  withdrawn: ['Withdrawn', 'is withdrawn'],
  accepted: ['Filled', 'was taken'],
  rejected: ['Declined', 'was declined'],
} as const;

interface Ended {
  readonly press: Press;
  readonly requestId: Request['id'];
  readonly quoteId: QuoteId;
  readonly how: keyof typeof ENDED;
}

/** The desk's newest quote from this pane once it is live no more: that it went live is no news then. */
function useEnded(requestId: Request['id'], quotes: readonly Quote[]): Ended | undefined {
  const pane = usePane();
  const presses = useWatched(pane.presses.all);
  const taken = useWatched(pane.events.taken);
  const withdrawn = useWithdrawn();
  const press = presses.find(({ body }) => body.kind === 'send-quote' && body.requestId === requestId);
  if (press?.state !== 'done' || press.quoteId === undefined) return undefined;
  const { quoteId } = press;
  const ended = { press, requestId, quoteId };
  if (withdrawn.has(quoteId)) return { ...ended, how: 'withdrawn' };
  if (taken.has(quoteId)) return { ...ended, how: 'accepted' };
  const record = quotes.find(({ id }) => id === quoteId);
  // Of one that is called accepted a rest may be live.
  const allOrNone = 'allOrNone' in press.body ? press.body.allOrNone : undefined;
  if (!record || restOf(record, allOrNone) !== 'over') return undefined;
  return { ...ended, how: record.state as keyof typeof ENDED };
}

/** In place of the receipt of a quote. The form comes back by a press: nothing that sends appears by itself. */
function EndedQuote({ press, requestId, quoteId, how }: Ended) {
  const { events, presses, replacements } = usePane();
  const shared = useSharedStyles();
  const fill = useWatched(events.fills).find((one) => one.quoteId === quoteId);
  const isPast = useIsPast(fill?.at ?? Infinity);
  const [word, sentence] = ENDED[how];
  const putAway = ({ detail, currentTarget }: MouseEvent<HTMLElement>): void => {
    if (detail > 1) return;
    focusRoomTitle(currentTarget);
    presses.dismiss(press.id);
    replacements.dismiss(requestId);
  };
  // Its withdrawal is told where that was pressed.
  const isTold = usePressAbout({ kind: 'withdraw-quote', requestId, quoteId }) !== undefined;
  if (fill && isPast && how === 'accepted') {
    const words = `${word}. The quote ${quoteId} ${sentence}.`;
    return <PastResult at={fill.at} words={words} again="New quote" onAgain={putAway} />;
  }
  return (
    <div className={shared.section}>
      {!(isTold && how === 'withdrawn') && (
        <Note tone={how === 'accepted' ? 'good' : 'plain'} live>
          <strong>{word}.</strong> The quote {quoteId} {sentence}.
        </Note>
      )}
      <div>
        <Button size="small" onClick={putAway}>
          New quote
        </Button>
      </div>
    </div>
  );
}

/** Quotes that this pane has withdrawn: the lists follow a moment later. */
const useWithdrawn = (): ReadonlySet<string> =>
  new Set(
    useWatched(usePane().presses.all).flatMap(({ body, state }) =>
      body.kind === 'withdraw-quote' && state === 'done' ? [body.quoteId] : [],
    ),
  );

/** The desk's live quotes on the ticket's side, without those that this pane has just withdrawn. */
function useLive(request: Request, quotes: readonly Quote[], own: ReadonlySet<string>): readonly LiveQuote[] {
  const { client, events } = usePane();
  const taken = useWatched(events.taken);
  const kept = useAnswer(client, OWN_QUOTES).value ?? [];
  const withdrawn = useWithdrawn();
  return liveOn(
    { requestId: request.id, direction: sideOf(request) },
    { own: kept, quotes, isOwn: ({ id }) => own.has(id) },
  ).filter(({ quoteId }) => !withdrawn.has(quoteId) && !taken.has(quoteId));
}

function ProposalTicket({ request, proposals, isCovered, draft, onDraft, onSent }: TicketsProps & Drafting) {
  const replaced = proposals?.filter(isLive);
  return (
    <Sending request={request} kind="proposal" again="New proposal">
      <TicketFields
        request={request}
        purpose={{ kind: 'proposal', ...present({ replaced }) }}
        draft={draft}
        isCovered={isCovered}
        onDraft={onDraft}
        onSent={onSent}
      >
        <ReplacedProposals request={request} replaced={replaced} />
      </TicketFields>
    </Sending>
  );
}

function CounterofferTicket({
  request,
  quotes,
  aging,
  answering,
  isCovered,
  onAnswer,
  draftFor,
}: TicketsProps & { draftFor: (name: string) => Drafting }) {
  const { choice, choose, drop } = answering;
  return (
    <Sending request={request} kind="counteroffer" again="Close">
      {choice.state === 'none' ? (
        <Note>Press Counter beside a quote.</Note>
      ) : (
        <>
          <AnsweredQuote request={request} choice={choice} onChoose={choose} onDrop={drop}>
            <NewQuoteOf request={request} choice={choice} quotes={quotes} onAnswer={onAnswer} />
          </AnsweredQuote>
          <TicketFields
            request={request}
            purpose={{ kind: 'counteroffer', answered: choice.frozen }}
            why={whyNotAnswered(choice) ?? aging}
            isCovered={isCovered}
            {...draftFor(`counteroffer ${choice.frozen.offer.id}`)}
          />
        </>
      )}
    </Sending>
  );
}

const ACTIONS = {
  quote: 'send-quote',
  proposal: 'send-proposal',
  counteroffer: 'send-counteroffer',
} as const;
/** The form, or what has become of the last press of its kind, or why there is no form. */
function Sending({
  request,
  kind,
  again,
  children,
}: {
  request: Request;
  kind: OfferKind;
  again: string;
  children: ReactNode;
}) {
  const press = usePressAbout({ kind: ACTIONS[kind], requestId: request.id });
  if (press) return <PressResult key={press.id} press={press} again={again} />;
  const refused = unsendable(request, kind);
  return refused === undefined ? children : <Note>{refused}</Note>;
}

type Chosen = Exclude<Choice<Quote>, { state: 'none' }>;

/** Why the quote that was chosen cannot be answered now. */
const whyNotAnswered = (choice: Chosen): string | undefined => {
  if (choice.state !== 'moved') return undefined;
  return choice.now
    ? 'The quote has changed. Confirm the new price above.'
    : 'The quote is gone: there is nothing to answer. Press Counter beside another quote.';
};

/** The quote that a counteroffer answers, frozen as it was shown; when it moves, old and new, and a new choice. */
function AnsweredQuote({
  request,
  choice,
  onChoose,
  onDrop,
  children,
}: {
  request: Request;
  choice: Chosen;
  onChoose: (quote: Quote) => void;
  onDrop: () => void;
  children: ReactNode;
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const place = useRef<HTMLDivElement>(null);
  const { frozen } = choice;
  useEffect(() => place.current?.focus(), [frozen]);
  const { offer, frozenAt } = frozen;
  return (
    <div ref={place} tabIndex={-1} role="group" aria-label="Quote that you answer" className={shared.section}>
      {choice.state === 'moved' ? (
        <MovedOffer request={request} choice={choice} onChoose={onChoose} />
      ) : (
        <>
          <p className={mergeClasses(shared.text, shared.small, shared.digits)}>
            You answer <strong>{offer.id}</strong> of {offer.counterparty ?? 'no name given'}:{' '}
            {offer.direction} {offerInWords(offer, { request, formatters })}
            {isWhole(request, offer) ? ', all or none' : ''}.
          </p>
          <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
            As shown at {formatters.time(frozenAt)}, <Age at={frozenAt} /> ago.
          </p>
        </>
      )}
      <div className={shared.line}>
        {children}
        <Button
          size="small"
          onClick={({ currentTarget }) => {
            focusRoomTitle(currentTarget);
            onDrop();
          }}
        >
          Cancel
        </Button>
      </div>
    </div>
  );
}

/** Where the quote is gone and whoever made it has one other live one, that is a press away. */
function NewQuoteOf({
  request,
  choice: { state, frozen },
  quotes,
  onAnswer,
}: {
  request: Request;
  choice: Chosen;
  quotes: readonly Quote[];
  onAnswer: (quote: Quote) => void;
}) {
  const { formatters } = usePane();
  const { counterparty, direction, id } = frozen.offer;
  const theirs = quotes.filter((quote) => counterparty !== undefined && quote.counterparty === counterparty);
  const now = onlyTakeable(theirs, direction);
  const isGone = state === 'moved' && !theirs.some((quote) => quote.id === id && isLive(quote));
  if (!isGone || !now) return null;
  return (
    <Button size="small" onClick={() => onAnswer(now)}>
      Answer its new quote: {offerInWords(now, { request, formatters })}
    </Button>
  );
}

/** What a new price proposal takes the place of, one by one. */
function ReplacedProposals({
  request,
  replaced,
}: {
  request: Request;
  replaced: readonly Proposal[] | undefined;
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  return (
    <Note tone={replaced?.length === 0 ? 'plain' : 'warning'}>
      {replacingInWords(replaced)}
      {replaced && replaced.length > 0 && (
        <ul
          className={mergeClasses(shared.list, shared.digits)}
          aria-label="Price proposals that it replaces"
        >
          {replaced.map((proposal) => (
            <li key={proposal.id}>{proposalInWords(proposal, { request, formatters })}</li>
          ))}
        </ul>
      )}
    </Note>
  );
}
