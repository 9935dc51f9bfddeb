import { Button, Checkbox, mergeClasses } from '@fluentui/react-components';
import { useState } from 'react';
import type { DeskStatus } from '../../domain/desk-status';
import { useLook } from '../look/look';
import { Note } from '../look/note';
import { JOURNAL, useAnswer, useDesk, useWatched } from '../use-desk';
import { failureInWords } from '../words/failure-words';
import { isUnsettled, journalEntries } from '../journal/journal';

/** Signs the desk out, and wipes what is kept of the credentials if asked. */
export function SignOut({ status }: { status: DeskStatus }) {
  const { client, notice } = useDesk();
  const look = useLook();
  const [forget, setForget] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const isIn = status.signedIn || status.isTrying === true;
  const isKept = status.environments.some(
    ({ name, remembered }) => name === status.environment && remembered,
  );
  if (!isIn && !isKept) return null;
  const leave = async (): Promise<void> => {
    setBusy(true);
    setRefusal('');
    const outcome = await client.signOut({ forget: isKept && (forget || !isIn) });
    setBusy(false);
    setForget(false);
    if (!outcome.ok) return setRefusal(failureInWords(outcome.failure));
    notice.set(isIn ? `Signed out. ${unsettledInWords(outcome.value.unsettled)}`.trim() : 'Wiped.');
  };
  return (
    <div className={look.section}>
      {isIn && <Consequences />}
      {isIn && isKept && (
        <Checkbox
          label={<span className={look.small}>and forget the kept credentials</span>}
          checked={forget}
          onChange={(_, { checked }) => setForget(checked === true)}
        />
      )}
      <div>
        <Button size="small" disabledFocusable={isBusy} onClick={() => void leave()}>
          {isIn ? (isBusy ? 'Signing out…' : 'Sign out') : 'Forget the kept credentials'}
        </Button>
      </div>
      <div role="alert">{refusal !== '' && <Note tone="bad">{refusal}</Note>}</div>
    </div>
  );
}

/** What signing out does to others and to what is not settled. */
function Consequences() {
  const { client, presses } = useDesk();
  const look = useLook();
  const journal = useAnswer(client, JOURNAL).value ?? [];
  const open = journalEntries(journal, useWatched(presses.all)).filter(isUnsettled).length;
  return (
    <p className={mergeClasses(look.text, look.small, look.muted)}>
      Signing out is for every workbook of this gateway: their cells show #N/A until somebody signs in.{' '}
      {unsettledInWords(open)}
    </p>
  );
}

/** What becomes of actions that are not settled when the desk leaves its environment. */
function unsettledInWords(count: number): string {
  if (count === 0) return '';
  const [are, they] = count === 1 ? ['action is', 'It stays'] : ['actions are', 'They stay'];
  return `${count} ${are} not settled. ${they} in the journal of this environment, and the desk looks again when it is signed in here.`;
}
