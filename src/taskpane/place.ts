import type { RequestId } from '../domain/identifiers';

/** Where a person is in the pane. */
export type Place =
  | { readonly room: 'requests'; readonly cameFrom?: RequestId }
  | { readonly room: 'request'; readonly id: RequestId; readonly from: 'requests' | 'journal' }
  | { readonly room: 'journal' }
  | { readonly room: 'desk' };

export const FIRST_PLACE: Place = { room: 'requests' };

/** One step back: from a request to where it was opened, from elsewhere nowhere. */
export function back(place: Place): Place {
  if (place.room !== 'request') return place;
  return place.from === 'journal' ? { room: 'journal' } : { room: 'requests', cameFrom: place.id };
}
