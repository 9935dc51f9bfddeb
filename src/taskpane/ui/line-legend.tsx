import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { Direction } from '../../domain/offers';
import { useSharedStyles } from './styles';

const useStyles = makeStyles({
  legend: { display: 'inline-flex', flexWrap: 'wrap', columnGap: '10px' },
  entry: { display: 'inline-flex', alignItems: 'center', gap: '4px', whiteSpace: 'nowrap' },
  line: {
    width: '14px',
    borderTop: '2px solid',
    '@media (forced-colors: active)': { borderTopColor: 'CanvasText' },
  },
  bid: { borderTopColor: tokens.colorPaletteTealBorderActive },
  ask: { borderTopColor: tokens.colorPalettePurpleBorderActive },
  mine: {
    borderTopStyle: 'dashed',
    borderTopColor: tokens.colorCompoundBrandStroke,
    '@media (forced-colors: active)': { borderTopColor: 'Highlight' },
  },
});

/** What the lines of a picture of prices are, each drawn as it is there. */
export function LineLegend({
  lines,
}: {
  lines: readonly (readonly [look: Direction | 'mine', name: string])[];
}) {
  const shared = useSharedStyles();
  const styles = useStyles();
  return (
    <span className={mergeClasses(styles.legend, shared.small, shared.muted)}>
      {lines.map(([look, name]) => (
        <span key={look} className={styles.entry}>
          <span className={mergeClasses(styles.line, styles[look])} aria-hidden="true" />
          {name}
        </span>
      ))}
    </span>
  );
}
