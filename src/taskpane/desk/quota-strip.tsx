import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useLook } from '../look/look';
import { QUOTA, useAnswer, useDesk } from '../use-desk';
import { quotaForecast } from '../words/desk-words';

const useStyles = makeStyles({
  strip: {
    padding: '4px 12px 5px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground2,
  },
  bar: {
    height: '3px',
    marginTop: '3px',
    backgroundColor: tokens.colorNeutralBackground5,
    '@media (forced-colors: active)': { border: '1px solid CanvasText' },
  },
  left: {
    height: '3px',
    backgroundColor: tokens.colorBrandBackground,
    '@media (forced-colors: active)': { forcedColorAdjust: 'none', backgroundColor: 'Highlight' },
  },
  short: { backgroundColor: tokens.colorPaletteDarkOrangeBackground3 },
});

/** How many calls the day has left, and how long they last. */
export function QuotaStrip() {
  const { client, figures } = useDesk();
  const look = useLook();
  const styles = useStyles();
  const { value: quota } = useAnswer(client, QUOTA);
  if (!quota) {
    return <div className={mergeClasses(styles.strip, look.small)}>Calls left: not known yet.</div>;
  }
  const short = quota.endsAt !== undefined || quota.left <= quota.reserve;
  const share = quota.perDay > 0 ? Math.max(0, Math.min(1, quota.left / quota.perDay)) : 0;
  return (
    <div
      className={mergeClasses(styles.strip, look.small, look.digits)}
      role="group"
      aria-label="Calls of the day"
    >
      {figures.count(quota.left)} of {figures.count(quota.perDay)} calls left ·{' '}
      {quotaForecast(quota, figures)}
      {quota.plan?.says !== undefined && <div>{quota.plan.says}</div>}
      <div className={styles.bar} aria-hidden="true">
        <div
          className={mergeClasses(styles.left, short && styles.short)}
          style={{ width: `${(share * 100).toFixed(1)}%` }}
        />
      </div>
    </div>
  );
}
