import { useCallback, useEffect, useRef, useState } from 'react';
import { usePane, useSheet } from '../app/hooks';
import { repairFormulas } from './refreshing';

/** After Excel is ready its functions announce themselves; and a big book may still be calculated a while later. */
const LOOKS_MS = [4_000, 30_000];
/** What was entered anew is calculated a moment later, in a big book a while later. */
const LOOKS_AFTER_REPAIR_MS = [0, 1_000, 5_000];
/** As long as some are shown, they may have got their names by themselves. */
const LOOKS_EVERY_MS = 15_000;

/** How many cells show #NAME? because the book was opened before the add-in, and what enters them anew. */
export function useUnnamed(): { readonly count: number; readonly repair: () => Promise<void> } {
  const { client, formatters, notice } = usePane();
  const sheet = useSheet();
  const [count, setCount] = useState(0);
  const cancels = useRef<(() => void)[]>([]);
  const newest = useRef(0);
  const look = useCallback(async (): Promise<void> => {
    const mine = (newest.current += 1);
    const read = await sheet?.unnamed();
    // A look that began before another one saw an older sheet.
    if (read?.ok && mine === newest.current) setCount(read.value);
  }, [sheet]);
  const lookAfter = useCallback(
    (afterMs: readonly number[]): void => {
      cancels.current.push(...afterMs.map((ms) => client.clock.after(ms, () => void look())));
    },
    [client, look],
  );
  useEffect(() => {
    const held = cancels.current;
    lookAfter(LOOKS_MS);
    return () => held.splice(0).forEach((cancel) => cancel());
  }, [lookAfter]);
  const isShown = count > 0;
  useEffect(() => {
    if (!isShown) return undefined;
    let isOver = false;
    let cancel = (): void => undefined;
    const again = (): void => {
      if (isOver) return;
      cancel = client.clock.after(LOOKS_EVERY_MS, () => void look().then(again));
    };
    again();
    return () => {
      isOver = true;
      cancel();
    };
  }, [client, look, isShown]);
  const repair = async (): Promise<void> => {
    if (!sheet) return;
    notice.set((await repairFormulas(sheet, formatters)).text);
    lookAfter(LOOKS_AFTER_REPAIR_MS);
  };
  return { count, repair };
}
