import { isFinal, requestIdOf, type Action, type ActionBody } from '../../domain/action';
import { haltInWords } from '../../domain/halt';
import type { RequestId } from '../../domain/identifiers';
import { aboutOf, type Subject } from '../../domain/actions/about';
import { STATE_WORDS, type PressState } from '../../domain/actions/state-words';
import { pressedBy } from '../ui/text/doer-text';
import { useDoer } from './doer';
import { JOURNAL, useAnswer, usePane, useWatched } from './hooks';
import { isOver, type Press } from './presses';

/** What hangs in the air on a request, here or in another workbook: nothing else is sent on it until that is known. */
export function pendingOn(
  requestId: RequestId,
  presses: readonly Press[],
  journal: readonly Action[],
): (Pick<Action, 'shown' | 'by' | 'body'> & { readonly state: PressState }) | undefined {
  const mine = ({ body }: { body: ActionBody }): boolean =>
    requestIdOf(body) === requestId && body.kind !== 'withdraw-quote';
  return (
    presses.find((press) => mine(press) && !isOver(press)) ??
    journal.find((action) => mine(action) && !isFinal(action) && !presses.some(({ id }) => id === action.id))
  );
}

const DISARMED_SENTENCE = 'Trading is off: nothing is sent. Switch on trading at the top.';

/** The newest press about something whose result has not been put away. */
export function usePressAbout(subject: Subject): Press | undefined {
  const presses = useWatched(usePane().presses.all);
  const about = aboutOf(subject);
  return presses.find((press) => press.about === about && !press.dismissed);
}

/** Why nothing more may be sent on this request until something else is settled; `undefined` when it may. */
export function useHeldBack(requestId: RequestId): string | undefined {
  const context = usePane();
  const presses = useWatched(context.presses.all);
  const journal = useAnswer(context.client, JOURNAL).value ?? [];
  const doer = useDoer();
  const pending = pendingOn(requestId, presses, journal);
  return (
    pending &&
    `Held back: an earlier action on this request is ${STATE_WORDS[pending.state].toLowerCase()} (${pressedBy(pending, doer(pending.by))}). See Journal.`
  );
}

/** Why no button sends at all just now; `undefined` while the desk is armed. */
export function useDisarmed(): string | undefined {
  const { arm, formatters } = usePane();
  const { armed, status } = useWatched(arm.arm);
  if (armed) return undefined;
  return status?.halt ? haltInWords(status.halt, formatters.time(status.halt.at)) : DISARMED_SENTENCE;
}
