import { useEffect, useState } from 'react';
import type { DeskClient } from '../../client/client';
import type { Failure, Outcome } from '../../domain/failure';
import { resourceKey, type Resource } from '../../domain/resource';
import type { Source } from '../../domain/source';
import { useDesk } from '../use-desk';

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
