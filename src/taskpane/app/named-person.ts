import { ROLES } from '../../domain/person';
import { STATUS, useAnswer, usePane } from './hooks';

/** The name of this page's person on a desk of several people: who signed in by name, or has not every role. */
export function useNamedPerson(): string | undefined {
  const { person } = useAnswer(usePane().client, STATUS).value ?? {};
  const isNamed = person && (person.id !== undefined || person.roles.length < ROLES.length);
  return isNamed ? person.name : undefined;
}
