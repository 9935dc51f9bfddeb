import type { Action } from '../../domain/action';
import type { Failure } from '../../domain/failure';
import type { ActionId } from '../../domain/identifiers';
import { checkLimits } from '../../domain/limits/check';
import { findingsFailure } from '../../domain/limits/finding';
import { DUPLICATE_MS_MAX, type Limits } from '../../domain/limits/limits';
import { sentWithinMinute } from '../../domain/limits/pace-checks';
import { referencesFor, type RecentAction, type SeenOffer } from '../../domain/limits/references';
import type { Request } from '../../domain/request';
import type { Clock } from '../../effects/clock';

export interface LimitsCheckParts {
  readonly limits: () => Limits;
  /** What the journal shows: the newest actions, and all that are not over. */
  readonly shown: () => readonly RecentAction[];
  readonly clock: Clock;
}

/** The limits of the desk, checked a last time before an action leaves, whatever the pane showed. */
export class LimitsCheck {
  /** What was let through lately: the journal shows fewer actions than a busy minute has. */
  private readonly passed = new Map<ActionId, RecentAction>();

  constructor(private readonly parts: LimitsCheckParts) {}

  /** Why an action may not be sent. `seen` is what was read for it just now. */
  problem(
    action: Action,
    { request, offers }: { readonly request: Request; readonly offers: readonly SeenOffer[] },
  ): Failure | undefined {
    const now = this.parts.clock.now();
    const recent = this.recent(action.id, now);
    const references = referencesFor(action.body, { request, offers, recent });
    const findings = checkLimits(action.body, { request, recent, now, ...references }, this.parts.limits());
    const failure = findingsFailure(findings, action.accepted);
    // It leaves now, whatever the journal shows of it at this moment.
    if (!failure) this.passed.set(action.id, { ...action, state: 'sending', sentAt: now });
    return failure;
  }

  /** How many offers and acceptances of this desk count for the pace of the minute before now. */
  get lastMinute(): number {
    const now = this.parts.clock.now();
    return sentWithinMinute(this.recent(undefined, now), now);
  }

  private recent(except: ActionId | undefined, now: number): readonly RecentAction[] {
    for (const [old, { createdAt }] of this.passed) {
      if (createdAt < now - DUPLICATE_MS_MAX) this.passed.delete(old);
    }
    const others = new Map<ActionId, RecentAction>(this.passed);
    for (const one of this.parts.shown()) others.set(one.id, one);
    if (except !== undefined) others.delete(except);
    return [...others.values()];
  }
}
