import { mergeClasses } from '@fluentui/react-components';
import type { DeskStatus, Quota } from '../../domain/desk-status';
import { LANES } from '../../domain/lane';
import { Facts, type Fact } from '../look/facts';
import { useLook } from '../look/look';
import { QUOTA, STATUS, useAnswer, useConnection, useDesk, useWatched } from '../use-desk';
import { officeInWords } from '../office';
import {
  CONNECTION_WORDS,
  ENVIRONMENT_WORDS,
  LANE_WORDS,
  quotaForecast,
  signedInWords,
} from '../words/desk-words';
import { failureInWords } from '../words/failure-words';
import type { Figures } from '../words/figures';
import { SignOut } from './sign-out';

/** Where the desk works, as whom, and what of the day's calls is left for what. */
export function DeskRoom() {
  const { client, figures, office } = useDesk();
  const look = useLook();
  const status = useAnswer(client, STATUS).value;
  const quota = useAnswer(client, QUOTA).value;
  const connection = CONNECTION_WORDS[useConnection(client)];
  const excel = officeInWords(useWatched(office));
  return (
    <section className={look.room} aria-label="Desk">
      <h2 className={look.title}>Desk</h2>
      {status ? (
        <Facts facts={[['Connection', connection], ...statusFacts(status, figures)]} />
      ) : (
        <p className={look.text}>Waiting for the desk’s status.</p>
      )}
      {status && <SignOut status={status} />}
      {excel !== '' && <p className={mergeClasses(look.text, look.small)}>{excel}</p>}
      <h2 className={look.title}>Calls of the day</h2>
      {quota ? <Facts facts={quotaFacts(quota, figures)} /> : <p className={look.text}>Not known yet.</p>}
      <p className={mergeClasses(look.text, look.small, look.muted)}>
        Not in this version: sending price proposals and counteroffers, exports, and events.
      </p>
    </section>
  );
}

function statusFacts(status: DeskStatus, figures: Figures): Fact[] {
  const ends = status.tokenEndsAt;
  return [
    ['Environment', ENVIRONMENT_WORDS[status.environment]],
    ['Service', status.service],
    ['Sign-in', signedInWords(status)],
    ['Sign-in ends', ends === undefined ? 'not given' : figures.moment(ends)],
    ['Day begins in', status.zone],
    ['Gateway', `version ${status.version}`],
    ...(status.failure ? [['Trouble', failureInWords(status.failure)] as const] : []),
  ];
}

function quotaFacts(quota: Quota, figures: Figures): Fact[] {
  const count = (amount: number): string => figures.count(amount);
  const calls = (amount: number): string => `${count(amount)} ${amount === 1 ? 'call' : 'calls'}`;
  return [
    ['Left', `${count(quota.left)} of ${count(quota.perDay)} calls`],
    ['Used', calls(quota.used)],
    ['Kept for trading', calls(quota.reserve)],
    ['Forecast', quotaForecast(quota, figures)],
    [
      'Right now',
      `${count(Math.floor(quota.tokens))} of ${count(quota.burst)} at once, ${count(quota.ratePerSecond)} per second`,
    ],
    ['Waiting', calls(quota.queued)],
    ...LANES.filter((lane) => quota.byLane[lane] !== undefined).map((lane): Fact => [
      LANE_WORDS[lane],
      calls(quota.byLane[lane] ?? 0),
    ]),
  ];
}
