import type { Fill } from '../../domain/delivery/fill';
import type { By } from '../../domain/person';
import { isSamePerson } from '../../domain/policy/two-people';
import { fillInWords } from '../ui/text/fill-text';
import { DESK, YOU } from '../ui/text/doer-text';
import { presserOf } from './fills';
import { JOURNAL, useAnswer, usePane } from './hooks';
import { useNamedPerson } from './named-person';
import { useMe } from './waiting-actions';

/**
 * Who did something on this desk, as a sentence on this page names them: "You", a colleague by name, or "Your desk" where several people work
 * on it and nothing says which of them it was.
 */
export function useDoer(): (by: By | undefined) => string {
  const me = useMe();
  const hasPeople = useNamedPerson() !== undefined;
  return (by) => {
    if (by && me && !isSamePerson(by, me)) return by.name;
    return by || !hasPeople ? YOU : DESK;
  };
}

/** A fill in one sentence, by whose press it came about; `isNamed`: with its product. */
export function useFillWords(): (fill: Fill, isNamed?: boolean) => string {
  const { client, formatters } = usePane();
  const journal = useAnswer(client, JOURNAL).value ?? [];
  const doer = useDoer();
  return (fill, isNamed) => fillInWords(fill, formatters, doer(presserOf(fill, journal)), isNamed);
}
