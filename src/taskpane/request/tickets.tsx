import { Button, mergeClasses } from '@fluentui/react-components';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { present } from '../../domain/present';
import type { Proposal, Quote } from '../../domain/offers';
import { liveOn, type LiveQuote } from '../../domain/own-offers';
import type { Request } from '../../domain/request';
import { Age } from '../app/age';
import { usePressAbout } from '../app/held-back';
import { OWN_QUOTES, useAnswer, usePane, useWatched } from '../app/hooks';
import { PressResult } from '../app/press-result';
import { isLive, type Choice } from '../../domain/choice';
import { proposalInWords, QUOTE, replacingInWords, TICKET_WORDS } from '../quoting/purpose';
import { isWhole, kindsFor, unsendable, type OfferKind } from '../../domain/offer-rules';
import { sideOf } from '../../domain/role';
import { blankDraft, type Draft } from '../quoting/ticket';
import { focusRoomTitle } from '../ui/focus';
import { Note } from '../ui/note';
import { useSharedStyles } from '../ui/styles';
import { offerInWords } from '../ui/text/offer-text';
import { ToggleGroup } from '../ui/toggle-group';
import { MovedOffer, type Choosing } from './choosing';
import { ReplacementResult } from './replacement';
import { TicketFields } from './ticket-fields';

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
}

/** Everything that the desk can offer on a request, one kind at a time. What was typed for another kind stays. */
export function Tickets(props: TicketsProps) {
  const { request, kind, onKind } = props;
  const shared = useSharedStyles();
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map());
  const options = kindsFor(request).map((value) => ({ value, label: TICKET_WORDS[value] }));
  if (options.length === 0) return null;
  const draftFor = (name: string): Drafting => ({
    draft: drafts.get(name) ?? blankDraft(request),
    onDraft: (draft) => setDrafts(new Map(drafts).set(name, draft)),
  });
  return (
    <section className={shared.card} aria-label={kind ? `${TICKET_WORDS[kind]} ticket` : 'Ticket'}>
      <div className={shared.spread}>
        <h3 className={shared.title}>Your {kind ? TICKET_WORDS[kind].toLowerCase() : 'offer'}</h3>
        <ToggleGroup label="Type of offer" options={options} value={kind} onChange={onKind} />
      </div>
      {kind === 'quote' && <QuoteTicket {...props} {...draftFor(kind)} />}
      {kind === 'proposal' && <ProposalTicket {...props} {...draftFor(kind)} />}
      {kind === 'counteroffer' && <CounterofferTicket {...props} draftFor={draftFor} />}
    </section>
  );
}

interface Drafting {
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
}

function QuoteTicket({ request, quotes, own, isCovered, draft, onDraft }: TicketsProps & Drafting) {
  const replacing = useReplacing(request.id);
  const live = useLive(request, quotes, own);
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
      />
    </Sending>
  );
}

const useReplacing = (id: Request['id']) =>
  useWatched(usePane().replacements.all).find(({ requestId }) => requestId === id);

/** The desk's live quotes on the ticket's side, without those that this pane has just withdrawn: the lists follow a moment later. */
function useLive(request: Request, quotes: readonly Quote[], own: ReadonlySet<string>): readonly LiveQuote[] {
  const { client, presses } = usePane();
  const kept = useAnswer(client, OWN_QUOTES).value ?? [];
  const withdrawn = new Set<string>(
    useWatched(presses.all).flatMap(({ body, state }) =>
      body.kind === 'withdraw-quote' && state === 'done' ? [body.quoteId] : [],
    ),
  );
  return liveOn(
    { requestId: request.id, direction: sideOf(request) },
    { own: kept, quotes, isOwn: ({ id }) => own.has(id) },
  ).filter(({ quoteId }) => !withdrawn.has(quoteId));
}

function ProposalTicket({ request, proposals, isCovered, draft, onDraft }: TicketsProps & Drafting) {
  const replaced = proposals?.filter(isLive);
  return (
    <Sending request={request} kind="proposal" again="New proposal">
      <TicketFields
        request={request}
        purpose={{ kind: 'proposal', ...present({ replaced }) }}
        draft={draft}
        isCovered={isCovered}
        onDraft={onDraft}
      >
        <ReplacedProposals request={request} replaced={replaced} />
      </TicketFields>
    </Sending>
  );
}

function CounterofferTicket({
  request,
  aging,
  answering,
  isCovered,
  draftFor,
}: TicketsProps & { draftFor: (name: string) => Drafting }) {
  const { choice, choose, drop } = answering;
  return (
    <Sending request={request} kind="counteroffer" again="Close">
      {choice.state === 'none' ? (
        <Note>Press Counter beside a quote.</Note>
      ) : (
        <>
          <AnsweredQuote request={request} choice={choice} onChoose={choose} onDrop={drop} />
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
const whyNotAnswered = ({ state }: Chosen): string | undefined =>
  state === 'moved' ? 'The quote has changed. Confirm the new price above.' : undefined;

/** The quote that a counteroffer answers, frozen as it was shown; when it moves, old and new, and a new choice. */
function AnsweredQuote({
  request,
  choice,
  onChoose,
  onDrop,
}: {
  request: Request;
  choice: Chosen;
  onChoose: (quote: Quote) => void;
  onDrop: () => void;
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
      <div>
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
