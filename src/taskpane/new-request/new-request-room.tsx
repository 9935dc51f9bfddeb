import { Button, Checkbox, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { aboutOf } from '../../domain/actions/about';
import type { RequestId } from '../../domain/identifiers';
import { useSharedStyles } from '../ui/styles';
import { PressResult } from '../app/press-result';
import { type Press, isOver } from '../app/presses';
import { usePane, useWatched, JOURNAL, LIMITS, OPEN_REQUESTS, useAnswer } from '../app/hooks';
import { Only } from '../app/only';
import {
  checkedDraft,
  firstProblem,
  sendingInShort,
  summaryOf,
  type Problem,
} from '../quoting/checked-draft';
import {
  BLANK_DRAFT,
  type RequestDraft,
  type RequestKind,
  type SpreadType,
  type SwapType,
  isBlank,
  legsOf,
  spreadTypeOf,
  spreadTypesOf,
  swapTypeOf,
  withLeg,
} from '../../domain/request-draft';
import { isFinal, type AcceptedWarning } from '../../domain/action';
import type { NewRequest } from '../../domain/new-request';
import { LimitNotes } from '../app/limit-notes';
import { approvalAhead, labelAhead } from '../quoting/approval-ahead';
import { allTicked, newRequestFindings, warningsIn, type Finding } from '../quoting/pre-trade-check';
import { untickedInWords } from '../quoting/ticks';
import { useDisarmed } from '../app/held-back';
import { Choice } from '../ui/fields';
import { useShortcut } from '../ui/keys';
import { focusRoomTitle } from '../ui/focus';
import { Note } from '../ui/note';
import { SendButton } from '../app/send-button';
import { Certificates } from './certificates';
import { LegFields } from './leg-fields';
import { RecipientList, recipientQuestions, useRecipients } from './recipients';
import { SEND_ANYWAY } from '../ui/text/limit-text';

const useStyles = makeStyles({
  back: { minWidth: '24px', padding: '0 4px', marginLeft: '-6px' },
  head: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px',
    margin: '-2px -12px 0',
    padding: '0 12px 8px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  name: { display: 'flex', alignItems: 'center', gap: '4px', whiteSpace: 'nowrap' },
  tick: { margin: '-4px 0 -4px -8px' },
  /** Further from what sends than buttons elsewhere are from each other. */
  buttons: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: '6px 12px' },
  clear: {
    gridColumnStart: 2,
    gridRowStart: 1,
    alignSelf: 'start',
    minWidth: 'auto',
    fontWeight: tokens.fontWeightRegular,
  },
  /** What is sent stays in sight. */
  foot: {
    position: 'sticky',
    bottom: 0,
    zIndex: 1,
    display: 'flex',
    flexDirection: 'column',
    gap: '6px',
    margin: '0 -12px',
    padding: '8px 12px 10px',
    maxHeight: '45vh',
    overflowY: 'auto',
    backgroundColor: tokens.colorNeutralBackground1,
    borderTop: `1px solid ${tokens.colorNeutralStroke1}`,
    boxShadow: '0 -2px 6px rgba(0, 0, 0, 0.08)',
  },
});

/** Where the desk asks for quotes itself. */
export function NewRequestRoom({ onBack, onOpen }: { onBack: () => void; onOpen: (id: RequestId) => void }) {
  const { draft, presses } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const written = useWatched(draft) ?? BLANK_DRAFT;
  const open = useWatched(presses.all).filter(
    ({ body, dismissed }) => body.kind === 'create-request' && !dismissed,
  );
  const isWriting = open.every(hangs);
  const isMade = open.some((press) => press.state === 'done' && makes(press, written));
  useEffect(() => {
    if (isMade) draft.set(undefined);
  }, [draft, isMade]);
  /** What was made before is over: whoever comes for a new request finds an empty form. */
  const putAway = (): void => {
    for (const { id, state } of open) if (state === 'done') presses.dismiss(id);
  };
  // eslint-disable-next-line react-hooks/exhaustive-deps -- On the way in alone: what is made here stays in sight.
  useEffect(putAway, []);
  useShortcut('KeyN', putAway);
  return (
    <section className={shared.room} aria-label="New request" data-room>
      <div className={styles.head}>
        <div className={styles.name}>
          <Button size="small" appearance="subtle" className={styles.back} onClick={onBack} aria-label="Back">
            ←
          </Button>
          <h2 ref={title} tabIndex={-1} data-home className={shared.title}>
            New request
          </h2>
        </div>
        {isWriting && (
          <Only permission="press" quiet>
            <Choice
              label="Kind"
              labelled="unseen"
              value={written.kind}
              options={KINDS}
              onChange={(kind) => draft.set({ ...written, kind })}
            />
          </Only>
        )}
      </div>
      {open.map((press) => (
        <Made key={press.id} press={press} onOpen={onOpen} />
      ))}
      {isWriting && (
        <Only permission="press">
          {/* Another kind asks the platform for other recipients. */}
          <NewRequestForm key={written.kind} draft={written} onDraft={(next) => draft.set(next)} />
        </Only>
      )}
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
const SPREADS: Record<SpreadType, string> = { time: 'Time', location: 'Location', efp: 'EFP' };
const SPREAD_WORDS: Record<SpreadType, string> = {
  time: 'Time spread: two deliveries in one market. The platform may make it a standard spread, quoted at one net price.',
  location: 'Location spread: two markets, one delivery.',
  efp: 'EFP: the legs are cleared differently.',
};
const SWAP_WORDS: Record<SwapType, string> = {
  'green-grey-swap': 'Green-grey swap: the certificate is sold.',
  'grey-green-swap': 'Grey-green swap: the certificate is bought.',
};
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
  const styles = useStyles();
  const checked = checkedDraft(draft);
  const { problems } = checked;
  const { questions, settle } = useQuestions(draft);
  const suggested = useRecipients(questions);
  return (
    <form className={shared.section} onSubmit={(event) => event.preventDefault()} onBlur={settle}>
      {/* A copy may be called otherwise than its certificate says. */}
      {draft.kind === 'swap' && draft.swapType !== '' && (
        <Choice
          label="Direction"
          value={draft.swapType}
          options={SWAPS}
          onChange={(swapType) => onDraft({ ...draft, swapType })}
        />
      )}
      <Legs draft={draft} onDraft={onDraft} problems={problems} />
      <Checkbox
        className={styles.tick}
        label={<span className={shared.small}>All or none</span>}
        checked={draft.allOrNone}
        onChange={(_, chosen) => onDraft({ ...draft, allOrNone: chosen.checked === true })}
      />
      <RecipientList
        suggested={suggested}
        isAsked={questions.length > 0}
        chosen={draft.recipients}
        wrong={problems.find(({ path }) => path === 'recipients')?.text}
        onChange={(recipients) => onDraft({ ...draft, recipients })}
      />
      <Sending draft={draft} checked={checked} onClear={() => onDraft(BLANK_DRAFT)} />
    </form>
  );
}

/** What kind of spread the legs make. It is asked only where they leave it open. */
function SpreadKind({ draft, onDraft }: FormProps) {
  const shared = useSharedStyles();
  const legs = legsOf(draft);
  const types = spreadTypesOf(legs);
  const type = spreadTypeOf(draft, legs);
  if (types && types.length > 1) {
    return (
      <Choice
        label="Kind of spread"
        value={type}
        options={types.map((value) => ({ value, label: SPREADS[value] }))}
        onChange={(spreadType) => onDraft({ ...draft, spreadType })}
      />
    );
  }
  return (
    <p className={mergeClasses(shared.text, shared.small)} role="status">
      {type === '' ? 'The kind of spread follows from what differs between the legs.' : SPREAD_WORDS[type]}
    </p>
  );
}

/** What kind of swap the certificate makes. A platform may call it the other way round: the interface document does not say. */
function SwapKind({ draft, onDraft }: FormProps) {
  const shared = useSharedStyles();
  const type = swapTypeOf(draft, legsOf(draft));
  if (type === '') return null;
  return (
    <div className={shared.line}>
      <span className={shared.small} role="status">
        {SWAP_WORDS[type]}
      </span>
      <Button
        size="small"
        aria-label="Change the kind of swap"
        onClick={() => onDraft({ ...draft, swapType: type })}
      >
        Change
      </Button>
    </div>
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
  const wrong = problems.find(({ path, kind }) => path === 'legs' && kind === 'wrong');
  const legs = legsOf(draft);
  const [certificate, power] = legs;
  return (
    <>
      {/* Leg 3 of a swap is the other side of leg 2. */}
      {legs.slice(0, 2).map((leg, index) => (
        <LegFields
          key={`${draft.kind} ${index}`}
          draft={draft}
          index={index}
          leg={leg}
          problems={problems}
          requests={requests}
          onChange={(change) => onDraft(withLeg(draft, index, change))}
        />
      ))}
      {draft.kind === 'spread' && <SpreadKind draft={draft} onDraft={onDraft} />}
      {draft.kind === 'swap' && draft.swapType === '' && <SwapKind draft={draft} onDraft={onDraft} />}
      {draft.kind === 'swap' && certificate && power && (
        <Certificates
          certificate={certificate}
          power={power}
          onUse={(change) => onDraft(withLeg(draft, 0, change))}
        />
      )}
      {wrong && <Note tone="bad">{wrong.text}</Note>}
    </>
  );
}

function Sending({
  draft,
  checked: { request, problems },
  onClear,
}: {
  draft: RequestDraft;
  checked: ReturnType<typeof checkedDraft>;
  onClear: () => void;
}) {
  const { client, presses, formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const disarmed = useDisarmed();
  const heldBack = useHeldDraft(request);
  const shown = request && summaryOf(request, formatters);
  const findings = useFindings(request);
  const warnings = warningsIn(findings);
  const isBlocked = findings.some(({ level }) => level === 'block');
  // A tick holds for this very request.
  const [ticked, setTicked] = useState<{ shown: string | undefined; warnings: readonly AcceptedWarning[] }>();
  const accepted = ticked?.shown === shown ? (ticked?.warnings ?? []) : [];
  const isTicked = allTicked(findings, accepted);
  const levels = useAnswer(client, LIMITS).value?.fourEyes;
  const ahead = request && approvalAhead({ kind: 'create-request', draft: request }, undefined, levels);
  return (
    <section className={styles.foot} aria-label="What is sent">
      {shown !== undefined && (
        <p className={mergeClasses(shared.text, shared.small, shared.digits)}>{shown}</p>
      )}
      <LimitNotes findings={findings} />
      {ahead !== undefined && <Note tone="warning">{ahead}</Note>}
      {warnings.length > 0 && !isBlocked && (
        <Checkbox
          label={<span className={shared.small}>{SEND_ANYWAY}</span>}
          checked={isTicked}
          onChange={(_, { checked }) => setTicked(checked === true ? { shown, warnings } : undefined)}
        />
      )}
      <div className={styles.buttons}>
        <SendButton
          primary
          inRow
          label={labelAhead(request ? sendingInShort(request, formatters) : 'Send new request', ahead)}
          why={
            heldBack ??
            firstProblem(draft, problems) ??
            (isBlocked ? 'Cannot be sent as it is: see above.' : undefined) ??
            (isTicked ? disarmed : untickedInWords(warnings.length))
          }
          onPress={() =>
            request && shown && presses.press({ kind: 'create-request', draft: request }, shown, accepted)
          }
        />
        <Button
          className={styles.clear}
          aria-label="Clear form"
          disabled={isBlank(draft)}
          onClick={({ currentTarget }) => {
            // What had the focus is gone.
            focusRoomTitle(currentTarget);
            onClear();
          }}
        >
          Clear
        </Button>
      </div>
    </section>
  );
}

/** What the desk's limits say to it, by the markets that open requests have. */
function useFindings(request: NewRequest | undefined): readonly Finding[] {
  const { client } = usePane();
  const desk = useAnswer(client, LIMITS).value;
  const open = useAnswer(client, OPEN_REQUESTS).value?.records ?? [];
  if (!request) return [];
  const markets = open.flatMap(({ legs }) => legs.flatMap(({ market }) => market ?? []));
  return newRequestFindings(request, { markets, now: client.clock.now() }, desk);
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
