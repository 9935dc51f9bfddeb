import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { emptiedFields } from '../../domain/changed-trades';
import { deskEntryLabel, type DeskEntry } from '../../domain/desk-entry';
import { NOT_KNOWN } from '../../domain/person';
import { Age } from '../app/age';
import { useAnswer, usePane } from '../app/hooks';
import { Facts, type Fact } from '../ui/facts';
import { TextField } from '../ui/fields';
import { Note } from '../ui/note';
import { useSharedStyles } from '../ui/styles';
import { agingInWords, failureInWords } from '../ui/text/status-text';
import { isSought } from './typed-day';
import { useDays, useWhoAndWhen } from './who-and-when';

const DESK_ENTRIES = { kind: 'desk-entries' } as const;

/** What was done on the desk beside actions, by whom: limits, switching trading on, sign-ins, files. */
export function DeskLines() {
  const { client, formatters } = usePane();
  const shared = useSharedStyles();
  const [words, setWords] = useState('');
  const answer = useAnswer(client, DESK_ENTRIES);
  const entries = answer.value ?? [];
  const { chosen, fields } = useWhoAndWhen(entries, ({ createdAt }) => createdAt);
  const { dayOf } = useDays();
  const found = chosen.filter((entry) =>
    isSought(words, { text: textOf(entry), day: dayOf(entry.createdAt) }),
  );
  const aging = agingInWords(answer, formatters);
  return (
    <>
      {answer.failure && <Note tone="bad">{failureInWords(answer.failure)}</Note>}
      {aging && <Note tone="warning">{aging}</Note>}
      {fields}
      {entries.length > 0 && (
        <TextField
          label="Search"
          text={words}
          hint={`Name, kind, text or day (26 Nov), of ${entries.length === 1 ? 'the one line' : `the ${formatters.count(entries.length)} lines`} listed here. The export has all.`}
          onChange={setWords}
        />
      )}
      {!answer.value && <p className={shared.text}>Waiting for the journal.</p>}
      {answer.value && found.length === 0 && (
        <p className={shared.text}>
          {entries.length === 0 ? 'No lines yet.' : 'No line matches the search.'}
        </p>
      )}
      <ul className={shared.list} aria-label="Desk log">
        {found.map((entry) => (
          <DeskLine key={entry.id} entry={entry} />
        ))}
      </ul>
    </>
  );
}

const textOf = ({ entry, shown, by, reason = '' }: DeskEntry): string =>
  [deskEntryLabel(entry), shown, by?.name ?? NOT_KNOWN, reason].join(' ');

const useStyles = makeStyles({
  line: { padding: '8px 0', borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
});

function DeskLine({ entry }: { entry: DeskEntry }) {
  const { inWords } = useDays();
  const shared = useSharedStyles();
  const styles = useStyles();
  const facts = factsOf(entry);
  // A field of a trade that has become empty stands out.
  const isEmptied = entry.entry === 'trade-corrected' && emptiedFields(entry.changes ?? []) !== undefined;
  return (
    <li className={mergeClasses(styles.line, shared.section)}>
      <div className={shared.spread}>
        <span className={mergeClasses(shared.strong, shared.small)}>{deskEntryLabel(entry.entry)}</span>
        <span className={mergeClasses(shared.small, shared.muted, shared.figure)}>
          {inWords(entry.createdAt)} · <Age at={entry.createdAt} />
        </span>
      </div>
      {isEmptied ? (
        <Note tone="warning">{entry.shown}</Note>
      ) : (
        <p className={mergeClasses(shared.text, shared.small)}>{entry.shown}</p>
      )}
      {facts.length > 0 && <Facts facts={facts} />}
    </li>
  );
}

/** What the sentence leaves out: it names the first few changes, and shortens long values. */
const factsOf = ({ shown, changes = [], file, by, reason }: DeskEntry): Fact[] => [
  ...(reason === undefined ? [] : [['Reason', reason] as const]),
  ...changes.flatMap(({ level, before, after }): Fact[] =>
    shown.includes(`${level} ${before} → ${after}`) ? [] : [[level, `${before} → ${after}`]],
  ),
  ...(file?.sha256 === undefined ? [] : [['SHA-256', file.sha256] as const]),
  ['Session', by?.session ?? NOT_KNOWN],
];
