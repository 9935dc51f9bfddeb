import { Button, Field, Input } from '@fluentui/react-components';
import { useRef, useState, type FormEvent, type MouseEvent } from 'react';
import type { SigningIn } from '../../client/client';
import { sentence, type Outcome } from '../../domain/failure';
import type { OfficeAccount, WayIn } from '../../domain/way-in';
import { STATUS, useAnswer, usePane, useWatched } from '../app/hooks';
import { focusRoomTitle } from '../ui/focus';
import { Note } from '../ui/note';
import { useSharedStyles } from '../ui/styles';
import { failureInWords } from '../ui/text/status-text';
import { loadOnce } from '../app/lazy';
import { readDialogWord, type DialogResult } from '../../domain/dialog-word';

/** In percent of the screen. */
const SIZE = { height: 60, width: 30 };
/** Office's own number for a window that a person closed. */
const CLOSED = 12_006;

const NO_DIALOG: DialogResult = {
  problem:
    'Excel did not open the window. If a browser blocked it, allow windows for this page, then press Sign in again.',
};

/** Opens a page of the gateway in a window of Office, and resolves with what it says at its end: nothing where it was closed. */
function openDialog(page: string): Promise<DialogResult> {
  return new Promise((resolve) => {
    // Not where office.js did not load, or in a page without Excel.
    const office = typeof Office === 'undefined' ? undefined : (Office.context as Partial<Office.Context>).ui;
    if (typeof office?.displayDialogAsync !== 'function') return resolve(inOwnWindow(page));
    office.displayDialogAsync(page, { ...SIZE, promptBeforeOpen: false }, ({ status, value: dialog }) => {
      if (status !== Office.AsyncResultStatus.Succeeded) return resolve(NO_DIALOG);
      dialog.addEventHandler(Office.EventType.DialogMessageReceived, (told) => {
        dialog.close();
        resolve('message' in told ? readDialogWord(told.message) : {});
      });
      dialog.addEventHandler(Office.EventType.DialogEventReceived, (told) => {
        resolve('error' in told && told.error === CLOSED ? {} : NO_DIALOG);
      });
    });
  });
}

/** Its last page shows a code to type: without Office it cannot tell the pane. */
const inOwnWindow = (page: string): DialogResult =>
  window.open(page, '_blank', 'popup,width=480,height=640') ? {} : NO_DIALOG;

const code = loadOnce(() => import(/* webpackChunkName: "office-token" */ './office-token'));

/** What Office is asked for before a window opens: nothing where the desk does not want it, or this Office cannot. */
function useOfficeAccount({ office: account }: WayIn): OfficeAccount | undefined {
  const { kind } = useWatched(usePane().office);
  return account && kind === 'excel' && canNamePeople() ? account : undefined;
}

/** Older ones cannot, and on the web it depends on where the workbook lies: it is asked, never looked up. */
const canNamePeople = (): boolean => Office.context.requirements.isSetSupported('NestedAppAuth', '1.1');

/** `undefined` where Office gave none, whyever: a window of the provider is there for that. */
async function tokenFor(account: OfficeAccount): Promise<string | undefined> {
  const loaded = await code();
  return loaded.ok ? loaded.value.officeToken(account).catch(() => undefined) : undefined;
}

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
