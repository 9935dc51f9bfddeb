import { present } from '../../domain/present';
import { Field, Input, Radio, RadioGroup, useId } from '@fluentui/react-components';
import { focusNextField } from './focus';
import { useSharedStyles } from './styles';

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

/** One of a few, none chosen until a person does. The arrow keys move within it. */
export function Choice<T extends string>({
  label,
  value,
  options,
  wrong,
  onChange,
}: {
  label: string;
  value: T | '';
  options: readonly { readonly value: T; readonly label: string }[];
  wrong?: string | undefined;
  onChange: (value: T) => void;
}) {
  const shared = useSharedStyles();
  return (
    <Field
      label={label}
      size="small"
      style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center' }}
      {...(wrong !== undefined && { validationState: 'error', validationMessage: wrong })}
    >
      <RadioGroup
        layout="horizontal"
        style={{ flexWrap: 'wrap' }}
        value={value}
        onChange={(_, chosen) => {
          const option = options.find((one) => one.value === chosen.value);
          if (option) onChange(option.value);
        }}
      >
        {options.map((option) => (
          <Radio
            key={option.value}
            value={option.value}
            label={<span className={shared.small}>{option.label}</span>}
          />
        ))}
      </RadioGroup>
    </Field>
  );
}
