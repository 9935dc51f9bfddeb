import { useState, type ReactNode } from 'react';
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
import { AnsweredQuote, whyNotAnswered } from './answered-quote';
import { kindsFor, QUOTE, TICKET_WORDS, unsendable, type TicketKind } from './purpose';
import { ReplacedProposals } from './replaced-proposals';
import { blankDraft, type Draft } from './ticket';
import { TicketFields } from './ticket-fields';

interface TicketsProps {
  readonly request: Request;
  readonly quotes: readonly Quote[];
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

function QuoteTicket({ request, quotes, draft, onDraft }: TicketsProps & Drafting) {
  return (
    <Sending request={request} kind="quote" again="Quote again">
      <TicketFields request={request} quotes={quotes} purpose={QUOTE} draft={draft} onDraft={onDraft} />
    </Sending>
  );
}

function ProposalTicket({ request, quotes, proposals, draft, onDraft }: TicketsProps & Drafting) {
  const replaced = proposals?.filter(isLive);
  return (
    <Sending request={request} kind="proposal" again="Propose again">
      <TicketFields
        request={request}
        quotes={quotes}
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
  quotes,
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
            quotes={quotes}
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
