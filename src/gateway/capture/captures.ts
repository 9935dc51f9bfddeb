import {
  hasEnded,
  plainWanted,
  sameWanted,
  type Capture,
  type CaptureEstimate,
  type CaptureId,
  type CaptureWanted,
} from '../../domain/capture';
import type { CapturedTrade } from '../../domain/captured-trade';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import type { LocalSource } from '../answers/local-source';
import { periodOf } from '../answers/question';
import type { Platform } from '../platform';
import { CaptureRun, type RunParts } from './capture-run';
import type { CaptureStore } from './capture-store';
import type { CaptureStep, DeskCaptures } from './desk-captures';
import { estimated, selectionOf } from './estimate';
import { allKept } from './kept-trade';
import { LiveCapture, type LiveParts } from './live-capture';
import { daysLong } from './slices';
import type { KeptTrade, Piece } from './trade-store';

export interface CapturesParts extends Omit<RunParts, 'service'> {
  readonly platform: Pick<Platform, 'service' | 'quota' | 'onStatusChanged' | 'status'>;
  readonly store: CaptureStore;
  /** Records in one page of the service's lists. */
  readonly pageSize: number;
}

const SHOWN_MAX = 20;
const TELL_EVERY_MS = 500;
const DAYS_MAX = 3_660;

/** The captures of the desk, one worked on at a time, in the order in which they were started. */
export class Captures implements LocalSource, DeskCaptures {
  private readonly listeners = new Set<() => void>();
  private readonly captures = new Map<CaptureId, LiveCapture>();
  private run: CaptureRun | undefined;
  private working: Promise<void> | undefined;
  private mayWork = false;
  private cancelTelling: (() => void) | undefined;
  private stopHearing: () => void = () => undefined;

  private constructor(private readonly parts: CapturesParts) {}

  static async open(parts: CapturesParts): Promise<Captures> {
    const captures = new Captures(parts);
    const newest = await parts.store.newest(SHOWN_MAX);
    for (const kept of [...newest].reverse()) {
      captures.captures.set(kept.id, await LiveCapture.open(kept, captures.liveParts));
    }
    return captures;
  }

  /** Goes on with what an earlier run of the gateway began, and with what is started from now on. */
  begin(): void {
    this.mayWork = true;
    this.stopHearing = this.parts.platform.onStatusChanged(() => {
      if (this.parts.platform.status.signedIn) this.run?.wake();
    });
    this.work();
  }

  /** Stops work where it is. Nothing is lost: the same is gone on with at the next {@link begin}. */
  async stop(): Promise<void> {
    this.mayWork = false;
    this.stopHearing();
    this.cancelTelling?.();
    this.run?.stop();
    await this.working;
  }

  get zone(): string {
    return this.parts.zone;
  }

  read(): readonly Capture[] {
    const quota = this.parts.platform.quota();
    return [...this.captures.values()].map((live) => live.view(quota)).reverse();
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  async estimate(asked: CaptureWanted): Promise<Outcome<CaptureEstimate>> {
    const wanted = this.checked(asked);
    if (!wanted.ok) return wanted;
    await this.parts.records.flush();
    const { trades, zone, clock, platform, pageSize } = this.parts;
    const parts = { trades, zone, now: clock.now(), quota: platform.quota(), pageSize };
    return success(await estimated(wanted.value, parts));
  }

  async start(id: CaptureId, asked: CaptureWanted): Promise<Outcome<Capture>> {
    const wanted = this.checked(asked);
    if (!wanted.ok) return wanted;
    const known = this.captures.get(id);
    if (known) return sameWanted(known.now.wanted, asked) ? this.view(known) : failed(OTHER);
    const kept = {
      id,
      wanted: wanted.value,
      state: 'queued',
      createdAt: this.parts.clock.now(),
      isListed: false,
      listCalls: 0,
      counts: { trades: 0, missing: 0, provisional: 0, fetched: 0 },
    } as const;
    const live = await LiveCapture.open(kept, this.liveParts);
    this.captures.set(id, live);
    await live.become('queued');
    this.work();
    return this.view(live);
  }

  async step(id: CaptureId, step: CaptureStep): Promise<Outcome<Capture>> {
    const live = this.captures.get(id);
    if (!live) return failed(UNKNOWN);
    if (step === 'resume') return this.resume(live);
    if (hasEnded(live.now) && !(step === 'cancel' && live.now.state === 'failed')) return failed(ENDED);
    if (this.run?.live === live) await this.leave(this.run);
    if (!hasEnded(live.now) || live.now.state === 'failed') {
      await (step === 'pause'
        ? live.become('paused')
        : live.become('cancelled', { endedAt: this.parts.clock.now() }));
    }
    this.work();
    return this.view(live);
  }

  async piece(asked: CaptureWanted, piece: Piece): Promise<Outcome<readonly KeptTrade[]>> {
    const wanted = this.checked(asked);
    if (!wanted.ok) return wanted;
    await this.parts.records.flush();
    return success(await this.parts.trades.piece(selectionOf(wanted.value, this.zone), piece));
  }

  async all(asked: CaptureWanted): Promise<Outcome<AsyncIterable<CapturedTrade>>> {
    const wanted = this.checked(asked);
    if (!wanted.ok) return wanted;
    await this.parts.records.flush();
    return success(allKept(this.parts.trades, selectionOf(wanted.value, this.zone)));
  }

  private async resume(live: LiveCapture): Promise<Outcome<Capture>> {
    if (['done', 'cancelled'].includes(live.now.state)) return failed(ENDED);
    if (['paused', 'failed'].includes(live.now.state)) await live.become('queued');
    else if (this.run?.live === live) this.run.wake();
    this.work();
    return this.view(live);
  }

  /** The next one is not begun before this one has come to rest. */
  private async leave(run: CaptureRun): Promise<void> {
    const { mayWork } = this;
    this.mayWork = false;
    run.stop();
    await this.working;
    this.mayWork = mayWork;
  }

  private work(): void {
    if (!this.mayWork || this.working) return;
    this.working = this.workThrough().finally(() => {
      this.working = undefined;
    });
  }

  private async workThrough(): Promise<void> {
    for (let live = this.next(); live && this.mayWork; live = this.next()) {
      this.run = new CaptureRun(live, { ...this.parts, service: this.parts.platform.service });
      await this.run.work();
      this.run = undefined;
    }
  }

  private next(): LiveCapture | undefined {
    return [...this.captures.values()].find(({ now }) => !hasEnded(now) && now.state !== 'paused');
  }

  private view(live: LiveCapture): Outcome<Capture> {
    return success(live.view(this.parts.platform.quota()));
  }

  private checked(asked: CaptureWanted): Outcome<CaptureWanted> {
    const { from, to } = asked;
    const period = periodOf({ from, to }, this.parts.zone, this.parts.clock.now());
    if (!period.ok) return period;
    return daysLong({ from, to }) > DAYS_MAX ? failed(TOO_LONG) : success(plainWanted(asked));
  }

  private get liveParts(): LiveParts {
    return { store: this.parts.store, changed: (isProgress) => this.tell(isProgress) };
  }

  /** Progress is told now and then, another state at once. */
  private tell(isProgress: boolean): void {
    if (isProgress) {
      this.cancelTelling ??= this.parts.clock.after(TELL_EVERY_MS, () => this.tell(false));
      return;
    }
    this.cancelTelling?.();
    this.cancelTelling = undefined;
    for (const listener of this.listeners) listener();
  }
}

const OTHER: Failure = {
  kind: 'invalid-argument',
  message: 'A capture of other trades bears this id already.',
  next: 'Nothing was started. Start it again.',
};
const UNKNOWN: Failure = {
  kind: 'not-found',
  message: 'There is no such capture.',
  next: 'Start one; what was captured before is kept and costs no call.',
};
const ENDED: Failure = {
  kind: 'wrong-state',
  message: 'This capture has ended.',
  next: 'Start another one: what was captured is kept and costs no call.',
};
const TOO_LONG: Failure = {
  kind: 'invalid-argument',
  message: 'A capture is of ten years at most.',
  next: 'Capture the years one after the other.',
};
