import type { GatewayClient } from '../../client/client';
import { fillOf, type Fill } from '../../domain/delivery/fill';
import type { Action } from '../../domain/action';
import { comparedDecimals } from '../../domain/decimal';
import { sumOf } from '../../domain/quantity';
import { TradeId } from '../../domain/identifiers';
import type { OwnTrade } from '../../domain/own-trade';
import type { By } from '../../domain/person';
import { present } from '../../domain/present';
import { Observable } from './observable';

/**
 * The desk's own trades, by the gateway's word of which those are. What the gateway knows of them is shown without a call; a trade
 * that has just been heard of is read once.
 */
export class Fills {
  /** The newest first. */
  readonly all = new Observable<readonly Fill[]>([]);
  /** Reported on requests of the desk, and not read: nobody knows what was traded in them, or whose they are. The newest first. */
  readonly unread = new Observable<readonly OwnTrade[]>([]);
  private told: readonly OwnTrade[] = [];
  private readonly followed = new Map<TradeId, () => void>();
  private readonly known = new Map<TradeId, Fill>();

  constructor(private readonly client: Pick<GatewayClient, 'watch'>) {}

  /** What the gateway knows of each; of the desk's own ones the records are shown, and none is asked for. */
  tell(told: readonly OwnTrade[]): void {
    this.told = told;
    const own = new Set(told.flatMap(({ tradeId, state }) => (state === 'own' ? tradeId : [])));
    for (const [tradeId, stop] of this.followed) {
      if (own.has(tradeId)) continue;
      stop();
      this.followed.delete(tradeId);
    }
    for (const tradeId of own) {
      if (this.followed.has(tradeId)) continue;
      this.followed.set(
        tradeId,
        this.client.watch(
          { kind: 'trade', id: tradeId },
          ({ value }) => {
            if (value) this.known.set(tradeId, fillOf(value));
            this.show();
          },
          { by: 'aside' },
        ),
      );
    }
    this.show();
  }

  /** Whose a trade is; absent where the gateway knows nothing of it. */
  stateOf(id: string): OwnTrade['state'] | undefined {
    return this.told.find(({ tradeId }) => tradeId === id)?.state;
  }

  /** Reads a trade: `undefined` when the platform has no such trade of this desk, or does not answer. It costs one call, once ever. */
  read(id: string, then: (fill: Fill | undefined) => void): void {
    const trade = TradeId.safeParse(id);
    if (!trade.success) return then(undefined);
    let stop = (): void => {};
    let isOver = false;
    stop = this.client.watch({ kind: 'trade', id: trade.data }, ({ value, state }) => {
      if (isOver || (!value && state !== 'failed')) return;
      isOver = true;
      const fill = value && fillOf(value);
      if (fill) this.known.set(trade.data, fill);
      this.show();
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
    this.told = [];
    this.show();
  }

  private show(): void {
    const fills = this.told.flatMap(({ tradeId, state, quoteId, unlisted }) => {
      const fill = state === 'own' ? this.known.get(tradeId) : undefined;
      return fill ? [{ ...fill, ...present({ quoteId, unlisted }) }] : [];
    });
    fills.sort((a, b) => b.at - a.at);
    if (JSON.stringify(fills) !== JSON.stringify(this.all.get())) this.all.set(fills);
    const unread = this.told.filter(
      ({ tradeId, state }) => state === 'reported' || (state === 'own' && !this.known.has(tradeId)),
    );
    if (JSON.stringify(unread) !== JSON.stringify(this.unread.get())) this.unread.set(unread);
  }
}

/** The desk's own quotes of which these trades leave nothing. One that was taken in part is live still. */
export function wholeTaken(
  fills: readonly Fill[],
  journal: readonly Pick<Action, 'body' | 'quoteId' | 'taken' | 'over'>[],
): ReadonlySet<string> {
  const taken = journal.flatMap(({ body, quoteId, taken: told, over }) => {
    const trades = fills.filter((fill) => quoteId !== undefined && fill.quoteId === quoteId);
    if (body.kind !== 'send-quote' || quoteId === undefined || trades.length === 0) return [];
    // The gateway knows of all of them, and of no end: it reckons in other units and leg by leg too.
    if (!over && told && told.length >= trades.length) return [];
    const traded = sumOf(trades.flatMap(({ quantity }) => quantity ?? []));
    return body.allOrNone || comparedDecimals(traded, body.quantity) >= 0 ? [quoteId] : [];
  });
  return new Set(taken);
}

/** Who pressed what a trade came of: its acceptance, or the quote that was taken; absent where no line listed here says it. */
export const presserOf = ({ tradeId, quoteId }: Fill, journal: readonly Action[]): By | undefined =>
  journal.find(
    (action) =>
      action.tradeId === tradeId ||
      (quoteId !== undefined && action.body.kind === 'send-quote' && action.quoteId === quoteId),
  )?.by;

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
