import type { RequestId } from '../domain/identifiers';

/** The part of the room of cells that somebody asked for. */
export type CellsPart = 'source' | 'errors';

/** Where a person is in the pane. */
export type Place =
  | { readonly room: 'requests'; readonly cameFrom?: RequestId; readonly offered?: RequestId }
  | { readonly room: 'request'; readonly id: RequestId; readonly from: 'requests' | 'journal' | 'events' }
  | { readonly room: 'cells'; readonly at?: CellsPart }
  | { readonly room: 'new-request' }
  | { readonly room: 'bulk' }
  | { readonly room: 'risk' }
  | { readonly room: 'journal' }
  | { readonly room: 'trades' }
  | { readonly room: 'events' }
  | { readonly room: 'desk'; readonly at?: 'settings' };

/** Equal for places that are one and the same room. */
export const roomKey = (place: Place): string => (place.room === 'cells' ? 'cells' : JSON.stringify(place));

/** A request, and where it was opened. */
export type RequestPlace = Extract<Place, { room: 'request' }>;

export const EVENT_SETTINGS: Place = { room: 'desk', at: 'settings' };
export const FIRST_PLACE: Place = { room: 'requests' };

/** One step back: from a request to where it was opened, from a new one to the list, from elsewhere nowhere. */
export function back(place: Place): Place {
  if (place.room === 'new-request') return { room: 'requests' };
  if (place.room !== 'request') return place;
  return place.from === 'requests' ? { room: 'requests', cameFrom: place.id } : { room: place.from };
}
