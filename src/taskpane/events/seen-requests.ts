import type { Answer } from '../../domain/answer';
import type { Request } from '../../domain/request';
import { roleOf, type Role } from '../words/request-words';

const REQUESTS_MAX = 2_000;

/** The requests that were among the open ones since the page is there: who made one is still known when it is over. */
export class SeenRequests {
  private readonly seen = new Map<string, Request>();

  /** Without a value the desk works elsewhere: an id there may be that of another request. */
  hear({ value }: Pick<Answer<{ kind: 'open-requests' }>, 'value'>): void {
    if (!value) return this.seen.clear();
    for (const request of value.records) {
      this.seen.delete(request.id);
      this.seen.set(request.id, request);
    }
    for (const id of this.seen.keys()) {
      if (this.seen.size <= REQUESTS_MAX) return;
      this.seen.delete(id);
    }
  }

  get(id: string): Request | undefined {
    return this.seen.get(id);
  }

  roles(): ReadonlyMap<string, Role> {
    return new Map([...this.seen].map(([id, request]) => [id, roleOf(request)]));
  }
}
