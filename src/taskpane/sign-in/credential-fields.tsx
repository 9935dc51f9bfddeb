import { Button, Checkbox, Field, Input, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useState } from 'react';
import type { DeskStatus } from '../../domain/desk-status';
import { useSharedStyles } from '../ui/styles';
import { KEY_WORDS, SIMULATOR_CREDENTIALS, type SigningIn } from './sign-in';

const ASKED = [
  { name: 'apiKey', label: 'API key', fills: 'off', isSecret: true },
  { name: 'clientId', label: 'Client id', fills: 'username', isSecret: false },
  { name: 'clientSecret', label: 'Client secret', fills: 'current-password', isSecret: true },
] as const;

interface CredentialFieldsProps {
  readonly signing: SigningIn;
  readonly sealing: DeskStatus['sealing'];
}

/** What the operator gave, and whether the gateway is to keep it. */
export function CredentialFields({ signing, sealing }: CredentialFieldsProps) {
  const { draft, problems, isBusy, change } = signing;
  return (
    <>
      {draft.environment === 'simulator' && (
        <FillIn onFill={() => change({ ...draft, ...SIMULATOR_CREDENTIALS })} />
      )}
      {ASKED.map((asked) => (
        <CredentialField
          {...asked}
          key={asked.name}
          text={draft[asked.name]}
          problem={problems[asked.name]}
          isBusy={isBusy}
          onChange={(text) => change({ ...draft, [asked.name]: text })}
        />
      ))}
      {sealing && (
        <Remember
          sealing={sealing}
          remember={draft.remember}
          onChange={(remember) => change({ ...draft, remember })}
        />
      )}
    </>
  );
}

function FillIn({ onFill }: { onFill: () => void }) {
  const shared = useSharedStyles();
  return (
    <div>
      <Button size="small" appearance="subtle" className={shared.flush} onClick={onFill}>
        Fill in the simulator’s own
      </Button>
    </div>
  );
}

function Remember({
  sealing,
  remember,
  onChange,
}: {
  sealing: NonNullable<DeskStatus['sealing']>;
  remember: boolean;
  onChange: (remember: boolean) => void;
}) {
  const shared = useSharedStyles();
  return (
    <Checkbox
      label={
        <span className={shared.small}>
          Keep on this gateway’s machine, encrypted.{' '}
          <span className={mergeClasses(shared.small, shared.muted)}>{KEY_WORDS[sealing]}</span>
        </span>
      }
      checked={remember}
      onChange={(_, { checked }) => onChange(checked === true)}
    />
  );
}

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
