import { mergeClasses } from '@fluentui/react-components';
import { Age } from '../look/age';
import { useLook } from '../look/look';
import { Note } from '../look/note';
import { RISKS, useAnswer, useDesk } from '../use-desk';
import { agingInWords } from '../words/desk-words';
import { failureInWords } from '../words/failure-words';
import { CommodityRisk } from './commodity-risk';

/** Risk management of each commodity: what the service says it is now, and the switches that change it. */
export function RiskRoom() {
  const { client, figures } = useDesk();
  const look = useLook();
  const answer = useAnswer(client, RISKS);
  const { value, fetchedAt } = answer;
  const aging = agingInWords(answer, figures);
  return (
    <section className={look.room} aria-label="Risk" data-room>
      <div className={look.spread}>
        <h2 className={look.title} tabIndex={-1} data-home>
          Risk management
        </h2>
        {fetchedAt !== undefined && (
          <span className={mergeClasses(look.small, look.muted)}>
            read <Age at={fetchedAt} /> ago
          </span>
        )}
      </div>
      {answer.failure && <Note tone="bad">{failureInWords(answer.failure)}</Note>}
      {aging && <Note tone="warning">{aging}</Note>}
      {(value?.unreadable ?? []).map(({ failure }, index) => (
        <Note key={index} tone="warning">
          {failureInWords(failure)}
        </Note>
      ))}
      {!value && !answer.failure && <p className={look.text}>Waiting for the state of risk management.</p>}
      {value?.records.length === 0 && (
        <p className={look.text}>The service names no commodity with risk management.</p>
      )}
      {(value?.records ?? []).map((risk) => (
        <CommodityRisk
          key={risk.commodity}
          risk={risk}
          readAt={fetchedAt}
          isStale={answer.state === 'stale'}
        />
      ))}
    </section>
  );
}
