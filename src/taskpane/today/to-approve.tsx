import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { requestIdOf } from '../../domain/action';
import type { RequestId } from '../../domain/identifiers';
import { useDoer } from '../app/doer';
import { usePane } from '../app/hooks';
import { WaitingAction } from '../app/waiting';
import { useMayAnswer, useWaitingActions } from '../app/waiting-actions';
import { useSharedStyles } from '../ui/styles';
import { pressedInWords } from '../ui/text/action-text';

const useStyles = makeStyles({
  action: { padding: '8px 0', borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
});

/** What waits for another person: first what whoever looks may approve. Nothing is shown while nothing waits. */
export function ToApprove({ onOpen }: { onOpen: (id: RequestId) => void }) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const may = useMayAnswer();
  const doer = useDoer();
  const waiting = useWaitingActions();
  if (waiting.length === 0) return null;
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
