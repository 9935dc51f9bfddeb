import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { Direction } from '../../domain/offers';

const useStyles = makeStyles({
  place: { position: 'relative', height: '16px', lineHeight: '16px' },
  bar: {
    position: 'absolute',
    left: 0,
    top: 0,
    bottom: 0,
    boxSizing: 'border-box',
    '@media (forced-colors: active)': { border: '1px solid CanvasText', borderRightWidth: '3px' },
  },
  bid: {
    backgroundColor: tokens.colorPaletteTealBackground2,
    borderRight: `2px solid ${tokens.colorPaletteTealBorderActive}`,
  },
  ask: {
    backgroundColor: tokens.colorPalettePurpleBackground2,
    borderRight: `2px solid ${tokens.colorPalettePurpleBorderActive}`,
  },
  hollowBid: {
    border: `1px dashed ${tokens.colorPaletteTealBorderActive}`,
    '@media (forced-colors: active)': { border: '1px dashed CanvasText' },
  },
  hollowAsk: {
    border: `1px dashed ${tokens.colorPalettePurpleBorderActive}`,
    '@media (forced-colors: active)': { border: '1px dashed CanvasText' },
  },
  size: { position: 'relative', paddingLeft: '6px', whiteSpace: 'nowrap' },
  /** Its end is that of its colour alone. */
  open: { borderRight: 'none', '@media (forced-colors: active)': { borderRight: 'none' } },
});

/** Of the narrowest place. */
const WIDTH_PX = 54;
const LEFT_PX = 6;
const EDGE_PX = 3;
const widthOf = (text: string): number =>
  [...text].reduce((sum, sign) => sum + (/[A-Z]/.test(sign) ? 11 : 7), 0);

/**
 * What is written at a bar, and where, so that the edge where it ends strikes through no letter: on it, else behind it, else without the unit.
 * Where a number fits neither way, the bar has no edge.
 */
export function labelOf(
  share: number,
  text: string,
  short: string,
): { readonly label: string; readonly at: 'on' | 'behind' | 'over' } {
  const end = share * WIDTH_PX;
  for (const label of share === 1 ? [] : [text, short]) {
    const width = widthOf(label);
    if (LEFT_PX + width + EDGE_PX <= end) return { label, at: 'on' };
    if (end + LEFT_PX + width <= WIDTH_PX) return { label, at: 'behind' };
  }
  return { label: text, at: share === 1 ? 'on' : 'over' };
}

/** How much an offer is for, as a bar of the largest one. Dashed: it cannot be executed. */
export function SizeBar({
  direction,
  share,
  hollow,
  text,
  short,
}: {
  direction: Direction;
  /** Of the largest one, 0 to 1. */
  share: number;
  hollow: boolean;
  text: string;
  /** The same without its unit. */
  short: string;
}) {
  const styles = useStyles();
  const part = Math.min(1, Math.max(0, share));
  const percent = `${Math.round(part * 100)}%`;
  const { label, at } = labelOf(part, text, short);
  const look = hollow ? (direction === 'bid' ? styles.hollowBid : styles.hollowAsk) : styles[direction];
  return (
    <span className={styles.place}>
      <span
        className={mergeClasses(styles.bar, look, at === 'over' && styles.open)}
        style={{ width: percent }}
        aria-hidden="true"
      />
      <span className={styles.size} style={at === 'behind' ? { left: percent } : undefined}>
        {label}
      </span>
    </span>
  );
}
