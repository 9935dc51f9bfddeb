import { Button, mergeClasses } from '@fluentui/react-components';
import type { Quota } from '../../domain/desk-status';
import { useMode } from '../cells/use-cells';
import { Facts, type Fact } from '../look/facts';
import { useLook } from '../look/look';
import { Note } from '../look/note';
import { QUOTA, useAnswer, useDesk } from '../use-desk';
import { callsInWords, counted, MODE_WORDS } from '../words/cell-words';
import { quotaForecast } from '../words/desk-words';
import { failureInWords } from '../words/failure-words';
import type { Figures } from '../words/figures';
import { LaneTable } from './lane-table';

/** What of the day's calls is left, how long it lasts, and who spends it. */
export function QuotaPart() {
  const { client, figures } = useDesk();
  const look = useLook();
  const { value: quota, failure } = useAnswer(client, QUOTA);
  return (
    <>
      <h2 className={look.title}>Calls of the day</h2>
      {failure && <Note tone="bad">{failureInWords(failure)}</Note>}
      {!quota && <p className={look.text}>Not known yet.</p>}
      {quota?.plan?.says !== undefined && <Note tone="warning">{quota.plan.says}</Note>}
      {quota && <Facts facts={quotaFacts(quota, figures)} />}
      <Pause />
      {quota && <LaneTable quota={quota} />}
    </>
  );
}

/** Stops what the cells of this workbook spend; the pane and every action go on. */
function Pause() {
  const { client } = useDesk();
  const look = useLook();
  const mode = useMode();
  const isPaused = mode === 'paused';
  return (
    <div className={look.section}>
      <div>
        <Button size="small" onClick={() => client.mode.set(isPaused ? 'live' : 'paused')}>
          {isPaused ? 'Go live again' : 'Pause this workbook'}
        </Button>
      </div>
      <p className={mergeClasses(look.text, look.small, look.muted)}>
        {MODE_WORDS[mode]} Requests in the pane and everything that is sent go on in every mode.
      </p>
    </div>
  );
}

function quotaFacts(quota: Quota, figures: Figures): Fact[] {
  const calls = (amount: number): string => counted(amount, 'call', figures);
  const { plan } = quota;
  return [
    ['Left', `${figures.count(quota.left)} of ${calls(quota.perDay)}`],
    ['Used', calls(quota.used)],
    ['Kept for trading', calls(quota.reserve)],
    ['Forecast', quotaForecast(quota, figures)],
    ['Reset', figures.moment(quota.resetsAt)],
    ...(plan ? planFacts(plan, figures) : []),
    [
      'Tokens now',
      `${figures.count(Math.floor(quota.tokens))} of ${figures.count(quota.burst)} at once, ${figures.count(quota.ratePerSecond)} per second`,
    ],
    ['Waiting', callsInWords(quota.queued, figures)],
  ];
}

const planFacts = (plan: NonNullable<Quota['plan']>, figures: Figures): Fact[] => [
  ['Kept up to date', counted(plan.resources, 'thing', figures)],
  ['At this pace', `${counted(Math.round(plan.callsPerHour), 'call', figures)} per hour`],
  [
    'Intervals',
    plan.stretch <= 1 ? 'as wished' : `${figures.quantity(plan.stretch.toFixed(1))} times as long as wished`,
  ],
];
