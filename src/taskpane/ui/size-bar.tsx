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
});

/** How much an offer is for, as a bar of the largest one. Dashed: it cannot be executed. */
export function SizeBar({
  direction,
  share,
  hollow,
  text,
}: {
  direction: Direction;
  /** Of the largest one, 0 to 1. */
  share: number;
  hollow: boolean;
  text: string;
}) {
  const styles = useStyles();
  const look = hollow ? (direction === 'bid' ? styles.hollowBid : styles.hollowAsk) : styles[direction];
  return (
    <span className={styles.place}>
      <span
        className={mergeClasses(styles.bar, look)}
        style={{ width: `${Math.round(Math.min(1, Math.max(0, share)) * 100)}%` }}
        aria-hidden="true"
      />
      <span className={styles.size}>{text}</span>
    </span>
  );
}
