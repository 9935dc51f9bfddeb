import { useCallback, useEffect, useState } from 'react';
import { sentence } from '../../domain/failure';
import { usePane, useSheet } from '../app/hooks';

export const BY_HAND =
  'Excel is set to manual calculation: cells stand still until F9, and an old price looks like a live one.';

/** Excel tells nobody when its mode changes: it is asked whenever a person turns to the pane, and as often as this. */
const LOOK_MS = 20_000;

/** Whether Excel calculates by hand, and what sets it to calculate by itself. */
export function useCalculation(): { readonly isByHand: boolean; readonly repair: () => Promise<void> } {
  const { client, notice } = usePane();
  const sheet = useSheet();
  const [isByHand, setByHand] = useState(false);
  const look = useCallback(async (): Promise<void> => {
    const read = await sheet?.calculation();
    // While a cell is being edited Excel answers nothing, and what was known stays.
    if (read?.ok) setByHand(read.value === 'by-hand');
  }, [sheet]);
  useEffect(() => {
    let cancel = (): void => {};
    if (!sheet) return undefined;
    const again = (): void => {
      void look();
      cancel = client.clock.after(LOOK_MS, again);
    };
    again();
    const turnedTo = (): void => void look();
    window.addEventListener('focus', turnedTo);
    return () => {
      cancel();
      window.removeEventListener('focus', turnedTo);
    };
  }, [client, look, sheet]);
  const repair = async (): Promise<void> => {
    const done = await sheet?.calculateAutomatically();
    if (done && !done.ok) notice.set(sentence(done.failure));
    await look();
  };
  return { isByHand, repair };
}
