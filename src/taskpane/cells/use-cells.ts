import { useEffect, useMemo, useState } from 'react';
import type { CellState } from '../../client/cell-register';
import type { DeskClient } from '../../client/client';
import type { Mode } from '../../client/mode';
import { failed, type Failure, type Outcome } from '../../domain/failure';
import { resourceKey, type Resource } from '../../domain/resource';
import type { Source } from '../../domain/source';
import type { Watchable } from '../observable';
import type { Sheet } from '../sheet';
import { useDesk, useWatched } from '../use-desk';
import { look, type Look } from './reach';

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

export interface Sources {
  readonly byKey: ReadonlyMap<string, Source>;
  readonly failure?: Failure;
}

const NO_SOURCES: Sources = { byKey: new Map() };

/** Where these come from, asked again every so often for as long as somebody looks. */
export function useSources(resources: readonly Resource[], everyMs: number): Sources {
  const { client } = useDesk();
  const [sources, setSources] = useState(NO_SOURCES);
  const keys = resources.map(resourceKey).sort().join('\n');
  useEffect(() => {
    if (keys === '') return;
    return asking({ client, resources, everyMs }, (told) =>
      setSources((last) => (told.ok ? sourcesOf(told.value) : { ...last, failure: told.failure })),
    );
    // Equal keys are equal resources.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [client, keys, everyMs]);
  return sources;
}

const sourcesOf = (sources: readonly Source[]): Sources => ({
  byKey: new Map(sources.map((source) => [source.key, source])),
});

/** The next question waits for the answer to the last. */
function asking(
  { client, resources, everyMs }: { client: DeskClient; resources: readonly Resource[]; everyMs: number },
  tell: (told: Outcome<readonly Source[]>) => void,
): () => void {
  let wanted = true;
  let cancel = (): void => {};
  const ask = async (): Promise<void> => {
    const told = await client.explain(resources);
    if (!wanted) return;
    tell(told);
    cancel = client.clock.after(everyMs, () => void ask());
  };
  void ask();
  return () => {
    wanted = false;
    cancel();
  };
}

/** What asking for these again costs; `undefined` while that is not known of each. */
export function costOf(resources: readonly Resource[], { byKey }: Sources): number | undefined {
  let calls = 0;
  for (const resource of resources) {
    const source = byKey.get(resourceKey(resource));
    if (!source) return undefined;
    calls += source.calls;
  }
  return calls;
}
