import { BEAT_MS, GatewayMessage, type AnswerMessage, type PageMessage } from '../contract/desk/socket';
import type { Chance } from '../effects/chance';
import type { Connection } from './client';
import { backoffMs } from './backoff';
import type { GatewayClock } from './gateway-clock';
import type { SessionToken } from './gateway-http';
import type { Socket, Transport } from './transport';

/** How often the watchdog looks. */
const LOOK_MS = BEAT_MS / 3;
const WELCOME_DEADLINE_MS = 10_000;
/** A connection that lived this long was a good one: the next attempt starts from the shortest wait. */
const STABLE_MS = 10_000;

/** One socket from opening to closing. */
interface Line {
  /** Counts the lines of this page: what the gateway said on one is not taken for said on another. */
  readonly number: number;
  readonly token: string;
  readonly openedAtMs: number;
  socket: Socket | undefined;
  welcomedAtMs: number | undefined;
  heardAtMs: number;
  saidAtMs: number;
}

type Welcome = Extract<GatewayMessage, { type: 'welcome' }>;

export interface LinkParts {
  readonly transport: Transport;
  readonly token: SessionToken;
  readonly clock: GatewayClock;
  readonly chance: Chance;
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
export class GatewayLink {
  connection: Connection = 'connecting';
  private attempt = 0;
  private lines = 0;
  private line: Line | undefined;
  /** Name of the desk that the gateway last worked with. */
  desk: string | undefined;

  constructor(private readonly parts: LinkParts) {}

  async connect(): Promise<void> {
    const token = await this.parts.token.current();
    if (token.ok) this.open(token.value);
    else this.retry();
  }

  /** Says it now; `false` when there is no line on which the gateway knows the page. */
  say(message: PageMessage): boolean {
    if (this.line?.welcomedAtMs === undefined) return false;
    this.send(this.line, message);
    return true;
  }

  private open(token: string): void {
    const nowMs = this.parts.clock.monotonicMs();
    const line: Line = {
      number: ++this.lines,
      token,
      openedAtMs: nowMs,
      socket: undefined,
      welcomedAtMs: undefined,
      heardAtMs: nowMs,
      saidAtMs: nowMs,
    };
    this.line = line;
    const mine = (react: () => void) => () => this.line === line && react();
    try {
      line.socket = this.parts.transport.openSocket({
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
    line.saidAtMs = this.parts.clock.monotonicMs();
    try {
      line.socket?.send(JSON.stringify(message));
    } catch {
      this.lost(line);
    }
  }

  private received(line: Line, text: string): void {
    line.heardAtMs = this.parts.clock.monotonicMs();
    const message = gatewayMessage(text);
    switch (message?.type) {
      case 'welcome':
        return this.welcome(line, message);
      case 'answers':
        this.parts.answered(message.answers, line.number);
        break;
      case 'refused':
        void this.parts.token.refused(line.token);
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
    this.parts.clock.set(now);
    this.become('open');
    if (this.desk !== undefined && (this.desk !== desk || !isFirst)) this.parts.moved();
    this.desk = desk;
    if (isFirst) this.parts.welcomed(welcome);
  }

  private lost(line: Line): void {
    if (this.line !== line) return;
    this.line = undefined;
    line.socket?.close();
    const livedMs = line.welcomedAtMs === undefined ? 0 : this.parts.clock.monotonicMs() - line.welcomedAtMs;
    if (livedMs >= STABLE_MS) this.attempt = 0;
    if (this.connection === 'open') this.become('lost');
    this.retry();
  }

  private retry(): void {
    this.parts.clock.after(backoffMs(this.attempt++, this.parts.chance), () => void this.connect());
  }

  private lookLater(line: Line): void {
    this.parts.clock.after(LOOK_MS, () => {
      if (this.line === line) this.look(line);
    });
  }

  private look(line: Line): void {
    const nowMs = this.parts.clock.monotonicMs();
    const silent = nowMs - line.heardAtMs >= 2 * BEAT_MS;
    const unwelcome = line.welcomedAtMs === undefined && nowMs - line.openedAtMs >= WELCOME_DEADLINE_MS;
    // After a sleep or a clock set anew only a new welcome says how old the answers are.
    if (silent || unwelcome || this.parts.clock.drifted()) return this.lost(line);
    this.beatWhenSilent(line);
    this.lookLater(line);
  }

  private beatWhenSilent(line: Line): void {
    if (line.welcomedAtMs === undefined) return;
    if (this.parts.clock.monotonicMs() - line.saidAtMs >= BEAT_MS) this.send(line, { type: 'beat' });
  }

  private become(connection: Connection): void {
    if (this.connection === connection) return;
    this.connection = connection;
    this.parts.changed(connection);
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
