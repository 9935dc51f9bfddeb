import { Button, Checkbox, mergeClasses } from '@fluentui/react-components';
import type { DeskStatus } from '../../domain/desk-status';
import { useLook } from '../look/look';
import { CredentialField } from './credential-field';
import { KEY_WORDS, SIMULATOR_CREDENTIALS } from './sign-in';
import type { SigningIn } from './use-sign-in';

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
  const look = useLook();
  return (
    <div>
      <Button size="small" appearance="subtle" className={look.flush} onClick={onFill}>
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
  const look = useLook();
  return (
    <Checkbox
      label={
        <span className={look.small}>
          Keep on this gateway’s machine, encrypted.{' '}
          <span className={mergeClasses(look.small, look.muted)}>{KEY_WORDS[sealing]}</span>
        </span>
      }
      checked={remember}
      onChange={(_, { checked }) => onChange(checked === true)}
    />
  );
}
