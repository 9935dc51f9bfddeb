import type { Action } from '../../domain/action';
import type { ActionId, ProposalId, RequestId } from '../../domain/identifiers';
import type { Proposal } from '../../domain/offers';
import type { Listing } from '../../domain/record';
import { LIST_LAG_MS } from '../../domain/verdict/settled';
import type { Clock } from '../../effects/clock';
import { FOLLOWED_MS, LOOK_EVERY_MS } from './taken-off';

export interface DeletedProposalsOptions {
  /** The price proposals of a request, where they were read since then (epoch ms). */
  readonly proposals: (id: RequestId, since: number) => Listing<Proposal> | undefined;
  readonly clock: Pick<Clock, 'now'>;
  /** These deletions took nothing off, and how the proposal's own record says so. */
  readonly onDisproved: (deletions: readonly ActionId[], proof: string) => void;
}

/** What deletions of this desk are said to have taken off a request. */
interface Deleted {
  readonly deletions: ReadonlySet<ActionId>;
  /** When the last of them was done, epoch ms. */
  readonly at: number;
  /** The desk's own firm ones that stood then. */
  readonly ids: ReadonlySet<ProposalId>;
}

/**
 * Price proposals that were deleted, held against what is listed later: a platform may confirm a deletion and refuse it afterwards. That
 * nothing lists one proves nothing.
 */
export class DeletedProposals {
  private readonly byRequest = new Map<RequestId, Deleted>();
  private lookedAt = -Infinity;

  constructor(private readonly options: DeletedProposalsOptions) {}

  /** `past`: the newest actions, newest first. */
  start(past: readonly Action[]): void {
    const standing = new Map<RequestId, ProposalId>();
    // In the order of the presses: how a proposal ended is a line more, after that of its deletion.
    const isDeletion = ({ body }: Action): number => (body.kind === 'delete-proposals' ? 1 : 0);
    const pressed = [...past]
      .reverse()
      .sort((a, b) => a.createdAt - b.createdAt || isDeletion(a) - isDeletion(b));
    for (const action of pressed) {
      const { state, body, proposalId } = action;
      if (state !== 'done') continue;
      if (body.kind === 'send-proposal') {
        this.replaced(body.requestId);
        standing.delete(body.requestId);
        if (body.proposalKind === 'firm' && proposalId) standing.set(body.requestId, proposalId);
      } else if (body.kind === 'delete-proposals') this.take(action, standing.get(body.requestId));
    }
  }

  /** A deletion is done; `stood`: the desk's own firm proposal that stood then, where its number is known. */
  take(by: Action, stood: ProposalId | undefined): void {
    const { id, state, body, endedAt, createdAt } = by;
    if (state !== 'done' || body.kind !== 'delete-proposals') return;
    const known = this.byRequest.get(body.requestId);
    const at = Math.max(endedAt ?? createdAt, known?.at ?? 0);
    const ids = new Set([...(known?.ids ?? []), ...(stood ? [stood] : [])]);
    if (ids.size === 0 || !this.isFollowed({ at })) return;
    this.byRequest.set(body.requestId, { at, ids, deletions: new Set([...(known?.deletions ?? []), id]) });
  }

  /** This desk has sent another since: that one may bear the same number. */
  replaced(id: RequestId): void {
    this.byRequest.delete(id);
  }

  /** What the desk knows of the market without a call. */
  look(): void {
    const { proposals, clock, onDisproved } = this.options;
    const now = clock.now();
    if (now >= this.lookedAt && now - this.lookedAt < LOOK_EVERY_MS) return;
    this.lookedAt = now;
    for (const [requestId, deleted] of [...this.byRequest]) {
      if (!this.isFollowed(deleted)) this.byRequest.delete(requestId);
      const records = proposals(requestId, deleted.at + LIST_LAG_MS)?.records ?? [];
      const left = records.find(({ id, state = 'active' }) => deleted.ids.has(id) && state === 'active');
      if (!left) continue;
      this.byRequest.delete(requestId);
      onDisproved([...deleted.deletions], `Price proposal ${left.id} is still active.`);
    }
  }

  private isFollowed({ at }: Pick<Deleted, 'at'>): boolean {
    return this.options.clock.now() - at < FOLLOWED_MS;
  }
}
