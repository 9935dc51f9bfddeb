import type { Leg } from '../../domain/leg';
import type { Request } from '../../domain/request';

/** Values that the platform's own open requests use: nothing is offered that nobody trades. */
export interface Suggestions {
  readonly commodities: readonly string[];
  readonly markets: readonly string[];
  readonly loadProfiles: readonly string[];
  readonly units: readonly string[];
  readonly clearings: readonly string[];
  readonly houses: readonly string[];
}

/** What to suggest for a leg: of its commodity, where open requests know that, else of all. */
export function suggestionsFor(requests: readonly Request[], commodity: string): Suggestions {
  const all = requests.flatMap((request) =>
    request.legs.map((leg) => ({ ...leg, commodity: leg.commodity ?? request.commodity })),
  );
  const alike = all.filter((leg) => leg.commodity === commodity.trim());
  const near = alike.length > 0 ? alike : all;
  return {
    commodities: valuesOf(all, (leg) => leg.commodity),
    markets: valuesOf(near, ({ market }) => market),
    loadProfiles: valuesOf(near, ({ loadProfile }) => loadProfile),
    units: valuesOf(near, ({ quantityUnit }) => quantityUnit),
    clearings: valuesOf(near, ({ clearing }) => clearing?.type),
    houses: valuesOf(near, ({ clearing }) => clearing?.house),
  };
}

const valuesOf = <L extends { readonly clearing?: Leg['clearing'] }>(
  legs: readonly L[],
  value: (leg: L) => string | undefined,
): string[] => [...new Set(legs.flatMap((leg) => value(leg) ?? []))].sort();
