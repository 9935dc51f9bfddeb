import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { Risk } from '../../domain/record';
import { Age } from '../app/age';
import { RISKS, useAnswer, usePane } from '../app/hooks';
import { Note } from '../ui/note';
import { useSharedStyles } from '../ui/styles';
import { agingInWords, failureInWords } from '../ui/text/status-text';
import { RiskSwitch } from './risk-switch';
import { RiskSettingsPanel } from './settings-form';

/** Risk management of each commodity: what the service says it is now, and the switches that change it. */
export function RiskRoom() {
  const { client, formatters } = usePane();
  const shared = useSharedStyles();
  const answer = useAnswer(client, RISKS);
  const { value, fetchedAt } = answer;
  const aging = agingInWords(answer, formatters);
  return (
    <section className={shared.room} aria-label="Risk" data-room>
      <div className={shared.spread}>
        <h2 className={shared.title} tabIndex={-1} data-home>
          Risk management
        </h2>
        {fetchedAt !== undefined && (
          <span className={mergeClasses(shared.small, shared.muted)}>
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
      {!value && !answer.failure && <p className={shared.text}>Waiting for the state of risk management.</p>}
      {value?.records.length === 0 && (
        <p className={shared.text}>The platform names no commodity with risk management.</p>
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

const useStyles = makeStyles({
  state: {
    padding: '0 7px',
    borderRadius: tokens.borderRadiusSmall,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    fontWeight: tokens.fontWeightSemibold,
  },
  on: { color: tokens.colorPaletteGreenForeground1 },
  off: {
    color: tokens.colorPaletteRedForeground1,
    border: `1px solid ${tokens.colorPaletteRedBorderActive}`,
  },
});

/** One commodity: on or off as last read, its switch, and its settings when they are asked for. */
export function CommodityRisk({
  risk,
  readAt,
  isStale,
}: {
  risk: Risk;
  readAt: number | undefined;
  isStale: boolean;
}) {
  const shared = useSharedStyles();
  const styles = useStyles();
  const [isOpen, setOpen] = useState(false);
  const { commodity, on } = risk;
  return (
    <section className={shared.card} aria-label={`Risk management of ${commodity}`} data-room>
      <div className={shared.spread}>
        <h3 className={shared.title} tabIndex={-1} data-home>
          {commodity}
        </h3>
        <span className={mergeClasses(shared.small, styles.state, on ? styles.on : styles.off)}>
          {on ? 'On' : 'Off'}
        </span>
      </div>
      <RiskSwitch risk={risk} readAt={readAt} isStale={isStale} />
      <div>
        <Button
          size="small"
          appearance="subtle"
          className={shared.flush}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Settings of {commodity}
        </Button>
      </div>
      {isOpen && <RiskSettingsPanel commodity={commodity} />}
    </section>
  );
}
