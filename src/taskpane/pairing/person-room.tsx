import { Button, Field, Input } from '@fluentui/react-components';
import { useState, type FormEvent } from 'react';
import type { SigningIn } from '../../client/client';
import type { WayIn } from '../../domain/way-in';
import { usePane } from '../app/hooks';
import { Note } from '../ui/note';
import { useSharedStyles } from '../ui/styles';
import { failureInWords } from '../ui/text/status-text';
import { openDialog } from './dialog';

/** What stands in place of every room until a person has signed in by name. */
export function PersonRoom({ way }: { way: WayIn }) {
  const { client, notice } = usePane();
  const shared = useSharedStyles();
  const [refusal, setRefusal] = useState(way.failure && failureInWords(way.failure));
  const [isBusy, setBusy] = useState(false);
  const [signingIn, setSigningIn] = useState<SigningIn>();
  const redeem = async (under: SigningIn, ticket: string): Promise<void> => {
    const redeemed = await under.redeem(ticket);
    // The page connects by itself then, and another room takes this place.
    if (redeemed.ok) return notice.set(`Signed in as ${redeemed.value.name}.`);
    setRefusal(failureInWords(redeemed.failure));
  };
  const signIn = async (): Promise<void> => {
    setBusy(true);
    setRefusal(undefined);
    const begun = await client.beginSignIn();
    if (begun.ok) {
      setSigningIn(begun.value);
      const { ticket, problem } = await openDialog(begun.value.page);
      if (ticket === undefined) setRefusal(problem);
      else await redeem(begun.value, ticket);
    } else setRefusal(failureInWords(begun.failure));
    setBusy(false);
  };
  return (
    <section className={shared.room} aria-label="Sign in">
      <h2 className={shared.title} tabIndex={-1} data-home>
        Sign in
      </h2>
      <p className={shared.text}>
        Your company’s own window opens ({way.provider}). SpreadDesk learns your name and your roles, never
        your password. You stay signed in for ten hours, in every workbook.
      </p>
      <div role="alert">{refusal !== undefined && <Note tone="bad">{refusal}</Note>}</div>
      <Button appearance="primary" disabledFocusable={isBusy} onClick={() => void signIn()}>
        {isBusy ? 'Waiting for the window…' : 'Sign in'}
      </Button>
      {signingIn && <TypedCode onCode={(code) => redeem(signingIn, code)} />}
    </section>
  );
}

/** For where the window cannot hand its code over to the pane. */
function TypedCode({ onCode }: { onCode: (code: string) => Promise<void> }) {
  const shared = useSharedStyles();
  const [code, setCode] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (code.trim() !== '') void onCode(code);
  };
  return (
    <form className={shared.section} aria-label="Code of the window" noValidate onSubmit={submit}>
      <Field label="Does the window show a code? Type it here" size="small">
        <Input
          name="ticket"
          value={code}
          autoComplete="off"
          spellCheck={false}
          placeholder="ABCD-1234"
          onChange={(_, { value }) => setCode(value)}
        />
      </Field>
      <Button type="submit" size="small">
        Use the code
      </Button>
    </form>
  );
}
