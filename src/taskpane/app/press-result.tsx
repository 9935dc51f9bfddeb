import { Button, Checkbox, mergeClasses } from '@fluentui/react-components';
import { useEffect, useMemo, useRef, useState, type MouseEvent } from 'react';
import { onlyProtects, requestIdOf, type ActionBody } from '../../domain/action';
import type { RequestId } from '../../domain/identifiers';
import type { ApprovalLevels } from '../../domain/limits/limits';
import type { Request } from '../../domain/request';
import { focusRoomTitle } from '../ui/focus';
import { Note } from '../ui/note';
import { PressButton } from '../ui/press-button';
import { useSharedStyles } from '../ui/styles';
import { endingOf, outcomeWord, type PressState } from '../../domain/actions/state-words';
import { outcomeSentence, outcomeTone, pressedInWords } from '../ui/text/action-text';
import { YOU } from '../ui/text/doer-text';
import { Age } from './age';
import { useSeen } from './around-request';
import { useDisarmed } from './held-back';
import { LIMITS, useAnswer, usePane } from './hooks';
import { approvalAhead } from '../quoting/approval-ahead';
import { findingsOf, warningsIn, type Finding } from '../quoting/pre-trade-check';
import { PastResult, useIsPast } from './past-result';
import { cameToNothing, isOver, type Press } from './presses';
import { OwnWord } from './waiting';

/** Not done, or not as far as anybody knows. */
const NOT_DONE: ReadonlySet<PressState> = new Set([
  'rejected',
  'cancelled',
  'refused',
  'unknown',
  'unanswered',
]);

/** What has become of a press, and how to go on. */
export function PressResult({ press, again }: { press: Press; again: string }) {
  const { presses, formatters } = usePane();
  const shared = useSharedStyles();
  const heldBy = useDisarmed();
  const disarmed = onlyProtects(press.body) ? undefined : heldBy;
  const ending = endingOf(press);
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that was pressed is gone, and the focus with it.
    if (document.activeElement === document.body) result.current?.focus();
  }, []);
  const putAway = ({ detail, currentTarget }: MouseEvent<HTMLElement>): void => {
    if (detail > 1) return;
    focusRoomTitle(currentTarget);
    presses.dismiss(press.id);
  };
  const isListed = ending === 'done' && 'direction' in press.body;
  const isPast = useIsPast(press.endedAt ?? press.pressedAt);
  if (isPast && outcomeTone(ending, press) === 'good') {
    return (
      <div ref={result} tabIndex={-1} className={shared.plain}>
        <PastResult
          at={press.endedAt ?? press.pressedAt}
          words={outcomeSentence(ending, press, formatters)}
          more={pressedInWords(press)}
          again={again}
          onAgain={putAway}
        />
      </div>
    );
  }
  return (
    <div ref={result} tabIndex={-1} className={shared.section}>
      <Note tone={outcomeTone(ending, press)} live>
        <strong>{outcomeWord(ending, press)}.</strong> {outcomeSentence(ending, press, formatters)}
      </Note>
      <p
        // The list of offers shows it, with its age.
        className={mergeClasses(shared.text, shared.small, isListed ? shared.hidden : shared.muted)}
      >
        {pressedInWords(press, YOU, !NOT_DONE.has(ending))} · <Age at={press.pressedAt} /> ago
      </p>
      {press.state === 'unanswered' && (
        <PressButton label="Ask the desk again" why={disarmed} onPress={() => presses.askAgain(press.id)} />
      )}
      {press.state === 'unanswered' && (
        <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
          It is never executed twice. If the desk never received it, asking again sends it now, as shown here.
        </p>
      )}
      {press.state === 'waiting' && <OwnWord waiting={press} />}
      <WarnedPress key={press.id} press={press} why={disarmed} />
      {isOver(press) && (
        <div>
          <Button size="small" onClick={putAway}>
            {again}
          </Button>
        </div>
      )}
    </div>
  );
}

/** An action that was held back by warnings alone: once each of them is ticked, it can be pressed again as it was. */
function WarnedPress({ press, why }: { press: Press; why: string | undefined }) {
  const { presses } = usePane();
  const shared = useSharedStyles();
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const findings = cameToNothing(press) ? findingsOf(press.failure) : [];
  if (findings.length === 0 || findings.some(({ level }) => level === 'block')) return null;
  const codes = [...new Set(findings.map(nameOf))];
  const open = codes.filter((code) => !ticked.includes(code));
  return (
    <div className={shared.section} role="group" aria-label="Warnings">
      {codes.map((code) => (
        <Checkbox
          key={code}
          label={<span className={shared.small}>{textsOf(code, findings)} Send anyway.</span>}
          checked={ticked.includes(code)}
          onChange={(_, { checked }) =>
            setTicked((known) =>
              checked === true ? [...known, code] : known.filter((other) => other !== code),
            )
          }
        />
      ))}
      <PressAgain
        body={press.body}
        why={open.length > 0 ? 'Tick every warning first.' : why}
        onPress={() => presses.pressAccepting(press.id, warningsIn(findings))}
      />
    </div>
  );
}

interface Again {
  readonly why: string | undefined;
  readonly onPress: () => void;
}

/** Named by what the press does: it sends, or it only asks another person, by what the pane knows. */
function PressAgain({ body, ...again }: Again & { body: ActionBody }) {
  const levels = useAnswer(usePane().client, LIMITS).value?.fourEyes;
  const id = requestIdOf(body);
  if (id !== undefined && levels) return <PressAgainOn id={id} body={body} levels={levels} {...again} />;
  return <AgainButton asks={approvalAhead(body, undefined, levels) !== undefined} {...again} />;
}

interface AgainOn extends Again {
  readonly body: ActionBody;
  readonly levels: ApprovalLevels;
}

function PressAgainOn({ id, ...again }: AgainOn & { id: RequestId }) {
  const resource = useMemo(() => ({ kind: 'request', id }) as const, [id]);
  const request = useAnswer(usePane().client, resource, 'aside').value;
  if (request) return <PressAgainKnown request={request} {...again} />;
  const { why, onPress } = again;
  return <AgainButton asks={false} why={why} onPress={onPress} />;
}

function PressAgainKnown({ request, body, levels, ...again }: AgainOn & { request: Request }) {
  const seen = useSeen(request)(body.kind);
  return <AgainButton asks={approvalAhead(body, seen, levels) !== undefined} {...again} />;
}

const AgainButton = ({ asks, ...again }: Again & { asks: boolean }) => (
  <PressButton keys="space" label={asks ? 'Ask for approval' : 'Press again as shown'} {...again} />
);

const nameOf = ({ code, about = '' }: Finding): string => `${code} ${about}`.trim();

const textsOf = (name: string, findings: readonly Finding[]): string =>
  findings
    .filter((finding) => nameOf(finding) === name)
    .map(({ text }) => text)
    .join(' ');
