import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useRef, type FormEvent } from 'react';
import type { DeskStatus } from '../../domain/desk-status';
import { useEnvironmentColours } from '../desk/environment-colours';
import { useLook } from '../look/look';
import { Note } from '../look/note';
import { CredentialField } from './credential-field';
import { CredentialFields } from './credential-fields';
import { EnvironmentChoice } from './environment-choice';
import { withEnvironment } from './sign-in';
import { useSignIn } from './use-sign-in';

const useStyles = makeStyles({
  band: { padding: '6px 8px', color: '#ffffff', forcedColorAdjust: 'none' },
});

/** Environment, credentials or the kept ones, the word for production; Enter in any field signs in. */
export function SignInForm({ status, onDone }: { status: DeskStatus; onDone: () => void }) {
  const look = useLook();
  const form = useRef<HTMLFormElement>(null);
  const signing = useSignIn(status, onDone);
  const { draft, isBusy, isKept, change } = signing;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const wrong = signing.submit();
    if (wrong !== undefined) form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
  };
  return (
    <form ref={form} className={look.section} aria-label="Sign in" noValidate onSubmit={submit}>
      <EnvironmentChoice
        environments={status.environments}
        chosen={draft.environment}
        isBusy={isBusy}
        onChoose={(environment) => change(withEnvironment(draft, environment))}
      />
      {isKept ? (
        <KeptCredentials onOthers={() => change({ ...draft, types: true })} />
      ) : (
        <CredentialFields signing={signing} sealing={status.sealing} />
      )}
      {draft.environment === 'production' && (
        <>
          <ProductionBand />
          <CredentialField
            label="Type the word “production”"
            name="word"
            fills="off"
            text={draft.word}
            problem={signing.problems.word}
            isBusy={isBusy}
            onChange={(word) => change({ ...draft, word })}
          />
        </>
      )}
      <div role="alert">{signing.refusal !== '' && <Note tone="bad">{signing.refusal}</Note>}</div>
      <Button type="submit" appearance="primary" disabledFocusable={isBusy}>
        {isBusy ? 'Signing in…' : 'Sign in'}
      </Button>
    </form>
  );
}

function ProductionBand() {
  const look = useLook();
  const styles = useStyles();
  const colours = useEnvironmentColours();
  return (
    <p className={mergeClasses(look.text, look.small, look.strong, styles.band, colours.production)}>
      Production: what is traded there is traded for real.
    </p>
  );
}

function KeptCredentials({ onOthers }: { onOthers: () => void }) {
  const look = useLook();
  return (
    <div className={look.section}>
      <p className={mergeClasses(look.text, look.small)}>
        The credentials are kept on the gateway’s machine, encrypted. Nothing has to be typed.
      </p>
      <div>
        <Button size="small" appearance="subtle" className={look.flush} onClick={onOthers}>
          Type others
        </Button>
      </div>
    </div>
  );
}
