import { createHash } from 'node:crypto';
import type { ActionRequest } from '../../contract/desk/bodies';
import { isFinal, onlyProtects, type Action, type ActionBody } from '../../domain/action';
import type { Failure, FailureKind, Outcome } from '../../domain/failure';
import { ActionId, type QuoteId } from '../../domain/identifiers';
import { present } from '../../domain/present';
import type { Clock } from '../../effects/clock';
import { isSameThing } from './conflict';
import type { Pressed } from './batch';

/** An action that takes risk away and was refused goes again for so long after its press. */
const AGAIN_WITHIN_MS = 60_000;
const AGAIN_MS_MIN = 250;
const AGAIN_MS_MAX = 8_000;

/** Temporary refusals; a wrong state or an unknown id is not temporary. */
const PASSING: readonly FailureKind[] = ['throttled', 'quota-spent', 'signed-out', 'denied', 'unavailable'];

export const isPassing = (failure: Pick<Failure, 'kind'> | undefined): boolean =>
  PASSING.includes(failure?.kind ?? 'unavailable');

/** Said once of what goes out for the third or tenth time as well. */
const AGAIN = 'Sent again, as it may not have arrived: ';

/** Retries of one risk-reducing action: after a refusal without execution it is sent again within its minute. */
export class Tries {
  private count = 0;
  private readonly startedMs: number;

  constructor(
    private readonly body: ActionBody,
    private readonly clock: Clock,
  ) {
    this.startedMs = clock.monotonicMs();
  }

  /** How long to wait before it goes again after this refusal; `undefined` when it does not. */
  waitMs({ kind }: Pick<Failure, 'kind'>): number | undefined {
    if (!onlyProtects(this.body) || !PASSING.includes(kind)) return undefined;
    this.count += 1;
    const waitMs = Math.min(AGAIN_MS_MAX, AGAIN_MS_MIN * 2 ** (this.count - 1));
    const passedMs = this.clock.monotonicMs() - this.startedMs;
    return passedMs + waitMs <= AGAIN_WITHIN_MS ? waitMs : undefined;
  }

  /** The last refusal, and how often it was tried before that. */
  told(failure: Failure): Failure {
    if (this.count <= 1) return failure;
    const next = 'It may still be live: press again, or withdraw it in the platform’s own web client.';
    return { ...failure, message: `${failure.message} It was tried ${this.count} times.`, next };
  }
}

interface RepeatsOptions {
  /** Every action that is not over. */
  readonly open: () => Iterable<Action>;
  readonly find: (id: ActionId) => Promise<Action | undefined>;
  readonly put: (id: ActionId, request: ActionRequest, pressed: Pressed) => Promise<Outcome<Action>>;
  /** Whether what it would take off is another party's by now. */
  readonly isReplaced: (body: ActionBody) => boolean;
}

/** A chain of repeats ends after so many; from then on a person has to press. */
export const REPEATS_MAX = 10;
/** The pause before a repeat grows with its number, up to that of this many looks. */
const LOOKS_MAX = 5;
/** Numbers that are tried for the id of a repeat: a chain is begun anew by every start of the gateway. */
const IDS_MAX = 1_000;

/**
 * Sends what only takes risk away once more, as a new action, while it is not known whether it was executed: twice is harmless,
 * and not at all is not.
 */
export class Repeats {
  /** The action at which a chain of repeats began, by the id of each repeat. */
  private readonly firstOf = new Map<ActionId, ActionId>();
  /** How many repeats there were, by the action at which the chain began. */
  private readonly counts = new Map<ActionId, number>();
  /** The number for the id of the next one, by the action at which the chain began: what was used once is not sought again. */
  private readonly numbers = new Map<ActionId, number>();

  constructor(private readonly options: RepeatsOptions) {}

  /** Called after a check without an outcome; `times` counts the earlier checks. */
  async after(action: Action, times: number): Promise<void> {
    const first = this.firstOf.get(action.id) ?? action.id;
    const count = this.counts.get(first) ?? 0;
    if (count >= REPEATS_MAX || times < Math.min(count, LOOKS_MAX) || this.hasNewer(action)) return;
    await this.repeat(action, first, count);
  }

  /** What went in vain while nothing was answered counts no more. */
  anew(): void {
    this.counts.clear();
  }

  /** It was never sent, because the gateway ended before that. */
  async now(action: Action): Promise<void> {
    if (!this.hasNewer(action)) await this.repeat(action, action.id, 0);
  }

  private async repeat(action: Action, first: ActionId, count: number): Promise<void> {
    if (this.options.isReplaced(action.body)) return;
    // Before anything is waited for: another look must not repeat it as well.
    this.counts.set(first, count + 1);
    const id = await this.freeId(first);
    if (id === undefined) return;
    this.firstOf.set(id, first);
    const shown = action.shown.startsWith(AGAIN) ? action.shown : `${AGAIN}${action.shown}`;
    const { body, recall, by, program: mark } = action;
    const program = mark && { mark, stopping: () => undefined, signal: NEVER };
    const pressed = { by, ...present({ program }), ...(recall !== undefined && { partOf: recall }) };
    const outcome = await this.options.put(id, { body, shown: shown.slice(0, SHOWN_LENGTH_MAX) }, pressed);
    // Nothing is left to be taken away, by the platform's own word: its records say the rest.
    const isAnswered = outcome.ok && outcome.value.state === 'rejected';
    if (isAnswered && !isPassing(outcome.value.failure)) {
      this.counts.set(first, REPEATS_MAX);
    }
  }

  /** Whether an equal action was pressed or sent later: then that one is repeated. */
  private hasNewer(action: Action): boolean {
    return [...this.options.open()].some(
      (other) =>
        other.id !== action.id &&
        !isFinal(other) &&
        onlyProtects(other.body) &&
        isSameThing(other.body, action.body) &&
        (other.createdAt > action.createdAt || other.state === 'staged' || other.state === 'sending'),
    );
  }

  private async freeId(first: ActionId): Promise<ActionId | undefined> {
    for (let number = this.numbers.get(first) ?? 0; number < IDS_MAX; number++) {
      this.numbers.set(first, number + 1);
      const id = idFrom([first, 'again', number]);
      if ((await this.options.find(id)) === undefined) return id;
    }
    return undefined;
  }
}

/** Of equal ones that take risk away the newest alone, whose look has them go again; and all others. */
export function newestOfEach(open: Iterable<Action>): readonly Action[] {
  const newest = new Map<string, Action>();
  for (const action of open) {
    const key = onlyProtects(action.body) ? JSON.stringify(action.body) : action.id;
    const other = newest.get(key);
    if (!other || action.createdAt >= other.createdAt) newest.set(key, action);
  }
  return [...newest.values()];
}

/** The same id for the same parts, so that it is one action however it comes about. */
export function idFrom(parts: readonly (string | number | undefined)[]): ActionId {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  const [, ...pieces] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(digest) ?? [];
  const [a = '', b = '', c = '', d = '', e = ''] = pieces;
  return ActionId.parse(`${a}-${b}-8${c}-8${d}-${e}`);
}

/** Of the withdrawal of a quote, before the action that takes its place goes. */
export const replacingId = (id: ActionId, quoteId: QuoteId): ActionId => idFrom([id, 'replaces', quoteId]);

export const SHOWN_LENGTH_MAX = 500;
/** What takes risk away goes, whatever became of its program. */
const NEVER = new AbortController().signal;
