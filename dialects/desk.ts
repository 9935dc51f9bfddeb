import type { GatewayClient } from '../src/client/client';
import { isFinal, type Action, type ActionBody } from '../src/domain/action';
import type { Failure } from '../src/domain/failure';
import type { Listing } from '../src/domain/record';
import type { Answer, Resource, ValueOf } from '../src/domain/resources/resource';
import type { WholeSystem } from '../test/journeys/whole-system';
import { differences, type Told } from './truth';

const LOOK_MS = 50;
const LOOK_MS_MAX = 250;
const READ_MS_MAX = 20_000;
/** A lost answer is looked up again and again. */
const OUTCOME_MS_MAX = 120_000;
/** With a wrong profile an outcome may stay unknown, which is right. */
const DOUBTED_MS_MAX = 15_000;
const READ_BACK_MS_MAX = 10_000;

/** Fields whose words the desk shows as they came, where the profile has none for them. */
const SHOWN_AS_CAME =
  /(?:^|[.])(?:commodity|market|loadProfile|quantityUnit|priceUnit|venue|type|house|state|contract|spreadType|swapType)$/;

/** What came of looking at something: its value, or the sentence that stands in its place. */
export type Seen<T> = { readonly value: T } | { readonly failure: Failure } | 'nothing';

/** What came of a press. */
export type Outcome = { readonly action: Action } | { readonly refused: Failure };

/**
 * A desk on a platform of a drawn dialect. It looks, presses and compares; with a right profile every difference is a complaint, with
 * a wrong one only what is told otherwise than it is without a sentence.
 */
export class Desk {
  readonly complaints: string[] = [];
  /** Sentences that told what was wrong. */
  readonly sentences = new Set<string>();

  constructor(
    readonly system: WholeSystem,
    readonly page: GatewayClient,
    readonly isWrong: boolean,
    /** Whether the platform writes a word of the simulator's, or that there is none, so. */
    private readonly isWritten: (own: unknown, word: unknown) => boolean,
  ) {}

  complain(what: string): void {
    this.complaints.push(what);
  }

  /** A sentence in the place of a value: right where the profile is wrong. */
  private heard(what: string, { message, next }: Failure): void {
    this.sentences.add(message);
    if (!this.isWrong) this.complain(`${what}: ${message} ${next}`);
  }

  async waits(holds: () => boolean, maxMs: number): Promise<boolean> {
    let passedMs = 0;
    while (passedMs < maxMs) {
      // A round trip in each look, so that no clock outruns the network.
      await this.system.calls();
      if (holds()) return true;
      // Until the next timer nothing happens by itself.
      const { nextInMs = 0 } = this.system.clock;
      const stepMs = Math.min(Math.max(nextInMs, LOOK_MS), LOOK_MS_MAX);
      await this.system.pass(stepMs, stepMs);
      passedMs += stepMs;
    }
    return holds();
  }

  /** The newest of something, once it is as wanted. */
  async look<R extends Resource>(
    resource: R,
    isWanted: (value: ValueOf<R>) => boolean = () => true,
  ): Promise<Seen<ValueOf<R>>> {
    const held: { answer: Answer<R> } = { answer: { state: 'waiting' } };
    const stop = this.page.watch(resource, (answer) => void (held.answer = answer));
    const isThere = (): boolean => held.answer.value !== undefined && isWanted(held.answer.value);
    // With a wrong profile a failure will hardly go by itself.
    await this.waits(() => isThere() || (this.isWrong && held.answer.failure !== undefined), READ_MS_MAX);
    stop();
    const { value, failure } = held.answer;
    if (isThere() && value !== undefined) return { value };
    if (failure) return { failure };
    return value === undefined ? 'nothing' : { value };
  }

  /** The value of a single record or of a list; without one it is said why. */
  async read<R extends Resource>(
    resource: R,
    isWanted?: (value: ValueOf<R>) => boolean,
  ): Promise<ValueOf<R> | undefined> {
    const seen = await this.look(resource, isWanted);
    const what = JSON.stringify(resource);
    if (seen === 'nothing') this.complain(`${what}: neither a value nor a sentence.`);
    else if ('failure' in seen) this.heard(what, seen.failure);
    else return seen.value;
    return undefined;
  }

  same(what: string, truth: Told, said: Told): void {
    const { wrong, missing } = differences(truth, said);
    for (const { name, says } of wrong) {
      const isAsItCame = SHOWN_AS_CAME.test(name) && this.isWritten(truth[name], said[name]);
      if (!this.isWrong || !isAsItCame) this.complain(`${what}: ${says}.`);
    }
    if (!this.isWrong)
      for (const name of missing)
        this.complain(`${what}: nothing is told of ${name}, which is ${String(truth[name])}.`);
  }

  /** A list against the truth: whole, nothing twice, nothing made up. */
  sameList<T>(what: string, truths: readonly Told[], listing: Listing<T>, tell: (record: T) => Told): void {
    const said = listing.records.map(tell);
    const known = new Map(truths.map((truth) => [truth['id'], truth]));
    if (new Set(said.map(({ id }) => id)).size !== said.length)
      this.complain(`${what}: records are told twice.`);
    for (const record of said) {
      const truth = known.get(record['id']);
      if (truth) this.same(`${what}, ${String(record['id'])}`, truth, record);
      else this.complain(`${what}: there is no ${String(record['id'])}.`);
    }
    for (const { failure } of listing.unreadable) this.heard(what, failure);
    const told = said.length + listing.unreadable.length;
    if (told < truths.length) this.complain(`${what}: ${truths.length} there are, and ${told} are told.`);
  }

  /** One press and what became of it, also after a lost answer. */
  async press(body: ActionBody): Promise<Outcome> {
    const pressed = await this.system.passing(
      this.page.act(this.page.newActionId(), { body, shown: 'as shown' }),
    );
    if (!pressed.ok) {
      this.heard(body.kind, pressed.failure);
      return { refused: pressed.failure };
    }
    const held: { action: Action } = { action: pressed.value };
    const stop = this.page.watch({ kind: 'journal' }, ({ value }) => {
      held.action = value?.find(({ id }) => id === pressed.value.id) ?? held.action;
    });
    await this.waits(() => isFinal(held.action), this.isWrong ? DOUBTED_MS_MAX : OUTCOME_MS_MAX);
    // The terms of a trade are read back a moment later.
    const isReadBack = (): boolean => held.action.executed !== undefined || held.action.tradeId === undefined;
    await this.waits(isReadBack, READ_BACK_MS_MAX);
    stop();
    const { action } = held;
    if (isLeftToAPerson(action)) this.sentences.add(action.failure?.message ?? action.evidence ?? '');
    else if (action.failure) this.heard(`${body.kind} (${action.state})`, action.failure);
    else if (!this.isWrong && action.state !== 'done')
      this.complain(`${body.kind} is ${action.state}: ${action.evidence ?? 'without a word'}`);
    return { action };
  }
}

/**
 * An acceptance does not wait for a slow list of the day's trades. Without it a trade of a part, or one whose time says too little, is
 * not proven to be this one: then a person says, and `unknown` is right.
 */
const isLeftToAPerson = (action: Action): boolean =>
  action.body.kind.startsWith('accept-') && !isFinal(action) && action.before?.tradeIds === undefined;

/** Whether it is certain, in the words of the desk, that nothing was executed. */
export const saysNothingDone = (outcome: Outcome): boolean =>
  'refused' in outcome || outcome.action.state === 'rejected' || outcome.action.state === 'cancelled';
export const saysDone = (outcome: Outcome): boolean => 'action' in outcome && outcome.action.state === 'done';
