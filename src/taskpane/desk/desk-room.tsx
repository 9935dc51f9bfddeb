import { mergeClasses } from '@fluentui/react-components';
import { useState } from 'react';
import type { DeskStatus } from '../../domain/desk-status';
import { Facts, type Fact } from '../look/facts';
import { useLook } from '../look/look';
import { ToggleGroup } from '../look/toggle-group';
import { STATUS, useAnswer, useConnection, useDesk, useWatched } from '../use-desk';
import { officeInWords } from '../office';
import { CONNECTION_WORDS, ENVIRONMENT_WORDS, JOURNAL_WORDS, signedInWords } from '../words/desk-words';
import { failureInWords } from '../words/failure-words';
import type { Figures } from '../words/figures';
import { QuotaPart } from './quota-part';
import { SettingsPart } from './settings-part';
import { SignOut } from './sign-out';

type Part = 'desk' | 'quota' | 'settings';
const PARTS = [
  { value: 'desk', label: 'Desk' },
  { value: 'quota', label: 'Quota' },
  { value: 'settings', label: 'Settings' },
] as const;

/** Where the desk works and as whom, what of the day's calls is left, and what can be set. */
export function DeskRoom({ at }: { at?: Part | undefined }) {
  const look = useLook();
  const [part, setPart] = useState<Part>(at ?? 'desk');
  return (
    <section className={look.room} aria-label="Desk">
      <ToggleGroup label="Part of the desk" options={PARTS} value={part} onChange={setPart} />
      {part === 'desk' && <DeskPart />}
      {part === 'quota' && <QuotaPart />}
      {part === 'settings' && <SettingsPart />}
    </section>
  );
}

function DeskPart() {
  const { client, figures, office } = useDesk();
  const look = useLook();
  const status = useAnswer(client, STATUS).value;
  const connection = CONNECTION_WORDS[useConnection(client)];
  const excel = officeInWords(useWatched(office));
  return (
    <>
      <h2 className={look.title}>Desk</h2>
      {status ? (
        <Facts facts={[['Connection', connection], ...statusFacts(status, figures)]} />
      ) : (
        <p className={look.text}>Waiting for the desk’s status.</p>
      )}
      {status && <SignOut status={status} />}
      {excel !== '' && <p className={mergeClasses(look.text, look.small)}>{excel}</p>}
    </>
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
    ...(status.journal ? [['Journal', JOURNAL_WORDS[status.journal.state]] as const] : []),
    ...(status.failure ? [['Trouble', failureInWords(status.failure)] as const] : []),
  ];
}
