import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { emptiedFields } from '../../domain/changed-trades';
import type { Action } from '../../domain/action';
import { deskEntryLabel, NOTED, type DeskEntry } from '../../domain/desk-entry';
import { NOT_KNOWN } from '../../domain/person';
import { Age } from '../app/age';
import { JOURNAL, useAnswer, usePane } from '../app/hooks';
import { Facts, type Fact } from '../ui/facts';
import { Note } from '../ui/note';
import { useSharedStyles } from '../ui/styles';
import { approvedInWords, asTheirs } from '../ui/text/approval-text';
import { agingInWords, failureInWords } from '../ui/text/status-text';
import { SearchField } from './search-field';
import { isSought } from './typed-day';
import { Hits, useDays, useWhoAndWhen } from './who-and-when';

const DESK_ENTRIES = { kind: 'desk-entries' } as const;

/** What was done on the desk beside actions, by whom: limits, switching trading on, sign-ins, files; and the approvals and refusals of actions. */
export function DeskLines() {
  const { client, formatters } = usePane();
  const shared = useSharedStyles();
  const [words, setWords] = useState('');
  const answer = useAnswer(client, DESK_ENTRIES);
  const journal = useAnswer(client, JOURNAL).value ?? [];
  const entries = answer.value ? withApprovals(answer.value, journal) : [];
  const { chosen, fields } = useWhoAndWhen(entries, ({ createdAt }) => createdAt);
  const { dayOf, today } = useDays();
  const found = chosen.filter((entry) =>
    isSought(words, { text: textOf(entry), day: dayOf(entry.createdAt), today }),
  );
  const aging = agingInWords(answer, formatters);
  return (
    <>
      {answer.failure && <Note tone="bad">{failureInWords(answer.failure)}</Note>}
      {aging && <Note tone="warning">{aging}</Note>}
      {fields}
      {entries.length > 0 && (
        <div className={shared.line}>
          <SearchField
            words={words}
            help={`Searches ${entries.length === 1 ? 'the one line' : `the ${formatters.count(entries.length)} lines`} listed here by name, kind, text or day (26 Nov, today). The export has all.`}
            onWords={setWords}
          />
        </div>
      )}
      <Hits shown={found.length} all={entries.length} what="lines" />
      {!answer.value && <p className={shared.text}>Loading the journal…</p>}
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
  [labelOf(entry), shown, by?.name ?? NOT_KNOWN, reason].join(' ');

const APPROVAL = 'approval';
const REFUSAL = 'refusal';
const labelOf = (entry: string): string =>
  entry === APPROVAL ? 'Approved' : entry === REFUSAL ? 'Refused' : deskEntryLabel(entry);

/**
 * With what approvers said of actions, the newest first. In the journal that is a line of the action; here it stands under who said it, as all
 * else that this person did.
 */
const withApprovals = (entries: readonly DeskEntry[], journal: readonly Action[]): DeskEntry[] =>
  [...entries, ...journal.flatMap(wordOn)].sort((one, other) => other.createdAt - one.createdAt);

function wordOn(action: Action): DeskEntry[] {
  const { id, by, approvedBy, approvedAt, refusedBy, endedAt, failure } = action;
  const shown = asTheirs(action.shown);
  const line = { id: `${id} word`, state: NOTED } as const;
  if (refusedBy && endedAt !== undefined)
    return [
      {
        ...line,
        entry: REFUSAL,
        by: refusedBy,
        createdAt: endedAt,
        shown: `${failure?.message ?? `${refusedBy.name} refused it.`} · ${shown}`,
      },
    ];
  if (!approvedBy || approvedAt === undefined) return [];
  const approved = `${approvedBy.name} approved for ${by?.name ?? 'somebody'}`;
  const came = approvedInWords({ ...action, shown }, approved) ?? `${approved}: ${shown}`;
  return [{ ...line, entry: APPROVAL, by: approvedBy, createdAt: approvedAt, shown: came }];
}

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
        <span className={mergeClasses(shared.strong, shared.small)}>{labelOf(entry.entry)}</span>
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
