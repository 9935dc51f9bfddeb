import { AUTH_PAGES } from '../../contract/desk/auth';
import type { DialogProblem } from '../../domain/dialog-word';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import type { Role, Who } from '../../domain/person';
import { present } from '../../domain/present';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import { groupsIn, nameIn, type Claims } from './claims';
import { digestOf, isEqual, newCode, newKey, readCode } from './codes';
import type { AccessTokens } from './access-tokens';
import { digestNamed, type Kept, type KeptSignIn } from './kept-access';
import type { Attempt, Provider, SignedIn as SignedInThere } from './provider';

/** From the press in the pane to the ticket. */
const ATTEMPT_MS_MAX = 10 * 60_000;
const TICKET_MS_MAX = 2 * 60_000;
/** For one ticket: only who holds the secret of its pane can guess at all. */
const GUESSES_MAX = 5;
/** The oldest goes when there is one more. */
const ATTEMPTS_MAX = 500;
const SIGN_INS_MAX = 1_000;
/** A working day. */
const SIGNED_IN_MS = 10 * 3_600_000;
/** So often the provider is asked what groups somebody has: docs/people.md promises five minutes. */
const ASK_AGAIN_MS = 4 * 60_000;

export type OnOtherRoles = (
  who: Who,
  roles: { readonly before: readonly Role[]; readonly now: readonly Role[] },
) => void;

interface SignInsOptions {
  readonly provider: Pick<Provider, 'begin' | 'end' | 'failure' | 'host' | 'onChange'>;
  /** Checks tokens that Office got; absent: it is not asked for any. */
  readonly accessTokens?: Pick<AccessTokens, 'read' | 'wanted'>;
  /** The claim that holds roles or groups. */
  readonly rolesClaim: string;
  readonly rolesOf: (who: Who) => readonly Role[];
  /** The provider says of somebody who is in that they have other roles; or none, and then their sign-in is over after this. */
  readonly onOtherRoles?: OnOtherRoles;
  /** Of a desk on several machines: who is signed in stays so when another one leads. */
  readonly kept?: Kept<KeptSignIn>;
  readonly clock: Clock;
  readonly log: Log;
}

/** One sign-in on its way: begun by a pane, at the provider, then a ticket that waits for that pane. */
interface UnderWay extends Attempt {
  /** Of the secret that the pane keeps. */
  readonly digest: Buffer;
  /** The page at the provider. */
  readonly address: string;
  /** The address of the gateway as the pane calls it, with its folder. */
  readonly origin: string;
  readonly folder: string;
  readonly endsAtMs: number;
  /** Its one answer came. */
  isAnswered: boolean;
  ticket?: {
    readonly code: string;
    readonly who: Who;
    readonly askAgain?: SignedInThere['askAgain'];
    readonly endsAtMs: number;
    guesses: number;
  };
}

interface SignedIn {
  readonly who: Who;
  readonly digest: Buffer;
  /** By the clock that never runs backwards, and by the one that goes on while the machine sleeps. */
  readonly endsAtMs: number;
  readonly endsAt: number;
}

/** A sign-in that is not over, by the digest of its key. */
interface OpenSignIn {
  readonly who: Who;
  readonly digest: Buffer;
  readonly isOver: () => boolean;
}

/**
 * Who signed in at the provider, and whose browser has which key. All of it is in memory: a restart ends every sign-in. A desk on several
 * machines keeps who is in for whoever leads next; a sign-in on its way has to be begun again there.
 */
export class SignIns {
  private underWay: readonly UnderWay[] = [];
  private signedIn: readonly SignedIn[] = [];

  /** Who ended a sign-in, by the digest of its key: whoever had it is told. In this run alone. */
  private readonly endedBy = new Map<string, string>();
  private endings: Promise<boolean> = Promise.resolve(true);
  private readonly timers = new Set<() => void>();

  constructor(private readonly options: SignInsOptions) {
    const { kept, clock } = options;
    const [now, nowMs] = [clock.now(), clock.monotonicMs()];
    this.signedIn = [...(kept?.before ?? [])].map(([name, { who, endsAt }]) => ({
      who,
      digest: digestNamed(name),
      endsAt,
      endsAtMs: nowMs + Math.min(SIGNED_IN_MS, endsAt - now),
    }));
    const alive = this.alive();
    this.forget(this.signedIn.filter((one) => !alive.includes(one)));
    this.signedIn = alive;
  }

  get provider(): Pick<Provider, 'failure' | 'host' | 'onChange'> {
    return this.options.provider;
  }

  /** What a pane asks Office for, before it opens a window; absent: nothing. */
  get office(): AccessTokens['wanted'] | undefined {
    return this.options.accessTokens?.wanted;
  }

  /** Begins a sign-in for the pane that keeps a secret with this digest. Its state leads the dialog to the provider. */
  async begin(pane: {
    readonly digest: string;
    readonly origin: string;
    readonly folder: string;
  }): Promise<Outcome<{ state: string }>> {
    const { provider, clock } = this.options;
    const { origin, folder } = pane;
    const attempt = {
      state: newKey(),
      nonce: newKey(),
      verifier: newKey(),
      redirectUri: `${origin}${AUTH_PAGES.back.path}`,
    };
    const address = await provider.begin(attempt);
    if (!address.ok) return address;
    const digest = Buffer.from(pane.digest, 'base64url');
    const endsAtMs = clock.monotonicMs() + ATTEMPT_MS_MAX;
    const begun = { ...attempt, digest, origin, folder, endsAtMs, address: address.value, isAnswered: false };
    this.underWay = [...this.open(), begun].slice(-ATTEMPTS_MAX);
    return success({ state: attempt.state });
  }

  /** The provider's page, for a dialog that begins. */
  addressOf(state: string): string | undefined {
    return this.open().find((one) => !one.isAnswered && one.state === state)?.address;
  }

  /** The provider sent the dialog back: a ticket for its page, or why there is none. It answers once for each sign-in. */
  async answered(
    query: string,
  ): Promise<{ readonly folder: string } & ({ ticket: string } | { problem: DialogProblem })> {
    const state = new URLSearchParams(query).get('state');
    const attempt = this.open().find((one) => !one.isAnswered && one.state === state);
    if (!attempt) return { folder: '/', problem: 'over' };
    attempt.isAnswered = true;
    const { folder } = attempt;
    const said = await this.options.provider.end(new URL(`${attempt.redirectUri}?${query}`), attempt);
    if (!said.ok) {
      this.leave(attempt);
      return { folder, problem: said.failure.kind === 'unavailable' ? 'down' : 'refused' };
    }
    const code = newCode();
    const endsAtMs = this.options.clock.monotonicMs() + TICKET_MS_MAX;
    const { claims, askAgain } = said.value;
    attempt.ticket = { code, who: this.whoIn(claims), ...present({ askAgain }), endsAtMs, guesses: 0 };
    return { folder, ticket: code };
  }

  /** A key for the pane whose secret began the sign-in that this ticket ends. Both are used up by it. */
  redeem(ticket: string, secret: string): Outcome<{ key: string; name: string }> {
    const digest = digestOf(secret);
    const nowMs = this.options.clock.monotonicMs();
    const attempt = this.open().find(
      (one) => isEqual(one.digest, digest) && (one.ticket?.endsAtMs ?? 0) > nowMs,
    );
    if (!attempt?.ticket) return failed(NO_TICKET);
    if (!isEqual(digestOf(readCode(ticket)), digestOf(readCode(attempt.ticket.code)))) {
      attempt.ticket.guesses += 1;
      if (attempt.ticket.guesses >= GUESSES_MAX) this.leave(attempt);
      return failed(attempt.ticket.guesses >= GUESSES_MAX ? NO_TICKET : WRONG_TICKET);
    }
    this.leave(attempt);
    return this.admit(attempt.ticket.who, attempt.ticket.askAgain);
  }

  /** A key for the person of a token that Office got from the provider. */
  async redeemToken(token: string): Promise<Outcome<{ key: string; name: string }>> {
    const claims = this.options.accessTokens
      ? await this.options.accessTokens.read(token)
      : failed(NO_TOKENS);
    return claims.ok ? this.admit(this.whoIn(claims.value)) : claims;
  }

  /** Whose key it is, and whether that sign-in is over by now. */
  signInOf(key: string): OpenSignIn | undefined {
    return this.signInWith(digestOf(key));
  }

  /** The same by the digest of its key. */
  signInWith(digest: Buffer): OpenSignIn | undefined {
    const found = this.alive().find((one) => isEqual(one.digest, digest));
    return found && { who: found.who, digest, isOver: () => !this.alive().includes(found) };
  }

  /** Ends these sign-ins, and with them the sessions that came of them. `by`: the name of whoever did it to somebody else. */
  end(isMeant: (who: Who) => boolean, by?: string): void {
    const ended = this.signedIn.filter(({ who }) => isMeant(who));
    this.signedIn = this.signedIn.filter((one) => !ended.includes(one));
    if (by !== undefined) for (const { digest } of ended) this.remember(digest, by);
    this.forget(ended);
  }

  /** Who ended the sign-in of this key, where somebody else did. */
  whoEnded(key: string): string | undefined {
    return this.endedBy.get(digestOf(key).toString('base64url'));
  }

  private remember(digest: Buffer, by: string): void {
    const [oldest] = this.endedBy.size >= SIGN_INS_MAX ? this.endedBy.keys() : [];
    if (oldest !== undefined) this.endedBy.delete(oldest);
    this.endedBy.set(digest.toString('base64url'), by);
  }

  /** Whether all that ended is over for whoever leads next, too. */
  endingsKept(): Promise<boolean> {
    return this.endings;
  }

  /** Asks the provider nothing any more. */
  stop(): void {
    for (const cancel of this.timers) cancel();
  }

  private forget(ended: readonly SignedIn[]): void {
    const { kept } = this.options;
    if (kept && ended.length > 0) this.endings = kept.access.drop(ended.map(({ digest }) => digest));
  }

  private admit(who: Who, askAgain?: SignedInThere['askAgain']): Outcome<{ key: string; name: string }> {
    const { rolesOf, clock, log } = this.options;
    if (rolesOf(who).length === 0) {
      log.warn('Somebody without a role at this desk signed in at the provider and was let in nowhere.', {
        id: who.id,
      });
      return failed(noRole(who.name));
    }
    const key = newKey();
    const signedIn = {
      who,
      digest: digestOf(key),
      endsAtMs: clock.monotonicMs() + SIGNED_IN_MS,
      endsAt: clock.now() + SIGNED_IN_MS,
    };
    this.signedIn = [...this.alive(), signedIn].slice(-SIGN_INS_MAX);
    this.keep(signedIn);
    if (askAgain) this.askLater(signedIn, askAgain);
    return success({ key, name: who.name });
  }

  private keep({ who: { groups, ...named }, digest, endsAt }: SignedIn): void {
    const who = { ...named, ...(groups && { groups: [...groups] }) };
    void this.options.kept?.access.put(digest, { who, endsAt });
  }

  /** While that sign-in lasts. Where the provider does not answer, what it said last holds. */
  private askLater(signedIn: SignedIn, askAgain: NonNullable<SignedInThere['askAgain']>): void {
    const ask = async (): Promise<void> => {
      this.timers.delete(cancel);
      if (!this.alive().includes(signedIn)) return;
      const said = await askAgain();
      if (!this.alive().includes(signedIn)) return;
      if (said !== 'nothing') this.hear(signedIn, said === 'over' ? [] : this.whoIn(said).groups);
      this.askLater(signedIn, askAgain);
    };
    const cancel = this.options.clock.after(ASK_AGAIN_MS, () => void ask());
    this.timers.add(cancel);
  }

  private hear(signedIn: SignedIn, groups: readonly string[] = []): void {
    const { rolesOf, onOtherRoles } = this.options;
    const { who } = signedIn;
    const before = rolesOf(who);
    // In place: all sessions that came of it go by this one.
    Object.assign(who, { groups });
    const now = rolesOf(who);
    if (String(now) !== String(before)) onOtherRoles?.(who, { before, now });
    if (now.length === 0) this.end((one) => one === who);
    else this.keep(signedIn);
  }

  private whoIn(claims: Claims): Who {
    return { name: nameIn(claims), id: claims.sub, groups: groupsIn(claims, this.options.rolesClaim) };
  }

  private leave(attempt: UnderWay): void {
    this.underWay = this.underWay.filter((one) => one !== attempt);
  }

  private open(): readonly UnderWay[] {
    const nowMs = this.options.clock.monotonicMs();
    return this.underWay.filter(({ endsAtMs, ticket }) => (ticket?.endsAtMs ?? endsAtMs) > nowMs);
  }

  private alive(): readonly SignedIn[] {
    const { clock } = this.options;
    const nowMs = clock.monotonicMs();
    const now = clock.now();
    return this.signedIn.filter(({ endsAtMs, endsAt }) => endsAtMs > nowMs && endsAt > now);
  }
}

const NO_TICKET: Failure = {
  kind: 'denied',
  message:
    'This sign-in is over: its code is good for two minutes, once, and only in the pane that began it.',
  next: 'Press Sign in again.',
};
const WRONG_TICKET: Failure = {
  kind: 'denied',
  message: 'This is not the code that the sign-in window shows.',
  next: 'Type the eight letters and digits of the window that this pane opened.',
};
const NO_TOKENS: Failure = {
  kind: 'unsupported',
  message: 'At this desk nobody is let in by a token of Office.',
  next: 'Press Sign in: a window of the provider opens.',
};
const noRole = (name: string): Failure => ({
  kind: 'denied',
  message: `${name} has no role at this desk, so nothing is shown.`,
  next: 'Ask whoever runs the desk for one, then sign in again.',
});
