import { useState } from 'react';
import type { RequestId } from '../../domain/identifiers';
import { sentence } from '../../domain/failure';
import { useLook } from '../look/look';
import { Note } from '../look/note';
import { ToggleGroup } from '../look/toggle-group';
import { JOURNAL, STATUS, useAnswer, useDesk, useWatched } from '../use-desk';
import { LiveQuotes } from '../withdrawing/live-quotes';
import { countInWords, useStanding } from '../withdrawing/standing';
import { agingInWords } from '../words/desk-words';
import { failureInWords } from '../words/failure-words';
import { journalEntries } from './journal';
import { filtered, type JournalFilter } from './journal-filter';
import { JournalEntry } from './journal-entry';
import { JournalExport } from './journal-export';
import { StateFilter } from './state-filter';

type Part = 'actions' | 'live';

/** What this desk sent, and which of its quotes are live. */
export function JournalRoom({ onOpen }: { onOpen: (id: RequestId) => void }) {
  const { client, figures } = useDesk();
  const look = useLook();
  const [part, setPart] = useState<Part>('actions');
  const broken = useAnswer(client, STATUS).value?.journal?.failure;
  const standing = useStanding();
  return (
    <section className={look.room} aria-label="Journal">
      <h2 className={look.title}>Journal</h2>
      {broken && <Note tone="alarm">{sentence(broken)}</Note>}
      <ToggleGroup
        label="Part of the journal"
        options={[
          { value: 'actions', label: 'Actions' },
          { value: 'live', label: `Live quotes (${countInWords(standing, figures)})` },
        ]}
        value={part}
        onChange={setPart}
      />
      {part === 'actions' ? <Actions onOpen={onOpen} /> : <LiveQuotes onOpen={onOpen} />}
    </section>
  );
}

/** What is not settled first, then the newest. */
function Actions({ onOpen }: { onOpen: (id: RequestId) => void }) {
  const { client, figures, presses } = useDesk();
  const look = useLook();
  const [filter, setFilter] = useState<JournalFilter>('all');
  const answer = useAnswer(client, JOURNAL);
  const entries = journalEntries(answer.value ?? [], useWatched(presses.all));
  const shown = filtered(entries, filter);
  const aging = agingInWords(answer, figures);
  return (
    <>
      {answer.failure && <Note tone="bad">{failureInWords(answer.failure)}</Note>}
      {aging && <Note tone="warning">{aging}</Note>}
      <StateFilter entries={entries} filter={filter} onFilter={setFilter} />
      {!answer.value && <p className={look.text}>Waiting for the journal.</p>}
      {answer.value && entries.length === 0 && <p className={look.text}>Nothing has been sent yet.</p>}
      {entries.length > 0 && shown.length === 0 && <p className={look.text}>No action is in this state.</p>}
      <ul className={look.list} aria-label="Actions">
        {shown.map((entry) => (
          <JournalEntry key={entry.id} entry={entry} onOpen={onOpen} />
        ))}
      </ul>
      <JournalExport />
    </>
  );
}
