import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useId } from 'react';
import type { CellState } from '../../client/cell-register';
import { useLook } from '../look/look';
import { useDesk } from '../use-desk';
import { callsInWords, counted } from '../words/cell-words';
import { cellCount, resourcesOf } from './reach';
import type { Scope } from './refreshing';
import { useRefresh } from './use-refresh';
import { costOf, useSources } from './use-sources';

const LABELS: Record<Scope, string> = {
  selection: 'Refresh selection',
  sheet: 'Refresh sheet',
  book: 'Refresh book',
};
/** Costs change only when lists get longer. */
const COSTS_EVERY_MS = 60_000;

const useStyles = makeStyles({
  row: { display: 'grid', gridTemplateColumns: '132px 1fr', alignItems: 'center', gap: '8px' },
});

/** Asks anew for what is selected, on the sheet in sight or in the book, each with what that costs. */
export function RefreshRows({ book, sheet, selection }: Record<Scope, readonly CellState[]>) {
  const { figures } = useDesk();
  const look = useLook();
  const styles = useStyles();
  const refresh = useRefresh();
  const words = useId();
  const sources = useSources(resourcesOf(book), COSTS_EVERY_MS);
  const cost = (states: readonly CellState[]): string => {
    if (states.length === 0) return 'no cells';
    const calls = costOf(resourcesOf(states), sources);
    const cells = counted(cellCount(states), 'cell', figures);
    return calls === undefined ? cells : `${cells}, ≈ ${callsInWords(calls, figures)}`;
  };
  const rows: readonly (readonly [Scope, readonly CellState[]])[] = [
    ['selection', selection],
    ['sheet', sheet],
    ['book', book],
  ];
  return (
    <div className={look.section} role="group" aria-label="Refresh">
      {rows.map(([scope, states]) => (
        <div key={scope} className={styles.row}>
          <Button size="small" aria-describedby={`${words}-${scope}`} onClick={() => refresh(scope)}>
            {LABELS[scope]}
          </Button>
          <span id={`${words}-${scope}`} className={mergeClasses(look.small, look.muted, look.digits)}>
            {cost(states)}
          </span>
        </div>
      ))}
    </div>
  );
}
