import type { RequestId } from '../../domain/identifiers';

/** The part of the room of cells that somebody asked for. */
export type CellsPart = 'source' | 'errors';

/** Where a person is in the pane. `today`, `journal` and `calls` are the three parts of what the day brought. */
export type Route =
  | { readonly room: 'requests'; readonly cameFrom?: RequestId }
  | {
      readonly room: 'request';
      readonly id: RequestId;
      readonly from: 'requests' | 'today' | 'journal' | 'events';
    }
  | { readonly room: 'cells'; readonly at?: CellsPart }
  | { readonly room: 'new-request' }
  | { readonly room: 'bulk' }
  | { readonly room: 'programs' }
  | { readonly room: 'risk' }
  | { readonly room: 'today' }
  | { readonly room: 'journal' }
  | { readonly room: 'calls' }
  | { readonly room: 'trades' }
  | { readonly room: 'events' }
  | { readonly room: 'sign-in' }
  | { readonly room: 'desk'; readonly at?: 'settings' };

/** Equal for places that are one and the same room. */
export const routeKey = (route: Route): string => (route.room === 'cells' ? 'cells' : JSON.stringify(route));

/** A request, and where it was opened. */
export type RequestRoute = Extract<Route, { room: 'request' }>;

export const EVENT_SETTINGS: Route = { room: 'desk', at: 'settings' };
export const FIRST_ROUTE: Route = { room: 'requests' };

/** One step back: from a request to where it was opened, from a new one to the list, from elsewhere nowhere. */
export function back(route: Route): Route {
  if (route.room === 'new-request') return { room: 'requests' };
  if (route.room !== 'request') return route;
  return route.from === 'requests' ? { room: 'requests', cameFrom: route.id } : { room: route.from };
}
