import type { GatewayClient } from '../../client/client';
import { present } from '../../domain/present';
import {
  madeOf,
  onlyProtects,
  type AcceptedWarning,
  type Action,
  type ActionBody,
  type Made,
} from '../../domain/action';
import type { Failure, Outcome } from '../../domain/failure';
import type { ActionId } from '../../domain/identifiers';
import { aboutOf } from '../../domain/actions/about';
import type { PressState } from '../../domain/actions/state-words';
import { isPartlyTraded } from '../../domain/request';
import { Observable } from './observable';

/** One press of a button that sends, and what is known of it. Times are epoch ms. */
export interface Press extends Made {
  readonly id: ActionId;
  /** What the press is about: two presses on the same thing are one until the first one's result is put away. */
  readonly about: string;
  readonly body: ActionBody;
  readonly shown: string;
  /** The warnings that the person ticked before this press, each as large as it was then. */
  readonly accepted?: readonly AcceptedWarning[];
  /** Live quotes whose place it takes: the gateway withdraws them. */
  readonly replaces?: Action['replaces'];
  /** Number of the last mass withdrawal known at the press, by its name on the wire: older presses are not sent after a newer one. */
  readonly recall?: number;
  readonly pressedAt: number;
  readonly state: PressState;
  readonly failure?: Failure;
  readonly sentAt?: Action['sentAt'];
  readonly endedAt?: Action['endedAt'];
  /** Of an acceptance: what was known of the offer before, and what the trade says was traded. */
  readonly before?: Action['before'];
  readonly executed?: Action['executed'];
  /** Who did not approve it. */
  readonly refusedBy?: Action['refusedBy'];
  /** A person has read the result and put it away. */
  readonly dismissed: boolean;
}

/** Over, and nothing was executed: it may be wanted again, as another action. */
export const cameToNothing = ({ state }: Pick<Press, 'state'>): boolean =>
  state === 'rejected' || state === 'cancelled' || state === 'refused';

/** Whether another acceptance may follow on the request: the last one came to nothing, or took a part of what the platform says is left. */
export const mayFollow = (
  press: Pick<Press, 'state'>,
  request: Parameters<typeof isPartlyTraded>[0],
): boolean => cameToNothing(press) || (press.state === 'done' && isPartlyTraded(request));

export const isOver = (press: Pick<Press, 'state'>): boolean =>
  press.state === 'done' || cameToNothing(press);

const RANK: Record<PressState, number> = {
  unanswered: 0,
  // Whatever the journal says of it: the desk has it after all.
  refused: 0,
  staged: 1,
  sending: 2,
  waiting: 2,
  acknowledged: 3,
  unknown: 3,
  done: 4,
  rejected: 4,
  cancelled: 4,
};

/**
 * A press with what the desk says of its action. What is final stays, but for what was traded, which is read back after it is done,
 * and for what a person settled and the records disprove; otherwise the later state counts.
 */
function pressWith(press: Press, action: Action): Press {
  if (press.state === 'done' && action.state === 'done' && action.executed) {
    return sameExecuted(press, action) ? press : { ...press, executed: action.executed };
  }
  const isCorrected =
    (action.corrected !== undefined || action.isDoubted === true) && action.state !== press.state;
  if (isOver(press) && press.state !== 'refused' && !isCorrected) return press;
  if (!isCorrected && RANK[action.state] < RANK[press.state]) return press;
  const { failure: _, ...rest } = press;
  return {
    ...rest,
    state: action.state,
    ...madeOf(action),
    ...present({
      failure: action.failure,
      sentAt: action.sentAt,
      endedAt: action.endedAt,
      before: action.before,
      executed: action.executed,
      refusedBy: action.refusedBy,
    }),
  };
}

const sameExecuted = (a: Pick<Press, 'executed'>, b: Pick<Press, 'executed'>): boolean =>
  JSON.stringify(a.executed) === JSON.stringify(b.executed);

/** What is to be sent, frozen at the press. */
export type NewPress = Pick<Press, 'body' | 'shown' | 'accepted' | 'replaces' | 'recall'>;

/** Every press of this pane since it was opened, newest first. It is the only thing in the pane that sends. */
export class Presses {
  readonly all = new Observable<readonly Press[]>([]);
  private journal: readonly Action[] = [];
  private lastMassWithdrawal = 0;

  constructor(
    private readonly client: Pick<GatewayClient, 'newActionId' | 'act' | 'actAll' | 'withdrawAll' | 'clock'>,
    private readonly isArmed: () => boolean,
  ) {}

  /** Sends, once, what was frozen at the press. `undefined`: disarmed, nothing was sent. */
  press(body: ActionBody, shown: string, accepted: readonly AcceptedWarning[] = []): Press | undefined {
    const open = this.open(body);
    if (open) return open;
    if (!this.maySend(body)) return undefined;
    const press = this.begun({ body, shown, ...(accepted.length > 0 && { accepted }) });
    this.add([press]);
    void this.send(press);
    return press;
  }

  /**
   * Many by one press, each with an id and a result of its own. What is under way or done is left alone, what the desk never
   * answered is asked for again under the same id, and what came to nothing is wanted anew, as is what takes risk away and is unknown.
   */
  pressAll(wanted: readonly NewPress[]): void {
    const { fresh, missed } = this.begunOf(wanted);
    this.handOver(fresh, missed);
  }

  private begunOf(wanted: readonly NewPress[]): { fresh: readonly Press[]; missed: readonly Press[] } {
    const missed: Press[] = [];
    const fresh: Press[] = [];
    for (const one of wanted) {
      const open = this.open(one.body);
      if (!this.maySend(one.body)) continue;
      if (open?.state === 'unanswered') missed.push(open);
      else if (!open || cameToNothing(open) || mayGoTwice(open)) {
        if (open) this.dismiss(open.id);
        fresh.push(this.begun(one));
      }
    }
    return { fresh, missed };
  }

  /**
   * Takes everything of the desk off the market, under an id that was made before: these withdrawals, and what of it the desk
   * knows better. What is under way is left alone. Why the desk took none of it, where that is so.
   */
  async withdrawAll(
    id: ActionId,
    wanted: readonly NewPress[],
    also: { readonly proposals?: boolean } = {},
  ): Promise<Failure | undefined> {
    const { fresh, missed } = this.begunOf(wanted);
    this.begin(fresh, missed);
    const outcome = await this.client
      .withdrawAll(id, [...fresh, ...missed].map(requestOf), also)
      .catch(() => noAnswer());
    const each = outcome.ok ? outcome.value : [];
    const missing = outcome.ok ? noAnswer() : outcome;
    fresh.forEach((press, at) => this.hear(press.id, each[at] ?? missing, false));
    missed.forEach((press, at) => this.hear(press.id, each[fresh.length + at] ?? missing, true));
    this.learn(this.journal);
    return outcome.ok ? undefined : outcome.failure;
  }

  /**
   * Many under ids that were made before, each at most once: what is under way on the same thing is left alone. Answers the
   * ids that were handed over; the others were not. `following`: how many offers of the same press are still to come.
   */
  take(wanted: readonly (NewPress & { readonly id: ActionId })[], following?: number): ReadonlySet<ActionId> {
    const missed: Press[] = [];
    const fresh: Press[] = [];
    for (const one of wanted) {
      const open = this.open(one.body);
      if (!this.maySend(one.body)) continue;
      if (open?.state === 'unanswered' && open.id === one.id) missed.push(open);
      else if (!open || isOver(open)) {
        if (open) this.dismiss(open.id);
        fresh.push({ ...this.begun(one), id: one.id });
      }
    }
    this.handOver(fresh, missed, following);
    return new Set([...fresh, ...missed].map(({ id }) => id));
  }

  /** Sends what was rejected for its warnings once more, as a new action, now that a person has ticked them. */
  pressAccepting(id: ActionId, ticked: readonly AcceptedWarning[]): void {
    const press = this.all.get().find((known) => known.id === id && !known.dismissed);
    if (!press || !cameToNothing(press) || !this.maySend(press.body)) return;
    const { body, shown, replaces, accepted = [] } = press;
    const all = [...new Set([...accepted, ...ticked])];
    const next = this.begun({ body, shown, accepted: all, ...present({ replaces }) });
    this.dismiss(id);
    this.add([next]);
    void this.send(next);
  }

  /** Asks the desk once more about a press it never answered: the same id, so never a second execution. */
  askAgain(id: ActionId): void {
    const press = this.all.get().find((known) => known.id === id);
    if (press?.state !== 'unanswered' || !this.maySend(press.body)) return;
    this.change(id, (known) => ({ ...known, state: 'sending' }));
    void this.send(press, { again: true });
  }

  dismiss(id: ActionId): void {
    this.change(id, (press) => (isOver(press) ? { ...press, dismissed: true } : press));
  }

  /** Everything was withdrawn, for the nth time: presses from now on come after it. */
  massWithdrawn(number: number): void {
    this.lastMassWithdrawal = number;
  }

  get massWithdrawal(): number {
    return this.lastMassWithdrawal;
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

  private begin(fresh: readonly Press[], missed: readonly Press[]): void {
    for (const { id } of missed) this.change(id, (press) => ({ ...press, state: 'sending' }));
    this.add(fresh);
  }

  private handOver(fresh: readonly Press[], missed: readonly Press[], following?: number): void {
    this.begin(fresh, missed);
    void this.sendAll(fresh, { ...present({ following }) });
    void this.sendAll(missed, { again: true });
  }

  private open(body: ActionBody): Press | undefined {
    const about = aboutOf(body);
    return this.all.get().find((press) => press.about === about && !press.dismissed);
  }

  private maySend(body: ActionBody): boolean {
    return onlyProtects(body) || this.isArmed();
  }

  private begun({ body, shown, accepted, replaces, recall = this.lastMassWithdrawal }: NewPress): Press {
    return {
      id: this.client.newActionId(),
      about: aboutOf(body),
      body,
      shown: shown.slice(0, SHOWN_LENGTH_MAX),
      ...present({ accepted, replaces }),
      recall,
      pressedAt: this.client.clock.now(),
      state: 'sending',
      dismissed: false,
    };
  }

  private add(presses: readonly Press[]): void {
    const all = [...presses, ...this.all.get()];
    this.all.set(all.filter((known, at) => at < Math.max(PRESSES_MAX, presses.length) || !isOver(known)));
  }

  private async send(press: Press, { again = false } = {}): Promise<void> {
    const { id, ...request } = requestOf(press);
    this.hear(id, await this.client.act(id, request).catch(noAnswer), again);
    this.learn(this.journal);
  }

  private async sendAll(
    presses: readonly Press[],
    { again = false, ...following }: { again?: boolean; following?: number } = {},
  ): Promise<void> {
    if (presses.length === 0) return;
    const outcomes = await this.client.actAll(presses.map(requestOf), following).catch(() => []);
    presses.forEach(({ id }, place) => this.hear(id, outcomes[place] ?? noAnswer(), again));
    this.learn(this.journal);
  }

  private hear(id: ActionId, outcome: Outcome<Action>, again: boolean): void {
    this.change(id, (press) => {
      if (outcome.ok) return pressWith(press, outcome.value);
      if (press.state !== 'sending') return press;
      const { failure } = outcome;
      // That nothing was sent this time says nothing of the first.
      if (again && failure.kind === 'unavailable') return { ...press, state: 'unanswered' };
      return { ...press, state: failure.kind === 'unknown-outcome' ? 'unanswered' : 'refused', failure };
    });
  }

  private change(id: ActionId, change: (press: Press) => Press): void {
    const all = this.all.get();
    const next = all.map((press) => (press.id === id ? change(press) : press));
    if (next.some((press, index) => press !== all[index])) this.all.set(next);
  }
}

/** Whether the same may be sent beside it: it takes risk away, and may never have arrived. Once a deletion is done, others may follow. */
const mayGoTwice = ({ body, state }: Press): boolean =>
  onlyProtects(body) && (state === 'unknown' || (state === 'done' && body.kind === 'delete-proposals'));

const requestOf = ({ id, body, shown, accepted, replaces, recall }: Press) => ({
  id,
  body,
  shown,
  // What takes risk away is never too late.
  ...(!onlyProtects(body) && recall !== undefined && { recall }),
  ...(accepted && { accepted: [...accepted] }),
  ...(replaces && { replaces }),
});

const PRESSES_MAX = 200;
const SHOWN_LENGTH_MAX = 500;

const noAnswer = (): { ok: false; failure: Failure } => ({
  ok: false,
  failure: {
    kind: 'unknown-outcome',
    message: 'The pane could not pass the action to the desk.',
    next: 'Ask again, or check the journal.',
  },
});
