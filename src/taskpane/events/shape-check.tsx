import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { DeskClient } from '../../client/client';
import { Facts, type Fact } from '../look/facts';
import { useLook } from '../look/look';
import { Note } from '../look/note';
import { useDesk } from '../use-desk';
import { failureInWords } from '../words/failure-words';

type Checked = Awaited<ReturnType<DeskClient['checkWebhook']>>;
type Example = Extract<Checked, { ok: true }>['value'];

const useStyles = makeStyles({
  example: {
    margin: 0,
    padding: '5px 8px',
    maxHeight: '160px',
    overflowY: 'auto',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    fontFamily: tokens.fontFamilyMonospace,
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusMedium,
  },
});

/** Whether the desk understands the service's own example of an event. */
export function ShapeCheck() {
  const { client } = useDesk();
  const look = useLook();
  const [checked, setChecked] = useState<Checked>();
  const [isBusy, setBusy] = useState(false);
  const check = async (): Promise<void> => {
    setBusy(true);
    setChecked(undefined);
    setChecked(await client.checkWebhook());
    setBusy(false);
  };
  return (
    <>
      <div className={look.line}>
        <Button size="small" disabledFocusable={isBusy} onClick={() => void check()}>
          {isBusy ? 'Checking…' : 'Check the shape of events'}
        </Button>
        <span className={mergeClasses(look.small, look.muted)}>costs 1 call</span>
      </div>
      <div role="status">{checked?.ok && <Read example={checked.value} />}</div>
      <div role="alert">
        {checked?.ok === false && <Note tone="bad">{failureInWords(checked.failure)}</Note>}
      </div>
    </>
  );
}

function Read({ example: { event, example } }: { example: Example }) {
  const look = useLook();
  const styles = useStyles();
  return (
    <div className={look.section}>
      <Note tone="good">
        The desk reads the service’s example of an event. It stands among the events as a test.
      </Note>
      <Facts facts={readFacts(event)} />
      <pre className={mergeClasses(styles.example, look.small)} tabIndex={0} aria-label="Example of an event">
        {example}
      </pre>
    </div>
  );
}

const readFacts = (event: Example['event']): Fact[] => {
  const ids: readonly (readonly [string, string | undefined])[] = [
    ['Type', event.type],
    ['Request', event.requestId],
    ['Trade', event.tradeId],
    ['Quote', event.quoteId],
    ['Proposal', event.proposalId],
    ['Counteroffer', event.counterofferId],
  ];
  return ids.flatMap(([name, id]) => (id === undefined ? [] : [[name, id] as const]));
};
