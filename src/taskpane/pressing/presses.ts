import type { DeskClient } from '../../client/client';
import {
  isFinal,
  requestIdOf,
  type Action,
  type ActionBody,
  type ActionKind,
  type BodyOf,
  type Made,
} from '../../domain/action';
import { madeOf } from '../../domain/action-event';
import type { Failure } from '../../domain/failure';
import type { ActionId, RequestId } from '../../domain/identifiers';
import { Observable } from '../observable';
import type { PressState } from '../words/action-words';

/** One press of a button that sends, and what is known of it. Times are epoch ms. */
export interface Press extends Made {
  readonly id: ActionId;
  /** What the press is about: two presses on the same thing are one until the first one's result is put away. */
  readonly about: string;
  readonly body: ActionBody;
  readonly shown: string;
  readonly pressedAt: number;
  readonly state: PressState;
  readonly failure?: Failure;
  readonly endedAt?: Action['endedAt'];
  /** A person has read the result and put it away. */
  readonly dismissed: boolean;
}

/** As much of an action as says what it is about. */
export type Subject =
  | Pick<BodyOf<'withdraw-quote'>, 'kind' | 'requestId' | 'quoteId'>
  | {
      readonly kind: Exclude<ActionKind, 'withdraw-quote' | 'create-request' | 'switch-risk' | 'set-risk'>;
      readonly requestId: RequestId;
    }
  | BodyOf<'switch-risk'>
  | Pick<BodyOf<'set-risk'>, 'kind' | 'commodity'>
  | BodyOf<'create-request'>;

/**
 * What a press is about. A request has one open quote or acceptance at a time, a quote one withdrawal, a commodity one
 * switch each way: protection never waits for what took it away.
 */
export function aboutOf(subject: Subject): string {
  if (subject.kind === 'create-request') return JSON.stringify([subject.kind, subject.draft]);
  if (subject.kind === 'switch-risk') return JSON.stringify([subject.kind, subject.commodity, subject.on]);
  if ('commodity' in subject) return JSON.stringify([subject.kind, subject.commodity]);
  return subject.kind === 'withdraw-quote'
    ? JSON.stringify([subject.kind, subject.requestId, subject.quoteId])
    : JSON.stringify([subject.kind, subject.requestId]);
}

export const isOver = ({ state }: Pick<Press, 'state'>): boolean =>
  state === 'done' || state === 'rejected' || state === 'cancelled' || state === 'refused';

const RANK: Record<PressState, number> = {
  unanswered: 0,
  // Whatever the journal says of it: the desk has it after all.
  refused: 0,
  staged: 1,
  sending: 2,
  acknowledged: 3,
  unknown: 3,
  done: 4,
  rejected: 4,
  cancelled: 4,
};

/** A press with what the desk says of its action. What is final stays; otherwise the later state counts. */
export function pressWith(press: Press, action: Action): Press {
  if (isOver(press) && press.state !== 'refused') return press;
  if (RANK[action.state] < RANK[press.state]) return press;
  const { failure: _, ...rest } = press;
  return {
    ...rest,
    state: action.state,
    ...(action.failure && { failure: action.failure }),
    ...madeOf(action),
    ...(action.endedAt !== undefined && { endedAt: action.endedAt }),
  };
}

/** Every press of this pane since it was opened, newest first. It is the only thing in the pane that sends. */
export class Presses {
  readonly all = new Observable<readonly Press[]>([]);
  private journal: readonly Action[] = [];

  constructor(
    private readonly client: Pick<DeskClient, 'newActionId' | 'act' | 'clock'>,
    private readonly isArmed: () => boolean,
  ) {}

  /** Sends, once, what was frozen at the press. `undefined`: disarmed, nothing was sent. */
  press(body: ActionBody, shown: string): Press | undefined {
    const about = aboutOf(body);
    const open = this.all.get().find((press) => press.about === about && !press.dismissed);
    if (open) return open;
    if (!this.isArmed()) return undefined;
    const press: Press = {
      id: this.client.newActionId(),
      about,
      body,
      shown: shown.slice(0, SHOWN_LENGTH_MAX),
      pressedAt: this.client.clock.now(),
      state: 'sending',
      dismissed: false,
    };
    this.all.set([press, ...this.all.get()].filter((known, at) => at < PRESSES_MAX || !isOver(known)));
    void this.send(press);
    return press;
  }

  /** Asks the desk once more about a press it never answered: the same id, so never a second execution. */
  askAgain(id: ActionId): void {
    const press = this.all.get().find((known) => known.id === id);
    if (press?.state !== 'unanswered' || !this.isArmed()) return;
    this.change(id, (known) => ({ ...known, state: 'sending' }));
    void this.send(press, { again: true });
  }

  dismiss(id: ActionId): void {
    this.change(id, (press) => (isOver(press) ? { ...press, dismissed: true } : press));
  }

  /** The desk works in another environment: a request there may bear the id of one here. The journal here keeps it all. */
  forget(): void {
    this.journal = [];
    this.all.set([]);
  }

  /** What the journal says, whoever asked. */
  learn(journal: readonly Action[]): void {
    this.journal = journal;
    for (const action of journal) this.change(action.id, (press) => pressWith(press, action));
  }

  private async send({ id, body, shown }: Press, { again = false } = {}): Promise<void> {
    const outcome = await this.client.act(id, { body, shown }).catch(noAnswer);
    this.change(id, (press) => {
      if (outcome.ok) return pressWith(press, outcome.value);
      if (press.state !== 'sending') return press;
      const { failure } = outcome;
      // That nothing was sent this time says nothing of the first.
      if (again && failure.kind === 'unavailable') return { ...press, state: 'unanswered' };
      return { ...press, state: failure.kind === 'unknown-outcome' ? 'unanswered' : 'refused', failure };
    });
    this.learn(this.journal);
  }

  private change(id: ActionId, change: (press: Press) => Press): void {
    const all = this.all.get();
    const next = all.map((press) => (press.id === id ? change(press) : press));
    if (next.some((press, index) => press !== all[index])) this.all.set(next);
  }
}

const PRESSES_MAX = 200;
const SHOWN_LENGTH_MAX = 500;

const noAnswer = (): { ok: false; failure: Failure } => ({
  ok: false,
  failure: {
    kind: 'unknown-outcome',
    message: 'The pane could not hand the action to the desk.',
    next: 'Ask again, or look into the journal.',
  },
});

/** What hangs in the air on a request, here or in another workbook: nothing else is sent on it until that is known. */
export function pendingOn(
  requestId: RequestId,
  presses: readonly Press[],
  journal: readonly Action[],
): { readonly state: PressState; readonly shown: string } | undefined {
  const mine = ({ body }: { body: ActionBody }): boolean =>
    requestIdOf(body) === requestId && body.kind !== 'withdraw-quote';
  return (
    presses.find((press) => mine(press) && !isOver(press)) ??
    journal.find((action) => mine(action) && !isFinal(action) && !presses.some(({ id }) => id === action.id))
  );
}
