import { sentence, type Outcome } from '../../domain/failure';
import { present } from '../../domain/present';
import { pause, type Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { UsageStore } from '../platform/rate-limit/usage';
import type { LeadPlace, LeadView } from '../storage/postgres/lead';
import type { PostgresSession } from '../storage/postgres/session';
import { BEAT_MS, LOOK_MS, mayLeave, momentOf, watched, type Moment, type Watched } from './lead-rules';
import { Spending } from './spending';

/** A session in which somebody may lead. */
export interface LeadSession extends LeadPlace, Pick<PostgresSession, 'onEnded' | 'cut' | 'backend'> {
  /** What is written over it is refused by the store once another one leads. */
  readonly session: PostgresSession;
}

/** A session that looks at who leads. */
export interface ViewSession extends LeadView, Pick<PostgresSession, 'onEnded' | 'cut' | 'onNotification'> {}

/** The time during which this process leads. Once over it is over for ever: the next time is another one. */
export interface Lead {
  readonly epoch: number;
  readonly session: PostgresSession;
  /** Whether a call may leave for the platform just now: a beat was confirmed a moment ago, by both clocks. */
  readonly mayLeave: () => boolean;
  readonly isOver: boolean;
  /** Calls `listener` once, at once when it is over already. */
  onOver(listener: () => void): void;
  /** The usage of a plan of calls, its level kept by beats. */
  usage(plan: string, store: UsageStore): UsageStore;
}

/** A desk that is open as long as its gateway leads. */
export interface LedDesk {
  /** Where its peers reach it: host and port. */
  readonly address: string;
  /** Takes nothing new, and resolves when what is on its way has come to its end and is written down. */
  finish(): Promise<void>;
  /** Closes it hard: nobody is told anything more. Resolves when its address is free. */
  close(): Promise<void>;
}

interface LeadershipOptions {
  /** Who this is, for people: a machine's name and a process. */
  readonly process: string;
  readonly openSession: () => Promise<Outcome<LeadSession>>;
  readonly openView: () => Promise<Outcome<ViewSession>>;
  /** Opens the desk: takes up what the last leader left, and only then takes presses. */
  readonly openDesk: (lead: Lead) => Promise<LedDesk>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Where presses go. */
interface Leading {
  readonly address: string;
  readonly epoch: number;
  readonly isSelf: boolean;
}

const AGAIN_MS = 200;
/** A session that is not seen in the queue so long after it was opened is on a server that died, or on a line that did. */
const FORGOTTEN_MS = 3_000;
/** A gateway that cannot open the desk lets another one try first. */
const NOT_OPENED_MS = 5_000;
/** Until every door has heard that nothing is to be sent here any more, and what it sent before has arrived. */
export const NOTICE_MS = 500;
/** What is on its way ends within this or is taken up by the next leader. Doors keep presses a while longer than both together. */
export const FINISH_MS_MAX = 4_000;

/**
 * Stands for the lead, leads, and looks at who does. The lock of the store decides who leads; it goes with the session, and with
 * the session goes the only way to write. So a leader that has lost its lock cannot write, and what cannot be written is not sent.
 */
export class Leadership {
  private readonly listeners = new Set<() => void>();
  private seen: Pick<Leading, 'address' | 'epoch'> | undefined;
  /** The last epoch in which this gateway led: what is seen of it after that is over. */
  private lastLed = 0;
  private led: Leading | undefined;
  private lastKnown: Leading | undefined;
  /** What was seen of whoever leads, over the present view. */
  private known: Watched | undefined;
  private session: Standing | undefined;
  private view: ViewSession | undefined;
  private isStopped = false;
  /** Stands for the lead no more. */
  private isLeaving = false;
  private finishLead: (() => Promise<void>) | undefined;
  private running: Promise<unknown> = Promise.resolve();
  private standing: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: LeadershipOptions) {}

  start(): void {
    this.standing = this.stand();
    this.running = Promise.all([this.standing, this.watch()]);
  }

  /**
   * Hands the lead on, or gives up the wait for it: doors keep what is pressed from now on for the next leader, and what is on its way
   * comes to its end here. Who leads can still be seen.
   */
  async leave(): Promise<void> {
    this.isLeaving = true;
    await this.finishLead?.();
    this.session?.cut();
    await this.standing;
  }

  /** Gives up the lead, or the wait for it, here and now. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.session?.cut();
    this.view?.cut();
    await this.running;
  }

  /** Who leads, as far as this gateway knows; nobody while the desk is being taken over. */
  current(): Leading | undefined {
    const { led, seen, lastLed } = this;
    if (led) return led;
    return seen && seen.epoch > lastLed ? { ...seen, isSelf: false } : undefined;
  }

  last(): Leading | undefined {
    return this.current() ?? this.lastKnown;
  }

  /** Whether it leads, and when it heard of whoever does last. */
  figures(): { readonly isLeader: boolean; readonly epoch: number; readonly beatAgeMs?: number } {
    const { known, led, lastLed, options } = this;
    const epoch = led?.epoch ?? Math.max(lastLed, known?.look.epoch ?? 0);
    const beatAgeMs = known && options.clock.monotonicMs() - known.sinceMs;
    return { isLeader: led !== undefined, epoch, ...present({ beatAgeMs }) };
  }

  onChange(listener: () => void): () => void {
    const own = (): void => listener();
    this.listeners.add(own);
    return () => void this.listeners.delete(own);
  }

  private changed(change: () => void): void {
    const before = this.current();
    this.lastKnown = before ?? this.lastKnown;
    change();
    const now = this.current();
    if (before?.address === now?.address && before?.epoch === now?.epoch && before?.isSelf === now?.isSelf)
      return;
    for (const listener of [...this.listeners]) listener();
  }

  private get isStanding(): boolean {
    return !this.isStopped && !this.isLeaving;
  }

  private async stand(): Promise<void> {
    const { openSession, clock, log } = this.options;
    let isTold = false;
    while (this.isStanding) {
      const opened = await openSession();
      if (opened.ok) {
        isTold = false;
        await this.standIn(opened.value);
      } else if (!isTold) {
        isTold = true;
        log.warn('Nobody can stand for the lead.', { reason: sentence(opened.failure) });
      }
      if (this.isStanding) await pause(clock, AGAIN_MS);
    }
  }

  private async standIn(session: LeadSession): Promise<void> {
    const { log, process, clock } = this.options;
    this.session = new Standing(session, clock.monotonicMs());
    // It may have been stopped while the session was being opened.
    if (!this.isStanding) return session.cut();
    try {
      await session.lock();
      const { epoch, floors } = await session.take(process);
      await this.lead(new LeadTime(session, { ...this.options, epoch, floors }));
    } catch (error) {
      if (this.isStanding) log.warn('The lead was not taken.', { reason: String(error) });
    } finally {
      session.cut();
      this.session = undefined;
    }
  }

  private async lead(lead: LeadTime): Promise<void> {
    const { openDesk, clock, log } = this.options;
    const { epoch } = lead;
    this.lastLed = epoch;
    const over = new Promise<void>((resolve) => lead.onOver(resolve));
    log.info('This gateway takes the lead.', { epoch });
    lead.begin();
    let desk: LedDesk | undefined;
    try {
      desk = await openDesk(lead);
      const { address } = desk;
      if (!lead.isOver && (await lead.opened(address))) {
        this.changed(() => (this.led = { address, epoch, isSelf: true }));
        log.info('This gateway leads.', { epoch });
        const opened = desk;
        this.finishLead = () => this.handOn(lead, opened);
        await over;
      }
    } catch (error) {
      lead.end('the desk could not be opened');
      log.error('The desk cannot be opened here; another gateway may try.', { reason: String(error) });
      if (this.isStanding) await pause(clock, NOT_OPENED_MS);
    } finally {
      this.finishLead = undefined;
      lead.end('it was given up');
      this.changed(() => (this.led = undefined));
      if (desk) await desk.close();
    }
  }

  private async handOn(lead: LeadTime, desk: Pick<LedDesk, 'finish'>): Promise<void> {
    const { clock } = this.options;
    this.changed(() => (this.led = undefined));
    try {
      await lead.opened(undefined);
      await pause(clock, NOTICE_MS);
      await Promise.race([desk.finish(), pause(clock, FINISH_MS_MAX)]);
    } catch (error) {
      this.options.log.warn('The lead could not be handed on in order.', { reason: String(error) });
    }
    lead.end('it was handed on');
  }

  private async watch(): Promise<void> {
    const { openView, clock } = this.options;
    while (!this.isStopped) {
      const opened = await openView();
      if (opened.ok) await this.watchIn(opened.value);
      if (!this.isStopped) await pause(clock, AGAIN_MS);
    }
  }

  private async watchIn(view: ViewSession): Promise<void> {
    this.view = view;
    if (this.isStopped) return view.cut();
    this.known = undefined;
    let wake = (): void => undefined;
    let isOver = false;
    view.onNotification(() => wake());
    view.onEnded(() => {
      isOver = true;
      wake();
    });
    const hasEnded = (): boolean => isOver;
    try {
      while (!hasEnded()) {
        this.known = await this.look(view, this.known);
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (hasEnded()) resolve();
          else this.options.clock.after(LOOK_MS, resolve);
        });
      }
    } catch (error) {
      if (!this.isStopped) this.options.log.warn('Who leads cannot be seen.', { reason: String(error) });
    } finally {
      view.cut();
      this.view = undefined;
    }
  }

  private async look(view: ViewSession, before: Watched | undefined): Promise<Watched> {
    const { clock, log } = this.options;
    const askedMs = clock.monotonicMs();
    const seen = await view.look();
    const after = watched(before, seen, { askedMs, answeredMs: clock.monotonicMs() });
    const { address, epoch, holder } = seen;
    // Its own session is not looked at as another's: that one ends by its own word.
    if (after.isSilent && !this.led && (await view.endSilent(seen)))
      log.warn('The session of a silent leader was ended.', { epoch, holder });
    this.changed(() => (this.seen = address === undefined ? undefined : { address, epoch }));
    this.session?.heard(seen.standing, clock.monotonicMs());
    return after.watched;
  }
}

/** A session that stands for the lead, and whether it still does: one that waits does not notice by itself that it was forgotten. */
class Standing {
  constructor(
    private readonly session: Pick<LeadSession, 'backend' | 'cut'>,
    private readonly sinceMs: number,
  ) {}

  /** Which sessions hold the lock or wait for it, by the server's word. */
  heard(standing: readonly number[], nowMs: number): void {
    if (nowMs - this.sinceMs > FORGOTTEN_MS && !standing.includes(this.session.backend)) this.cut();
  }

  cut(): void {
    this.session.cut();
  }
}

/** One time of leading: its beats, and what rests on them. */
class LeadTime implements Lead {
  readonly epoch: number;
  readonly session: PostgresSession;
  isOver = false;
  private confirmed: Moment;
  private readonly spending: Spending;
  private readonly listeners = new Set<() => void>();
  private cancel: () => void = () => undefined;
  private isBeating = false;
  private isWanted = false;

  constructor(
    private readonly place: LeadSession,
    private readonly options: Pick<LeadershipOptions, 'clock' | 'log'> & {
      readonly epoch: number;
      readonly floors: Readonly<Record<string, number>>;
    },
  ) {
    const { clock, epoch, floors } = options;
    this.epoch = epoch;
    this.session = place.session;
    // Nothing leaves before the first beat is confirmed.
    this.confirmed = { wallMs: -Infinity, monotonicMs: -Infinity };
    this.spending = new Spending({
      former: floors,
      now: () => clock.now(),
      beatSoon: () => void this.beat(),
    });
    place.onEnded(() => this.end('its session ended'));
  }

  begin(): void {
    void this.beat();
  }

  readonly mayLeave = (): boolean => !this.isOver && mayLeave(this.confirmed, momentOf(this.options.clock));

  onOver(listener: () => void): void {
    if (this.isOver) listener();
    else this.listeners.add(listener);
  }

  usage(plan: string, store: UsageStore): UsageStore {
    return this.spending.usage(plan, store);
  }

  async opened(address: string | undefined): Promise<boolean> {
    return this.place.open(this.epoch, address);
  }

  /** From here on nothing leaves and nothing is written. */
  end(why: string): void {
    if (this.isOver) return;
    this.isOver = true;
    this.cancel();
    this.place.cut();
    this.options.log.warn('This gateway leads no more.', { epoch: this.epoch, why });
    for (const listener of [...this.listeners]) listener();
  }

  /** One at a time; a beat that is wanted while another one is under way follows it at once. */
  private async beat(): Promise<void> {
    this.isWanted = true;
    if (this.isBeating) return;
    this.isBeating = true;
    this.cancel();
    try {
      while (this.isWanted && !this.isOver) {
        this.isWanted = false;
        // Before it is asked for: it may have waited on its way for as long as it took.
        const asked = momentOf(this.options.clock);
        const { floors, confirmed } = this.spending.beat();
        if (!(await this.place.beat(this.epoch, floors))) return this.end('another gateway leads');
        this.confirmed = asked;
        confirmed();
      }
    } catch (error) {
      return this.end(String(error));
    } finally {
      this.isBeating = false;
    }
    if (!this.isOver) this.cancel = this.options.clock.after(BEAT_MS, () => void this.beat());
  }
}
