import { Button, makeStyles, mergeClasses, Link, tokens, useId } from '@fluentui/react-components';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { CellState } from '../../client/cell-register';
import { failed, type Outcome, sentence } from '../../domain/failure';
import { inError } from '../app/cells-in-error';
import { useCells, usePane, useSheet } from '../app/hooks';
import { ModeSwitch } from '../app/mode-switch';
import type { Route } from '../app/route';
import type { Sheet } from '../excel/sheet';
import { insertTemplate, PLANS, type Template } from '../templates/templates';
import { useSharedStyles } from '../ui/styles';
import { callsInWords, counted } from '../ui/text/cell-text';
import {
  cellCount,
  inspectSelection,
  reachOf,
  type InspectedSelection,
  repairFormulas,
  useRefresh,
  type Scope,
} from './refreshing';
import { onSheet, resourcesOf } from '../excel/cell-states';
import { FunctionHelp } from './function-help';
import { reasonsOf } from './reasons';
import { SelectedSource } from './selected-source';
import { costOf, useSources } from './sources';
import { cellOf } from '../excel/address';
import { Note } from '../ui/note';

/** The cells of the workbook: what they fetch, where the selected one comes from, which are in error. */
export function CellsRoom({ route }: { route: Extract<Route, { room: 'cells' }> }) {
  const shared = useSharedStyles();
  const sheet = useSheet();
  const cells = useCells();
  const looked = useSelected(sheet, cells);
  const source = useRef<HTMLHeadingElement>(null);
  const errors = useRef<HTMLHeadingElement>(null);
  const reach = looked?.ok ? reachOf(looked.value, cells) : undefined;
  // A new place, even the same one again, is a new wish to be there.
  useEffect(() => {
    if (route.at === 'source') source.current?.focus();
    if (route.at === 'errors') errors.current?.focus();
  }, [route]);
  return (
    <section className={shared.room} aria-label="Cells">
      <h2 className={shared.title}>Cells</h2>
      <ModeSwitch />
      <RefreshRows
        selection={reach?.states ?? []}
        sheet={looked?.ok ? onSheet(cells, looked.value.selection.sheet) : []}
        book={cells}
      />
      <h2 className={shared.title} ref={source} tabIndex={-1}>
        Selected cell
      </h2>
      {sheet ? <SelectedSource looked={looked} reach={reach} /> : <p className={shared.text}>{NO_SHEET}</p>}
      <h2 className={shared.title} ref={errors} tabIndex={-1}>
        Cells in error
      </h2>
      <ErrorList cells={cells} />
      {sheet && <Repair sheet={sheet} />}
      {sheet && <Templates sheet={sheet} />}
      <FunctionHelp />
    </section>
  );
}

const NO_SHEET = 'No spreadsheet is open. Open the pane in Excel.';

/** For cells that show #NAME? because the add-in came late, and for those that were moved. */
function Repair({ sheet }: { sheet: Sheet }) {
  const { formatters, notice } = usePane();
  const shared = useSharedStyles();
  const repair = async (): Promise<void> => notice.set((await repairFormulas(sheet, formatters)).text);
  return (
    <div className={shared.section}>
      <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
        If cells show #NAME? or stop updating.
      </p>
      <div>
        <Button size="small" onClick={() => void repair()}>
          Re-enter formulas
        </Button>
      </div>
    </div>
  );
}

/** What is selected, looked at again whenever the selection changes or formulas come and go. */
function useSelected(
  sheet: Sheet | undefined,
  all: readonly CellState[],
): Outcome<InspectedSelection> | undefined {
  const [looked, setLooked] = useState<Outcome<InspectedSelection>>();
  const [turn, setTurn] = useState(0);
  const addresses = useMemo(
    () => all.map(({ address, moved }) => `${address}${moved ? ' moved' : ''}`).join(),
    [all],
  );
  useEffect(() => {
    const again = (): void => setTurn((last) => last + 1);
    return sheet?.onSelectionChanged(again, (failure) => setLooked(failed(failure)));
  }, [sheet]);
  useEffect(() => {
    let wanted = true;
    void (sheet && inspectSelection(sheet, all).then((found) => wanted && setLooked(found)));
    return () => void (wanted = false);
    // The formulas themselves change with every answer; where they are does not.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [sheet, addresses, turn]);
  return looked;
}

const LABELS: Record<Scope, string> = {
  selection: 'Refresh selection',
  sheet: 'Refresh sheet',
  book: 'Refresh workbook',
};
/** Costs change only when lists get longer. */
const COSTS_EVERY_MS = 60_000;

const useStyles = makeStyles({
  row: { display: 'grid', gridTemplateColumns: '132px 1fr', alignItems: 'center', gap: '8px' },
});

/** Asks anew for what is selected, on the sheet in sight or in the book, each with what that costs. */
function RefreshRows({ book, sheet, selection }: Record<Scope, readonly CellState[]>) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const refresh = useRefresh();
  const words = useId();
  const sources = useSources(resourcesOf(book), COSTS_EVERY_MS);
  const cost = (states: readonly CellState[]): string => {
    if (states.length === 0) return 'no cells';
    const calls = costOf(resourcesOf(states), sources);
    const cells = counted(cellCount(states), 'cell', formatters);
    return calls === undefined ? cells : `${cells}, ≈ ${callsInWords(calls, formatters)}`;
  };
  const rows: readonly (readonly [Scope, readonly CellState[]])[] = [
    ['selection', selection],
    ['sheet', sheet],
    ['book', book],
  ];
  return (
    <div className={shared.section} role="group" aria-label="Refresh">
      {rows.map(([scope, states]) => (
        <div key={scope} className={styles.row}>
          <Button size="small" aria-describedby={`${words}-${scope}`} onClick={() => refresh(scope)}>
            {LABELS[scope]}
          </Button>
          <span id={`${words}-${scope}`} className={mergeClasses(shared.small, shared.muted, shared.digits)}>
            {cost(states)}
          </span>
        </div>
      ))}
    </div>
  );
}

const KINDS: readonly Template[] = [
  'blotter',
  'quote-sheet',
  'pricing',
  'position',
  'profit-and-loss',
  'journal',
  'calculator',
];

/** Inserts sheets that are ready to work with. */
function Templates({ sheet }: { sheet: Sheet }) {
  const { client, notice } = usePane();
  const shared = useSharedStyles();
  const [inserting, setInserting] = useState(false);
  const insert = async (kind: Template): Promise<void> => {
    setInserting(true);
    notice.set((await insertTemplate(kind, { sheet, client })).text);
    setInserting(false);
  };
  return (
    <section className={shared.section} aria-label="New sheet">
      <h2 className={shared.title}>New sheet</h2>
      <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
        With live formulas. Inserted after the other sheets; nothing is overwritten.
      </p>
      <div className={shared.line}>
        {KINDS.map((kind) => (
          <Button key={kind} size="small" disabled={inserting} onClick={() => void insert(kind)}>
            {PLANS[kind].name}
          </Button>
        ))}
      </div>
    </section>
  );
}

const useErrorStyles = makeStyles({
  group: { padding: '6px 0', borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  cells: { display: 'flex', flexWrap: 'wrap', gap: '2px 10px' },
});

/** The cells in error by their sentence; a cell's address leads there. */
function ErrorList({ cells }: { cells: readonly CellState[] }) {
  const shared = useSharedStyles();
  const groups = errorGroups(cells);
  if (groups.length === 0) return <p className={shared.text}>No errors.</p>;
  return (
    <ul className={shared.list} aria-label="Errors">
      {groups.map((group) => (
        <Group key={`${group.code} ${group.message}`} group={group} />
      ))}
    </ul>
  );
}

function Group({ group }: { group: ErrorGroup }) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useErrorStyles();
  return (
    <li className={mergeClasses(styles.group, shared.section)}>
      <Note tone="bad">
        <strong>
          {group.code}, {counted(group.cells.length, 'cell', formatters)}.
        </strong>{' '}
        {group.message}
      </Note>
      <ul
        className={mergeClasses(shared.list, styles.cells)}
        aria-label={`Cells with ${group.code} ${group.message}`}
      >
        {group.cells.slice(0, CELLS_MAX).map((cell, index) => (
          <li key={`${cell.cell.address} ${index}`} className={mergeClasses(shared.small, shared.digits)}>
            <CellLink {...cell} />
          </li>
        ))}
      </ul>
      {group.cells.length > CELLS_MAX && (
        <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
          These are the first {CELLS_MAX} of {formatters.count(group.cells.length)}.
        </p>
      )}
    </li>
  );
}

/** A cell that has moved may be elsewhere, so it leads nowhere. */
function CellLink({ cell: { address, name, moved }, count }: CellInError) {
  const { formatters, notice } = usePane();
  const sheet = useSheet();
  const several = count > 1 ? ` (${formatters.count(count)} of its cells)` : '';
  if (!sheet || address === '') return `${address || `DESK.${name}`}${several}`;
  if (moved) return `was ${address}${several}`;
  const jump = async (): Promise<void> => {
    const jumped = await sheet.selectCell(address);
    if (!jumped.ok) notice.set(sentence(jumped.failure));
  };
  return (
    <>
      <Link as="button" inline title={`DESK.${name}`} onClick={() => void jump()}>
        {address}
      </Link>
      {several}
    </>
  );
}

/** The most cells of one group that are listed. */
const CELLS_MAX = 200;

/** How many of the cells of a formula show the same sentence. */
interface CellInError {
  readonly cell: CellState;
  readonly count: number;
}

/** Cells that show the same sentence. */
interface ErrorGroup {
  readonly code: string;
  readonly message: string;
  readonly cells: readonly CellInError[];
}

/** The cells in error by their sentence; what has been in error for longest comes first, so that nothing jumps when one is added. */
function errorGroups(all: readonly CellState[]): ErrorGroup[] {
  const groups = new Map<string, ErrorGroup & { readonly cells: CellInError[] }>();
  for (const cell of inError(all).sort(longestFirst)) {
    for (const { code, message, count } of reasonsOf(cell).filter(({ isNone }) => !isNone)) {
      const key = JSON.stringify([code, message]);
      const group = groups.get(key) ?? { code, message, cells: [] };
      groups.set(key, group);
      group.cells.push({ cell, count });
    }
  }
  return [...groups.values()];
}

function longestFirst(a: CellState, b: CellState): number {
  return (a.since ?? 0) - (b.since ?? 0) || byPlace(a, b);
}

function byPlace(a: CellState, b: CellState): number {
  const one = cellOf(a.address);
  const other = cellOf(b.address);
  if (!one || !other) return Number(!one) - Number(!other);
  return one.sheet.localeCompare(other.sheet) || one.row - other.row || one.column - other.column;
}
