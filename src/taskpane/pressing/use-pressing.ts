import type { RequestId } from '../../domain/identifiers';
import { JOURNAL, useAnswer, useDesk, useWatched } from '../use-desk';
import { STATE_WORDS } from '../words/action-words';
import { pendingOn } from './pending';
import type { Press } from './presses';
import { aboutOf, type Subject } from './subject';

const DISARMED_SENTENCE = 'Disarmed: nothing is sent. Switch on “Armed” at the top first.';

/** The newest press about something whose result has not been put away. */
export function usePressAbout(subject: Subject): Press | undefined {
  const presses = useWatched(useDesk().presses.all);
  const about = aboutOf(subject);
  return presses.find((press) => press.about === about && !press.dismissed);
}

/** Why nothing more may be sent on this request until something else is settled; `undefined` when it may. */
export function useHeldBack(requestId: RequestId): string | undefined {
  const desk = useDesk();
  const presses = useWatched(desk.presses.all);
  const journal = useAnswer(desk.client, JOURNAL).value ?? [];
  const pending = pendingOn(requestId, presses, journal);
  return (
    pending &&
    `Held back: an earlier action on this request is ${STATE_WORDS[pending.state].toLowerCase()} (${pending.shown}). See Journal.`
  );
}

/** Why no button sends at all just now; `undefined` while the desk is armed. */
export function useDisarmed(): string | undefined {
  const { arm } = useDesk();
  return useWatched(arm.arm).armed ? undefined : DISARMED_SENTENCE;
}
