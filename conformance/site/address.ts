import type { PathName, Profile } from '../../src/contract/service/profile';

/** Where a call goes: one of the profile's paths, with what stands in its braces. */
export interface Place {
  readonly request?: string;
  readonly quote?: string;
  readonly trade?: string;
  readonly commodity?: string;
  /** Another version than the profile's, such as `2.2`; an empty one is a path without version. */
  readonly version?: string;
  readonly query?: Readonly<Record<string, string>>;
}

const VERSION = /^\/v[\d.]+(?=\/)/;

/** The address of a call; `constant` is what the profile always puts into its query, with ids in braces. */
export function addressOf(
  baseUrl: string,
  template: string,
  place: Place,
  constant: Readonly<Record<string, string>> = {},
): URL {
  const { version } = place;
  const versioned = version === undefined ? template : template.replace(VERSION, version && `/v${version}`);
  const ids: Readonly<Record<string, string | undefined>> = {
    'request-id': place.request,
    'quotation-id': place.quote,
    'trade-id': place.trade,
    commodity: place.commodity,
  };
  const filled = (text: string, written: (id: string) => string): string =>
    text.replace(/\{([\w-]+)\}/g, (_, name: string) => written(ids[name] ?? ''));
  const path = filled(versioned, encodeURIComponent);
  const url = new URL(baseUrl.replace(/\/$/, '') + path);
  for (const [name, value] of Object.entries(constant))
    url.searchParams.set(
      name,
      filled(value, (id) => id),
    );
  for (const [name, value] of Object.entries(place.query ?? {})) url.searchParams.set(name, value);
  return url;
}

/** Every path whose list or record costs nothing but a call, and needs no id. */
export const PLAIN_READS: readonly PathName[] = [
  'trades',
  'openRequests',
  'concludedRequests',
  'risks',
  'ping',
];

/** The query that asks for a part of a list, in the profile's style of paging. */
export function pageQuery(
  lists: Profile['lists'],
  part: { readonly page: number; readonly size: number },
): Record<string, string> {
  const size = { [lists.pageSizeName]: String(part.size) };
  if (lists.style === 'offset') return { ...size, [lists.offsetName]: String((part.page - 1) * part.size) };
  return { ...size, [lists.pageName]: String(part.page - 1 + lists.firstPage) };
}
