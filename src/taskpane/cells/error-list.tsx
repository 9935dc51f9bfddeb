import { Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { CellState } from '../../client/cell-register';
import { sentence } from '../../domain/failure';
import { useLook } from '../look/look';
import { Note } from '../look/note';
import { useDesk } from '../use-desk';
import { counted } from '../words/cell-words';
import { CELLS_MAX, errorGroups, type ErrorGroup } from './cell-errors';
import { useSheet } from './use-cells';

const useStyles = makeStyles({
  group: { padding: '6px 0', borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  cells: { display: 'flex', flexWrap: 'wrap', gap: '2px 10px' },
});

/** The cells in error by their sentence; a cell's address leads there. */
export function ErrorList({ cells }: { cells: readonly CellState[] }) {
  const look = useLook();
  const groups = errorGroups(cells);
  if (groups.length === 0) return <p className={look.text}>No cell is in error.</p>;
  return (
    <ul className={look.list} aria-label="Errors">
      {groups.map((group) => (
        <Group key={`${group.code} ${group.message}`} group={group} />
      ))}
    </ul>
  );
}

function Group({ group }: { group: ErrorGroup }) {
  const { figures } = useDesk();
  const look = useLook();
  const styles = useStyles();
  return (
    <li className={mergeClasses(styles.group, look.section)}>
      <Note tone="bad">
        <strong>
          {group.code}, {counted(group.count, 'cell', figures)}.
        </strong>{' '}
        {group.message}
      </Note>
      <ul
        className={mergeClasses(look.list, styles.cells)}
        aria-label={`Cells with ${group.code} ${group.message}`}
      >
        {group.cells.map((cell, index) => (
          <li key={`${cell.address} ${index}`} className={mergeClasses(look.small, look.digits)}>
            <CellLink cell={cell} />
          </li>
        ))}
      </ul>
      {group.count > CELLS_MAX && (
        <p className={mergeClasses(look.text, look.small, look.muted)}>
          These are the first {CELLS_MAX} of {figures.count(group.count)}.
        </p>
      )}
    </li>
  );
}

/** A cell that has moved may be elsewhere, so it leads nowhere. */
function CellLink({ cell: { address, name, problem, moved } }: { cell: CellState }) {
  const { figures, notice } = useDesk();
  const sheet = useSheet();
  const several = problem && problem.count > 1 ? ` (${figures.count(problem.count)} of its cells)` : '';
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
