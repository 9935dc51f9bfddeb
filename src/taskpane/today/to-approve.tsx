import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { requestIdOf, type Action } from '../../domain/action';
import type { RequestId } from '../../domain/identifiers';
import { useDoer } from '../app/doer';
import { usePane } from '../app/hooks';
import { useUntoldApprovals } from '../app/untold-approvals';
import { WaitingAction } from '../app/waiting';
import { useMayAnswer, useWaitingActions } from '../app/waiting-actions';
import { Note } from '../ui/note';
import { useSharedStyles } from '../ui/styles';
import { approvedInWords, asTheirs } from '../ui/text/approval-text';
import { pressedInWords } from '../ui/text/action-text';

const useStyles = makeStyles({
  action: { padding: '8px 0', borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
});

/**
 * What waits for another person: first what whoever looks may approve; and what they approved in vain. Nothing is shown while there is none
 * of it.
 */
export function ToApprove({ onOpen }: { onOpen: (id: RequestId) => void }) {
  const waiting = useWaitingActions();
  return (
    <>
      <NotExecuted />
      {waiting.length > 0 && <ListOfWaiting onOpen={onOpen} waiting={waiting} />}
    </>
  );
}

/** What whoever looks has approved in vain, until they have seen it. */
function NotExecuted() {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const { untold, see } = useUntoldApprovals();
  if (untold.length === 0) return null;
  return (
    <section className={shared.section} aria-label="Approved, but not executed">
      <h2 className={shared.subtitle}>Approved, but not executed</h2>
      <ul className={shared.list}>
        {untold.map((action) => {
          const { id, shown, by, approvedAt, createdAt } = action;
          const approved = `Approved for ${by?.name ?? 'somebody'}`;
          return (
            <li key={id} className={mergeClasses(styles.action, shared.section)}>
              <Note tone="warning">{approvedInWords({ ...action, shown: asTheirs(shown) }, approved)}</Note>
              <div className={shared.spread}>
                <Button size="small" aria-label={`Seen: ${asTheirs(shown)}`} onClick={() => see([action])}>
                  Seen
                </Button>
                <span className={mergeClasses(shared.small, shared.muted, shared.figure)}>
                  {formatters.second(approvedAt ?? createdAt)}
                </span>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function ListOfWaiting({ onOpen, waiting }: { onOpen: (id: RequestId) => void; waiting: readonly Action[] }) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const may = useMayAnswer();
  const doer = useDoer();
  const mine = waiting.filter((action) => may(action) === 'approver');
  const title = mine.length > 0 ? 'To approve' : 'Waiting for approval';
  const sorted = [...mine, ...waiting.filter((action) => !mine.includes(action))];
  return (
    <section className={shared.section} aria-label={title}>
      <h2 className={shared.subtitle}>{title}</h2>
      <ul className={shared.list}>
        {sorted.map((action) => {
          const requestId = requestIdOf(action.body);
          return (
            <li key={action.id} className={mergeClasses(styles.action, shared.section)}>
              <div className={shared.spread}>
                <span className={mergeClasses(shared.text, shared.strong, shared.small)}>
                  {pressedInWords(action, doer(action.by))}
                </span>
                <span className={mergeClasses(shared.small, shared.muted, shared.figure)}>
                  {formatters.time(action.createdAt)}
                </span>
              </div>
              <WaitingAction waiting={action} />
              {requestId !== undefined && (
                <div>
                  <Button
                    size="small"
                    appearance="subtle"
                    className={shared.flush}
                    onClick={() => onOpen(requestId)}
                  >
                    Open {requestId}
                  </Button>
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
