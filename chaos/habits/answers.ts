import { habitOf, type Habit } from './habit';
import type { Answer } from './pages';

/** What a service does with a write: as usual, or something of its own, before or after the execution or without one. */
export type Way =
  | { readonly kind: 'usual' }
  | { readonly kind: 'instead'; readonly answer: Answer }
  /** Answers with a record as it stands, and executes nothing. */
  | { readonly kind: 'as before' }
  /** Executes at once, and answers so where it was executed. */
  | { readonly kind: 'afterwards'; readonly answer: Answer }
  /** Answers so at once, and executes later. */
  | { readonly kind: 'later'; readonly answer: Answer; readonly laterMs: number };

const USUAL: Way = { kind: 'usual' };
const HTML = '<!doctype html><html><head><title>Sign in</title></head><body><form></form></body></html>';

const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** How the service takes its write number `number`, counted from 1. */
export function wayOf(habits: readonly Habit[], number: number): Way {
  for (const habit of habits) {
    if ('hits' in habit && number > habit.hits) continue;
    switch (habit.name) {
      case 'answers 202': {
        const answer = json(202, {});
        return habit.laterMs > 0
          ? { kind: 'later', answer, laterMs: habit.laterMs }
          : { kind: 'afterwards', answer };
      }
      case 'answers with HTML': {
        const answer: Answer = { status: 200, headers: { 'content-type': 'text/html' }, body: HTML };
        return { kind: habit.executes ? 'afterwards' : 'instead', answer };
      }
      case 'answers 200 with errors':
        return { kind: 'instead', answer: json(200, { errors: [{ code: 'busy', message: 'Try again.' }] }) };
      case 'answers 200 with success false':
        return { kind: 'instead', answer: json(200, { success: false, message: 'Not now.' }) };
      case 'answers with the record as before':
        return { kind: 'as before' };
      case 'refuses writes':
        return { kind: 'instead', answer: refusal(habits) };
      default:
    }
  }
  return USUAL;
}

function refusal(habits: readonly Habit[]): Answer {
  const { status = 429 } = habitOf(habits, 'refuses writes') ?? {};
  if (status === 401)
    return json(401, { errors: [{ code: 'token-expired', message: 'The token expired.' }] });
  const message = 'Rate limit exceeded.';
  return json(429, { errors: [{ code: 'rate-limit', message }] }, { 'retry-after': '1' });
}
