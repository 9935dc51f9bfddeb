import type { Outcome } from '../../domain/failure';
import { LANES, type Lane } from '../../domain/lane';
import type { Call } from './attempts';
import type { HttpAnswer } from './http';
import type { Ask } from './operations';

type Read = (call: Call, ask: Ask) => Promise<Outcome<HttpAnswer>>;

/** A call in progress, and its waiting callers. */
class UnderWay {
  readonly giveUp = new AbortController();
  outcome!: Promise<Outcome<HttpAnswer>>;
  hasLeft = false;
  /** The call that replaced it while it waited: its callers receive that answer. */
  successor: UnderWay | undefined;
  private readonly asks = new Map<Ask, () => void>();
  private readonly isBack = new Set<() => void>();

  constructor(readonly lane: Lane) {}

  /** Cancels the waiting call once all its callers have cancelled. */
  join(ask: Ask): Promise<Outcome<HttpAnswer>> {
    const gone = (): void => {
      this.asks.delete(ask);
      if (this.asks.size === 0) this.giveUp.abort();
    };
    this.asks.set(ask, gone);
    if (ask.signal?.aborted) gone();
    else ask.signal?.addEventListener('abort', gone, { once: true });
    if (this.hasLeft) ask.left?.();
    return this.outcome;
  }

  leave(): void {
    this.hasLeft = true;
    for (const { left } of this.asks.keys()) left?.();
  }

  /** Until it is answered, or refused and has to wait for its turn like everybody. */
  async ended(): Promise<void> {
    await Promise.race([this.outcome, new Promise<void>((back) => this.isBack.add(back))]);
  }

  refuse(): void {
    this.hasLeft = false;
    for (const back of this.isBack) back();
    this.isBack.clear();
  }

  end(): void {
    for (const [{ signal }, gone] of this.asks) signal?.removeEventListener('abort', gone);
  }

  /** Its answer is of a moment after now, and it does not come later than one in this lane would. */
  willServe(lane: Lane): boolean {
    if (this.hasLeft || this.giveUp.signal.aborted) return false;
    return LANES.indexOf(this.lane) <= LANES.indexOf(lane);
  }
}

/** Shares equal reads: one call for several callers, as far as their options allow. */
export class SharedReads {
  private readonly underWay = new Map<string, UnderWay>();

  constructor(private readonly read: Read) {}

  async ask(call: Call, ask: Ask): Promise<Outcome<HttpAnswer>> {
    const before = this.underWay.get(keyOf(call));
    if (!before || ask.beside === undefined) return this.start(call, ask);
    if (before.willServe(ask.lane) || (before.hasLeft && ask.beside === 'joins')) return before.join(ask);
    if (!before.hasLeft) return this.start(call, ask, before);
    if (ask.beside === 'calls') return this.start(call, ask);
    await before.ended();
    return this.ask(call, ask);
  }

  /** `instead`: one that still waits for its turn, less urgently. */
  private start(call: Call, ask: Ask, instead?: UnderWay): Promise<Outcome<HttpAnswer>> {
    const key = keyOf(call);
    const mine = new UnderWay(ask.lane);
    const { signal } = mine.giveUp;
    this.underWay.set(key, mine);
    mine.outcome = this.read(call, { ...ask, signal, left: () => mine.leave(), refused: () => mine.refuse() })
      .then((outcome) => (outcome.ok ? outcome : (mine.successor?.outcome ?? outcome)))
      .finally(() => {
        mine.end();
        if (this.underWay.get(key) === mine) this.underWay.delete(key);
      });
    if (instead) {
      instead.successor = mine;
      instead.giveUp.abort();
    }
    return mine.join(ask);
  }
}

const keyOf = ({ operation, ids, query, url }: Call): string =>
  JSON.stringify([operation, ids, query ?? {}, url?.href]);
