import { isRecord, type Path } from './written';

/**
 * A record without the values that are carried elsewhere; `undefined` when nothing is left. A list keeps its places:
 * what was carried whole leaves `null` behind it, so that what is left still stands where it stood.
 */
export function otherFields(value: unknown, carried: (path: Path) => boolean, path: Path = []): unknown {
  if (path.length > 0 && carried(path)) return undefined;
  if (Array.isArray(value)) {
    const rest = value.map((item, index) => otherFields(item, carried, [...path, index]));
    return rest.length > 0 && rest.every((item) => item === undefined)
      ? undefined
      : rest.map((item) => item ?? null);
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([name, item]): [string, unknown] => [
    name,
    otherFields(item, carried, [...path, name]),
  ]);
  const rest = entries.filter(([, item]) => item !== undefined);
  return entries.length > 0 && rest.length === 0 ? undefined : Object.fromEntries(rest);
}
