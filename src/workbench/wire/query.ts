import type { Handle } from '../model/kind';
import type { QueryInfo } from './envelope';
import { WireFailure } from './failure';

export type Note = (what: string) => void;

/** The properties asked for, as paths: `format/fill/color`; `*` for all that the kind has. */
export function selected(query: QueryInfo | null | undefined): string[] {
  const all = [...(query?.Select ?? []), ...(query?.Expand ?? [])].map((path) => path.replaceAll('.', '/'));
  return all.length > 0 ? all : ['*'];
}

export function read(
  handle: Handle,
  query: QueryInfo | null | undefined,
  note: Note,
): Record<string, unknown> {
  const paths = selected(query);
  return handle.items
    ? readCollection(handle, handle.items(), { paths, query, note })
    : readObject(handle, paths, note);
}

const isCount = (path: string): boolean => path.toLowerCase() === 'count';
const ofItems = (path: string): string => path.replace(/^items\//i, '');

interface CollectionQuery {
  paths: string[];
  query: QueryInfo | null | undefined;
  note: Note;
}
function readCollection(handle: Handle, all: Handle[], ask: CollectionQuery): Record<string, unknown> {
  const { paths, query, note } = ask;
  const from = query?.Skip ?? 0;
  const items = all.slice(from, query?.Top == null ? undefined : from + query.Top);
  const wanted = paths.filter((path) => !isCount(path)).map(ofItems);
  const counted = paths.some((path) => path === '*' || isCount(path));
  return {
    ...handle.identity(),
    _Items: items.map((item) => readObject(item, wanted, note)),
    ...(counted ? { Count: all.length } : {}),
  };
}

function readObject(handle: Handle, paths: string[], note: Note): Record<string, unknown> {
  return paths.reduce((out, path) => ({ ...out, ...readPath(handle, path, note) }), handle.identity());
}

function readPath(handle: Handle, path: string, note: Note): Record<string, unknown> {
  const [head = '', ...rest] = path.split('/');
  if (head === '*') return readAll(handle);
  const child = handle.child(head);
  if (child) {
    const [name, object] = child;
    const query = { Select: [rest.join('/') || '*'] };
    return { [name]: read(object, query, note) };
  }
  const property = handle.property(head);
  if (property?.[1].get) return { [property[0]]: property[1].get() };
  note(`${handle.kind}.${head}`);
  throw new WireFailure('InvalidArgument', `There is no property ${head} to load.`, `${handle.kind}.load`);
}

function readAll(handle: Handle): Record<string, unknown> {
  const known = handle.propertyNames.map((name) => handle.property(name));
  return Object.fromEntries(
    known.flatMap((property) => (property?.[1].get ? [[property[0], property[1].get()]] : [])),
  );
}
