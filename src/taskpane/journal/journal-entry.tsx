import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useId, useState } from 'react';
import { requestIdOf } from '../../domain/action';
import { factsOf } from '../../domain/actions/kinds';
import type { RequestId } from '../../domain/identifiers';
import { Age } from '../app/age';
import { Facts, type Fact } from '../ui/facts';
import { useSharedStyles } from '../ui/styles';
import { Note, type NoteTone } from '../ui/note';
import { usePane } from '../app/hooks';
import {
  executedInWords,
  outcomeSentence,
  outcomeTone,
  outcomeWord,
  pressedInWords,
  STATE_WORDS,
  type Tone,
} from '../ui/text/action-text';
import type { Formatters } from '../ui/formatters';
import { acceptedInWords } from '../ui/text/limit-text';
import { madeInWords, sentInWords } from './sent-text';
import type { Entry } from '../app/journal-entries';
import { settleable, SettlementForm } from './settlement';

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
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const [open, setOpen] = useState<'details' | 'settling'>();
  const details = useId();
  const requestId = requestIdOf(entry.body) ?? entry.newRequestId;
  const canSettle = settleable(entry);
  const toggle = (part: 'details' | 'settling') => () => setOpen((now) => (now === part ? undefined : part));
  return (
    <li className={mergeClasses(styles.entry, shared.section)}>
      <div className={shared.spread}>
        <span className={mergeClasses(shared.strong, shared.small)}>{factsOf(entry.body).label}</span>
        <span className={mergeClasses(shared.small, shared.muted, shared.figure)}>
          {formatters.time(entry.at)} · <Age at={entry.at} />
        </span>
      </div>
      <p className={mergeClasses(shared.text, shared.small)}>{pressedInWords(entry)}</p>
      <Note tone={NOTE_TONES[outcomeTone(entry.state, entry)]}>
        <strong>{outcomeWord(entry.state, entry)}.</strong> {outcomeSentence(entry.state, entry, formatters)}
      </Note>
      {canSettle && <Evidence entry={entry} />}
      {entry.settledBy && (
        <p className={mergeClasses(shared.text, shared.small)}>Resolved by a person: {entry.note}</p>
      )}
      <div className={shared.line}>
        {requestId !== undefined && (
          <Button size="small" appearance="subtle" className={shared.flush} onClick={() => onOpen(requestId)}>
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
            Resolve manually
          </Button>
        )}
      </div>
      <div id={details}>
        {open === 'details' && <Facts facts={detailsOf(entry, formatters)} />}
        {open === 'settling' && canSettle && (
          <SettlementForm entry={entry} onClose={() => setOpen(undefined)} />
        )}
      </div>
    </li>
  );
}

/** What a person has to judge by. */
function Evidence({ entry: { evidence } }: { entry: Entry }) {
  const shared = useSharedStyles();
  return (
    <p className={mergeClasses(shared.text, shared.small)}>
      <span className={shared.strong}>Found so far: </span>
      {evidence ?? 'no evidence of the result.'}
    </p>
  );
}

/** What was shown, sent and answered, and when. */
function detailsOf(entry: Entry, formatters: Formatters): Fact[] {
  const { failure, accepted = [] } = entry;
  const at = (name: string, moment: number | undefined): Fact[] =>
    moment === undefined ? [] : [[name, formatters.second(moment)]];
  const status = failure?.service;
  return [
    ['Shown', entry.shown],
    ...sentInWords(entry.body, formatters),
    ...(accepted.length > 0
      ? [['Warnings confirmed', accepted.map(acceptedInWords).join(', ')] as const]
      : []),
    ...at(entry.written ? 'Recorded' : 'Pressed', entry.at),
    ...at('Sent', entry.sentAt),
    ...at('Ended', entry.endedAt),
    ['State', STATE_WORDS[entry.state]],
    ...madeInWords(entry),
    ...executedInWords(entry, formatters),
    ...(failure ? [['Answered', `${failure.message} ${failure.next}`.trim()] as const] : []),
    ...(status
      ? [['Platform', [`status ${status.status}`, status.code].filter(Boolean).join(', ')] as const]
      : []),
    ...(entry.evidence === undefined ? [] : [['Found', entry.evidence] as const]),
    ...(entry.note === undefined ? [] : [['Resolved by a person', entry.note] as const]),
    ['Action', entry.id],
  ];
}
