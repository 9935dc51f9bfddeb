/** JSON as it is written: numbers by their own letters, names in their order and twice where they stand twice. */
export type Tree =
  | { readonly kind: 'token'; readonly text: string }
  | { readonly kind: 'list'; readonly entries: readonly Entry[] }
  | { readonly kind: 'record'; readonly entries: readonly Entry[] };

/** In a list the name counts for nothing. */
export interface Entry {
  readonly name: string;
  readonly value: Tree;
}

export function treeOf(value: unknown): Tree {
  if (Array.isArray(value))
    return { kind: 'list', entries: value.map((one) => ({ name: '', value: treeOf(one) })) };
  if (typeof value !== 'object' || value === null) return token(JSON.stringify(value) ?? 'null');
  const present = Object.entries(value).filter(([, one]) => one !== undefined);
  return { kind: 'record', entries: present.map(([name, one]) => ({ name, value: treeOf(one) })) };
}

export const token = (text: string): Tree => ({ kind: 'token', text });

export function textOf(tree: Tree): string {
  if (tree.kind === 'token') return tree.text;
  if (tree.kind === 'list') return `[${tree.entries.map(({ value }) => textOf(value)).join(',')}]`;
  return `{${tree.entries.map(({ name, value }) => `${JSON.stringify(name)}:${textOf(value)}`).join(',')}}`;
}

/** Something in so many lists, or so many records, one in the other. */
export const nested = (tree: Tree, depth: number, as: 'list' | 'record'): Tree =>
  as === 'list'
    ? token(`${'['.repeat(depth)}${textOf(tree)}${']'.repeat(depth)}`)
    : token(`${'{"price":'.repeat(depth)}${textOf(tree)}${'}'.repeat(depth)}`);

/** Every place where something stands, the whole left out: the steps that lead there. */
export function placesIn(tree: Tree): readonly (readonly number[])[] {
  if (tree.kind === 'token') return [];
  return tree.entries.flatMap(({ value }, index) => [
    [index],
    ...placesIn(value).map((place) => [index, ...place]),
  ]);
}

/** The tree with the entries around a place changed. */
export function changedAt(
  tree: Tree,
  place: readonly number[],
  change: (entries: readonly Entry[], index: number) => readonly Entry[],
): Tree {
  const [step, ...rest] = place;
  if (tree.kind === 'token' || step === undefined) return tree;
  if (rest.length === 0) return { ...tree, entries: change(tree.entries, step) };
  const entries = tree.entries.map((entry, index) =>
    index === step ? { ...entry, value: changedAt(entry.value, rest, change) } : entry,
  );
  return { ...tree, entries };
}
