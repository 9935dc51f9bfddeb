import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useId, useState } from 'react';
import { requestIdOf } from '../../domain/action';
import type { RequestId } from '../../domain/identifiers';
import { Age } from '../look/age';
import { Facts, type Fact } from '../look/facts';
import { useLook } from '../look/look';
import { Note, type NoteTone } from '../look/note';
import { useDesk } from '../use-desk';
import { KIND_WORDS, STATE_WORDS, type Tone } from '../words/action-words';
import {
  executedInWords,
  outcomeSentence,
  outcomeTone,
  outcomeWord,
  pressedInWords,
} from '../words/executed-words';
import type { Figures } from '../words/figures';
import { acceptedInWords } from '../words/limit-words';
import { madeInWords, sentInWords } from '../words/sent-words';
import type { Entry } from './journal';
import { SettleForm } from './settle-form';
import { settleable } from './settlement';

const useStyles = makeStyles({
  entry: { padding: '8px 0', borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
});

const NOTE_TONES: Record<Tone, NoteTone> = {
  plain: 'plain',
  progress: 'plain',
  good: 'good',
  bad: 'bad',
  alarm: 'alarm',
};

/** One action: what the person saw and what has become of it; behind a button everything that is known of it. */
export function JournalEntry({ entry, onOpen }: { entry: Entry; onOpen: (id: RequestId) => void }) {
  const { figures } = useDesk();
  const look = useLook();
  const styles = useStyles();
  const [open, setOpen] = useState<'details' | 'settling'>();
  const details = useId();
  const requestId = requestIdOf(entry.body) ?? entry.newRequestId;
  const canSettle = settleable(entry);
  const toggle = (part: 'details' | 'settling') => () => setOpen((now) => (now === part ? undefined : part));
  return (
    <li className={mergeClasses(styles.entry, look.section)}>
      <div className={look.spread}>
        <span className={mergeClasses(look.strong, look.small)}>{KIND_WORDS[entry.body.kind]}</span>
        <span className={mergeClasses(look.small, look.muted, look.figure)}>
          {figures.time(entry.at)} · <Age at={entry.at} />
        </span>
      </div>
      <p className={mergeClasses(look.text, look.small)}>{pressedInWords(entry)}</p>
      <Note tone={NOTE_TONES[outcomeTone(entry.state, entry)]}>
        <strong>{outcomeWord(entry.state, entry)}.</strong> {outcomeSentence(entry.state, entry, figures)}
      </Note>
      {canSettle && <Evidence entry={entry} />}
      {entry.settledBy && (
        <p className={mergeClasses(look.text, look.small)}>Settled by a person: {entry.note}</p>
      )}
      <div className={look.line}>
        {requestId !== undefined && (
          <Button size="small" appearance="subtle" className={look.flush} onClick={() => onOpen(requestId)}>
            Open {requestId}
          </Button>
        )}
        <Button
          size="small"
          appearance="subtle"
          aria-expanded={open === 'details'}
          aria-controls={details}
          aria-label={`Details of ${entry.shown}`}
          onClick={toggle('details')}
        >
          Details
        </Button>
        {canSettle && (
          <Button
            size="small"
            aria-expanded={open === 'settling'}
            aria-controls={details}
            onClick={toggle('settling')}
          >
            Settle by hand
          </Button>
        )}
      </div>
      <div id={details}>
        {open === 'details' && <Facts facts={detailsOf(entry, figures)} />}
        {open === 'settling' && canSettle && <SettleForm entry={entry} onClose={() => setOpen(undefined)} />}
      </div>
    </li>
  );
}

/** What a person has to judge by. */
function Evidence({ entry: { evidence } }: { entry: Entry }) {
  const look = useLook();
  return (
    <p className={mergeClasses(look.text, look.small)}>
      <span className={look.strong}>Found so far: </span>
      {evidence ?? 'nothing that says how it ended.'}
    </p>
  );
}

/** What was shown, sent and answered, and when. */
function detailsOf(entry: Entry, figures: Figures): Fact[] {
  const { failure, accepted = [] } = entry;
  const at = (name: string, moment: number | undefined): Fact[] =>
    moment === undefined ? [] : [[name, figures.second(moment)]];
  const status = failure?.service;
  return [
    ['Shown', entry.shown],
    ...sentInWords(entry.body, figures),
    ...(accepted.length > 0
      ? [['Warnings confirmed', accepted.map(acceptedInWords).join(', ')] as const]
      : []),
    ...at(entry.written ? 'Written down' : 'Pressed', entry.at),
    ...at('Sent', entry.sentAt),
    ...at('Ended', entry.endedAt),
    ['State', STATE_WORDS[entry.state]],
    ...madeInWords(entry),
    ...executedInWords(entry, figures),
    ...(failure ? [['Answered', `${failure.message} ${failure.next}`.trim()] as const] : []),
    ...(status
      ? [['Service', [`status ${status.status}`, status.code].filter(Boolean).join(', ')] as const]
      : []),
    ...(entry.evidence === undefined ? [] : [['Found', entry.evidence] as const]),
    ...(entry.note === undefined ? [] : [['Settled by a person', entry.note] as const]),
    ['Action', entry.id],
  ];
}
