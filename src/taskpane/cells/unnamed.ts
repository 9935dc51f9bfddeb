import { useCallback, useEffect, useRef, useState } from 'react';
import { usePane, useSheet } from '../app/hooks';
import { repairFormulas } from './refreshing';

/** After Excel is ready its functions announce themselves; and a big book may still be calculated a while later. */
const LOOKS_MS = [4_000, 30_000];
/** What was entered anew is calculated a moment later, in a big book a while later. */
const LOOKS_AFTER_REPAIR_MS = [0, 1_000, 5_000, 20_000];

/** How many cells show #NAME? because the book was opened before the add-in, and what enters them anew. */
export function useUnnamed(): { readonly count: number; readonly repair: () => Promise<void> } {
  const { client, formatters, notice } = usePane();
  const sheet = useSheet();
  const [count, setCount] = useState(0);
  const cancels = useRef<(() => void)[]>([]);
  const lookAfter = useCallback(
    (afterMs: readonly number[]): void => {
      const look = async (): Promise<void> => {
        const read = await sheet?.unnamed();
        if (read?.ok) setCount(read.value);
      };
      cancels.current.push(...afterMs.map((ms) => client.clock.after(ms, () => void look())));
    },
    [client, sheet],
  );
  useEffect(() => {
    const held = cancels.current;
    lookAfter(LOOKS_MS);
    return () => held.splice(0).forEach((cancel) => cancel());
  }, [lookAfter]);
  const repair = async (): Promise<void> => {
    if (!sheet) return;
    notice.set((await repairFormulas(sheet, formatters)).text);
    lookAfter(LOOKS_AFTER_REPAIR_MS);
  };
  return { count, repair };
}
