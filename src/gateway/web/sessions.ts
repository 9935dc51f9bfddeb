import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { ROLES, type By, type Person, type Role, type Who } from '../../domain/person';
import type { Clock } from '../../effects/clock';

const TOKEN_BYTES = 32;
const SESSIONS_MAX = 500;
/** Letters of a digest by which people tell sessions apart. */
const SHORT_NAME = 8;
const IDLE_MS_MAX = 24 * 3_600_000;

interface Session {
  /** Whose browser it is. */
  readonly who: Who;
  readonly digest: Buffer;
  /** The sign-in that it came of has ended. */
  readonly isOver: () => boolean;
  /** Epoch ms. */
  readonly openedAt: number;
  usedAt: number;
  usedAtMs: number;
  /** It came back with its token: whoever only asks for tokens never does. */
  isProven: boolean;
}

/** An open session, as an admin sees it. Times are epoch ms. */
export interface OpenSession extends Person {
  /** Its short name. */
  readonly session: string;
  readonly openedAt: number;
  readonly usedAt: number;
  readonly isProgram: boolean;
}

/** Of sessions that are over: so many people are remembered, for what they pressed and is not sent yet. */
const FORMER_MAX = 2_000;

/** The pages that may use the gateway: in memory alone, so that a restart ends them all. Only digests are kept. */
export class Sessions {
  /** The longest unused first. */
  private sessions: Session[] = [];
  private readonly listeners = new Set<() => void>();
  /** Who was behind a session, by its short name, also once it is over. */
  private readonly known = new Map<string, Who>();

  /** `rolesOf`: as the policy has it at that moment; without one everybody may do everything. */
  constructor(
    private readonly clock: Clock,
    private readonly rolesOf: (who: Who) => readonly Role[] = () => ROLES,
  ) {}

  /**
   * A new token; when there are too many, a session ends that was never used, or else the longest unused one. So a flood of
   * openings ends no page that is at work. `isOver`: whether the sign-in that it comes of has ended, and it with it.
   */
  open(who: Who, isOver: () => boolean = () => false): string {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const alive = this.alive();
    if (alive.length >= SESSIONS_MAX) {
      const unproven = alive.findIndex(({ isProven }) => !isProven);
      alive.splice(Math.max(0, unproven), 1);
    }
    const session: Session = {
      who,
      isOver,
      digest: digestOf(token),
      openedAt: this.clock.now(),
      usedAt: this.clock.now(),
      usedAtMs: this.clock.monotonicMs(),
      isProven: false,
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
    this.sessions = [...this.sessions.filter((one) => one !== session), session];
    return true;
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
      isProgram: session.who.isProgram === true,
    }));
  }

  /** Ends these sessions at once, and says how many there were. */
  end(isMeant: (session: { readonly who: Who; readonly session: string }) => boolean): number {
    const alive = this.alive();
    this.sessions = alive.filter((one) => !isMeant({ who: one.who, session: shortName(one) }));
    const ended = alive.length - this.sessions.length;
    if (ended > 0) for (const listener of this.listeners) listener();
    return ended;
  }

  /** Calls `listener` whenever somebody's sessions were ended. */
  onEnded(listener: () => void): () => void {
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

  private sessionOf(token: string): Session | undefined {
    const digest = digestOf(token);
    return this.alive().find((one) => timingSafeEqual(one.digest, digest));
  }

  private alive(): Session[] {
    const since = this.clock.monotonicMs() - IDLE_MS_MAX;
    return this.sessions.filter(({ usedAtMs, isOver }) => usedAtMs >= since && !isOver());
  }
}

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
