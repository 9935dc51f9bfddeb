import { Complaint } from '../../scripts/complaint.mjs';
import { OWN } from './own-pacer';
import type { Subject } from './pacer';
import { PEERS } from '../peers/peers';

export const SUBJECTS: readonly Subject[] = [OWN, ...PEERS];

/**
 * The subjects that `names` (separated by commas) picks: by its whole name, or both settings of one package; all when
 * nothing is said. An unknown name is a complaint.
 */
export function pickedSubjects(names: string | undefined): readonly Subject[] {
  if (names === undefined) return SUBJECTS;
  const wanted = names.split(',').map((name) => name.trim());
  const stranger = wanted.find((name) => !SUBJECTS.some((subject) => belongs(subject, name)));
  if (stranger !== undefined) {
    const known = SUBJECTS.map(({ name }) => name).join(', ');
    throw new Complaint(`There is no subject "${stranger}"; --only takes some of ${known}.`);
  }
  return SUBJECTS.filter((subject) => wanted.some((name) => belongs(subject, name)));
}

const belongs = (subject: Subject, name: string): boolean =>
  subject.name === name || subject.name === `${name} plain`;
