import { Button, Field, Input, makeStyles, Select } from '@fluentui/react-components';
import { useSharedStyles } from '../ui/styles';
import { focusNextField } from '../ui/focus';
import type { LimitsProblems, UnitDraft } from './limits-draft';

const useStyles = makeStyles({
  group: { margin: 0, padding: 0, border: 'none', minWidth: 0 },
  fields: { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '4px 8px' },
  units: { display: 'grid', gridTemplateColumns: '1fr 1fr 1fr', gap: '4px 6px' },
  input: { minWidth: 0, width: '100%', '& input': { fontVariantNumeric: 'tabular-nums', minWidth: 0 } },
});

/** One level, or a unit. */
export interface LevelField {
  readonly label: string;
  /** Its place in the levels, such as "bestPrice.warnPercent". */
  readonly place: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** Levels that belong together, two in a row. */
export function LevelFields({
  title,
  fields,
  problems,
}: {
  title: string;
  fields: readonly LevelField[];
  problems: LimitsProblems;
}) {
  const shared = useSharedStyles();
  const styles = useStyles();
  return (
    <fieldset className={styles.group}>
      <legend className={shared.subtitle}>{title}</legend>
      <div className={styles.fields}>
        {fields.map((field) => (
          <Level key={field.place} field={field} problem={problems[field.place]} />
        ))}
      </div>
    </fieldset>
  );
}

function Level({ field, problem }: { field: LevelField; problem: string | undefined }) {
  const styles = useStyles();
  return (
    <Field
      label={field.label}
      size="small"
      {...(problem !== undefined && { validationState: 'error', validationMessage: problem })}
    >
      <Input
        className={styles.input}
        size="small"
        autoComplete="off"
        value={field.text}
        onChange={(_, { value }) => field.onChange(value)}
        onKeyDown={focusNextField}
      />
    </Field>
  );
}

/** Levels unit by unit; an empty list checks nothing. */
export function UnitFields({
  title,
  section,
  units,
  problems,
  onChange,
}: {
  title: string;
  section: 'volume' | 'notional' | 'volumePerDay' | 'notionalPerDay';
  units: readonly UnitDraft[];
  problems: LimitsProblems;
  onChange: (units: readonly UnitDraft[]) => void;
}) {
  const shared = useSharedStyles();
  const styles = useStyles();
  const twice = problems[section];
  return (
    <fieldset className={styles.group}>
      <legend className={shared.subtitle}>{title}</legend>
      {units.map((unit, index) => (
        <div key={index} className={shared.section} role="group" aria-label={`${title}, unit ${index + 1}`}>
          <div className={styles.units}>
            {(['unit', 'warn', 'block'] as const).map((name) => (
              <Level
                key={name}
                field={{
                  label: { unit: 'Unit', warn: 'Warns above', block: 'Blocks above' }[name],
                  place: `${section}.${index}.${name}`,
                  text: unit[name],
                  onChange: (text) => onChange(units.with(index, { ...unit, [name]: text })),
                }}
                problem={problems[`${section}.${index}.${name}`]}
              />
            ))}
          </div>
          <div>
            <Button
              size="small"
              aria-label={`Remove ${unit.unit || 'this unit'} from ${title}`}
              onClick={() => onChange(units.toSpliced(index, 1))}
            >
              Remove {unit.unit}
            </Button>
          </div>
        </div>
      ))}
      {twice !== undefined && <p className={shared.text}>{twice}</p>}
      <Button
        size="small"
        aria-label={`Add a unit to ${title}`}
        onClick={() => onChange([...units, { unit: '', warn: '', block: '' }])}
      >
        Add a unit
      </Button>
    </fieldset>
  );
}

/** What it means when a check finds something. */
export function StepField<V extends string>({
  label,
  words,
  value,
  onChange,
}: {
  label: string;
  words: Readonly<Record<V, string>>;
  value: V;
  onChange: (value: V) => void;
}) {
  const steps = Object.keys(words) as V[];
  return (
    <Field label={label} size="small">
      <Select
        size="small"
        value={value}
        onChange={(_, chosen) => onChange(steps.find((step) => step === chosen.value) ?? value)}
      >
        {steps.map((step) => (
          <option key={step} value={step}>
            {words[step]}
          </option>
        ))}
      </Select>
    </Field>
  );
}
