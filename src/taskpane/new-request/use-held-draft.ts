import type { NewRequest } from '../../domain/new-request';
import { isFinal } from '../../domain/action';
import { isOver } from '../pressing/presses';
import { aboutOf } from '../pressing/subject';
import { JOURNAL, useAnswer, useDesk, useWatched } from '../use-desk';

/** Why this very request may not be sent now: it is on its way, or it may have been made already, here or from another book. */
export function useHeldDraft(draft: NewRequest | undefined): string | undefined {
  const { client, presses } = useDesk();
  const pressed = useWatched(presses.all);
  const journal = useAnswer(client, JOURNAL).value ?? [];
  if (!draft) return undefined;
  const about = aboutOf({ kind: 'create-request', draft });
  const isHeld =
    pressed.some((press) => press.about === about && !isOver(press)) ||
    journal.some(
      (action) =>
        action.body.kind === 'create-request' &&
        !isFinal(action) &&
        !pressed.some(({ id }) => id === action.id) &&
        aboutOf(action.body) === about,
    );
  return isHeld
    ? 'Held back: this very request may have been made already, and it is not known yet. See Journal.'
    : undefined;
}
