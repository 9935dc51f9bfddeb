import { Button, Checkbox, mergeClasses } from '@fluentui/react-components';
import type { DeskStatus } from '../../domain/desk-status';
import { useLook } from '../look/look';
import { CredentialField } from './credential-field';
import { KEY_WORDS, SIMULATOR_CREDENTIALS } from './sign-in';
import type { SigningIn } from './use-sign-in';

/** What the operator gave, and whether the gateway is to keep it. */
export function CredentialFields({
  signing,
  sealing,
}: {
  signing: SigningIn;
  sealing: DeskStatus['sealing'];
}) {
  const { draft, problems, isBusy, change } = signing;
  const look = useLook();
  return (
    <>
      {draft.environment === 'simulator' && (
        <div>
          <Button
            size="small"
            appearance="subtle"
            className={look.flush}
            onClick={() => change({ ...draft, ...SIMULATOR_CREDENTIALS })}
          >
            Fill in the simulator’s own
          </Button>
        </div>
      )}
      <CredentialField
        label="API key"
        name="apiKey"
        fills="off"
        isSecret
        text={draft.apiKey}
        problem={problems.apiKey}
        isBusy={isBusy}
        onChange={(apiKey) => change({ ...draft, apiKey })}
      />
      <CredentialField
        label="Client id"
        name="clientId"
        fills="username"
        text={draft.clientId}
        problem={problems.clientId}
        isBusy={isBusy}
        onChange={(clientId) => change({ ...draft, clientId })}
      />
      <CredentialField
        label="Client secret"
        name="clientSecret"
        fills="current-password"
        isSecret
        text={draft.clientSecret}
        problem={problems.clientSecret}
        isBusy={isBusy}
        onChange={(clientSecret) => change({ ...draft, clientSecret })}
      />
      {sealing && (
        <Checkbox
          label={
            <span className={look.small}>
              Keep on this gateway’s machine, encrypted.{' '}
              <span className={mergeClasses(look.small, look.muted)}>{KEY_WORDS[sealing]}</span>
            </span>
          }
          checked={draft.remember}
          onChange={(_, { checked }) => change({ ...draft, remember: checked === true })}
        />
      )}
    </>
  );
}
