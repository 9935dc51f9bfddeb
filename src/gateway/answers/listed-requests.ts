import type { Listing } from '../../domain/record';
import type { Request } from '../../domain/request';
import type { ResourceKey } from '../../domain/resource';
import { asked, isWanted, type Entry } from './entry';
import { saysAsMuch } from './permanence';
import { besideList } from './request-state';

export interface Spreading {
  /** Number of the question that brought the list. */
  readonly sequence: number;
  /** Monotonic ms. */
  readonly atMs: number;
  /** The list says of this one all that asking for it would. */
  readonly learn: (entry: Entry, request: Request) => void;
  readonly askAnew: (entry: Entry) => void;
}

/** One list of open requests answers every watched request in it; one that is gone from it is asked for by itself. */
export function spread(
  entries: ReadonlyMap<ResourceKey, Entry>,
  list: Listing<Request>,
  spreading: Spreading,
): void {
  for (const { entry, request } of besideList(entries, list)) {
    if (request) learnListed(entry, request, spreading);
    else if (entry.listed) {
      entry.listed = false;
      if (list.unreadable.length === 0 && isWanted(entry)) spreading.askAnew(entry);
    }
  }
}

function learnListed(entry: Entry, request: Request, { sequence, atMs, learn, askAnew }: Spreading): void {
  entry.listed = !entry.request || saysAsMuch(request, entry.request);
  if (entry.listed) {
    if (sequence < entry.taken) return;
    asked(entry, atMs);
    learn(entry, request);
  } else if (entry.request?.state !== request.state && isWanted(entry)) askAnew(entry);
}
