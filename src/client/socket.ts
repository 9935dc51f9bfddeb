import type { PageMessage } from '../contract/desk/page-message';
import {
  BEAT_MS,
  GATEWAY_SILENCE_MS_MAX,
  GatewayMessage,
  PAGE_SILENCE_MS_MAX,
  type AnswerMessage,
} from '../contract/desk/socket';
import type { Failure } from '../domain/failure';
import type { Chance } from '../effects/chance';
import type { Clock } from '../effects/clock';
import type { Connection } from './client';
import type { SessionToken } from './http';
import type { Socket, Transport } from './transport';

/** How often the watchdog looks. */
const LOOK_MS = BEAT_MS / 3;
const WELCOME_DEADLINE_MS = 10_000;
/** A connection that lived this long was a good one: the next attempt starts from the shortest wait. */
const STABLE_MS = 10_000;
/** How soon a page notices that a person has paired its browser, there or on another page: the browser has another key then. */
const UNPAIRED_MS = 1_000;
/** With the same key the gateway is asked again after so many looks at most; after one at first. */
const UNPAIRED_LOOKS_MAX = 10;

/** One socket from opening to closing. */
interface Line {
  /** Counts the lines of this page: what the gateway said on one is not taken for said on another. */
  readonly number: number;
  readonly token: string;
  socket: Socket | undefined;
  welcomedAtMs: number | undefined;
  heardAtMs: number;
  saidAtMs: number;
}

type Welcome = Extract<GatewayMessage, { type: 'welcome' }>;

interface SocketOptions {
  readonly transport: Transport;
  readonly token: SessionToken;
  readonly clock: GatewayClock;
  readonly chance: Chance;
  /** The gateway lets this page in no more: nothing of before may be shown as if it did. */
  refused(failure: Failure): void;
  /** The gateway knows the page on a new line, and nothing of what the page watches. */
  welcomed(welcome: Welcome): void;
  /** The gateway works with another desk than before: what was told until now is void. */
  moved(): void;
  answered(answers: readonly AnswerMessage[], line: number): void;
  changed(connection: Connection): void;
}

/**
 * Keeps one line to the gateway open: gets a session, says hello, listens, beats, and comes back with growing waits
 * whenever the line is lost, refused or silent.
 */
export class GatewaySocket {
  connection: Connection = 'connecting';
  private attempt = 0;
  /** How often in a row the gateway did not know the browser. */
  private refusals = 0;
  private lines = 0;
  private line: Line | undefined;
  /** Name of the desk that the gateway last worked with. */
  desk: string | undefined;

  constructor(private readonly options: SocketOptions) {}

  async connect(): Promise<void> {
    const key = this.options.transport.key.read();
    const token = await this.options.token.current();
    if (token.ok) {
      this.refusals = 0;
      return this.open(token.value);
    }
    const { failure } = token;
    const isUnknown = failure.kind === 'signed-out';
    // Any other failure says only that the gateway cannot be asked just now.
    if (isUnknown || failure.kind === 'denied') this.options.refused(failure);
    if (!isUnknown) {
      if (this.connection === 'unpaired') this.become('lost');
      return this.retry();
    }
    this.become('unpaired');
    this.awaitKey(key, Math.min(UNPAIRED_LOOKS_MAX, ++this.refusals));
  }

  /** The gateway is asked at once with another key, and ever more seldom with the one that it did not know. */
  private awaitKey(known: string | undefined, looks: number): void {
    const { clock, transport } = this.options;
    clock.after(UNPAIRED_MS, () =>
      looks > 1 && transport.key.read() === known ? this.awaitKey(known, looks - 1) : void this.connect(),
    );
  }

  /** Says it now; `false` when there is no line on which the gateway knows the page. */
  say(message: PageMessage): boolean {
    if (this.line?.welcomedAtMs === undefined) return false;
    this.send(this.line, message);
    return true;
  }

  private open(token: string): void {
    const nowMs = this.options.clock.monotonicMs();
    const line: Line = {
      number: ++this.lines,
      token,
      socket: undefined,
      welcomedAtMs: undefined,
      heardAtMs: nowMs,
      saidAtMs: nowMs,
    };
    this.line = line;
    const mine = (react: () => void) => () => this.line === line && react();
    try {
      line.socket = this.options.transport.openSocket({
        opened: mine(() => this.send(line, { type: 'hello', token })),
        received: (text) => mine(() => this.received(line, text))(),
        closed: mine(() => this.lost(line)),
      });
      this.lookLater(line);
    } catch {
      this.lost(line);
    }
  }

  private send(line: Line, message: PageMessage): void {
    line.saidAtMs = this.options.clock.monotonicMs();
    try {
      line.socket?.send(JSON.stringify(message));
    } catch {
      this.lost(line);
    }
  }

  private received(line: Line, text: string): void {
    line.heardAtMs = this.options.clock.monotonicMs();
    const message = gatewayMessage(text);
    switch (message?.type) {
      case 'welcome':
        return this.welcome(line, message);
      case 'answers':
        this.options.answered(message.answers, line.number);
        break;
      case 'refused':
        void this.options.token.refused(line.token);
        return this.lost(line);
      case 'beat':
      case undefined:
        break;
    }
    // Answered from here and not by the timer alone: browsers slow the timers of a hidden page down to one a minute.
    this.beatWhenSilent(line);
  }

  private welcome(line: Line, welcome: Welcome): void {
    const { now, desk } = welcome;
    const isFirst = line.welcomedAtMs === undefined;
    line.welcomedAtMs ??= line.heardAtMs;
    this.options.clock.set(now);
    this.become('open');
    if (this.desk !== undefined && (this.desk !== desk || !isFirst)) this.options.moved();
    this.desk = desk;
    if (isFirst) this.options.welcomed(welcome);
  }

  private lost(line: Line): void {
    if (this.line !== line) return;
    this.line = undefined;
    line.socket?.close();
    const livedMs =
      line.welcomedAtMs === undefined ? 0 : this.options.clock.monotonicMs() - line.welcomedAtMs;
    if (livedMs >= STABLE_MS) this.attempt = 0;
    if (this.connection === 'open') this.become('lost');
    this.retry();
  }

  private retry(): void {
    this.options.clock.after(backoffMs(this.attempt++, this.options.chance), () => void this.connect());
  }

  private lookLater(line: Line): void {
    const { clock } = this.options;
    const dueMs = clock.monotonicMs() + LOOK_MS;
    clock.after(LOOK_MS, () => {
      if (this.line === line) this.look(line, clock.monotonicMs() - dueMs);
    });
  }

  /** `lateMs`: a page that stood still itself has not taken yet what came meanwhile. */
  private look(line: Line, lateMs: number): void {
    const silenceMsMax =
      line.welcomedAtMs === undefined
        ? WELCOME_DEADLINE_MS
        : lateMs < LOOK_MS
          ? GATEWAY_SILENCE_MS_MAX
          : PAGE_SILENCE_MS_MAX;
    const isSilent = this.options.clock.monotonicMs() - line.heardAtMs >= silenceMsMax;
    // After a sleep or a clock set anew only a new welcome says how old the answers are.
    if (isSilent || this.options.clock.drifted()) return this.lost(line);
    this.beatWhenSilent(line);
    this.lookLater(line);
  }

  private beatWhenSilent(line: Line): void {
    if (line.welcomedAtMs === undefined) return;
    if (this.options.clock.monotonicMs() - line.saidAtMs >= BEAT_MS) this.send(line, { type: 'beat' });
  }

  private become(connection: Connection): void {
    if (this.connection === connection) return;
    this.connection = connection;
    this.options.changed(connection);
  }
}

/** A message that this page does not know is as good as none: a newer gateway may say more. */
function gatewayMessage(text: string): GatewayMessage | undefined {
  try {
    const parsed = GatewayMessage.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

const FIRST_MS = 500;
/** So many attempts are made in quick succession, for about half a minute: a gateway that restarts is back by then. */
const QUICK_ATTEMPTS = 16;
const QUICK_MS = 2_000;
const LAST_MS = 20_000;

/**
 * How long to wait before attempt `attempt` (0 is the first again): doubling up to 2 s while the gateway may just be
 * restarting, then up to 20 s. The second half is left to chance, so that pages which lost the same gateway do not come
 * back in step.
 */
export function backoffMs(attempt: number, chance: Chance): number {
  const fullMs =
    attempt < QUICK_ATTEMPTS
      ? Math.min(QUICK_MS, FIRST_MS * 2 ** attempt)
      : Math.min(LAST_MS, QUICK_MS * 2 ** Math.min(attempt - QUICK_ATTEMPTS + 1, 10));
  return fullMs / 2 + chance() * (fullMs / 2);
}

/** Disagreement of the page's two clocks from which one of them must have been set or have slept. */
const DRIFT_MS_MAX = 5_000;

/**
 * The gateway's time as far as the page knows it, so that the times in answers can be compared with it whatever
 * the computer's own clock says. Until the first welcome it is the page's time.
 */
export class GatewayClock implements Clock {
  private aheadMs = 0;
  private anchor: { now: number; atMs: number } | undefined;

  constructor(private readonly page: Clock) {}

  /** The gateway says what time it is. */
  set(now: number): void {
    this.aheadMs = now - this.page.now();
    this.anchor = { now, atMs: this.page.monotonicMs() };
  }

  /**
   * The later of what the wall clock and what the elapsed time say: a wall clock set back makes nothing younger, and a
   * sleep that stopped the monotonic clock does not either. An old value may look too old, never new.
   */
  now(): number {
    return Math.max(this.byWall(), this.byElapsed() ?? -Infinity);
  }

  /** True when the two disagree, so that only the gateway can say what time it is. */
  drifted(): boolean {
    const byElapsed = this.byElapsed();
    return byElapsed !== undefined && Math.abs(this.byWall() - byElapsed) > DRIFT_MS_MAX;
  }

  monotonicMs(): number {
    return this.page.monotonicMs();
  }

  after(waitMs: number, fn: () => void): () => void {
    return this.page.after(waitMs, fn);
  }

  private byWall(): number {
    return this.page.now() + this.aheadMs;
  }

  private byElapsed(): number | undefined {
    return this.anchor && this.anchor.now + this.page.monotonicMs() - this.anchor.atMs;
  }
}
