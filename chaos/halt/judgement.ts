import { onlyProtects, type Action } from '../../src/domain/action';
import type { ActionId } from '../../src/domain/identifiers';
import { broken, lastOf, lost } from '../actions/judgement';
import type { Reply } from '../actions/press';
import { violation, type Violation } from '../campaign/violation';
import type { Plan } from './plan';

/** What is known of one run when it is over: of the pages, of the journal's file, and of the service. */
export interface Seen {
  /** Whether whoever halted had an answer. */
  readonly isAnswered: boolean;
  readonly told: readonly Action[];
  readonly lines: readonly Action[];
  readonly brokenChain?: string | undefined;
  readonly errors: readonly string[];
  /** What waited for another person before the halt. */
  readonly waited: readonly ActionId[];
  /** Quotes that had come to the service when the halt was answered, when the gateway died, and in the end. */
  readonly sends: Readonly<Record<'answered' | 'died' | 'end', number>>;
  /** What pages heard that pressed, and approved, once the gateway was back. */
  readonly replies: readonly Reply[];
  /** Quotes that the service has in the end, by their requests, and how many of them are live. */
  readonly quoted: readonly string[];
  readonly live: number;
}

/** Whether the next gateway has to find the desk halted. */
export const isKept = (isAnswered: boolean, { kill }: Pick<Plan, 'kill'>): boolean =>
  isAnswered || kill === 'halt-after';

/** In these words a press is refused on a halted desk. */
const HALTED = /halted the desk/;

export function judged(seen: Seen, plan: Pick<Plan, 'kill'>): Violation[] {
  const { sends, isAnswered, replies, waited, quoted, live } = seen;
  const wrong: Violation[] = [...broken(seen), ...lost(seen)];
  const say = (...why: Parameters<typeof violation>): void => void wrong.push(violation(...why));
  if (isAnswered && sends.died > sends.answered)
    say('sent while halted', `${sends.died - sends.answered} quotes left after the halt was answered.`);
  if (isKept(isAnswered, plan)) {
    if (sends.end > sends.died) {
      say('sent while halted', `${sends.end - sends.died} quotes left after the restart of a halted desk.`);
    }
    const taken = replies.filter((reply) => !isHalted(reply));
    if (taken.length > 0)
      say('sent while halted', `After the restart a page heard ${JSON.stringify(taken[0]).slice(0, 200)}.`);
  }
  for (const id of waited) {
    const state = lastOf(seen.lines, id)?.state;
    if (state !== 'cancelled') say('sent while halted', `What waited is ${state ?? 'not there'} in the end.`);
  }
  // Where the gateway lived on for long enough, it is the halt that ended what waited, and no restart.
  if (plan.kill === 'later') {
    const others = waited.filter((id) => !HALTED.test(lastOf(seen.lines, id)?.failure?.message ?? ''));
    if (others.length > 0)
      say('promises not met', `${others.length} that waited were not ended by the halt.`);
  }
  if (new Set(quoted).size < quoted.length) say('sends too many', 'One quote was sent twice.');
  if (live > 0) say('risk left on', `${live} quotes are live after everything was withdrawn.`);
  if (plan.kill === 'later' && !isAnswered) say('promises not met', 'The halt was never answered.');
  return [...wrong, ...resent(seen)];
}

const isHalted = (reply: Reply): boolean =>
  reply.kind === 'refused'
    ? HALTED.test(reply.text) || NOT_WAITING.test(reply.text)
    : reply.kind === 'action' && HALTED.test(reply.action.failure?.message ?? '');

/** Of what waited before. */
const NOT_WAITING = /cancelled/;

/** No id is sent twice but what only takes risk away. */
function resent({ lines }: Seen): Violation[] {
  const sent = lines.filter(({ state, body }) => state === 'sending' && !onlyProtects(body));
  return new Set(sent.map(({ id }) => id)).size < sent.length
    ? [violation('sends too many', 'One id was sent more than once.')]
    : [];
}
