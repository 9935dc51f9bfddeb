import { Button, mergeClasses } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { usePane } from '../app/hooks';
import { Note } from '../ui/note';
import { useSharedStyles } from '../ui/styles';
import { failureInWords } from '../ui/text/status-text';

/** For the next person at this Excel, where people sign in by name. */
export function PersonSignOut() {
  const { client } = usePane();
  const shared = useSharedStyles();
  const [isByName, setByName] = useState(false);
  const [refusal, setRefusal] = useState('');
  useEffect(() => {
    void client.wayIn().then((way) => setByName(way.ok && way.value.by === 'provider'));
  }, [client]);
  if (!isByName) return null;
  const leave = async (): Promise<void> => {
    const left = await client.signOutPerson();
    // The page connects anew then, and is asked who is there: a line of the gateway ended with the session.
    if (!left.ok) setRefusal(failureInWords(left.failure));
  };
  return (
    <section className={shared.section} aria-label="You">
      <div role="alert">{refusal !== '' && <Note tone="bad">{refusal}</Note>}</div>
      <div>
        <Button size="small" onClick={() => void leave()}>
          Sign out of SpreadDesk
        </Button>
      </div>
      <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
        Signs out you alone, in all workbooks of this Excel or browser. The desk stays signed in at the
        platform.
      </p>
    </section>
  );
}
