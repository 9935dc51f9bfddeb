import { useEffect, useState } from 'react';
import { usePane, useSheet } from '../app/hooks';
import { repairFormulas } from './refreshing';

/** After Excel is ready its functions announce themselves; and a big book may still be calculated a while later. */
const LOOKS_MS = [4_000, 30_000];

/** How many cells show #NAME? because the book was opened before the add-in, and what enters them anew. */
export function useUnnamed(): { readonly count: number; readonly repair: () => Promise<void> } {
  const { client, formatters, notice } = usePane();
  const sheet = useSheet();
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (!sheet) return undefined;
    const look = async (): Promise<void> => {
      const read = await sheet.unnamed();
      if (read.ok) setCount(read.value);
    };
    const cancels = LOOKS_MS.map((afterMs) => client.clock.after(afterMs, () => void look()));
    return () => cancels.forEach((cancel) => cancel());
  }, [client, sheet]);
  const repair = async (): Promise<void> => {
    if (!sheet) return;
    notice.set((await repairFormulas(sheet, formatters)).text);
    const read = await sheet.unnamed();
    if (read.ok) setCount(read.value);
  };
  return { count, repair };
}
