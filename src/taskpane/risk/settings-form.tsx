import { Button, Checkbox, mergeClasses } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import type { RiskSettings } from '../../domain/record';
import { Age } from '../app/age';
import { useDisarmed, usePressAbout } from '../app/held-back';
import { LIMITS, useAnswer, usePane, useUnheard, useUntold } from '../app/hooks';
import { PressResult } from '../app/press-result';
import type { Press } from '../app/presses';
import { approvalAhead, labelAhead } from '../quoting/approval-ahead';
import { TextField } from '../ui/fields';
import { Note } from '../ui/note';
import { PressButton } from '../ui/press-button';
import { useSharedStyles } from '../ui/styles';
import { agingInWords } from '../ui/text/status-text';
import {
  changeInWords,
  changesBetween,
  checkedSettings,
  nameInWords,
  valueInWords,
  withEdit,
  type SettingsDraft,
  type SettingValue,
} from './settings-draft';

/** The detailed settings of a commodity: whatever names the service returns, to be looked at and edited. */
export function RiskSettingsPanel({ commodity }: { commodity: string }) {
  const { client, formatters } = usePane();
  const shared = useSharedStyles();
  const answer = useAnswer(
    client,
    useMemo(() => ({ kind: 'risk-settings', commodity }) as const, [commodity]),
  );
  const [draft, setDraft] = useState<SettingsDraft>();
  const press = usePressAbout({ kind: 'set-risk', commodity });
  const isDone = press?.state === 'done';
  if (isDone && draft) setDraft(undefined);
  const now = answer.value;
  const aging = agingInWords(answer, formatters);
  const isTold = useUnheard() !== undefined;
  const failure = useUntold(answer);
  return (
    <div className={shared.section}>
      <div className={shared.spread}>
        <h4 className={shared.subtitle}>Settings on the platform</h4>
        {answer.fetchedAt !== undefined && (
          <span className={mergeClasses(shared.small, shared.muted)}>
            updated <Age at={answer.fetchedAt} /> ago
          </span>
        )}
      </div>
      {failure && <Note tone="bad">{failure}</Note>}
      {aging && !isTold && <Note tone="warning">{aging}</Note>}
      {!now && !answer.failure && <p className={shared.text}>Loading the settings…</p>}
      {press && <PressResult press={press} again={isDone ? 'Close' : 'Back to the form'} />}
      {press && now && <SettingsReadBack press={press} now={now} readAt={answer.fetchedAt} />}
      {!press && now && (
        <SettingsForm commodity={commodity} now={now} draft={draft} aging={aging} onDraft={setDraft} />
      )}
      {draft && !press && (
        <div>
          <Button size="small" onClick={() => setDraft(undefined)}>
            Discard my changes
          </Button>
        </div>
      )}
    </div>
  );
}

/** Whether what was sent is what the service has now. */
function SettingsReadBack({
  press: { state, body, endedAt },
  now,
  readAt,
}: {
  press: Press;
  now: RiskSettings;
  readAt: number | undefined;
}) {
  const { formatters } = usePane();
  if (body.kind !== 'set-risk' || state !== 'done') return null;
  if (readAt === undefined || endedAt === undefined || readAt < endedAt) {
    return <Note live>Not confirmed yet.</Note>;
  }
  const otherwise = changesBetween(body.settings, now);
  if (otherwise.length === 0) return <Note live>Confirmed at {formatters.time(readAt)}: all as sent.</Note>;
  return (
    <Note tone="bad" live>
      Checked at {formatters.time(readAt)}, not as sent: {otherwise.map(changeInWords).join('; ')}. Look at
      the settings again.
    </Note>
  );
}

interface FormProps {
  readonly commodity: string;
  /** As the service has them now. */
  readonly now: RiskSettings;
  /** Absent while nothing is edited: then the fields follow the service. */
  readonly draft: SettingsDraft | undefined;
  /** Why what is shown cannot be relied on. */
  readonly aging: string | undefined;
  readonly onDraft: (draft: SettingsDraft) => void;
}

/** A field per setting, each keeping its type; what changes is shown old → new before it is sent. */
function SettingsForm({ commodity, now, draft, aging, onDraft }: FormProps) {
  const shared = useSharedStyles();
  const edited = draft ?? { base: now, edits: {} };
  const { wrong } = checkedSettings(edited);
  const moved = changesBetween(edited.base, now);
  const names = Object.keys(edited.base);
  return (
    <form className={shared.section} onSubmit={(event) => event.preventDefault()}>
      {names.length === 0 && <p className={shared.text}>The platform returns no settings.</p>}
      {names.map((name) => (
        <SettingField
          key={name}
          name={name}
          value={edited.base[name] ?? ''}
          edit={edited.edits[name]}
          wrong={wrong[name]}
          onEdit={(value) => onDraft(withEdit(edited, name, value))}
        />
      ))}
      {names.some((name) => typeof edited.base[name] === 'number') && (
        <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
          The platform names no units of these numbers: ask the operator if you do not know them.
        </p>
      )}
      {moved.length > 0 && (
        <Note tone="warning" live>
          The settings changed meanwhile: {moved.map(changeInWords).join('; ')}.{' '}
          <Button size="small" onClick={() => onDraft({ base: now, edits: stillThere(edited.edits, now) })}>
            Continue with the new settings
          </Button>
        </Note>
      )}
      <SendSettings commodity={commodity} draft={edited} hasMoved={moved.length > 0} aging={aging} />
    </form>
  );
}

function SendSettings({
  commodity,
  draft,
  hasMoved,
  aging,
}: {
  commodity: string;
  draft: SettingsDraft;
  hasMoved: boolean;
  aging: string | undefined;
}) {
  const { client, presses } = usePane();
  const shared = useSharedStyles();
  const disarmed = useDisarmed();
  const levels = useAnswer(client, LIMITS).value?.fourEyes;
  const { wrong, changes, settings } = checkedSettings(draft);
  const ahead = approvalAhead({ kind: 'set-risk', commodity, settings }, undefined, levels);
  const [first] = Object.keys(wrong);
  const why =
    aging ??
    (hasMoved ? 'The settings changed meanwhile: check them first.' : undefined) ??
    (first === undefined ? undefined : `${first}: ${wrong[first] ?? ''}`) ??
    (changes.length === 0 ? 'No changes yet.' : disarmed);
  const lines = changes.map(changeInWords);
  return (
    <>
      {lines.length > 0 && (
        <ul className={mergeClasses(shared.list, shared.small, shared.digits)} aria-label="Changes">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {ahead !== undefined && <Note tone="warning">{ahead}</Note>}
      <PressButton
        primary
        label={labelAhead(`Send settings of ${commodity}`, ahead)}
        why={why}
        onPress={() =>
          presses.press(
            { kind: 'set-risk', commodity, settings, shownSettings: draft.base },
            `Risk settings of ${commodity}: ${lines.join('; ')}`,
          )
        }
      />
    </>
  );
}

const stillThere = (edits: SettingsDraft['edits'], now: RiskSettings): SettingsDraft['edits'] =>
  Object.fromEntries(
    Object.entries(edits).filter(
      ([name, edit]) =>
        Object.hasOwn(now, name) && (typeof now[name] === 'boolean') === (typeof edit === 'boolean'),
    ),
  );

function SettingField({
  name,
  value,
  edit,
  wrong,
  onEdit,
}: {
  name: string;
  value: SettingValue;
  edit: string | boolean | undefined;
  wrong: string | undefined;
  onEdit: (value: string | boolean) => void;
}) {
  const shared = useSharedStyles();
  if (typeof value === 'boolean') {
    return (
      <Checkbox
        label={<span className={shared.small}>{nameInWords(name)}</span>}
        title={name}
        checked={(edit ?? value) === true}
        onChange={(_, { checked }) => onEdit(checked === true)}
      />
    );
  }
  return (
    <TextField
      label={nameInWords(name)}
      text={edit === undefined ? String(value) : String(edit)}
      isDecimal={typeof value === 'number'}
      wrong={wrong}
      hint={
        valueInWords(value) === String(value)
          ? `Now ${valueInWords(value)}`
          : `Now ${valueInWords(value)}; typed as the platform writes it`
      }
      onChange={onEdit}
    />
  );
}
