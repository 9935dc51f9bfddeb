import { Button, makeStyles, mergeClasses, tokens, Field, Select } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { RUN_WORDS, type PlannedRow, type RunRow, type RunState } from '../app/batch-rows';
import { Age } from '../app/age';
import { useFillWords } from '../app/doer';
import { useNow, usePane, useUnheard, useWatched } from '../app/hooks';
import { Only } from '../app/only';
import { useIsPast } from '../app/past-result';
import { insertTemplate } from '../templates/templates';
import { AgeDot, ageingOf } from '../ui/age-dot';
import type { Formatters } from '../ui/formatters';
import { Note } from '../ui/note';
import { PressButton } from '../ui/press-button';
import { useSharedStyles } from '../ui/styles';
import { BulkPlan } from './bulk-plan';
import { BulkRow, RowsHead } from './bulk-rows';
import { useBatches, type Batch, type BatchPurpose } from './batches';
import type { BatchPhase, BatchState } from './table-batch';
import type { Mapping } from '../../domain/bulk/column';
import { ToggleGroup } from '../ui/toggle-group';
import { TextField } from '../ui/fields';
import { Fold } from '../ui/fold';
import { areaAddress, cellOf, localAddress } from '../excel/address';
import type { SheetTable } from '../quoting/table';

const PURPOSES = [
  { value: 'quotes', label: 'Quotes' },
  { value: 'requests', label: 'New requests' },
] as const;

/** Many quotes, price proposals and withdrawals, or many new requests, from the rows of a sheet. */
export function BulkRoom() {
  const batches = useBatches();
  const shared = useSharedStyles();
  const isAt = (purpose: BatchPurpose): boolean => batches[purpose].state.get().phase !== 'idle';
  const [purpose, setPurpose] = useState<BatchPurpose>(() =>
    isAt('requests') && !isAt('quotes') ? 'requests' : 'quotes',
  );
  const batch = batches[purpose];
  const state = useWatched(batch.state);
  const [isOpen, setOpen] = useState(false);
  const { phase, table } = state;
  const isFixed = phase === 'pressing' || phase === 'running';
  const isMapping = !isFixed && (isOpen || phase === 'mapping');
  return (
    <section className={shared.room} aria-label={`Bulk ${purpose}`} data-room>
      <Head
        state={state}
        batch={batch}
        purpose={purpose}
        isOpen={isMapping}
        onTurn={isFixed ? undefined : () => setOpen(!isOpen)}
      />
      {(phase === 'idle' || isMapping) && (
        <>
          <ToggleGroup label="Send rows as" value={purpose} options={PURPOSES} onChange={setPurpose} />
          {phase === 'idle' && (
            <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
              Select rows of a table in the sheet, or one cell for all of it. Checking sends nothing.
            </p>
          )}
          <Only permission="press">
            <InsertSheet purpose={purpose} />
          </Only>
        </>
      )}
      {isMapping && table && <Fields key={`${purpose} table`} table={table} state={state} batch={batch} />}
      {state.says && <Note tone="warning">{state.says}</Note>}
      <div role="status" aria-label="Bulk" className={phase in WAITS ? undefined : shared.hidden}>
        {phase in WAITS && <p className={shared.text}>{waits(phase, purpose)}</p>}
      </div>
      {state.run ? (
        <BatchProgress
          key={`${purpose} run`}
          rows={state.run}
          left={state.rows.filter(({ kind }) => kind === 'wrong')}
          phase={state.phase}
          batch={batch}
        />
      ) : (
        <BulkPlan key={`${purpose} plan`} state={state} batch={batch} />
      )}
    </section>
  );
}

const waits = (phase: BatchPhase, purpose: BatchPurpose): string | undefined =>
  phase === 'looking' && purpose === 'requests' ? 'Checking each row.' : WAITS[phase];

const WAITS: Partial<Record<BatchPhase, string>> = {
  reading: 'Reading the sheet.',
  looking: 'Reading the market for each row.',
  pressing: 'Reading the sheet again.',
};

const SHEETS = {
  quotes: { template: 'quote-sheet', label: 'Insert a quote sheet' },
  requests: { template: 'request-sheet', label: 'Insert a request sheet' },
} as const;

/** Which rows they are, how old what is shown of them is, and the button that reads them anew. */
function Head({
  state: { phase, table, shownAt, isOld = false },
  batch,
  purpose,
  isOpen,
  onTurn,
}: {
  state: BatchState;
  batch: Batch;
  purpose: BatchPurpose;
  isOpen: boolean;
  /** Absent while nothing of the table can be changed. */
  onTurn: (() => void) | undefined;
}) {
  const { formatters, office } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const now = useNow();
  const isUnheard = useUnheard() !== undefined;
  const place = useWatched(office);
  const isBusy = phase === 'reading' || phase === 'pressing' || phase === 'running';
  const left = table && (table.hidden === 1 ? 'hidden row is' : 'hidden rows are');
  return (
    <div role={table ? 'group' : undefined} aria-label={table ? 'Table' : undefined}>
      <div className={styles.head}>
        <h2 className={mergeClasses(shared.title, styles.range)} tabIndex={-1} data-home>
          {table ? (
            <>
              <span className={shared.hidden}>Bulk {purpose}: </span>
              {table.sheet}, {areaOf(table)}
            </>
          ) : (
            `Bulk ${purpose}`
          )}
        </h2>
        {phase === 'shown' && shownAt !== undefined && (
          <span className={styles.age}>
            <AgeDot ageing={isUnheard || isOld ? 'old' : ageingOf(now - shownAt)} /> <Age at={shownAt} />
          </span>
        )}
        {place.kind === 'excel' && (
          <Only permission="press">
            <Button
              size="small"
              className={styles.check}
              disabledFocusable={isBusy}
              onClick={() => !isBusy && void batch.check()}
            >
              {phase === 'idle' ? 'Check the rows' : 'Check again'}
            </Button>
          </Only>
        )}
        {table && onTurn && (
          <Button
            size="small"
            appearance="subtle"
            className={styles.turn}
            aria-label="Columns and results"
            title="Columns and results"
            aria-expanded={isOpen}
            onClick={onTurn}
          >
            {isOpen ? '▾' : '▸'}
          </Button>
        )}
      </div>
      {table && table.hidden > 0 && (
        <p className={mergeClasses(shared.text, shared.small)}>
          {formatters.count(table.hidden)} {left} left out.
        </p>
      )}
    </div>
  );
}

function areaOf({ corner: { row, column }, rows: lines, headings }: SheetTable): string {
  const rows = (lines.at(-1)?.row ?? row) - row + 1;
  return areaAddress({ row, column, rows, columns: headings.length });
}

function InsertSheet({ purpose }: { purpose: BatchPurpose }) {
  const { client, notice, office } = usePane();
  const shared = useSharedStyles();
  const place = useWatched(office);
  if (place.kind !== 'excel')
    return <p className={shared.text}>No spreadsheet is open. Open the pane in Excel.</p>;
  const insert = async (): Promise<void> =>
    notice.set((await insertTemplate(SHEETS[purpose].template, { sheet: place.sheet, client })).text);
  return (
    <div className={shared.line}>
      <Button size="small" onClick={() => void insert()}>
        {SHEETS[purpose].label}
      </Button>
    </div>
  );
}

const useStyles = makeStyles({
  head: { display: 'flex', alignItems: 'center', gap: '6px', minHeight: '28px' },
  range: {
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase200,
  },
  age: { display: 'inline-flex', alignItems: 'center', gap: '4px', flexShrink: 0 },
  check: { marginLeft: 'auto', flexShrink: 0, whiteSpace: 'nowrap' },
  turn: { minWidth: '24px', padding: 0, flexShrink: 0 },
  // In sight however many rows there are.
  foot: {
    position: 'sticky',
    bottom: 0,
    padding: '6px 0',
    backgroundColor: tokens.colorNeutralBackground2,
  },
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

/** What has become of each row of a batch, and the way to stop it. `left`: rows of the table that could not be part of it. */
function BatchProgress({
  rows,
  left,
  phase,
  batch,
}: {
  rows: readonly RunRow[];
  left: readonly PlannedRow[];
  phase: BatchPhase;
  batch: Batch;
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.focus(), []);
  const endedAt = Math.max(...rows.map(({ at }) => at));
  const fills = useWatched(usePane().events.fills);
  const fillWords = useFillWords();
  const wrong = left.filter(({ isConcluded }) => isConcluded !== true);
  const concluded = left.filter(({ isConcluded }) => isConcluded === true);
  const isWell = phase === 'over' && wrong.length === 0 && rows.every(({ state }) => state === 'done');
  // Read by then, and no news any more: one line, with the rows behind it.
  const isPast = useIsPast(endedAt) && isWell;
  const [isOpen, setOpen] = useState(false);
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
        className={mergeClasses(shared.text, shared.title, shared.digits)}
        role="status"
        aria-label="Progress of the batch"
      >
        {isPast && `${formatters.clock(endedAt)} · `}
        {progressInWords(rows, phase, formatters)}
        {wrong.length > 0 && ` ${leftInWords(wrong.length, formatters)}`}
        {concluded.length > 0 && ` ${formatters.count(concluded.length)} not sent: the request is over.`}
      </p>
      {isPast && (
        <Fold isOpen={isOpen} onTurn={() => setOpen(!isOpen)}>
          Rows
        </Fold>
      )}
      {(!isPast || isOpen) && (
        <>
          <RowsHead />
          <ul className={shared.list} aria-label="Rows of the batch">
            {wrong.map((plan) => (
              <BulkRow
                key={`left ${plan.row}`}
                plan={plan}
                state={<span className={styles.bad}>{RUN_WORDS['not-sent']}</span>}
              >
                <p className={shared.text}>{plan.words}</p>
              </BulkRow>
            ))}
            {sorted.map((row) => (
              <BulkRow
                key={row.id}
                plan={row.plan}
                state={
                  <span className={isPast ? undefined : tones[row.state]} title={row.message}>
                    {RUN_WORDS[row.state]}
                  </span>
                }
              >
                {isToRead(row) && <p className={shared.text}>{row.message}</p>}
              </BulkRow>
            ))}
            {concluded.map((plan) => {
              const own = fills
                .filter(({ requestId }) => requestId === plan.about)
                .map((fill) => fillWords(fill));
              return (
                <BulkRow
                  key={`over ${plan.row}`}
                  plan={plan}
                  state={<span className={shared.muted}>{RUN_WORDS['not-sent']}</span>}
                >
                  <p className={mergeClasses(shared.text, shared.muted)}>{[plan.words, ...own].join(' ')}</p>
                </BulkRow>
              );
            })}
          </ul>
        </>
      )}
      {phase === 'running' && (
        <div className={styles.foot}>
          <PressButton primary label="Stop" onPress={() => batch.stop()} />
        </div>
      )}
    </section>
  );
}

/** What its columns and the word of its state do not say already. */
const isToRead = ({ state, plan, elsewhere }: RunRow): boolean =>
  elsewhere !== undefined ||
  (state === 'done'
    ? plan.send?.body.kind !== 'send-quote'
    : !['waiting', 'withdrawing', 'sending'].includes(state));

/** "Finished. 75 rows: 60 done, 1 unknown, 14 not sent." */
function progressInWords(rows: readonly RunRow[], phase: BatchPhase, formatters: Formatters): string {
  const each = [...ORDER].reverse().flatMap((state) => {
    const count = rows.filter((row) => row.state === state).length;
    return count === 0 ? [] : [`${formatters.count(count)} ${RUN_WORDS[state]}`];
  });
  const count = `${formatters.count(rows.length)} ${rows.length === 1 ? 'row' : 'rows'}`;
  return `${phase === 'over' ? 'Finished' : 'In progress'}. ${count}: ${each.join(', ')}.`;
}

const leftInWords = (count: number, formatters: Formatters): string =>
  count === 1
    ? '1 more row was not possible, and not sent.'
    : `${formatters.count(count)} more rows were not possible, and not sent.`;

const useMappingStyles = makeStyles({
  fields: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(130px, 1fr))', gap: '6px 10px' },
  field: { minWidth: 0, gridTemplateColumns: 'minmax(0, 1fr)', '& select': { minWidth: 0 } },
});

/** Which column means what, and where results go. */
function Fields({ table, state, batch }: { table: SheetTable; state: BatchState; batch: Batch }) {
  const shared = useSharedStyles();
  const styles = useMappingStyles();
  const choose = (column: string, place: number | undefined): void => {
    const { [column]: _, ...others } = state.mapping;
    const mapping: Mapping = place === undefined ? others : { ...others, [column]: place };
    void batch.map(mapping);
  };
  return (
    <>
      <div className={mergeClasses(shared.small, styles.fields)}>
        {batch.kind.columns.map((column) => {
          const unclear = state.unclear.find((one) => one.column === column);
          return (
            <Field
              key={column}
              className={styles.field}
              size="small"
              label={batch.kind.terms[column] ?? column}
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
      <ResultPlace state={state} batch={batch} />
    </>
  );
}

const letter = (column: number): string => localAddress({ row: 0, column }).replace(/\d+$/, '');

function ResultPlace({ state: { place }, batch }: { state: BatchState; batch: Batch }) {
  const [typed, setTyped] = useState<string>();
  if (!place) return null;
  const change = (text: string): void => {
    setTyped(text);
    const cell = cellOf(`Any!${text.trim()}1`);
    if (cell) batch.putResultsAt({ ...place, column: cell.column });
  };
  const isWrong = typed !== undefined && !cellOf(`Any!${typed.trim()}1`);
  return (
    <TextField
      label="Results from column"
      text={typed ?? letter(place.column)}
      lengthMax={3}
      hint={`${place.headings?.length === 5 ? 'Five' : 'Four'} columns. Nothing is overwritten.`}
      wrong={isWrong ? 'Write the letters of a column, such as Q.' : undefined}
      onChange={change}
    />
  );
}
