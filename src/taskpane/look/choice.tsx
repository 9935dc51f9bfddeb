import { Field, Radio, RadioGroup } from '@fluentui/react-components';

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
  return (
    <Field
      label={label}
      size="small"
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
          <Radio key={option.value} value={option.value} label={option.label} />
        ))}
      </RadioGroup>
    </Field>
  );
}
