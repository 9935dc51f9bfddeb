import { present } from '../../domain/present';
import {
  Field,
  Input,
  makeStyles,
  mergeClasses,
  tokens,
  useId,
  type FieldControlProps,
} from '@fluentui/react-components';
import { focusNextField } from './focus';
import { useSegmentStyles } from './toggle-group';

const useStyles = makeStyles({
  beside: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '8px' },
  choice: { boxSizing: 'border-box', height: '24px' },
  option: {
    position: 'relative',
    padding: '0 8px',
    lineHeight: '22px',
    textAlign: 'center',
    whiteSpace: 'nowrap',
    ':has(:focus-visible)': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  /** It lies over its words, so that it takes every click and the keys. */
  radio: {
    position: 'absolute',
    inset: 0,
    width: '100%',
    height: '100%',
    margin: 0,
    opacity: 0,
    cursor: 'pointer',
  },
});

/** A text, number or day with what is wrong with it directly below. Enter moves on and sends nothing. */
export function TextField({
  label,
  text,
  type = 'text',
  wrong,
  hint,
  suggestions = [],
  isDecimal = false,
  isFollowing = false,
  lengthMax,
  onChange,
}: {
  label: string;
  text: string;
  type?: 'text' | 'date';
  wrong?: string | undefined;
  hint?: string | undefined;
  /** Offered while typing; anything else may be typed too. */
  suggestions?: readonly string[];
  isDecimal?: boolean;
  /** What it says is that of another field until something is typed. */
  isFollowing?: boolean;
  lengthMax?: number;
  onChange: (text: string) => void;
}) {
  const list = useId();
  return (
    <>
      <Field
        label={label}
        size="small"
        {...present({ hint })}
        {...(wrong !== undefined && { validationState: 'error', validationMessage: wrong })}
      >
        <Input
          size="small"
          type={type}
          autoComplete="off"
          style={{ minWidth: 0, width: '100%' }}
          value={text}
          {...(isDecimal && { inputMode: 'decimal', input: { style: { textAlign: 'right' } } })}
          appearance={isFollowing ? 'filled-darker' : 'outline'}
          {...present({ maxLength: lengthMax })}
          {...(suggestions.length > 0 && { list })}
          onChange={(_, { value }) => onChange(value)}
          onKeyDown={focusNextField}
        />
      </Field>
      {suggestions.length > 0 && (
        <datalist id={list}>
          {suggestions.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      )}
    </>
  );
}

/**
 * One of a few, none chosen until a person does. The arrow keys move within it. Its label stands above it, beside it, or in its name
 * alone.
 */
export function Choice<T extends string>({
  label,
  labelled = 'beside',
  value,
  options,
  onChange,
}: {
  label: string;
  labelled?: 'above' | 'beside' | 'unseen';
  value: T | '';
  options: readonly { readonly value: T; readonly label: string }[];
  onChange: (value: T) => void;
}) {
  const segments = useSegmentStyles();
  const styles = useStyles();
  const name = useId();
  const choice = (named: Partial<FieldControlProps> | { 'aria-label': string }) => (
    <div role="radiogroup" className={mergeClasses(segments.group, styles.choice)} {...named}>
      {options.map((option) => (
        <label
          key={option.value}
          className={mergeClasses(segments.option, styles.option, option.value === value && segments.pressed)}
        >
          <input
            type="radio"
            className={styles.radio}
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
  if (labelled === 'unseen') return choice({ 'aria-label': label });
  return (
    <Field label={label} size="small" className={mergeClasses(labelled === 'beside' && styles.beside)}>
      {choice}
    </Field>
  );
}
