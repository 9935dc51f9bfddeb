import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { Quota } from '../../domain/desk-status';
import { LANES, type Lane } from '../../domain/lane';
import { QUOTA, useAnswer, useMode, usePane } from '../app/hooks';
import { Facts, type Fact } from '../ui/facts';
import type { Formatters } from '../ui/formatters';
import { Note } from '../ui/note';
import { useSharedStyles } from '../ui/styles';
import { callsInWords, counted, MODE_WORDS } from '../ui/text/cell-text';
import { failureInWords, quotaForecast } from '../ui/text/status-text';

/** What of the day's calls is left, how long it lasts, and who spends it. */
export function QuotaPart() {
  const { client, formatters } = usePane();
  const shared = useSharedStyles();
  const { value: quota, failure } = useAnswer(client, QUOTA);
  return (
    <>
      <h2 className={shared.title}>Calls today</h2>
      {failure && <Note tone="bad">{failureInWords(failure)}</Note>}
      {!quota && <p className={shared.text}>Loading the calls of today…</p>}
      {quota?.plan?.says !== undefined && (
        <Note tone={quota.endsAt === undefined ? 'plain' : 'warning'}>{quota.plan.says}</Note>
      )}
      {quota && <Facts facts={quotaFacts(quota, formatters)} />}
      {quota?.plan && <p className={mergeClasses(shared.text, shared.small, shared.muted)}>{HOW_SPENT}</p>}
      <Pause />
      {quota && <LaneTable quota={quota} />}
    </>
  );
}

const HOW_SPENT =
  'The request you work on is read every 4 s until a minute after your last key or press, up to 15 calls a minute for each of its lists. A new sheet is read at once. Everything else shares the calls that are left until the reset, so the more is open, the longer each price waits.';

/** Stops what the cells of this workbook spend; the pane and every action go on. */
function Pause() {
  const { client } = usePane();
  const shared = useSharedStyles();
  const mode = useMode();
  const isPaused = mode === 'paused';
  return (
    <div className={shared.section}>
      <div>
        <Button size="small" onClick={() => client.mode.set(isPaused ? 'live' : 'paused')}>
          {isPaused ? 'Go live again' : 'Pause this workbook'}
        </Button>
      </div>
      <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
        {MODE_WORDS[mode]} The pane and all sending work in every mode.
      </p>
    </div>
  );
}

function quotaFacts(quota: Quota, formatters: Formatters): Fact[] {
  const calls = (amount: number): string => counted(amount, 'call', formatters);
  const { plan } = quota;
  return [
    ['Left', `${formatters.count(quota.left)} of ${calls(quota.perDay)}`],
    [
      'Used',
      `${calls(quota.used)}${plan?.recent === undefined ? '' : `, ${formatters.count(plan.recent)} of them in the last hour`}`,
    ],
    ['Reserved for trading', calls(quota.reserve)],
    ['Forecast', forecastInWords(quota, formatters)],
    ['Reset', formatters.moment(quota.resetsAt)],
    ...(plan ? ([['Kept up to date', counted(plan.resources, 'item', formatters)]] satisfies Fact[]) : []),
    [
      'Burst left',
      `${formatters.count(Math.floor(quota.tokens))} of ${formatters.count(quota.burst)} at once, ${formatters.count(quota.ratePerSecond)} per second`,
    ],
    ['Waiting', callsInWords(quota.queued, formatters)],
  ];
}

/** "last until the reset, 00:00, at about 530 calls per hour, by what is watched now and other work as of late": the one rate that there is. */
function forecastInWords(quota: Quota, formatters: Formatters): string {
  const { plan, left, reserve } = quota;
  const rate =
    plan && left > reserve
      ? `at about ${counted(Math.round(plan.callsPerHour), 'call', formatters)} per hour`
      : '';
  const basis =
    plan?.recent === undefined || rate === '' ? '' : 'by what is watched now and other work as of late';
  return [quotaForecast(quota, formatters), rate, basis].filter(Boolean).join(', ');
}

const useStyles = makeStyles({
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    '& th': { textAlign: 'left', fontWeight: tokens.fontWeightRegular, padding: '2px 8px 2px 0' },
    '& td': { padding: '2px 0' },
    '& caption': { textAlign: 'left', fontWeight: tokens.fontWeightSemibold, paddingBottom: '2px' },
  },
  calls: { textAlign: 'right', width: '64px' },
  share: { width: '34%' },
  bar: {
    height: '8px',
    backgroundColor: tokens.colorBrandBackground,
    '@media (forced-colors: active)': { forcedColorAdjust: 'none', backgroundColor: 'Highlight' },
  },
});

/** Who has spent the day's calls, first who goes first. */
function LaneTable({ quota }: { quota: Quota }) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const most = Math.max(1, ...LANES.map((lane) => quota.byLane[lane] ?? 0));
  return (
    <table className={mergeClasses(styles.table, shared.small, shared.digits)}>
      <caption>Calls used today, by priority</caption>
      <tbody>
        {LANES.map((lane) => {
          const calls = quota.byLane[lane] ?? 0;
          return (
            <tr key={lane}>
              <th scope="row">{LANE_WORDS[lane]}</th>
              <td className={styles.share} aria-hidden="true">
                <div className={styles.bar} style={{ width: `${((calls / most) * 100).toFixed(1)}%` }} />
              </td>
              <td className={styles.calls}>{formatters.count(calls)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const LANE_WORDS: Record<Lane, string> = {
  withdraw: 'Withdrawing',
  accept: 'Accepting, checking outcomes',
  submit: 'Quoting, requests, signing in',
  asked: 'What you work on, manual refresh',
  visible: 'Watched in cells and pane',
  polling: 'Polling',
  bulk: 'Trade downloads',
};
