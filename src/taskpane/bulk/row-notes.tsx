import { Checkbox, makeStyles, tokens } from '@fluentui/react-components';
import { withoutLevel } from '../../domain/limits/price-checks';
import type { RowNote } from '../app/batch-rows';
import { useSharedStyles } from '../ui/styles';
import { SEND_ANYWAY } from '../ui/text/limit-text';

const useStyles = makeStyles({
  warned: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    columnGap: '6px',
    padding: '1px 6px',
    borderRadius: tokens.borderRadiusMedium,
    borderLeft: `3px solid ${tokens.colorPaletteDarkOrangeBorderActive}`,
    backgroundColor: tokens.colorPaletteDarkOrangeBackground1,
    overflowWrap: 'anywhere',
  },
  texts: { gridColumnStart: 2 },
  tick: { gridColumnStart: 1, gridRowStart: 1, '& .fui-Checkbox__indicator': { margin: '0' } },
  fold: {
    listStyleType: 'none',
    cursor: 'pointer',
    '::-webkit-details-marker': { display: 'none' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
});

/**
 * Warnings of one row in one box, each as short as what has to be read of it, with the one tick that confirms them all; and what
 * could not be checked of it.
 */
export function RowNotes({
  row,
  notes,
  isTicked,
  onTick,
}: {
  row: number;
  notes: readonly RowNote[];
  isTicked: boolean;
  /** Absent while nothing can be ticked. */
  onTick: (() => void) | undefined;
}) {
  const shared = useSharedStyles();
  const styles = useStyles();
  const warnings = notes.filter(({ level }) => level === 'warn');
  return (
    <>
      {warnings.length > 0 && (
        <div className={styles.warned}>
          <div className={styles.texts}>
            {warnings.map(({ text }) => (
              <Brief key={text} text={text} />
            ))}
          </div>
          {onTick && (
            <Checkbox
              className={styles.tick}
              title={SEND_ANYWAY}
              aria-label={`${SEND_ANYWAY} row ${row + 1}`}
              checked={isTicked}
              onChange={onTick}
            />
          )}
        </div>
      )}
      {notes
        .filter(({ level }) => level === 'note')
        .map(({ text }) => (
          <div key={text} className={shared.muted}>
            <Brief text={text} />
          </div>
        ))}
    </>
  );
}

/** What has to be read, and behind it the level that is set. */
function Brief({ text: whole }: { text: string }) {
  const shared = useSharedStyles();
  const styles = useStyles();
  const { text, level } = withoutLevel(whole);
  if (level === undefined) return <div>{text}</div>;
  return (
    <details title={whole}>
      <summary className={styles.fold}>
        {text}
        <span className={shared.muted} aria-hidden="true">
          {' '}
          …
        </span>
      </summary>
      <span className={shared.muted}>{level}</span>
    </details>
  );
}
