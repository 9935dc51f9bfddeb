import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ROLES, type By, type Person, type Role, type Who } from '../../domain/person';
import type { Clock } from '../../effects/clock';
import { tell } from './serve';
import { UNKNOWN_PAGE } from './page-connection';

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
  usedAtMs: number;
  /** It came back with its token: whoever only asks for tokens never does. */
  isProven: boolean;
}

/** The pages that may use the gateway: in memory alone, so that a restart ends them all. Only digests are kept. */
export class Sessions {
  /** The longest unused first. */
  private sessions: Session[] = [];

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
    const usedAtMs = this.clock.monotonicMs();
    const session = { who, digest: digestOf(token), isOver, usedAtMs, isProven: false };
    this.sessions = [...alive, session];
    return token;
  }

  /** Whether the token is known; using it keeps it alive. */
  check(token: string): boolean {
    const session = this.sessionOf(token);
    if (!session) return false;
    session.usedAtMs = this.clock.monotonicMs();
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
      session: session.digest.toString('hex').slice(0, SHORT_NAME),
      ...(id !== undefined && { id }),
    };
  }

  /** The person behind a token that is known, with their roles of this moment; it does not keep it alive. */
  person(token: string): Person | undefined {
    const session = this.sessionOf(token);
    if (!session) return undefined;
    const { name, id } = session.who;
    return { name, ...(id !== undefined && { id }), roles: this.rolesOf(session.who) };
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

const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Turns away, before its body is read, a request without the token of a page that the gateway knows. */
export const onlyKnownPages =
  (sessions: Sessions) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> =>
    sessions.check(bearer(request)) ? undefined : tell(reply, UNKNOWN_PAGE);

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
