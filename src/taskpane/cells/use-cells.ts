import { useMemo } from 'react';
import type { CellState } from '../../client/cell-register';
import type { Mode } from '../../client/mode';
import type { Watchable } from '../observable';
import type { Sheet } from '../sheet';
import { useDesk, useWatched } from '../use-desk';

/** The workbook's running formulas. */
export function useCells(): readonly CellState[] {
  const { cells } = useDesk().client;
  return useWatched(
    useMemo(
      (): Watchable<readonly CellState[]> => ({
        get: () => cells.all(),
        subscribe: (tell) => cells.watch(tell),
      }),
      [cells],
    ),
  );
}

export function useMode(): Mode {
  const { mode } = useDesk().client;
  return useWatched(
    useMemo(
      (): Watchable<Mode> => ({ get: () => mode.now(), subscribe: (tell) => mode.watch(tell) }),
      [mode],
    ),
  );
}

/** The spreadsheet, where there is one. */
export function useSheet(): Sheet | undefined {
  const place = useWatched(useDesk().office);
  return place.kind === 'excel' ? place.sheet : undefined;
}
