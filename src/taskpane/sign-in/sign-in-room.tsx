import { mergeClasses } from '@fluentui/react-components';
import type { DeskStatus } from '../../domain/desk-status';
import { useLook } from '../look/look';
import { SignInForm } from './sign-in-form';

/** What stands in place of the requests while the desk is signed out. */
export function SignInRoom({ status, onDone }: { status: DeskStatus; onDone: () => void }) {
  const look = useLook();
  const isFirstTry = status.isTrying === true && status.failure === undefined;
  return (
    <section className={look.room} aria-label="Sign in">
      <h2 className={look.title} tabIndex={-1} data-home>
        Sign in
      </h2>
      {isFirstTry ? (
        <p className={look.text} role="status">
          Signing in…
        </p>
      ) : (
        <>
          {status.isTrying && (
            <p className={mergeClasses(look.text, look.small)}>
              The desk goes on trying by itself with what it has. You can also sign in here.
            </p>
          )}
          <FirstSteps />
          <SignInForm status={status} onDone={onDone} />
        </>
      )}
    </section>
  );
}

/** Three lines for somebody who is here for the first time. */
function FirstSteps() {
  const look = useLook();
  return (
    <ol className={mergeClasses(look.list, look.section, look.small, look.muted)} aria-label="First steps">
      <li>1. Choose where to work. The simulator needs no account.</li>
      <li>2. The operator of the platform gives you API key, client id and client secret.</li>
      <li>3. Only your gateway gets them: no workbook, no cell, and not this pane once you are signed in.</li>
    </ol>
  );
}
