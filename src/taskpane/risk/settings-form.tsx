import { Button, Checkbox, mergeClasses } from '@fluentui/react-components';
import type { RiskSettings } from '../../domain/risk';
import { useLook } from '../look/look';
import { Note } from '../look/note';
import { TextField } from '../look/text-field';
import { PressButton } from '../pressing/press-button';
import { useDisarmed } from '../pressing/use-pressing';
import { useDesk } from '../use-desk';
import {
  changeInWords,
  changesBetween,
  checkedSettings,
  valueInWords,
  withEdit,
  type SettingsDraft,
  type SettingValue,
} from './settings-draft';

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
export function SettingsForm({ commodity, now, draft, aging, onDraft }: FormProps) {
  const look = useLook();
  const edited = draft ?? { base: now, edits: {} };
  const { wrong } = checkedSettings(edited);
  const moved = changesBetween(edited.base, now);
  const names = Object.keys(edited.base);
  return (
    <form className={look.section} onSubmit={(event) => event.preventDefault()}>
      {names.length === 0 && <p className={look.text}>The service returns no settings.</p>}
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
      {moved.length > 0 && (
        <Note tone="warning" live>
          The settings changed meanwhile: {moved.map(changeInWords).join('; ')}.{' '}
          <Button size="small" onClick={() => onDraft({ base: now, edits: stillThere(edited.edits, now) })}>
            I have looked: go on from the new ones
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
  const { presses } = useDesk();
  const look = useLook();
  const disarmed = useDisarmed();
  const { wrong, changes, settings } = checkedSettings(draft);
  const [first] = Object.keys(wrong);
  const why =
    aging ??
    (hasMoved ? 'The settings changed meanwhile: look at them first.' : undefined) ??
    (first === undefined ? undefined : `${first}: ${wrong[first] ?? ''}`) ??
    (changes.length === 0 ? 'Nothing is changed yet.' : disarmed);
  const lines = changes.map(changeInWords);
  return (
    <>
      {lines.length > 0 && (
        <ul className={mergeClasses(look.list, look.small, look.digits)} aria-label="Changes">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <PressButton
        primary
        label={`Send settings of ${commodity}`}
        why={why}
        onPress={() =>
          presses.press(
            { kind: 'set-risk', commodity, settings },
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
  const look = useLook();
  if (typeof value === 'boolean') {
    return (
      <Checkbox
        label={<span className={look.small}>{name}</span>}
        checked={(edit ?? value) === true}
        onChange={(_, { checked }) => onEdit(checked === true)}
      />
    );
  }
  return (
    <TextField
      label={name}
      text={edit === undefined ? String(value) : String(edit)}
      isDecimal={typeof value === 'number'}
      wrong={wrong}
      hint={`${typeof value === 'number' ? 'A number' : 'A text'}; now ${valueInWords(value)}`}
      onChange={onEdit}
    />
  );
}
