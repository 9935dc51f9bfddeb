import { isActionLane, type Lane } from '../../domain/lane';
import type { Clock } from '../../effects/clock';

/** A refusal that a token met which is known to be good is the platform's own word for so long. */
const MEANT_MS = 600_000;
/** So long it is believed where nothing shows that the fresh token is good, longer each time. */
const UNPROVEN_MS_MIN = 5_000;
/** After a renewal that did not help reads doubt no token for so long, longer each time. */
const PAUSE_MS_MIN = 60_000;
const PAUSE_MS_MAX = 3_600_000;
/** And actions for so long at most after any: a withdrawal must not wait for long where a second token is taken away. */
const ACTION_PAUSE_MS_MAX = 30_000;
/** What is refused again after so long is another matter. */
const SAME_MS_MAX = 120_000;
const REMEMBERED_MAX = 1_000;

/**
 * Which refusals may mean that the token has ended: the answer to that is not stated (interface document, section 5, gaps). Each is
 * worth one renewal, and what a fresh token is refused as well is meant: a call that is not allowed costs one sign-in, and no storm.
 */
export class TokenDoubts {
  /** The refused call, with the token it came with and when. */
  private readonly doubted = new Map<string, { readonly token: string; readonly at: number }>();
  private readonly meantUntil = new Map<string, number>();
  /** The token with which an operation was refused as not signed in first, and when it was last, until it is served. */
  private readonly refusedWith = new Map<string, { readonly token: string; readonly at: number }>();
  private readonly pause = { unfounded: 0, until: 0 };
  /** The renewals for actions that were refused, since the last success. */
  private readonly actions = { renewals: 0, until: 0 };
  /** The token of the last success: it is good. */
  private good: string | undefined;

  constructor(private readonly clock: Clock) {}

  /**
   * A refusal of `call`: whether it is meant. Others are refused at the same moment: each is remembered, also where the renewal is another
   * one's, so that it is known of each what it met with the fresh token.
   */
  isMeant(call: string, token: string): boolean {
    const now = this.clock.monotonicMs();
    const before = this.doubted.get(call);
    if (before && before.token !== token && now - before.at < SAME_MS_MAX) this.unfounded(call, token);
    if (now < (this.meantUntil.get(call) ?? 0)) return true;
    if (this.doubted.size >= REMEMBERED_MAX) this.doubted.clear();
    this.doubted.set(call, { token, at: now });
    return false;
  }

  /** A refusal of `operation` as not signed in: whether the next token, with which others are served, was refused for it as well. */
  isRefusedAlone(operation: string, token: string): boolean {
    const at = this.clock.monotonicMs();
    const before = this.refusedWith.get(operation);
    const isSame = before !== undefined && at - before.at < MEANT_MS;
    const first = isSame ? before.token : token;
    this.refusedWith.set(operation, { token: first, at });
    return first !== token && this.good === token;
  }

  /** Whether a renewal may be tried now, whatever the call. */
  mayRenew(lane: Lane): boolean {
    const now = this.clock.monotonicMs();
    if (!isActionLane(lane)) return now >= this.pause.until;
    if (now < this.actions.until) return false;
    this.actions.until = now + Math.min(ACTION_PAUSE_MS_MAX, UNPROVEN_MS_MIN * 2 ** this.actions.renewals++);
    return true;
  }

  /** A success of `call`: where it had been refused with another token, that one had ended. */
  served(call: string, operation: string, token: string): void {
    this.good = token;
    this.actions.renewals = 0;
    this.meantUntil.delete(call);
    this.refusedWith.delete(operation);
    const before = this.doubted.get(call);
    this.doubted.delete(call);
    if (before && before.token !== token) Object.assign(this.pause, { unfounded: 0, until: 0 });
  }

  /** A renewal did not help: `token`, which was fresh, is refused as well. */
  unfounded(call: string, token: string): void {
    this.doubted.delete(call);
    this.unhelped();
    const meantMs =
      this.good === token
        ? MEANT_MS
        : Math.min(MEANT_MS, UNPROVEN_MS_MIN * 2 ** Math.min(this.pause.unfounded - 1, 10));
    if (this.meantUntil.size >= REMEMBERED_MAX) this.meantUntil.clear();
    this.meantUntil.set(call, this.clock.monotonicMs() + meantMs);
  }

  /** Reads doubt no token for a while. Of many that were refused at once, the first counts. */
  unhelped(): void {
    const now = this.clock.monotonicMs();
    if (now < this.pause.until) return;
    const times = Math.min(this.pause.unfounded++, 10);
    this.pause.until = now + Math.min(PAUSE_MS_MAX, PAUSE_MS_MIN * 2 ** times);
  }
}
