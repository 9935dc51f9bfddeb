import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { useLook } from '../look/look';
import { PressButton } from '../pressing/press-button';
import { useDesk } from '../use-desk';
import type { Figures } from '../words/figures';
import type { BulkPhase } from './bulk-state';
import { RUN_WORDS, type RunRow, type RunState } from './run-row';
import { useBulk } from './use-bulk';

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
  'waiting',
  'done',
];

/** What has become of each row of a batch, and the way to stop it. */
export function BatchProgress({ rows, phase }: { rows: readonly RunRow[]; phase: BulkPhase }) {
  const { figures } = useDesk();
  const bulk = useBulk();
  const look = useLook();
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
    <section ref={place} tabIndex={-1} className={look.card} aria-label="Batch">
      <p
        className={mergeClasses(look.text, look.strong, look.digits)}
        role="status"
        aria-label="Progress of the batch"
      >
        {progressInWords(rows, phase, figures)}
      </p>
      {phase === 'running' && <PressButton primary label="Stop" onPress={() => bulk.stop()} />}
      <ul className={mergeClasses(look.list, styles.rows)} aria-label="Rows of the batch" tabIndex={0}>
        {sorted.map(({ id, plan, state, message }) => (
          <li key={id} className={mergeClasses(styles.row, look.small, look.digits)}>
            Row {plan.row + 1}, {plan.about}: <span className={tones[state]}>{RUN_WORDS[state]}</span>.{' '}
            {message}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** "Over. 75 rows: 60 done, 1 unknown, 14 not sent." */
export function progressInWords(rows: readonly RunRow[], phase: BulkPhase, figures: Figures): string {
  const each = [...ORDER].reverse().flatMap((state) => {
    const count = rows.filter((row) => row.state === state).length;
    return count === 0 ? [] : [`${figures.count(count)} ${RUN_WORDS[state]}`];
  });
  const count = `${figures.count(rows.length)} ${rows.length === 1 ? 'row' : 'rows'}`;
  return `${phase === 'over' ? 'Over' : 'Under way'}. ${count}: ${each.join(', ')}.`;
}
