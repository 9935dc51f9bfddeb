import { Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { CellState } from '../../client/cell-register';
import { sentence } from '../../domain/failure';
import { usePane, useSheet } from '../app/hooks';
import { cellOf } from '../excel/address';
import { Note } from '../ui/note';
import { useSharedStyles } from '../ui/styles';
import { counted } from '../ui/text/cell-text';

const useStyles = makeStyles({
  group: { padding: '6px 0', borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  cells: { display: 'flex', flexWrap: 'wrap', gap: '2px 10px' },
});

/** The cells in error by their sentence; a cell's address leads there. */
export function ErrorList({ cells }: { cells: readonly CellState[] }) {
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
  const styles = useStyles();
  return (
    <li className={mergeClasses(styles.group, shared.section)}>
      <Note tone="bad">
        <strong>
          {group.code}, {counted(group.count, 'cell', formatters)}.
        </strong>{' '}
        {group.message}
      </Note>
      <ul
        className={mergeClasses(shared.list, styles.cells)}
        aria-label={`Cells with ${group.code} ${group.message}`}
      >
        {group.cells.map((cell, index) => (
          <li key={`${cell.address} ${index}`} className={mergeClasses(shared.small, shared.digits)}>
            <CellLink cell={cell} />
          </li>
        ))}
      </ul>
      {group.count > CELLS_MAX && (
        <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
          These are the first {CELLS_MAX} of {formatters.count(group.count)}.
        </p>
      )}
    </li>
  );
}

/** A cell that has moved may be elsewhere, so it leads nowhere. */
function CellLink({ cell: { address, name, problem, moved } }: { cell: CellState }) {
  const { formatters, notice } = usePane();
  const sheet = useSheet();
  const several = problem && problem.count > 1 ? ` (${formatters.count(problem.count)} of its cells)` : '';
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

/** Cells that show the same sentence. */
interface ErrorGroup {
  readonly code: string;
  readonly message: string;
  readonly count: number;
  /** The first of them. */
  readonly cells: readonly CellState[];
}

/** The cells in error by their sentence; what has been in error for longest comes first, so that nothing jumps when one is added. */
function errorGroups(all: readonly CellState[]): ErrorGroup[] {
  const groups = new Map<string, CellState[]>();
  for (const state of all.filter(({ problem }) => problem !== undefined).sort(longestFirst)) {
    const key = JSON.stringify([state.problem?.code, state.problem?.message]);
    const group = groups.get(key);
    if (group) group.push(state);
    else groups.set(key, [state]);
  }
  return [...groups.values()].map((states) => ({
    code: states[0]?.problem?.code ?? '',
    message: states[0]?.problem?.message ?? '',
    count: states.length,
    cells: states.slice(0, CELLS_MAX),
  }));
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
