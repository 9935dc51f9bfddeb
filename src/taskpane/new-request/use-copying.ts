import type { Request } from '../../domain/request';
import { useDesk } from '../use-desk';
import { draftFrom, isBlank } from './draft';

/** Makes a request the draft of a new one, goes there, and says so when that took the place of another draft. */
export function useCopying(goToDraft: () => void): (request: Request) => void {
  const { draft, notice } = useDesk();
  return (request) => {
    const isReplaced = !isBlank(draft.get());
    draft.set(draftFrom(request));
    goToDraft();
    if (isReplaced) notice.set('The copy took the place of the request that you were writing.');
  };
}
