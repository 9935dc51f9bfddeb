import { Button, makeStyles, mergeClasses, tokens, Field, Select } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { rowInWords, RUN_WORDS, type RunRow, type RunState } from '../app/batch-rows';
import { usePane, useWatched } from '../app/hooks';
import { Only } from '../app/only';
import { insertTemplate } from '../templates/templates';
import type { Formatters } from '../ui/formatters';
import { Note } from '../ui/note';
import { PressButton } from '../ui/press-button';
import { useSharedStyles } from '../ui/styles';
import { BulkPlan } from './bulk-plan';
import { useBulkQuoting, type BulkPhase, type BulkState } from './bulk-quoting';
import { BULK_COLUMNS, type BulkColumn, type Mapping } from '../../domain/bulk/column';
import { TextField } from '../ui/fields';
import { areaAddress, cellOf, localAddress } from '../excel/address';
import { COLUMN_WORDS } from '../quoting/bulk-columns';
import type { SheetTable } from './table';

/** Many quotes, price proposals and withdrawals from the rows of a sheet. */
export function BulkRoom() {
  const bulk = useBulkQuoting();
  const shared = useSharedStyles();
  const state = useWatched(bulk.state);
  return (
    <section className={shared.room} aria-label="Bulk quotes" data-room>
      <h2 className={shared.title} tabIndex={-1} data-home>
        Bulk quotes
      </h2>
      <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
        Select rows of a table in the sheet, or one cell for all of it. Checking sends nothing.
      </p>
      <Only permission="press">
        <Beginning state={state} />
      </Only>
      {state.says && <Note tone="warning">{state.says}</Note>}
      <div role="status" aria-label="Bulk">
        {WAITS[state.phase] && <p className={shared.text}>{WAITS[state.phase]}</p>}
      </div>
      {state.table && <ColumnMapping table={state.table} state={state} />}
      {state.run ? <BatchProgress rows={state.run} phase={state.phase} /> : <BulkPlan state={state} />}
    </section>
  );
}

const WAITS: Partial<Record<BulkState['phase'], string>> = {
  reading: 'Reading the sheet.',
  looking: 'Reading the market for each row.',
  pressing: 'Reading the sheet again.',
};

function Beginning({ state: { phase } }: { state: BulkState }) {
  const { client, notice, office } = usePane();
  const bulk = useBulkQuoting();
  const shared = useSharedStyles();
  const place = useWatched(office);
  if (place.kind !== 'excel')
    return <p className={shared.text}>No spreadsheet is open. Open the pane in Excel.</p>;
  const isBusy = phase === 'reading' || phase === 'pressing' || phase === 'running';
  const insert = async (): Promise<void> =>
    notice.set((await insertTemplate('quote-sheet', { sheet: place.sheet, client })).text);
  return (
    <div className={shared.line}>
      <Button size="small" disabledFocusable={isBusy} onClick={() => !isBusy && void bulk.check()}>
        {phase === 'idle' ? 'Check the rows' : 'Check again'}
      </Button>
      <Button size="small" appearance="subtle" onClick={() => void insert()}>
        Insert a quote sheet
      </Button>
    </div>
  );
}

const useStyles = makeStyles({
  rows: { maxHeight: '50vh', overflowY: 'auto', scrollbarGutter: 'stable' },
  row: { padding: '3px 0', borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  done: { color: tokens.colorPaletteGreenForeground1 },
  bad: { color: tokens.colorPaletteRedForeground1, fontWeight: tokens.fontWeightSemibold },
});

/** What has to be looked at stands first. */
const ORDER: readonly RunState[] = [
  'unknown',
  'rejected',
  'held',
  'not-sent',
  'withdrawing',
  'sending',
  'to-approve',
  'waiting',
  'done',
];

/** What has become of each row of a batch, and the way to stop it. */
function BatchProgress({ rows, phase }: { rows: readonly RunRow[]; phase: BulkPhase }) {
  const { formatters } = usePane();
  const bulk = useBulkQuoting();
  const shared = useSharedStyles();
  const styles = useStyles();
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.focus(), []);
  const tones: Partial<Record<RunState, string>> = {
    done: styles.done,
    unknown: styles.bad,
    rejected: styles.bad,
    held: styles.bad,
    'not-sent': styles.bad,
  };
  const sorted = [...rows].sort(
    (a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || a.plan.row - b.plan.row,
  );
  return (
    <section ref={place} tabIndex={-1} className={shared.card} aria-label="Batch">
      <p
        className={mergeClasses(shared.text, shared.strong, shared.digits)}
        role="status"
        aria-label="Progress of the batch"
      >
        {progressInWords(rows, phase, formatters)}
      </p>
      {phase === 'running' && <PressButton primary label="Stop" onPress={() => bulk.stop()} />}
      <ul className={mergeClasses(shared.list, styles.rows)} aria-label="Rows of the batch" tabIndex={0}>
        {sorted.map(({ id, plan, state, message }) => (
          <li key={id} className={mergeClasses(styles.row, shared.small, shared.digits)}>
            {rowInWords(plan)}: <span className={tones[state]}>{RUN_WORDS[state]}</span>. {message}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** "Finished. 75 rows: 60 done, 1 unknown, 14 not sent." */
function progressInWords(rows: readonly RunRow[], phase: BulkPhase, formatters: Formatters): string {
  const each = [...ORDER].reverse().flatMap((state) => {
    const count = rows.filter((row) => row.state === state).length;
    return count === 0 ? [] : [`${formatters.count(count)} ${RUN_WORDS[state]}`];
  });
  const count = `${formatters.count(rows.length)} ${rows.length === 1 ? 'row' : 'rows'}`;
  return `${phase === 'over' ? 'Finished' : 'In progress'}. ${count}: ${each.join(', ')}.`;
}

const useMappingStyles = makeStyles({
  fields: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(130px, 1fr))', gap: '6px 10px' },
  field: { minWidth: 0, gridTemplateColumns: 'minmax(0, 1fr)', '& select': { minWidth: 0 } },
});

/** Which column means what, and where results go. It opens by itself where somebody has to choose. */
function ColumnMapping({ table, state }: { table: SheetTable; state: BulkState }) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen || state.phase === 'mapping';
  const { row, column } = table.corner;
  const rows = (table.rows.at(-1)?.row ?? row) - row + 1;
  const area = areaAddress({ row, column, rows, columns: table.headings.length });
  const left = table.hidden === 1 ? 'hidden row is' : 'hidden rows are';
  const hidden = table.hidden > 0 ? ` ${formatters.count(table.hidden)} ${left} left out.` : '';
  const isFixed = state.phase === 'pressing' || state.phase === 'running';
  return (
    <div className={shared.section} role="group" aria-label="Table">
      <p className={mergeClasses(shared.text, shared.small)}>
        {table.sheet}, {area}.{hidden}
      </p>
      {!isFixed && (
        <div>
          <Button
            size="small"
            appearance="subtle"
            className={shared.flush}
            aria-expanded={shown}
            onClick={() => setOpen(!shown)}
          >
            Columns and results
          </Button>
        </div>
      )}
      {shown && !isFixed && <Fields table={table} state={state} />}
    </div>
  );
}

function Fields({ table, state }: { table: SheetTable; state: BulkState }) {
  const bulk = useBulkQuoting();
  const shared = useSharedStyles();
  const styles = useMappingStyles();
  const choose = (column: BulkColumn, place: number | undefined): void => {
    const { [column]: _, ...others } = state.mapping;
    const mapping: Mapping = place === undefined ? others : { ...others, [column]: place };
    void bulk.map(mapping);
  };
  return (
    <>
      <div className={mergeClasses(shared.small, styles.fields)}>
        {BULK_COLUMNS.map((column) => {
          const unclear = state.unclear.find((one) => one.column === column);
          return (
            <Field
              key={column}
              className={styles.field}
              size="small"
              label={COLUMN_WORDS[column]}
              {...(unclear && { validationState: 'warning', validationMessage: 'Several columns match.' })}
            >
              <Select
                size="small"
                value={String(state.mapping[column] ?? '')}
                onChange={(_, { value }) => choose(column, value === '' ? undefined : Number(value))}
              >
                <option value="">{unclear ? 'Choose one' : 'Not in this table'}</option>
                {table.headings.map((heading, place) => (
                  <option key={place} value={place}>
                    {heading || `Column ${letter(table.corner.column + place)}`}
                  </option>
                ))}
              </Select>
            </Field>
          );
        })}
      </div>
      <ResultPlace state={state} />
    </>
  );
}

const letter = (column: number): string => localAddress({ row: 0, column }).replace(/\d+$/, '');

function ResultPlace({ state: { place } }: { state: BulkState }) {
  const bulk = useBulkQuoting();
  const [typed, setTyped] = useState<string>();
  if (!place) return null;
  const change = (text: string): void => {
    setTyped(text);
    const cell = cellOf(`Any!${text.trim()}1`);
    if (cell) bulk.putResultsAt({ ...place, column: cell.column });
  };
  const isWrong = typed !== undefined && !cellOf(`Any!${typed.trim()}1`);
  return (
    <TextField
      label="Results from column"
      text={typed ?? letter(place.column)}
      lengthMax={3}
      hint="Four columns. Nothing is overwritten."
      wrong={isWrong ? 'Write the letters of a column, such as Q.' : undefined}
      onChange={change}
    />
  );
}
