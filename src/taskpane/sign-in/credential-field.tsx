import { Button, Field, Input, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';

const useStyles = makeStyles({
  input: { width: '100%' },
  show: { minWidth: 'auto', padding: '0 4px' },
});

interface CredentialFieldProps {
  readonly label: string;
  readonly name: string;
  readonly text: string;
  readonly problem: string | undefined;
  readonly isBusy: boolean;
  /** Written as dots until the person wants to see it. */
  readonly isSecret?: boolean;
  /** What a password manager may fill in. */
  readonly fills: 'username' | 'current-password' | 'off';
  readonly onChange: (text: string) => void;
}

/** One field of the sign-in, with what is wrong with it directly below. */
export function CredentialField(props: CredentialFieldProps) {
  const { label, name, text, problem, isBusy, isSecret = false, fills, onChange } = props;
  const styles = useStyles();
  const [isShown, setShown] = useState(false);
  const toggle = isSecret && (
    <Button
      className={styles.show}
      size="small"
      appearance="transparent"
      aria-label={`${isShown ? 'Hide' : 'Show'} ${label}`}
      onClick={() => setShown(!isShown)}
    >
      {isShown ? 'Hide' : 'Show'}
    </Button>
  );
  return (
    <Field label={label} size="small" {...(problem !== undefined && { validationMessage: problem })}>
      <Input
        className={styles.input}
        size="small"
        type={isSecret && !isShown ? 'password' : 'text'}
        name={name}
        autoComplete={fills}
        autoCapitalize="none"
        spellCheck={false}
        readOnly={isBusy}
        value={text}
        {...(toggle && { contentAfter: toggle })}
        onChange={(_, { value }) => onChange(value)}
      />
    </Field>
  );
}
