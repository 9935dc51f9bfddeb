import { Button, mergeClasses, Checkbox } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import type { RequestId } from '../../domain/identifiers';
import { useSharedStyles } from '../ui/styles';
import { PressResult } from '../app/press-result';
import { type Press, aboutOf, isOver } from '../app/presses';
import { usePane, useWatched, JOURNAL, OPEN_REQUESTS, useAnswer } from '../app/hooks';
import { checkedDraft, firstProblem, summaryOf, type Problem } from './checked-draft';
import {
  BLANK_DRAFT,
  type RequestDraft,
  type RequestKind,
  type SpreadType,
  type SwapType,
  isBlank,
  legsOf,
  withLeg,
} from '../../domain/request-draft';
import { isFinal } from '../../domain/action';
import type { NewRequest } from '../../domain/new-request';
import { useDisarmed } from '../app/held-back';
import { Choice } from '../ui/fields';
import { Note } from '../ui/note';
import { PressButton } from '../ui/press-button';
import { LegFields, suggestionsFor } from './leg-fields';
import { RecipientList, recipientQuestions, useRecipients } from './recipients';

/** Where the desk asks for quotes itself. */
export function NewRequestRoom({ onBack, onOpen }: { onBack: () => void; onOpen: (id: RequestId) => void }) {
  const { draft, presses } = usePane();
  const shared = useSharedStyles();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const written = useWatched(draft) ?? BLANK_DRAFT;
  const open = useWatched(presses.all).filter(
    ({ body, dismissed }) => body.kind === 'create-request' && !dismissed,
  );
  const isMade = open.some((press) => press.state === 'done' && makes(press, written));
  useEffect(() => {
    if (isMade) draft.set(undefined);
  }, [draft, isMade]);
  return (
    <section className={shared.room} aria-label="New request" data-room>
      <div className={shared.line}>
        <Button size="small" appearance="subtle" className={shared.flush} onClick={onBack} aria-label="Back">
          ‹ Back
        </Button>
        <h2 ref={title} tabIndex={-1} data-home className={shared.title}>
          New request
        </h2>
      </div>
      {open.map((press) => (
        <Made key={press.id} press={press} onOpen={onOpen} />
      ))}
      {open.every(hangs) && <NewRequestForm draft={written} onDraft={(next) => draft.set(next)} />}
    </section>
  );
}

/** What may take long to be known: another request can be made meanwhile. */
const hangs = ({ state }: Press): boolean =>
  state === 'unknown' || state === 'unanswered' || state === 'acknowledged';

const makes = ({ body }: Press, draft: typeof BLANK_DRAFT): boolean =>
  body.kind === 'create-request' &&
  JSON.stringify(body.draft) === JSON.stringify(checkedDraft(draft).request);

function Made({ press, onOpen }: { press: Press; onOpen: (id: RequestId) => void }) {
  const { presses } = usePane();
  const shared = useSharedStyles();
  const made = press.newRequestId;
  return (
    <section className={mergeClasses(shared.card)} aria-label="Your new request">
      <PressResult
        press={press}
        again={press.state === 'done' ? 'Make another request' : 'Back to the form'}
      />
      {made !== undefined && (
        <div>
          <Button
            size="small"
            appearance="primary"
            onClick={() => {
              presses.dismiss(press.id);
              onOpen(made);
            }}
          >
            Open {made}
          </Button>
        </div>
      )}
    </section>
  );
}

const KINDS: readonly { value: RequestKind; label: string }[] = [
  { value: 'single', label: 'Single' },
  { value: 'spread', label: 'Spread' },
  { value: 'swap', label: 'Swap' },
];
const SPREADS: readonly { value: SpreadType; label: string }[] = [
  { value: 'time', label: 'Time' },
  { value: 'location', label: 'Location' },
  { value: 'efp', label: 'EFP' },
];
const SWAPS: readonly { value: SwapType; label: string }[] = [
  { value: 'green-grey-swap', label: 'Green-grey' },
  { value: 'grey-green-swap', label: 'Grey-green' },
];

interface FormProps {
  readonly draft: RequestDraft;
  readonly onDraft: (draft: RequestDraft) => void;
}

/** Everything that a new request says, and the one button that sends it. */
function NewRequestForm({ draft, onDraft }: FormProps) {
  const shared = useSharedStyles();
  const checked = checkedDraft(draft);
  const { problems } = checked;
  const { questions, settle } = useQuestions(draft);
  const suggested = useRecipients(questions);
  return (
    <form className={shared.section} onSubmit={(event) => event.preventDefault()} onBlur={settle}>
      <KindFields draft={draft} onDraft={onDraft} />
      <Legs draft={draft} onDraft={onDraft} problems={problems} />
      <RecipientList
        suggested={suggested}
        isAsked={questions.length > 0}
        chosen={draft.recipients}
        wrong={problems.find(({ path }) => path === 'recipients')?.text}
        onChange={(recipients) => onDraft({ ...draft, recipients })}
      />
      <Checkbox
        label={<span className={shared.small}>All or none</span>}
        checked={draft.allOrNone}
        onChange={(_, chosen) => onDraft({ ...draft, allOrNone: chosen.checked === true })}
      />
      <SendButton draft={draft} checked={checked} />
      <div>
        <Button size="small" disabled={isBlank(draft)} onClick={() => onDraft(BLANK_DRAFT)}>
          Clear form
        </Button>
      </div>
    </form>
  );
}

function KindFields({ draft, onDraft }: FormProps) {
  const shared = useSharedStyles();
  return (
    <>
      <Choice
        label="Kind"
        value={draft.kind}
        options={KINDS}
        onChange={(kind) => onDraft({ ...draft, kind })}
      />
      {draft.kind === 'spread' && (
        <>
          <Choice
            label="Kind of spread"
            value={draft.spreadType}
            options={SPREADS}
            onChange={(spreadType) => onDraft({ ...draft, spreadType })}
          />
          <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
            Enter a standard spread like any other: the platform detects it by its legs and quotes it at one
            net price.
          </p>
        </>
      )}
      {draft.kind === 'swap' && (
        <Choice
          label="Direction"
          value={draft.swapType}
          options={SWAPS}
          onChange={(swapType) => onDraft({ ...draft, swapType })}
        />
      )}
      {draft.kind !== 'single' && (
        <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
          The order of the legs is fixed: leg 1 stays leg 1 for the life of the request.
        </p>
      )}
    </>
  );
}

/** What the platform is asked for recipients: asked anew when a person leaves a field, not at every letter. */
function useQuestions(draft: RequestDraft) {
  const [questions, setQuestions] = useState(() => recipientQuestions(draft));
  const settle = (): void => {
    const next = recipientQuestions(draft);
    if (JSON.stringify(next) !== JSON.stringify(questions)) setQuestions(next);
  };
  return { questions, settle };
}

function Legs({ draft, onDraft, problems }: FormProps & { problems: readonly Problem[] }) {
  const { client } = usePane();
  const requests = useAnswer(client, OPEN_REQUESTS).value?.records ?? [];
  const wrong = problems.find(({ path }) => path === 'legs');
  return (
    <>
      {legsOf(draft).map((leg, index) => (
        <LegFields
          key={index}
          draft={draft}
          index={index}
          leg={leg}
          problems={problems}
          suggestions={suggestionsFor(requests, leg.commodity)}
          onChange={(change) => onDraft(withLeg(draft, index, change))}
        />
      ))}
      {wrong && <Note tone="bad">{wrong.text}</Note>}
    </>
  );
}

function SendButton({
  draft,
  checked: { request, problems },
}: {
  draft: RequestDraft;
  checked: ReturnType<typeof checkedDraft>;
}) {
  const { presses, formatters } = usePane();
  const shared = useSharedStyles();
  const disarmed = useDisarmed();
  const heldBack = useHeldDraft(request);
  const shown = request && summaryOf(request, formatters);
  return (
    <section className={shared.card} aria-label="What is sent">
      {shown !== undefined && (
        <p className={mergeClasses(shared.text, shared.small, shared.strong)}>{shown}</p>
      )}
      <PressButton
        primary
        label="Send new request"
        why={heldBack ?? firstProblem(draft, problems) ?? disarmed}
        onPress={() => request && shown && presses.press({ kind: 'create-request', draft: request }, shown)}
      />
    </section>
  );
}

/** Why this very request may not be sent now: it is on its way, or it may have been made already, here or from another book. */
function useHeldDraft(draft: NewRequest | undefined): string | undefined {
  const { client, presses } = usePane();
  const pressed = useWatched(presses.all);
  const journal = useAnswer(client, JOURNAL).value ?? [];
  if (!draft) return undefined;
  const about = aboutOf({ kind: 'create-request', draft });
  const isHeld =
    pressed.some((press) => press.about === about && !isOver(press)) ||
    journal.some(
      (action) =>
        action.body.kind === 'create-request' &&
        !isFinal(action) &&
        !pressed.some(({ id }) => id === action.id) &&
        aboutOf(action.body) === about,
    );
  return isHeld ? 'Held back: this request may have been made already. See Journal.' : undefined;
}
