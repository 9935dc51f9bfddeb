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

export function addressOf(baseUrl: string, template: string, place: Place): URL {
  const { version } = place;
  const versioned = version === undefined ? template : template.replace(VERSION, version && `/v${version}`);
  const ids: Readonly<Record<string, string | undefined>> = {
    'request-id': place.request,
    'quotation-id': place.quote,
    'trade-id': place.trade,
    commodity: place.commodity,
  };
  const path = versioned.replace(/\{([\w-]+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? ''));
  const url = new URL(baseUrl.replace(/\/$/, '') + path);
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
  return { ...size, [lists.pageName]: String(part.page) };
}
