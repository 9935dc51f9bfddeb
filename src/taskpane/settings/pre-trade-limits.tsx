import { Button, mergeClasses } from '@fluentui/react-components';
import { useState } from 'react';
import type { DeskLimits, Limits, OwnLevels } from '../../domain/limits/limits';
import { LIMITS, useAnswer, usePane } from '../app/hooks';
import { useWhyNot } from '../app/only';
import { Note } from '../ui/note';
import { PressButton } from '../ui/press-button';
import { useSharedStyles } from '../ui/styles';
import {
  LIMIT_NAMES,
  NO_REFERENCE_WORDS,
  originInWords,
  STEP_WORDS,
  UNCHECKED_WORDS,
} from '../ui/text/limit-text';
import { failureInWords } from '../ui/text/status-text';
import { LevelFields, StepField, UnitFields, type LevelField } from './level-fields';
import { LimitsTable } from './limits-table';
import { draftOf, limitsOf, type LimitsDraft, type PriceDraft } from './limits-draft';

/** The levels that hold a slip back: what they are, and changing them. */
export function LimitsPart() {
  const { client } = usePane();
  const shared = useSharedStyles();
  const answer = useAnswer(client, LIMITS);
  return (
    <section className={shared.section} aria-label="Limits">
      <h3 className={shared.subtitle}>Limits</h3>
      {answer.failure && <Note tone="bad">{failureInWords(answer.failure)}</Note>}
      {answer.value ? <Levels desk={answer.value} /> : <p className={shared.text}>Loading the limits…</p>}
    </section>
  );
}

function Levels({ desk }: { desk: DeskLimits }) {
  const { client, formatters, notice } = usePane();
  const shared = useSharedStyles();
  const [doing, setDoing] = useState<'changing' | 'giving-up'>();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const isAdmin = useWhyNot('administer') === undefined;
  const set = async (limits: Limits | null): Promise<void> => {
    setBusy(true);
    setRefusal('');
    const outcome = await client.setLimits(limits);
    setBusy(false);
    if (!outcome.ok) return setRefusal(failureInWords(outcome.failure));
    setDoing(undefined);
    notice.set(
      limits
        ? 'The limits are set, for every workbook of this gateway.'
        : 'The limits that the gateway was started with are restored.',
    );
  };
  return (
    <>
      {desk.failure && <Note tone="bad">{failureInWords(desk.failure)}</Note>}
      <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
        {originInWords(desk, formatters)}
      </p>
      {doing === 'changing' && !desk.locked ? (
        <LimitsForm
          limits={desk.limits}
          isBusy={isBusy}
          onSet={(limits) => void set(limits)}
          onCancel={() => setDoing(undefined)}
        />
      ) : (
        <LimitsTable limits={desk.limits} label="Limits of the desk" />
      )}
      {desk.own && <OwnLimits own={desk.own} />}
      {!desk.locked && doing !== 'changing' && isAdmin && (
        <div className={shared.line}>
          <Button size="small" onClick={() => setDoing('changing')}>
            Change the limits
          </Button>
          {(desk.source === 'pane' || desk.failure) && doing === undefined && (
            <Button size="small" onClick={() => setDoing('giving-up')}>
              Discard these
            </Button>
          )}
        </div>
      )}
      {!desk.locked && doing === 'giving-up' && (
        <PressButton
          primary
          label={isBusy ? 'Setting…' : 'Restore the limits the gateway was started with'}
          quiet={isBusy}
          onPress={() => void set(null)}
        />
      )}
      <div role="alert">{refusal !== '' && <Note tone="bad">{refusal}</Note>}</div>
    </>
  );
}

/** What the policy holds whoever looks to, by role and by name, a list each. */
function OwnLimits({ own }: { own: readonly OwnLevels[] }) {
  const shared = useSharedStyles();
  return (
    <section className={shared.section} aria-label="Your own limits">
      <h4 className={shared.subtitle}>Your own limits</h4>
      <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
        From the policy, for your role or for you. They are checked beside those above.
      </p>
      {own.map((levels, index) => (
        <LimitsTable key={index} limits={levels} label={`Your own limits ${index + 1}`} />
      ))}
    </section>
  );
}

interface FieldsProps {
  readonly draft: LimitsDraft;
  readonly problems: Readonly<Record<string, string>>;
  readonly onDraft: (draft: LimitsDraft) => void;
}

/** Every level of the desk, to be set together. */
function LimitsForm({
  limits,
  isBusy,
  onSet,
  onCancel,
}: {
  limits: Limits;
  isBusy: boolean;
  onSet: (limits: Limits) => void;
  onCancel: () => void;
}) {
  const shared = useSharedStyles();
  const [draft, setDraft] = useState(() => draftOf(limits));
  const read = limitsOf(draft);
  const props = { draft, problems: read.ok ? {} : read.problems, onDraft: setDraft };
  return (
    <form className={shared.card} aria-label="Change the limits" onSubmit={(event) => event.preventDefault()}>
      <p className={mergeClasses(shared.text, shared.small)}>
        They apply to every workbook of this gateway at once. An empty level never triggers.
      </p>
      <PriceFields section="bestPrice" {...props} />
      <PriceFields section="lastPrice" {...props} />
      <NearestFields {...props} />
      <StepFields {...props} />
      {(['volume', 'notional', 'volumePerDay', 'notionalPerDay'] as const).map((section) => (
        <UnitFields
          key={section}
          title={LIMIT_NAMES[section]}
          section={section}
          units={draft[section]}
          problems={props.problems}
          onChange={(units) => setDraft({ ...draft, [section]: units })}
        />
      ))}
      <PaceFields {...props} />
      <PressButton
        primary
        label={isBusy ? 'Setting…' : 'Set the limits'}
        quiet={isBusy}
        why={read.ok ? undefined : 'Correct the marked fields first.'}
        onPress={() => read.ok && onSet(read.limits)}
      />
      <div>
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

const PRICE_LABELS: Record<keyof PriceDraft, string> = {
  warnPercent: 'Warns above, %',
  blockPercent: 'Blocks above, %',
  blockAmount: 'And above, per MWh',
  spreadWarn: 'Spread: warns above',
  spreadBlock: 'Spread: blocks above',
  ignoreUpTo: 'Ignore differences up to',
};

function PriceFields({
  section,
  draft,
  problems,
  onDraft,
}: FieldsProps & { section: 'bestPrice' | 'lastPrice' }) {
  const levels = draft[section];
  const field = (name: keyof PriceDraft): LevelField => ({
    label: PRICE_LABELS[name],
    place: `${section}.${name}`,
    text: levels[name],
    onChange: (text) => onDraft({ ...draft, [section]: { ...levels, [name]: text } }),
  });
  const names = [
    'warnPercent',
    'blockPercent',
    'blockAmount',
    'ignoreUpTo',
    'spreadWarn',
    'spreadBlock',
  ] as const;
  return <LevelFields title={LIMIT_NAMES[section]} fields={names.map(field)} problems={problems} />;
}

function NearestFields({ draft, problems, onDraft }: FieldsProps) {
  const { nearestTrade } = draft;
  const times = (name: keyof LimitsDraft['nearestTrade']): LevelField => ({
    label: name === 'warnTimes' ? 'Warns above, times' : 'Blocks above, times',
    place: `nearestTrade.${name}`,
    text: nearestTrade[name],
    onChange: (text) => onDraft({ ...draft, nearestTrade: { ...nearestTrade, [name]: text } }),
  });
  return (
    <LevelFields
      title={LIMIT_NAMES.nearestTrade}
      fields={[times('warnTimes'), times('blockTimes')]}
      problems={problems}
    />
  );
}

function StepFields({ draft, onDraft }: FieldsProps) {
  return (
    <>
      {(['throughMarket', 'signFlip', 'factorOfTen'] as const).map((section) => (
        <StepField
          key={section}
          label={LIMIT_NAMES[section]}
          words={STEP_WORDS}
          value={draft[section]}
          onChange={(step) => onDraft({ ...draft, [section]: step })}
        />
      ))}
    </>
  );
}

function PaceFields({ draft, problems, onDraft }: FieldsProps) {
  const { countPerMinute, duplicate } = draft;
  const count = (name: 'warn' | 'block'): LevelField => ({
    label: name === 'warn' ? 'Warns above' : 'Blocks above',
    place: `countPerMinute.${name}`,
    text: countPerMinute[name],
    onChange: (text) => onDraft({ ...draft, countPerMinute: { ...countPerMinute, [name]: text } }),
  });
  const within: LevelField = {
    label: 'Seconds',
    place: 'duplicate.withinMs',
    text: duplicate.seconds,
    onChange: (seconds) => onDraft({ ...draft, duplicate: { ...duplicate, seconds } }),
  };
  return (
    <>
      <LevelFields
        title={LIMIT_NAMES.countPerMinute}
        fields={[count('warn'), count('block')]}
        problems={problems}
      />
      <StepField
        label={LIMIT_NAMES.duplicate}
        words={STEP_WORDS}
        value={duplicate.step}
        onChange={(step) => onDraft({ ...draft, duplicate: { ...duplicate, step } })}
      />
      <LevelFields title="Duplicate window" fields={[within]} problems={problems} />
      <StepField
        label={LIMIT_NAMES.noReference}
        words={NO_REFERENCE_WORDS}
        value={draft.noReference}
        onChange={(noReference) => onDraft({ ...draft, noReference })}
      />
      <StepField
        label={LIMIT_NAMES.unchecked}
        words={UNCHECKED_WORDS}
        value={draft.unchecked}
        onChange={(unchecked) => onDraft({ ...draft, unchecked })}
      />
    </>
  );
}
