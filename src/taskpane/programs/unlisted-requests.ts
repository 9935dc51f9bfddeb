import type { GatewayClient } from '../../client/client';
import type { RequestId } from '../../domain/identifiers';
import { isConcluded, type Request } from '../../domain/request';

/** A list lags behind by so much: one that was read later than that after a request, and lacks it, is believed. */
const LIST_LAG_MS = 60_000;
/** A sheet of mistyped numbers must not use up calls. */
const READ_MAX = 20;

interface Read {
  readonly request?: Request | undefined;
  /** Epoch ms; absent while it is being read, or where it could not be. */
  readonly at?: number | undefined;
  readonly isOver: boolean;
}

/** Requests that a sheet names and that the list of open ones does not have: one of seconds ago is not in a list of a minute ago. Each is read by its id, once. */
export class UnlistedRequests {
  private readonly reads = new Map<RequestId, Read>();
  private readonly leaves = new Set<() => void>();

  constructor(
    private readonly client: Pick<GatewayClient, 'watch'>,
    private readonly onRead: () => void,
  ) {}

  /** `listedAt`: of when the list is, epoch ms. */
  find(id: RequestId, listedAt: number): Request | 'being read' | undefined {
    const read = this.reads.get(id) ?? this.ask(id);
    if (!read) return undefined;
    if (!read.isOver) return 'being read';
    const { request, at = -Infinity } = read;
    return request && !isConcluded(request) && listedAt <= at + LIST_LAG_MS ? request : undefined;
  }

  close(): void {
    for (const leave of this.leaves) leave();
    this.leaves.clear();
  }

  private ask(id: RequestId): Read | undefined {
    if (this.reads.size >= READ_MAX) return undefined;
    this.reads.set(id, { isOver: false });
    let leave = (): void => undefined;
    leave = this.client.watch({ kind: 'request', id }, ({ value: request, state, fetchedAt: at }) => {
      if (this.reads.get(id)?.isOver || (!request && state !== 'failed')) return;
      this.reads.set(id, { request, at, isOver: true });
      leave();
      this.leaves.delete(leave);
      this.onRead();
    });
    if (this.reads.get(id)?.isOver) leave();
    else this.leaves.add(leave);
    return this.reads.get(id);
  }
}
