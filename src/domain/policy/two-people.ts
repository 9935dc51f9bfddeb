import type { By } from '../person';

/**
 * Whether these are known to be two people. Ids of a provider decide; without them two names, which no two pairings of one person
 * share. One with an id and one without may be one person, and so may whoever is not known.
 */
export function areTwoPeople(one: By | undefined, other: By | undefined): boolean {
  if (!one || !other || one.session === other.session) return false;
  if (one.id !== undefined && other.id !== undefined) return one.id !== other.id;
  return one.id === undefined && other.id === undefined && nameOf(one) !== nameOf(other);
}

const nameOf = ({ name }: By): string => name.trim().normalize('NFKC').toLowerCase();

/** Whether they are known to be one person, in whichever session. */
export const isSamePerson = (one: By | undefined, other: By | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  (one.id === undefined && other.id === undefined ? nameOf(one) === nameOf(other) : one.id === other.id);
