import { Field, Input, makeStyles } from '@fluentui/react-components';
import { moveOn } from '../look/move-on';
import type { Finding, FindingLevel } from './finding';

const useStyles = makeStyles({
  input: { width: '100%', '& input': { fontVariantNumeric: 'tabular-nums', textAlign: 'right' } },
});

const STATES: Record<FindingLevel, 'error' | 'warning' | 'none'> = {
  block: 'error',
  warn: 'warning',
  note: 'none',
};
const ORDER: readonly FindingLevel[] = ['block', 'warn', 'note'];

/** A number with its unit, and what there is to say about it directly below. Enter moves on and sends nothing. */
export function NumberField({
  label,
  unit,
  text,
  read,
  findings,
  follows,
  onChange,
}: {
  label: string;
  unit: string | undefined;
  text: string;
  /** How the text is read, in the person's own way of writing numbers. */
  read: string | undefined;
  findings: readonly Finding[];
  /** Which field it follows: it cannot be typed into. */
  follows?: string;
  onChange: (text: string) => void;
}) {
  const styles = useStyles();
  const worst = ORDER.find((level) => findings.some((finding) => finding.level === level));
  const said = findings.map((finding) => finding.text).join(' ');
  const hint = follows ?? (read === undefined ? ' ' : `Read as ${read}`);
  return (
    <Field
      label={label}
      size="small"
      hint={hint}
      validationState={worst ? STATES[worst] : 'none'}
      {...(said !== '' && { validationMessage: said })}
    >
      <Input
        className={styles.input}
        size="small"
        inputMode="decimal"
        autoComplete="off"
        value={text}
        readOnly={follows !== undefined}
        {...(unit !== undefined && { contentAfter: unit })}
        onChange={(_, { value }) => onChange(value)}
        onKeyDown={moveOn}
      />
    </Field>
  );
}
