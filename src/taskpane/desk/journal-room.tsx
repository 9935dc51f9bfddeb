import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { requestIdOf } from '../../domain/action';
import type { RequestId } from '../../domain/identifiers';
import { Age } from '../look/age';
import { useLook } from '../look/look';
import { Note, type NoteTone } from '../look/note';
import { JOURNAL, useAnswer, useDesk, useWatched } from '../use-desk';
import { KIND_WORDS, STATE_WORDS, stateSentence, TONES, type Tone } from '../words/action-words';
import { agingInWords } from '../words/desk-words';
import { failureInWords } from '../words/failure-words';
import { journalEntries, type Entry } from './journal';

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

/** What this desk sent: what is not settled first, then the newest. */
export function JournalRoom({ onOpen }: { onOpen: (id: RequestId) => void }) {
  const { client, figures, presses } = useDesk();
  const look = useLook();
  const answer = useAnswer(client, JOURNAL);
  const entries = journalEntries(answer.value ?? [], useWatched(presses.all));
  const aging = agingInWords(answer, figures);
  return (
    <section className={look.room} aria-label="Journal">
      <h2 className={look.title}>Journal</h2>
      {answer.failure && <Note tone="bad">{failureInWords(answer.failure)}</Note>}
      {aging && <Note tone="warning">{aging}</Note>}
      {!answer.value && <p className={look.text}>Waiting for the journal.</p>}
      {answer.value && entries.length === 0 && <p className={look.text}>Nothing has been sent yet.</p>}
      <ul className={look.list} aria-label="Actions">
        {entries.map((entry) => (
          <JournalEntry key={entry.id} entry={entry} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  );
}

function JournalEntry({ entry, onOpen }: { entry: Entry; onOpen: (id: RequestId) => void }) {
  const { figures } = useDesk();
  const look = useLook();
  const styles = useStyles();
  const { kind } = entry.body;
  const requestId = requestIdOf(entry.body) ?? entry.newRequestId;
  return (
    <li className={mergeClasses(styles.entry, look.section)}>
      <div className={look.spread}>
        <span className={mergeClasses(look.strong, look.small)}>{KIND_WORDS[kind]}</span>
        <span className={mergeClasses(look.small, look.muted, look.figure)}>
          {figures.time(entry.at)} · <Age at={entry.at} />
        </span>
      </div>
      <p className={mergeClasses(look.text, look.small)}>{entry.shown}</p>
      <Note tone={NOTE_TONES[TONES[entry.state]]}>
        <strong>{STATE_WORDS[entry.state]}.</strong> {stateSentence(entry.state, entry)}
      </Note>
      {requestId !== undefined && (
        <div>
          <Button size="small" appearance="subtle" className={look.flush} onClick={() => onOpen(requestId)}>
            Open {requestId}
          </Button>
        </div>
      )}
    </li>
  );
}
