import type { GatewayClient } from '../../client/client';
import { fillOf, type Fill } from '../../domain/delivery/fill';
import type { Action } from '../../domain/action';
import { comparedDecimals } from '../../domain/decimal';
import { sumOf } from '../../domain/quantity';
import { TradeId } from '../../domain/identifiers';
import { Observable } from './observable';

/** So many trades are followed at most, the newest. */
const FILLS_MAX = 300;

/**
 * The desk's own trades that it knows of: of acceptances in the journal and of events on requests that it made or was asked in.
 * What the gateway knows is shown without a call; a trade that has just been heard of is read once.
 */
export class Fills {
  /** The newest first. */
  readonly all = new Observable<readonly Fill[]>([]);
  /** Heard of, and not read: nobody knows what was traded in them. */
  readonly unread = new Observable<readonly TradeId[]>([]);
  private readonly followed = new Map<TradeId, () => void>();
  private readonly known = new Map<TradeId, Fill>();

  constructor(private readonly client: Pick<GatewayClient, 'watch'>) {}

  /** Shows these as soon as their records are known; none is asked for. */
  follow(ids: Iterable<string>): void {
    for (const id of ids) {
      const trade = TradeId.safeParse(id);
      if (!trade.success || this.followed.has(trade.data) || this.followed.size >= FILLS_MAX) continue;
      this.followed.set(
        trade.data,
        this.client.watch(
          { kind: 'trade', id: trade.data },
          ({ value }) => {
            if (value) this.known.set(trade.data, fillOf(value));
            this.tell();
          },
          { by: 'aside' },
        ),
      );
    }
    this.tell();
  }

  /** Reads a trade: `undefined` when the platform has no such trade of this desk. It costs one call, once ever. */
  read(id: string, then: (fill: Fill | undefined) => void): void {
    const trade = TradeId.safeParse(id);
    if (!trade.success) return then(undefined);
    this.follow([id]);
    let stop = (): void => {};
    let isOver = false;
    stop = this.client.watch({ kind: 'trade', id: trade.data }, ({ value, state }) => {
      if (isOver || (!value && state !== 'failed')) return;
      isOver = true;
      const fill = value && fillOf(value);
      if (fill) this.known.set(trade.data, fill);
      this.tell();
      stop();
      then(fill);
    });
    if (isOver) stop();
  }

  /** Another desk: nothing of this one is shown there. */
  forget(): void {
    for (const stop of this.followed.values()) stop();
    this.followed.clear();
    this.known.clear();
    this.tell();
  }

  private tell(): void {
    const fills = [...this.known.values()].sort((a, b) => b.at - a.at);
    if (JSON.stringify(fills) !== JSON.stringify(this.all.get())) this.all.set(fills);
    const unread = [...this.followed.keys()].filter((id) => !this.known.has(id));
    if (unread.join() !== this.unread.get().join()) this.unread.set(unread);
  }
}

/** The desk's own quotes of which these trades leave nothing. One that was taken in part is live still. */
export function wholeTaken(fills: readonly Fill[], journal: readonly Action[]): ReadonlySet<string> {
  const taken = journal.flatMap(({ body, quoteId }) => {
    const trades = fills.filter((fill) => quoteId !== undefined && fill.quoteId === quoteId);
    if (body.kind !== 'send-quote' || quoteId === undefined || trades.length === 0) return [];
    const traded = sumOf(trades.flatMap(({ quantity }) => quantity ?? []));
    return body.allOrNone || comparedDecimals(traded, body.quantity) >= 0 ? [quoteId] : [];
  });
  return new Set(taken);
}

/** A short tone, for whoever wants to hear a fill; silent where the page may not sound. */
export function chime(): void {
  try {
    const audio = new AudioContext();
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.setValueAtTime(660, audio.currentTime);
    tone.frequency.setValueAtTime(880, audio.currentTime + 0.12);
    volume.gain.setValueAtTime(0.15, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.4);
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.4);
    tone.onended = () => void audio.close();
  } catch {
    // A page without sound still shows the fill.
  }
}
