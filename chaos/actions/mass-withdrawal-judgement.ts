import { isFinal, type Action } from '../../src/domain/action';
import type { ActionId } from '../../src/domain/identifiers';
import { violation, type Violation } from '../campaign/violation';
import { broken, judged, lastOf, lost, type Judgement, type Seen } from './judgement';

/** One quote or price proposal of the desk's as it really is. */
export interface OwnThere {
  readonly kind: 'quote' | 'proposal';
  readonly id: string;
  readonly requestId: string;
  readonly isLive: boolean;
  readonly isWithdrawn: boolean;
}

/** What is known when all was withdrawn, from three sides: the page, the journal's file, the service. */
export interface SeenMassWithdrawal extends Pick<Seen, 'told' | 'lines' | 'brokenChain' | 'errors'> {
  /** Of the offers that were sent, and of the presses. */
  readonly ids: readonly ActionId[];
  readonly own: readonly OwnThere[];
  /** The quotes and firm price proposals that the gateway says are live. */
  readonly shown: readonly string[];
  /** A second press came after the restart, and nothing hindered it in the end. */
  readonly pressedAgain: boolean;
}

export function judgedMassWithdrawal(seen: SeenMassWithdrawal): Judgement {
  const { end } = judged({ ...seen, sends: 0, executions: 0, made: [] });
  return {
    end,
    violations: [
      ...broken(seen),
      ...lost(seen),
      ...sentWrongly(seen),
      ...withdrawnWrongly(seen),
      ...live(seen),
    ],
  };
}

/** What is said of each quote that was sent is what the service has. */
function sentWrongly({ ids, lines, own }: SeenMassWithdrawal): Violation[] {
  return ids.flatMap((id) => {
    const action = lastOf(lines, id);
    if (action?.body.kind !== 'send-quote') return [];
    const { requestId } = action.body;
    const there = own.filter((quote) => quote.kind === 'quote' && quote.requestId === requestId);
    const says = `Quote action on ${requestId}`;
    if (there.length > 1)
      return [violation('double executions', `${says}: ${there.length} quotes are there.`)];
    const [made] = there;
    if (action.state === 'done' && made?.id !== action.quoteId)
      return [violation('wrong final states', `${says} is done as ${action.quoteId}, which is not there.`)];
    if (made && (action.state === 'rejected' || action.state === 'cancelled'))
      return [violation('wrong final states', `${says} is ${action.state}, and ${made.id} was made.`)];
    return [];
  });
}

function withdrawnWrongly({ lines, own }: SeenMassWithdrawal): Violation[] {
  return own.flatMap(({ id, kind, isLive, isWithdrawn }) => {
    if (kind !== 'quote') return [];
    const last = withdrawalsOf(lines, id);
    const done = last.filter(({ state }) => state === 'done');
    if (isLive && done.length > 0)
      return [violation('wrong final states', `The withdrawal of ${id} is done, and it is live.`)];
    const isGivenUp = last.length > 0 && last.every((action) => isFinal(action) && action.state !== 'done');
    return isWithdrawn && isGivenUp
      ? [violation('wrong final states', `${id} was withdrawn, and no withdrawal of it is done or open.`)]
      : [];
  });
}

/** What is live is said to be, or may be by an action that is open; after a second press nothing is. */
function live({ lines, own, shown, pressedAgain }: SeenMassWithdrawal): Violation[] {
  const open = [...new Map(lines.map((line) => [line.id, line])).values()].filter((line) => !isFinal(line));
  return own.flatMap(({ id, requestId, kind, isLive }) => {
    if (!isLive) return [];
    const isSaid =
      shown.includes(id) ||
      open.some(
        ({ body }) =>
          (kind === 'quote' && body.kind === 'send-quote' && body.requestId === requestId) ||
          (kind === 'proposal' && isOfProposals(body, requestId)) ||
          (body.kind === 'withdraw-quote' && body.quoteId === id),
      );
    if (!isSaid) return [violation('live though none said', `${id} is live, and nothing says so.`)];
    return pressedAgain
      ? [violation('risk left on', `${id} is live, after a second press that nothing hindered.`)]
      : [];
  });
}

const isOfProposals = (body: Action['body'], requestId: string): boolean =>
  (body.kind === 'send-proposal' || body.kind === 'delete-proposals') && body.requestId === requestId;

/** The last line of each withdrawal of this quote. */
const withdrawalsOf = (lines: readonly Action[], quoteId: string): readonly Action[] =>
  [...new Map(lines.map((line) => [line.id, line])).values()].filter(
    ({ body }) => body.kind === 'withdraw-quote' && body.quoteId === quoteId,
  );
