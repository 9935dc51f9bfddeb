import { useState, type ReactNode } from 'react';
import { liveOn, type LiveQuote } from '../../domain/own-quote';
import type { Proposal } from '../../domain/proposal';
import type { Quote } from '../../domain/quote';
import type { Request } from '../../domain/request';
import type { Choosing } from '../choosing/use-choice';
import { isLive } from '../choosing/choice';
import { useLook } from '../look/look';
import { Note } from '../look/note';
import { ToggleGroup } from '../look/toggle-group';
import { PressResult } from '../pressing/press-result';
import { usePressAbout } from '../pressing/use-pressing';
import { OWN_QUOTES, useAnswer, useDesk, useWatched } from '../use-desk';
import { AnsweredQuote, whyNotAnswered } from './answered-quote';
import { kindsFor, QUOTE, sideOf, TICKET_WORDS, unsendable, type TicketKind } from './purpose';
import { ReplacedProposals } from './replaced-proposals';
import { ReplacementResult } from './replacement-result';
import { blankDraft, type Draft } from './ticket';
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
  readonly kind: TicketKind | undefined;
  readonly onKind: (kind: TicketKind) => void;
}

/** Everything that the desk can offer on a request, one kind at a time. What was typed for another kind stays. */
export function Tickets(props: TicketsProps) {
  const { request, kind, onKind } = props;
  const look = useLook();
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map());
  const options = kindsFor(request).map((value) => ({ value, label: TICKET_WORDS[value] }));
  if (options.length === 0) return null;
  const draftFor = (name: string): Drafting => ({
    draft: drafts.get(name) ?? blankDraft(request),
    onDraft: (draft) => setDrafts(new Map(drafts).set(name, draft)),
  });
  return (
    <section className={look.card} aria-label={kind ? `${TICKET_WORDS[kind]} ticket` : 'Ticket'}>
      <h3 className={look.title}>Your offer</h3>
      <ToggleGroup label="What to send" options={options} value={kind} onChange={onKind} />
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

function QuoteTicket({ request, quotes, own, draft, onDraft }: TicketsProps & Drafting) {
  const replacing = useReplacing(request.id);
  const live = useLive(request, quotes, own);
  if (replacing) return <ReplacementResult replacing={replacing} />;
  return (
    <Sending request={request} kind="quote" again="Quote again">
      <TicketFields request={request} purpose={QUOTE} live={live} draft={draft} onDraft={onDraft} />
    </Sending>
  );
}

const useReplacing = (id: Request['id']) =>
  useWatched(useDesk().replacements.all).find(({ requestId }) => requestId === id);

/** The desk's live quotes on the ticket's side, without those that this pane has just withdrawn: the lists follow a moment later. */
function useLive(request: Request, quotes: readonly Quote[], own: ReadonlySet<string>): readonly LiveQuote[] {
  const { client, presses } = useDesk();
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

function ProposalTicket({ request, proposals, draft, onDraft }: TicketsProps & Drafting) {
  const replaced = proposals?.filter(isLive);
  return (
    <Sending request={request} kind="proposal" again="Propose again">
      <TicketFields
        request={request}
        purpose={{ kind: 'proposal', ...(replaced && { replaced }) }}
        draft={draft}
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
  draftFor,
}: TicketsProps & { draftFor: (name: string) => Drafting }) {
  const { choice, choose, drop } = answering;
  return (
    <Sending request={request} kind="counteroffer" again="Close">
      {choice.state === 'none' ? (
        <Note>Press Counter beside the quote that you want to answer.</Note>
      ) : (
        <>
          <AnsweredQuote request={request} choice={choice} onChoose={choose} onDrop={drop} />
          <TicketFields
            request={request}
            purpose={{ kind: 'counteroffer', answered: choice.frozen }}
            why={whyNotAnswered(choice) ?? aging}
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
  kind: TicketKind;
  again: string;
  children: ReactNode;
}) {
  const press = usePressAbout({ kind: ACTIONS[kind], requestId: request.id });
  if (press) return <PressResult key={press.id} press={press} again={again} />;
  const refused = unsendable(request, kind);
  return refused === undefined ? children : <Note>{refused}</Note>;
}
