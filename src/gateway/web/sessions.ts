import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { ROLES, type By, type Person, type Role, type Who } from '../../domain/person';
import { present } from '../../domain/present';
import type { Clock } from '../../effects/clock';
import { digestNamed, type Kept, type KeptSession } from '../people/kept-access';

const TOKEN_BYTES = 32;
const SESSIONS_MAX = 2_000;
/** Letters of a digest by which people tell sessions apart. */
const SHORT_NAME = 8;
const IDLE_MS_MAX = 24 * 3_600_000;

interface Session {
  /** Whose browser it is. */
  readonly who: Who;
  readonly digest: Buffer;
  /** The sign-in that it came of. */
  readonly signIn?: SignInOfSession;
  /** Epoch ms. */
  readonly openedAt: number;
  usedAt: number;
  usedAtMs: number;
  /** When its person last pressed or typed; absent until this gateway saw it. */
  actedAt?: number;
  /** It came back with its token: whoever only asks for tokens never does. */
  isProven: boolean;
  /** When it was last written down that it is used, by the monotonic clock. */
  keptAtMs: number;
}

/** A sign-in that sessions come of, and end with. */
export interface SignInOfSession {
  readonly digest: Buffer;
  readonly isOver: () => boolean;
}

/** An open session, as an admin sees it. Times are epoch ms. */
export interface OpenSession extends Person {
  /** Its short name. */
  readonly session: string;
  readonly openedAt: number;
  readonly usedAt: number;
  /** When its person last pressed or typed in the pane; absent where that was not seen. */
  readonly actedAt?: number;
  readonly isProgram: boolean;
}

/** Of sessions that are over: so many people are remembered, for what they pressed and is not sent yet. */
const FORMER_MAX = 2_000;

/** So exactly is kept when a session was used last: it ends by that after a day. */
const KEPT_EVERY_MS = 3_600_000;

/**
 * The pages that may use the gateway: in memory alone, so that a restart ends them all. Only digests are kept. A desk on several machines
 * keeps them for whoever leads next, too, once they were used.
 */
export class Sessions {
  /** The longest unused first. */
  private sessions: Session[] = [];
  private readonly listeners = new Set<() => void>();
  /** Who was behind a session, by its short name, also once it is over. */
  private readonly known = new Map<string, Who>();
  private endings: Promise<boolean> = Promise.resolve(true);

  /** `rolesOf`: as the policy has it at that moment; without one everybody may do everything. */
  constructor(
    private readonly clock: Clock,
    private readonly rolesOf: (who: Who) => readonly Role[] = () => ROLES,
    private readonly kept?: Kept<KeptSession>,
  ) {}

  /** Goes on with the sessions that were kept. `signInOf`: the sign-in with this digest, while it is not over. */
  goOn(signInOf: (digest: Buffer) => (SignInOfSession & { readonly who: Who }) | undefined): void {
    const [now, nowMs] = [this.clock.now(), this.clock.monotonicMs()];
    const former = [...(this.kept?.before ?? [])].flatMap(([name, { signIn: named, ...one }]): Session[] => {
      const signIn = named === undefined ? undefined : signInOf(digestNamed(named));
      if (named !== undefined && !signIn) return [];
      const usedAtMs = nowMs - Math.max(0, now - one.usedAt);
      const known = { digest: digestNamed(name), usedAtMs, keptAtMs: usedAtMs, isProven: true };
      return [{ ...one, ...known, ...(signIn && { signIn, who: signIn.who }) }];
    });
    for (const session of former) this.remember(session);
    this.sessions = [...former, ...this.sessions].sort((a, b) => a.usedAtMs - b.usedAtMs);
    const alive = new Set(this.alive().map(({ digest }) => digest.toString('base64url')));
    const over = [...(this.kept?.before.keys() ?? [])].filter((name) => !alive.has(name));
    void this.kept?.access.drop(over.map(digestNamed));
  }

  /**
   * A new token; when there are too many, a session ends that was never used, or else the longest unused one. So a flood of
   * openings ends no page that is at work. It ends with the sign-in that it comes of.
   */
  open(who: Who, signIn?: SignInOfSession): string {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const alive = this.alive();
    if (alive.length >= SESSIONS_MAX) {
      const unproven = alive.findIndex(({ isProven }) => !isProven);
      this.forget(alive.splice(Math.max(0, unproven), 1));
    }
    const session: Session = {
      who,
      ...(signIn && { signIn }),
      digest: digestOf(token),
      openedAt: this.clock.now(),
      usedAt: this.clock.now(),
      usedAtMs: this.clock.monotonicMs(),
      isProven: false,
      keptAtMs: -Infinity,
    };
    this.remember(session);
    this.sessions = [...alive, session];
    return token;
  }

  /** Whether the token is known; using it keeps it alive. */
  check(token: string): boolean {
    const session = this.sessionOf(token);
    if (!session) return false;
    session.usedAtMs = this.clock.monotonicMs();
    session.usedAt = this.clock.now();
    session.isProven = true;
    this.keep(session);
    this.sessions = [...this.sessions.filter((one) => one !== session), session];
    return true;
  }

  /** The person behind a token pressed or typed something. */
  acted(token: string): void {
    const session = this.sessionOf(token);
    if (session) session.actedAt = this.clock.now();
  }

  /** Who is behind a token that is known; it does not keep it alive. */
  by(token: string): By | undefined {
    const session = this.sessionOf(token);
    if (!session) return undefined;
    const { name, id } = session.who;
    return {
      name,
      session: shortName(session),
      ...(id !== undefined && { id }),
    };
  }

  /** The person behind a token that is known, with their roles of this moment; it does not keep it alive. */
  person(token: string): Person | undefined {
    const who = this.whoOf(token);
    return who && this.personOf(who);
  }

  /** For whom the session of this token was opened; it does not keep it alive. */
  whoOf(token: string): Who | undefined {
    return this.sessionOf(token)?.who;
  }

  /** Who was behind this session, by its short name, also once it is over; `undefined` where nobody knows any more. */
  whoWas(session: string): Who | undefined {
    return this.known.get(session);
  }

  /** Every open session, the longest unused first. */
  list(): readonly OpenSession[] {
    return this.alive().map((session) => ({
      ...this.personOf(session.who),
      session: shortName(session),
      openedAt: session.openedAt,
      usedAt: session.usedAt,
      ...present({ actedAt: session.actedAt }),
      isProgram: session.who.isProgram === true,
    }));
  }

  /** Ends these sessions at once, and says how many there were. */
  end(isMeant: (session: { readonly who: Who; readonly session: string }) => boolean): number {
    const alive = this.alive();
    const ended = alive.filter((one) => isMeant({ who: one.who, session: shortName(one) }));
    this.sessions = alive.filter((one) => !ended.includes(one));
    this.forget(ended);
    if (ended.length > 0) for (const listener of this.listeners) listener();
    return ended.length;
  }

  /** Whether all that ended is over for whoever leads next, too. */
  endingsKept(): Promise<boolean> {
    return this.endings;
  }

  /** Somebody may do something else from now on. */
  rolesChanged(): void {
    for (const listener of this.listeners) listener();
  }

  /** Calls `listener` whenever somebody's sessions were ended, or their roles are others. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Who that is now. */
  personOf(who: Who): Person {
    const { name, id } = who;
    return { name, ...(id !== undefined && { id }), roles: this.rolesOf(who) };
  }

  private remember(session: Session): void {
    const [oldest] = this.known.size >= FORMER_MAX ? this.known.keys() : [];
    if (oldest !== undefined) this.known.delete(oldest);
    this.known.set(shortName(session), session.who);
  }

  private keep(session: Session): void {
    const { who, signIn, openedAt, usedAt, usedAtMs } = session;
    if (!this.kept || usedAtMs - session.keptAtMs < KEPT_EVERY_MS) return;
    session.keptAtMs = usedAtMs;
    const kept = { who: keptWho(who), openedAt, usedAt };
    void this.kept.access.put(session.digest, {
      ...kept,
      ...(signIn && { signIn: signIn.digest.toString('base64url') }),
    });
  }

  private forget(ended: readonly Session[]): void {
    const kept = ended.filter(({ keptAtMs }) => keptAtMs !== -Infinity).map(({ digest }) => digest);
    if (this.kept && kept.length > 0) this.endings = this.kept.access.drop(kept);
  }

  private sessionOf(token: string): Session | undefined {
    const digest = digestOf(token);
    return this.alive().find((one) => timingSafeEqual(one.digest, digest));
  }

  private alive(): Session[] {
    const since = this.clock.monotonicMs() - IDLE_MS_MAX;
    return this.sessions.filter(({ usedAtMs, signIn }) => usedAtMs >= since && !signIn?.isOver());
  }
}

const keptWho = ({ groups, ...who }: Who): KeptSession['who'] => ({
  ...who,
  ...(groups && { groups: [...groups] }),
});

const shortName = ({ digest }: Pick<Session, 'digest'>): string =>
  digest.toString('hex').slice(0, SHORT_NAME);
const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Tells pages apart within this run of the gateway. It is no token, and stays in memory. */
export const pageOf = (request: Pick<FastifyRequest, 'headers'>): string =>
  createHash('sha256').update(bearer(request)).digest('base64');

/** Who pressed this. */
export const byOf = (sessions: Sessions, request: Pick<FastifyRequest, 'headers'>): By | undefined =>
  sessions.by(bearer(request));

/** The token that a page sent, good or not. */
export const tokenIn = (request: Pick<FastifyRequest, 'headers'>): string | undefined =>
  bearer(request) || undefined;

function bearer({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const [scheme, token, more] = (headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && more === undefined ? (token ?? '') : '';
}
