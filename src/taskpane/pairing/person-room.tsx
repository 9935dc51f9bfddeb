import { Button, Field, Input } from '@fluentui/react-components';
import { useRef, useState, type FormEvent, type MouseEvent } from 'react';
import type { SigningIn } from '../../client/client';
import { sentence, type Outcome } from '../../domain/failure';
import type { OfficeAccount, WayIn } from '../../domain/way-in';
import { STATUS, useAnswer, usePane } from '../app/hooks';
import { focusRoomTitle } from '../ui/focus';
import { Note } from '../ui/note';
import { useSharedStyles } from '../ui/styles';
import { failureInWords } from '../ui/text/status-text';
import { openDialog } from './dialog';
import { tokenFor, useOfficeAccount } from './office-account';

/** What stands in place of every room until a person has signed in by name. */
export function PersonRoom({ way }: { way: WayIn }) {
  const { client, notice } = usePane();
  const shared = useSharedStyles();
  const [refusal, setRefusal] = useState(way.failure && failureInWords(way.failure));
  const [asked, setAsked] = useState<'office' | 'window'>();
  const ended = useAnswer(client, STATUS).failure;
  const [signingIn, setSigningIn] = useState<SigningIn>();
  const [isByWindow, setByWindow] = useState(false);
  const account = useOfficeAccount(way);
  // What Office says after a person has turned to the window is not waited for any more.
  const isLeft = useRef(false);
  const welcome = (redeemed: Outcome<{ name: string }>): void => {
    // The page connects by itself then, and another room takes this place.
    if (redeemed.ok) return notice.set(`Signed in as ${redeemed.value.name}.`);
    setRefusal(failureInWords(redeemed.failure));
  };
  const byWindow = async (): Promise<void> => {
    setAsked('window');
    setRefusal(undefined);
    const begun = await client.beginSignIn();
    if (begun.ok) {
      setSigningIn(begun.value);
      const { ticket, problem } = await openDialog(begun.value.page);
      if (ticket === undefined) setRefusal(problem);
      else welcome(await begun.value.redeem(ticket));
    } else setRefusal(failureInWords(begun.failure));
    setAsked(undefined);
  };
  const byOffice = async (account: OfficeAccount): Promise<void> => {
    setAsked('office');
    setRefusal(undefined);
    const token = await tokenFor(account);
    if (isLeft.current) return;
    if (token === undefined) setRefusal(NOT_BY_OFFICE);
    else welcome(await client.signInByToken(token));
    if (isLeft.current) return;
    // A browser lets a window open right after a press alone, so it is the next one that opens it.
    setByWindow(true);
    setAsked(undefined);
  };
  const leaveOffice = (event: MouseEvent<HTMLElement>): void => {
    focusRoomTitle(event.currentTarget);
    isLeft.current = true;
    setByWindow(true);
    void byWindow();
  };
  const isByOffice = account !== undefined && !isByWindow;
  return (
    <section className={shared.room} aria-label="Sign in" data-room>
      <h2 className={shared.title} tabIndex={-1} data-home>
        Sign in
      </h2>
      {ended?.kind === 'denied' && <p className={shared.text}>{sentence(ended)}</p>}
      <p className={shared.text}>
        {isByOffice
          ? `Excel says who is signed in to it at ${way.provider}; no window opens.`
          : `Your company’s own window opens (${way.provider}).`}{' '}
        SpreadDesk learns your name and your roles, never your password. You stay signed in for ten hours, in
        every workbook.
      </p>
      <div role="alert">{refusal !== undefined && <Note tone="bad">{refusal}</Note>}</div>
      <Button
        appearance="primary"
        disabledFocusable={asked !== undefined}
        onClick={() => void (isByOffice ? byOffice(account) : byWindow())}
      >
        {asked === undefined
          ? 'Sign in'
          : asked === 'office'
            ? 'Waiting for Excel…'
            : 'Waiting for the window…'}
      </Button>
      {asked === 'office' && (
        <Button size="small" onClick={leaveOffice}>
          Use a window instead
        </Button>
      )}
      {signingIn && <TypedCode onCode={async (code) => welcome(await signingIn.redeem(code))} />}
    </section>
  );
}

const NOT_BY_OFFICE =
  'Excel did not say who you are: press Sign in again, and your company’s own window opens.';

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
