import type { Action } from '../../domain/action';
import type { Environment } from '../../domain/desk-status';
import type { PartKind } from '../../domain/limits/limits';
import { partIn } from '../../domain/limits/part-checks';
import { isMore } from '../../domain/quantity-problem';
import type { RequestId } from '../../domain/identifiers';
import type { Request } from '../../domain/request';
import type { Log } from '../../effects/log';
import type { KnownMarketView } from '../cache/known-market';
import type { ProvenPartsStore } from '../storage/proven-parts';

const KINDS: readonly PartKind[] = ['offer', 'acceptance'];

interface ProvenPartsOptions {
  readonly environment: Environment;
  readonly store: ProvenPartsStore;
  /** The newest actions of this environment. */
  readonly actions: () => readonly Action[];
  readonly market: Pick<KnownMarketView, 'request' | 'quotes' | 'proposals'>;
  readonly log: Log;
}

/** Of what this platform was seen to take a part: the trade, or the listed offer, had the quantity that was sent. */
export class ProvenParts {
  private constructor(
    private readonly options: ProvenPartsOptions,
    private readonly proven: Set<PartKind>,
  ) {}

  static async open(options: ProvenPartsOptions): Promise<ProvenParts> {
    // Nothing is at stake in the simulator.
    const isTrusted = options.environment === 'simulator';
    return new ProvenParts(options, new Set(isTrusted ? KINDS : await options.store.all()));
  }

  /** Looked at anew while something is unproven; it costs no call. */
  unproven(): readonly PartKind[] {
    if (this.proven.size < KINDS.length) for (const action of this.options.actions()) this.look(action);
    return KINDS.filter((kind) => !this.proven.has(kind));
  }

  private look(action: Action): void {
    const { body, state } = action;
    if (state !== 'done' || !('requestId' in body)) return;
    const request = this.options.market.request(body.requestId);
    const offered = action.before?.offered;
    const part = partIn(body, request ?? UNKNOWN, offered);
    if (!part || this.proven.has(part.kind) || !('quantity' in body) || body.quantity === undefined) return;
    // What is left of a request never grows: what is less now was less when it was sent.
    if (!isMore(part.whole, body.quantity)) return;
    const readBack = action.executed?.quantity ?? this.listed(action, body.requestId);
    if (readBack !== body.quantity) return;
    this.proven.add(part.kind);
    const { store, log } = this.options;
    store.append(part.kind).catch((error: unknown) => {
      log.warn('It could not be kept that the platform takes a part.', { error: String(error) });
    });
  }

  /** The quantity of the desk's own offer as its list has it now. */
  private listed({ quoteId, proposalId }: Action, id: RequestId) {
    const { market } = this.options;
    const offers = quoteId ? market.quotes(id)?.records : market.proposals(id, 0)?.records;
    return offers?.find((offer) => offer.id === (quoteId ?? proposalId))?.quantity;
  }
}

const UNKNOWN: Pick<Request, 'legs' | 'remainingQuantity'> = { legs: [] };
