import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { compared, type Price } from '../../domain/price';
import { useDesk } from '../use-desk';
import { useLook } from './look';

/** How long a price that changed keeps its mark. */
export const MARK_MS = 4000;

const useStyles = makeStyles({
  price: { display: 'inline-flex', alignItems: 'baseline' },
  mark: { width: '9px', fontSize: '9px', textAlign: 'center', color: tokens.colorBrandForeground1 },
});

type Move = 'up' | 'down';
const MARKS: Record<Move, string> = { up: '▲', down: '▼' };

/** A price in digits of one width, with a small mark for a while after it moved. The mark's place is always kept. */
export function PriceFigure({
  price,
  decimals,
  signed = false,
}: {
  price: Price;
  decimals: number;
  signed?: boolean;
}) {
  const { figures } = useDesk();
  const look = useLook();
  const styles = useStyles();
  const move = useMove(price);
  return (
    <span className={mergeClasses(styles.price, look.figure)}>
      {signed ? figures.signed(price, decimals) : figures.price(price, decimals)}
      <span className={styles.mark} aria-hidden="true">
        {move && MARKS[move]}
      </span>
      {move && <span className={look.hidden}>, changed {move}</span>}
    </span>
  );
}

function useMove(price: Price): Move | undefined {
  const { clock } = useDesk().client;
  const [seen, setSeen] = useState<{ price: Price; move?: Move }>({ price });
  if (seen.price !== price) setSeen({ price, move: compared(price, seen.price) > 0 ? 'up' : 'down' });
  useEffect(() => {
    if (seen.move === undefined) return undefined;
    return clock.after(MARK_MS, () => setSeen({ price: seen.price }));
  }, [clock, seen]);
  return seen.move;
}
