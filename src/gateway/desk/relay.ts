import type { IncomingHttpHeaders } from 'node:http';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { ROUTES } from '../../contract/desk/routes';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import { pause, type Clock } from '../../effects/clock';
import { peerConnect } from '../web/peers';
import { STATUS_OF } from '../web/serve';
import { MISDIRECTED } from '../web/server';
import { leaderWithin, type Leader, type Leading } from './leader';

/** What takes risk off, or stops everything, has connections of its own: nothing else can hold it up. */
export type RelayLane = 'urgent' | 'other';

/** One request of a page, on its way to whoever leads. */
export interface Relayed {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT';
  /** With its query, as it came. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body?: Buffer | undefined;
  readonly lane: RelayLane;
  /** It may arrive twice: it only reads, or takes risk off under an id of its own. */
  readonly isRepeatable: boolean;
  /** The page has gone away. */
  readonly signal: AbortSignal;
}

interface RelayOptions {
  readonly leader: Leader;
  /** Of the desk's key: {@link peerConnect}. */
  readonly key: Buffer;
  readonly clock: Clock;
  /** By which pages call this door. */
  readonly protocol: 'http' | 'https';
}

type Lanes = Readonly<Record<RelayLane, Dispatcher>>;

/** Longer than another machine takes to take over, shorter than a page waits. */
export const LEADER_MS_MAX = 8_000;
/** Of many withdrawals the last may wait for its turn for more than a minute; a journal of years is read from disk. */
const ANSWER_MS_MAX = 150_000;
/** So long somebody else is waited for before whoever led last is asked to withdraw everything. */
const KILL_SWITCH_MS = 500;
const CONNECT_MS_MAX = 2_000;
const AGAIN_MS = 50;
/** Of the newest presses whose leader went away. */
const IN_DOUBT_MAX = 1_000;
/** Of one door: many doors together stay below what the leader takes. */
const CONNECTIONS_MAX: Readonly<Record<RelayLane, number>> = { urgent: 64, other: 128 };

/**
 * Hands requests of pages to the machine that leads, and its answers back. What was handed to a machine that does not lead any more is
 * given up at once. It is handed over again only if nothing of it can have arrived, or if it may arrive twice; what became of anything
 * else, the journal says under the id that it has.
 */
export class Relay {
  /** By which nothing of a request can have arrived. */
  private readonly notConnected = new WeakSet<Error>();
  private readonly lines = new Map<number, Lanes>();
  private readonly underWay = new Map<AbortController, number>();
  /** Presses, by their paths, of which nobody heard here what became of them. Asked for once more, they are not called unsent. */
  private readonly inDoubt = new Set<string>();
  private readonly stopListening: () => void;

  constructor(private readonly options: RelayOptions) {
    this.stopListening = options.leader.onChange(() => this.leaveFormer());
  }

  /** The answer, whose body has to be taken; or why there is none. It never rejects. */
  async send(relayed: Relayed): Promise<Outcome<Dispatcher.ResponseData>> {
    const { clock } = this.options;
    const untilMs = clock.monotonicMs() + LEADER_MS_MAX;
    const { method, path, isRepeatable } = relayed;
    let mayHaveArrived = method === 'PUT' && this.inDoubt.has(path);
    for (;;) {
      const leftMs = untilMs - clock.monotonicMs();
      const isKillSwitch = path === ROUTES.withdrawAll.path;
      const leading = await leaderWithin(
        this.options,
        isKillSwitch ? Math.min(leftMs, KILL_SWITCH_MS) : leftMs,
      );
      if (!leading && isKillSwitch) {
        const withdrawn = await this.askLast(relayed);
        if (withdrawn) return success(withdrawn);
      }
      if (!leading && clock.monotonicMs() >= untilMs)
        return failed(mayHaveArrived && method !== 'GET' ? IN_DOUBT : NOBODY_LEADS);
      if (!leading) continue;
      try {
        const answer = await this.sendTo(leading, relayed);
        if (method === 'PUT') this.answered(path, answer.statusCode);
        return success(answer);
      } catch (error) {
        const arrived = !(error instanceof Error && this.notConnected.has(error));
        mayHaveArrived ||= arrived;
        if (arrived && method === 'PUT') this.leaveInDoubt(path);
        if (relayed.signal.aborted) return failed(GONE);
        if (arrived && !isRepeatable) return failed(method === 'GET' ? NOT_READ : IN_DOUBT);
      }
      if (clock.monotonicMs() >= untilMs) {
        if (isRepeatable) return failed(NOT_REACHED);
        return failed(mayHaveArrived ? IN_DOUBT : NOBODY_LEADS);
      }
      await pause(clock, AGAIN_MS);
    }
  }

  /** A leader that does not know itself leaves the press in doubt; one that cannot say anything changes nothing. */
  private answered(path: string, status: number): void {
    if (status === STATUS_OF['unknown-outcome']) this.leaveInDoubt(path);
    else if (status < 500) this.inDoubt.delete(path);
  }

  private leaveInDoubt(path: string): void {
    this.inDoubt.add(path);
    const [oldest] = this.inDoubt;
    if (this.inDoubt.size > IN_DOUBT_MAX && oldest !== undefined) this.inDoubt.delete(oldest);
  }

  /** Whoever led last may still withdraw, over a line that stays open for that alone. */
  private async askLast(relayed: Relayed): Promise<Dispatcher.ResponseData | undefined> {
    const last = this.options.leader.last();
    if (!last) return undefined;
    try {
      return await this.sendTo(last, relayed);
    } catch {
      // Its machine may be the one that is gone.
      return undefined;
    }
  }

  async close(): Promise<void> {
    this.stopListening();
    for (const lanes of this.lines.values()) await destroyed(lanes);
    this.lines.clear();
  }

  private async sendTo(leading: Leading, relayed: Relayed): Promise<Dispatcher.ResponseData> {
    const { lane, body, headers, method, path, signal } = relayed;
    const giveUp = new AbortController();
    const leave = (): void => giveUp.abort();
    signal.addEventListener('abort', leave);
    this.underWay.set(giveUp, leading.epoch);
    try {
      signal.throwIfAborted();
      const answer = await this.lanesTo(leading)[lane].request({
        origin: `https://${leading.address}`,
        method,
        path,
        headers: { ...passedOn(headers), 'x-forwarded-proto': this.options.protocol },
        ...(body && { body }),
        signal: giveUp.signal,
      });
      if (answer.statusCode !== MISDIRECTED) return answer;
      await answer.body.dump();
      const notTaken = new Error('That machine hands the desk over.');
      this.notConnected.add(notTaken);
      throw notTaken;
    } finally {
      signal.removeEventListener('abort', leave);
      this.underWay.delete(giveUp);
    }
  }

  private lanesTo({ epoch }: Leading): Lanes {
    const known = this.lines.get(epoch);
    if (known) return known;
    const lanes = { urgent: this.agent('urgent'), other: this.agent('other') };
    this.lines.set(epoch, lanes);
    return lanes;
  }

  private agent(lane: RelayLane): Agent {
    const connect = buildConnector({
      ...peerConnect(this.options.key),
      timeout: CONNECT_MS_MAX,
      maxCachedSessions: 0,
    });
    return new Agent({
      connections: CONNECTIONS_MAX[lane],
      headersTimeout: ANSWER_MS_MAX,
      bodyTimeout: ANSWER_MS_MAX,
      connect: (to, answer) =>
        connect(to, (...[error, socket]) => {
          if (error) this.notConnected.add(error);
          answer(...([error, socket] as Parameters<buildConnector.Callback>));
        }),
    });
  }

  /** A former leader may stand still and never answer. While nobody leads, the last one may still be at it. */
  private leaveFormer(): void {
    const leading = this.options.leader.current();
    if (!leading) return;
    for (const [giveUp, epoch] of this.underWay) if (epoch !== leading.epoch) giveUp.abort();
    for (const [epoch, lanes] of this.lines) {
      if (epoch === leading.epoch) continue;
      this.lines.delete(epoch);
      void destroyed(lanes);
    }
  }
}

const destroyed = ({ urgent, other }: Lanes): Promise<unknown> =>
  Promise.all([urgent.destroy(), other.destroy()]);

/** Between two machines alone, and no business of a third (RFC 9110, 7.6.1). */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];
/** What Node answers itself, and what only a door says to its leader. */
const OF_THE_DOOR = ['expect', 'forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

/** Headers as they came, but for those of the connection itself and for those by which a caller would pass for a door. */
export function passedOn(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const named = String(headers.connection ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  const dropped = new Set([...HOP_BY_HOP, ...OF_THE_DOOR, ...named]);
  const kept: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !dropped.has(name)) kept[name] = value;
  return kept;
}

export const NOBODY_LEADS: Failure = {
  kind: 'unavailable',
  message: 'No machine leads this desk just now, so nothing was sent.',
  next: 'Values stay, with their age. The pane goes on by itself once a machine leads; press again then. What was asked before at another machine, the journal tells.',
};
const IN_DOUBT: Failure = {
  kind: 'unknown-outcome',
  message: 'The machine that led this desk went away while this was on its way to it.',
  next: 'Another one takes over. Check the journal for the result. Asking again never sends it twice.',
};
const NOT_READ: Failure = {
  kind: 'unavailable',
  message: 'The machine that led this desk went away before it answered.',
  next: 'Another one takes over. Try again in a moment.',
};
const NOT_REACHED: Failure = {
  kind: 'unavailable',
  message: 'The machine that leads this desk does not answer this one.',
  next: 'Check the journal, then press again: withdrawing may be sent again. If it persists, look at the network between the machines.',
};
const GONE: Failure = {
  kind: 'unavailable',
  message: 'The page went away before it was answered.',
  next: 'Nobody is told.',
};
