import { Button, Checkbox, mergeClasses } from '@fluentui/react-components';
import { useState } from 'react';
import { Choice } from '../look/choice';
import { useLook } from '../look/look';
import { Note } from '../look/note';
import { PressButton } from '../pressing/press-button';
import { useDisarmed } from '../pressing/use-pressing';
import { OPEN_REQUESTS, useAnswer, useDesk } from '../use-desk';
import {
  BLANK_DRAFT,
  type RequestDraft,
  type RequestKind,
  type SpreadType,
  type SwapType,
} from './blank-draft';
import { checkedDraft, firstProblem, type Problem } from './checked-draft';
import { isBlank, legsOf, withLeg } from './draft';
import { LegFields } from './leg-fields';
import { RecipientList } from './recipient-list';
import { suggestionsFor } from './suggestions';
import { summaryOf } from './summary';
import { useHeldDraft } from './use-held-draft';
import { recipientQuestions, useRecipients } from './use-recipients';

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
export function NewRequestForm({ draft, onDraft }: FormProps) {
  const look = useLook();
  const checked = checkedDraft(draft);
  const { problems } = checked;
  const { questions, settle } = useQuestions(draft);
  const suggested = useRecipients(questions);
  return (
    <form className={look.section} onSubmit={(event) => event.preventDefault()} onBlur={settle}>
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
        label={<span className={look.small}>All or none</span>}
        checked={draft.allOrNone}
        onChange={(_, chosen) => onDraft({ ...draft, allOrNone: chosen.checked === true })}
      />
      <SendButton draft={draft} checked={checked} />
      <div>
        <Button size="small" disabled={isBlank(draft)} onClick={() => onDraft(BLANK_DRAFT)}>
          Empty all fields
        </Button>
      </div>
    </form>
  );
}

function KindFields({ draft, onDraft }: FormProps) {
  const look = useLook();
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
          <p className={mergeClasses(look.text, look.small, look.muted)}>
            A standard spread is made like any other: the service detects it by its legs, and it is then
            quoted as one net price.
          </p>
        </>
      )}
      {draft.kind === 'swap' && (
        <Choice
          label="Which way"
          value={draft.swapType}
          options={SWAPS}
          onChange={(swapType) => onDraft({ ...draft, swapType })}
        />
      )}
      {draft.kind !== 'single' && (
        <p className={mergeClasses(look.text, look.small, look.muted)}>
          The order of the legs is fixed from here on: leg 1 stays leg 1 for the whole life of the request.
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
  const { client } = useDesk();
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
  const { presses, figures } = useDesk();
  const look = useLook();
  const disarmed = useDisarmed();
  const heldBack = useHeldDraft(request);
  const shown = request && summaryOf(request, figures);
  return (
    <section className={look.card} aria-label="What is sent">
      {shown !== undefined && <p className={mergeClasses(look.text, look.small, look.strong)}>{shown}</p>}
      <PressButton
        primary
        label="Send new request"
        why={heldBack ?? firstProblem(draft, problems) ?? disarmed}
        onPress={() => request && shown && presses.press({ kind: 'create-request', draft: request }, shown)}
      />
    </section>
  );
}
