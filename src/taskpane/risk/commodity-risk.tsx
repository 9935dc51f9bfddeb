import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { Risk } from '../../domain/risk';
import { useLook } from '../look/look';
import { RiskSettingsPanel } from './risk-settings-panel';
import { RiskSwitch } from './risk-switch';

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
  const look = useLook();
  const styles = useStyles();
  const [isOpen, setOpen] = useState(false);
  const { commodity, on } = risk;
  return (
    <section className={look.card} aria-label={`Risk management of ${commodity}`} data-room>
      <div className={look.spread}>
        <h3 className={look.title} tabIndex={-1} data-home>
          {commodity}
        </h3>
        <span className={mergeClasses(look.small, styles.state, on ? styles.on : styles.off)}>
          {on ? 'On' : 'Off'}
        </span>
      </div>
      <RiskSwitch risk={risk} readAt={readAt} isStale={isStale} />
      <div>
        <Button
          size="small"
          appearance="subtle"
          className={look.flush}
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
