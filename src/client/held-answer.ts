import { answerReaders } from '../contract/desk/answer-value';
import type { AnswerMessage } from '../contract/desk/socket';
import type { Answer, AnswerState } from '../domain/answer';
import type { Failure } from '../domain/failure';
import type { ResourceKind } from '../domain/resource';

/** An answer, and where its value comes from. */
export interface Held {
  readonly answer: Answer;
  /**
   * The line on which the gateway last gave a value, and why that could not be read, if so. The gateway repeats a value
   * only when it changed on the same line, so a message without one speaks of this value on this line only.
   */
  readonly reading?: { readonly line: number; readonly failure?: Failure };
}

export const NOTHING_HELD: Held = { answer: { state: 'waiting' } };

const NO_REASON: Failure = {
  kind: 'unavailable',
  message: 'The gateway could not get this from the platform and gave no reason.',
  next: 'It tries again by itself.',
};

type Known = Pick<Answer, 'value' | 'fetchedAt' | 'staleAt'>;

/** What is held after a message of the gateway. A value that cannot be read leaves the last good one in place, with its own age. */
export function received(
  held: Held,
  message: AnswerMessage,
  { kind, line }: { kind: ResourceKind; line: number },
): Held {
  if ('value' in message) {
    const outcome = answerReaders[kind](message.value);
    if (!outcome.ok) return unreadable(held, outcome.failure, line);
    const answer = composed(message, { value: outcome.value, ...timesOf(message) }, true);
    return { answer, reading: { line } };
  }
  const { reading } = held;
  if (reading?.line !== line) {
    const answer = composed(message, known(held.answer), false);
    return { answer, ...(reading && { reading }) };
  }
  if (reading.failure) return unreadable(held, reading.failure, line);
  const times = message.fetchedAt === undefined ? {} : { staleAt: undefined, ...timesOf(message) };
  return { answer: composed(message, { ...known(held.answer), ...times }, true), reading };
}

/** The same answer at a later moment: past its limit it is stale, whatever it was. The failure stays, it says why. */
export function aged(answer: Answer, now: number): Answer {
  const old = answer.value !== undefined && answer.staleAt !== undefined && answer.staleAt <= now;
  return old && answer.state !== 'stale' ? { ...answer, state: 'stale' } : answer;
}

function unreadable(held: Held, failure: Failure, line: number): Held {
  return { answer: { state: 'failed', ...known(held.answer), failure }, reading: { line, failure } };
}

function composed(message: AnswerMessage, { value, fetchedAt, staleAt }: Known, current: boolean): Answer {
  const state = stateOf(message.state, value !== undefined, current);
  const failure = message.failure ?? (state === 'failed' ? NO_REASON : undefined);
  return {
    state,
    ...(value !== undefined && { value }),
    ...(fetchedAt !== undefined && { fetchedAt }),
    ...(staleAt !== undefined && { staleAt }),
    ...(failure && { failure }),
    ...(message.idle && value === undefined && { idle: message.idle }),
  };
}

/** A value kept from an earlier line is never called fresh, and nothing is called so when there is no value. */
function stateOf(said: AnswerState, hasValue: boolean, current: boolean): AnswerState {
  if (said === 'failed') return 'failed';
  if (!hasValue) return 'waiting';
  return said === 'waiting' || !current ? 'refreshing' : said;
}

const timesOf = ({ fetchedAt, staleAt }: AnswerMessage): Omit<Known, 'value'> => ({
  ...(fetchedAt !== undefined && { fetchedAt }),
  ...(staleAt !== undefined && { staleAt }),
});

const known = ({ value, fetchedAt, staleAt }: Answer): Known => ({
  ...(value !== undefined && { value }),
  ...(fetchedAt !== undefined && { fetchedAt }),
  ...(staleAt !== undefined && { staleAt }),
});
