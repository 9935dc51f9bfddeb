import { PersonName } from '../../domain/person';

/** What the provider says of a person. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

const GROUPS_MAX = 1_000;
const NAME_MAX = 100;
/** Where providers keep a name for people, the best first. */
const NAMES = ['name', 'preferred_username', 'email', 'sub'];

/** What a claim lists, by its name; dots lead into it where none has the whole name. */
export function groupsIn(claims: Claims, path: string): string[] {
  const value = valueAt(claims, path);
  const listed: readonly unknown[] = Array.isArray(value) ? value : [value];
  return listed.filter((group) => typeof group === 'string').slice(0, GROUPS_MAX);
}

/** Whether there is such a list at all, and be it an empty one. */
export const listsGroups = (claims: Claims, path: string): boolean => valueAt(claims, path) !== undefined;

const valueAt = (claims: Claims, path: string): unknown =>
  Object.hasOwn(claims, path) ? claims[path] : path.split('.').reduce(inside, claims);

const inside = (value: unknown, part: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, part)
    ? (value as Readonly<Record<string, unknown>>)[part]
    : undefined;

/** As the journal calls that person: on one line, without signs that are not seen. */
export function nameIn(claims: Claims): string {
  const names = NAMES.map((claim) => claims[claim]).map((name) =>
    typeof name === 'string'
      ? name
          .replace(/[\p{C}\s]+/gu, ' ')
          .slice(0, NAME_MAX)
          .trim()
      : '',
  );
  return names.find((name) => PersonName.safeParse(name).success) ?? 'not named';
}
