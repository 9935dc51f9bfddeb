import { useEffect, useMemo, useState } from 'react';
import type { CellState } from '../../client/cell-register';
import { failed, type Outcome } from '../../domain/failure';
import type { Sheet } from '../sheet';
import { look, type Look } from './reach';

/** What is selected, looked at again whenever the selection changes or formulas come and go. */
export function useSelected(sheet: Sheet | undefined, all: readonly CellState[]): Outcome<Look> | undefined {
  const [looked, setLooked] = useState<Outcome<Look>>();
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
    void (sheet && look(sheet, all).then((found) => wanted && setLooked(found)));
    return () => void (wanted = false);
    // The formulas themselves change with every answer; where they are does not.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [sheet, addresses, turn]);
  return looked;
}
