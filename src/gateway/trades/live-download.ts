import {
  hasEnded,
  type CorrectedTrade,
  type TradeDownload,
  type TradeDownloadCounts,
  type TradeDownloadState,
  type SetAside,
} from '../../domain/trade-download';
import { NAMED_MAX } from '../../domain/changed-trades';
import type { Quota } from '../../domain/desk-status';
import type { Failure } from '../../domain/failure';
import type { TradeId } from '../../domain/identifiers';
import type { DownloadStore, KeptDownload } from '../storage/trade-downloads';
import { costOf } from './estimate';
import { SLICE_DAYS } from './slices';

/** So many of what was set aside are shown; the rest is counted. */
const SHOWN_MAX = 50;

export interface LiveOptions {
  readonly store: DownloadStore;
  /** It stands otherwise than before; `isProgress` when it only got further. */
  readonly changed: (isProgress: boolean) => void;
}

type LiveDownloadEnding = Partial<Pick<KeptDownload, 'until' | 'failure' | 'endedAt'>>;

/** One download as it stands, written down at every change of its state. */
export class LiveDownload {
  private readonly asideIds: Set<TradeId>;

  private constructor(
    private kept: KeptDownload,
    private readonly aside: Map<string, SetAside>,
    private readonly options: LiveOptions,
  ) {
    this.asideIds = new Set([...aside.values()].flatMap(({ tradeId }) => tradeId ?? []));
  }

  /** One that was never written down: nothing has been set aside for it. */
  static begin(kept: KeptDownload, options: LiveOptions): LiveDownload {
    return new LiveDownload(kept, new Map(), options);
  }

  static async open(kept: KeptDownload, options: LiveOptions): Promise<LiveDownload> {
    const aside = await options.store.asideOf(kept.id);
    return new LiveDownload(kept, new Map(aside.map((one) => [one.what, one])), options);
  }

  get now(): KeptDownload {
    return this.kept;
  }

  /** How many trades were set aside: entries of the list that name none are not among them. */
  get tradesAside(): number {
    return this.asideIds.size;
  }

  isAside(id: TradeId): boolean {
    return this.asideIds.has(id);
  }

  /** Moves it to another state. What an earlier state said beside is gone. */
  async become(state: TradeDownloadState, beside: LiveDownloadEnding = {}): Promise<void> {
    const { until: _until, failure: _failure, endedAt: _endedAt, ...rest } = this.kept;
    await this.write({ ...rest, state, ...beside });
    this.options.changed(false);
  }

  /** The list has been read further. */
  async readTo(
    over: Partial<Pick<KeptDownload, 'listedTo' | 'isListed' | 'unfiltered'>>,
    pages: number,
  ): Promise<void> {
    await this.write({ ...this.kept, ...over, listCalls: this.kept.listCalls + pages });
    this.options.changed(true);
  }

  /** Counts are found again from what is kept, so they are written down only with the next change of state. */
  count(counts: TradeDownloadCounts): void {
    this.kept = { ...this.kept, counts };
    this.options.changed(true);
  }

  /** A final trade is another one than it was. */
  async changedTrade(one: CorrectedTrade): Promise<void> {
    const { changed = [], corrections = [] } = this.kept;
    const named = corrections.length < NAMED_MAX ? [...corrections, one] : corrections;
    await this.write({ ...this.kept, changed: [...changed, one.id], corrections: named });
    this.options.changed(true);
  }

  async setAside(one: SetAside): Promise<void> {
    await this.options.store.setAside(this.kept.id, one);
    this.aside.set(one.what, one);
    if (one.tradeId !== undefined) this.asideIds.add(one.tradeId);
    this.options.changed(true);
  }

  /** `daysLeft`: days of the list that are still to be read. */
  view(quota: Quota, daysLeft: number): TradeDownload {
    const { counts, isListed } = this.kept;
    const remaining = {
      listCalls: isListed ? 0 : Math.max(1, Math.ceil(daysLeft / SLICE_DAYS)),
      detailCalls: isListed ? counts.missing : undefined,
    };
    return {
      ...this.kept,
      setAside: [...this.aside.values()].slice(0, SHOWN_MAX),
      setAsideCount: this.aside.size,
      ...(!hasEnded(this.kept) && { cost: costOf({ ...remaining, isEstimate: !isListed }, quota) }),
    };
  }

  private async write(next: KeptDownload): Promise<void> {
    this.kept = next;
    await this.options.store.save(next);
  }
}

export const endedWith = (failure: Failure, endedAt: number): LiveDownloadEnding => ({ failure, endedAt });
