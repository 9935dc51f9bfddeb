import { useEffect, useState } from 'react';
import type { GatewayClient } from '../../client/client';
import type { Failure, Outcome } from '../../domain/failure';
import { resourceKey, type Resource, type Source } from '../../domain/resources/resource';
import { usePane } from '../app/hooks';

interface Sources {
  readonly byKey: ReadonlyMap<string, Source>;
  readonly failure?: Failure;
}

const NO_SOURCES: Sources = { byKey: new Map() };

/** Where these come from, asked again every so often for as long as somebody looks. */
export function useSources(resources: readonly Resource[], everyMs: number): Sources {
  const { client } = usePane();
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
  { client, resources, everyMs }: { client: GatewayClient; resources: readonly Resource[]; everyMs: number },
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

/** What a resource is, as a trader says it: "Quotes of RQ-10293". */
export function resourceInWords(resource: Resource): string {
  switch (resource.kind) {
    case 'status':
      return 'Desk status';
    case 'quota':
      return 'Calls today';
    case 'journal':
      return 'Journal';
    case 'desk-entries':
      return 'Desk log';
    case 'limits':
      return 'Pre-trade limits';
    case 'captures':
      return 'Trade downloads';
    case 'own-quotes':
      return 'Own live quotes';
    case 'own-offers':
      return 'Own proposals and counteroffers';
    case 'own-trades':
      return 'Own trades';
    case 'programs':
      return 'Programs';
    case 'events':
      return 'Platform events';
    case 'history':
      return `History of ${resource.id}: ${resource.field}`;
    case 'position':
      return 'Position from stored trades';
    case 'wins':
      return 'Outcomes of requests';
    case 'open-requests':
      return 'Open requests';
    case 'concluded-requests':
      return `Closed requests, ${resource.from} to ${resource.to}`;
    case 'request':
      return `Request ${resource.id}`;
    case 'quotes':
      return `Quotes of ${resource.id}`;
    case 'analytics':
      return `Analytics of ${resource.id}`;
    case 'proposals':
      return `Price proposals for ${resource.id}`;
    case 'counteroffers':
      return `Counteroffers for ${resource.id}`;
    case 'request-load-shapes':
      return `Load shape of ${resource.id}`;
    case 'trades':
      return `Trades, ${periodOf(resource)}`;
    case 'trade':
      return `Trade ${resource.id}`;
    case 'trade-load-shapes':
      return `Load shape of trade ${resource.id}`;
    case 'risks':
      return 'Risk management of all commodities';
    case 'risk-settings':
      return `Risk settings of ${resource.commodity}`;
    case 'recipients':
      return `Recipients for ${[resource.commodity, resource.market].filter(Boolean).join(', ')}`;
  }
}

function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }): string {
  if (from === undefined && to === undefined) return 'today';
  if (from === to) return from ?? '';
  return [from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(' ');
}
