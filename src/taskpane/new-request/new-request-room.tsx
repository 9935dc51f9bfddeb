import { Button, mergeClasses } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import type { RequestId } from '../../domain/identifiers';
import { useSharedStyles } from '../ui/styles';
import { PressResult } from '../app/press-result';
import type { Press } from '../app/presses';
import { usePane, useWatched } from '../app/hooks';
import { checkedDraft } from './checked-draft';
import { BLANK_DRAFT } from '../app/request-draft';
import { NewRequestForm } from './new-request-form';

/** Where the desk asks for quotes itself. */
export function NewRequestRoom({ onBack, onOpen }: { onBack: () => void; onOpen: (id: RequestId) => void }) {
  const { draft, presses } = usePane();
  const shared = useSharedStyles();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const written = useWatched(draft);
  const open = useWatched(presses.all).filter(
    ({ body, dismissed }) => body.kind === 'create-request' && !dismissed,
  );
  const isMade = open.some((press) => press.state === 'done' && makes(press, written));
  useEffect(() => {
    if (isMade) draft.set(BLANK_DRAFT);
  }, [draft, isMade]);
  return (
    <section className={shared.room} aria-label="New request" data-room>
      <div className={shared.line}>
        <Button size="small" appearance="subtle" className={shared.flush} onClick={onBack} aria-label="Back">
          ‹ Back
        </Button>
        <h2 ref={title} tabIndex={-1} data-home className={shared.title}>
          New request
        </h2>
      </div>
      {open.map((press) => (
        <Made key={press.id} press={press} onOpen={onOpen} />
      ))}
      {open.every(hangs) && <NewRequestForm draft={written} onDraft={(next) => draft.set(next)} />}
    </section>
  );
}

/** What may take long to be known: another request can be made meanwhile. */
const hangs = ({ state }: Press): boolean =>
  state === 'unknown' || state === 'unanswered' || state === 'acknowledged';

const makes = ({ body }: Press, draft: typeof BLANK_DRAFT): boolean =>
  body.kind === 'create-request' &&
  JSON.stringify(body.draft) === JSON.stringify(checkedDraft(draft).request);

function Made({ press, onOpen }: { press: Press; onOpen: (id: RequestId) => void }) {
  const { presses } = usePane();
  const shared = useSharedStyles();
  const made = press.newRequestId;
  return (
    <section className={mergeClasses(shared.card)} aria-label="Your new request">
      <PressResult
        press={press}
        again={press.state === 'done' ? 'Make another request' : 'Back to the form'}
      />
      {made !== undefined && (
        <div>
          <Button
            size="small"
            appearance="primary"
            onClick={() => {
              presses.dismiss(press.id);
              onOpen(made);
            }}
          >
            Open {made}
          </Button>
        </div>
      )}
    </section>
  );
}
