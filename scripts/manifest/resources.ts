import { childrenNamed, type Element, titleOf, withDescendants } from './element';

const RESID_CHARACTERS_MAX = 32;
const SHELVES = {
  'bt:Images': { charactersMax: 2048 },
  'bt:Urls': { charactersMax: 2048 },
  'bt:ShortStrings': { charactersMax: 125 },
  'bt:LongStrings': { charactersMax: 250 },
} as const;
type Shelf = keyof typeof SHELVES;

/** Which shelf of the resources an element's `resid` is looked up on. */
const SHELF_OF: Readonly<Record<string, Shelf>> = {
  'bt:Image': 'bt:Images',
  Runtime: 'bt:Urls',
  SourceLocation: 'bt:Urls',
  FunctionFile: 'bt:Urls',
  LearnMoreUrl: 'bt:Urls',
  Label: 'bt:ShortStrings',
  Title: 'bt:ShortStrings',
  Namespace: 'bt:ShortStrings',
  Description: 'bt:LongStrings',
};

/** The values behind the resids of one shelf. */
export function resourcesOn(manifest: Element, shelf: Shelf): ReadonlyMap<string, string> {
  const entries = entriesOn(manifest, shelf);
  return new Map(entries.map(({ attributes }) => [attributes.id ?? '', attributes.DefaultValue ?? '']));
}

/** Resids that lead nowhere, lead to the wrong shelf, are too long, or are used by nobody; texts that are too long. */
export function resourceFindings(manifest: Element): string[] {
  const references = withDescendants(manifest).filter(({ attributes }) => attributes.resid !== undefined);
  const shelves: readonly Shelf[] = ['bt:Images', 'bt:Urls', 'bt:ShortStrings', 'bt:LongStrings'];
  return [
    ...references.flatMap((element) => unresolved(manifest, element)),
    ...shelves.flatMap((shelf) => {
      const used = new Set(references.filter(({ name }) => SHELF_OF[name] === shelf).map(residOf));
      return entriesOn(manifest, shelf).flatMap((entry) => badEntry(entry, shelf, used));
    }),
  ];
}

function unresolved(manifest: Element, element: Element): string[] {
  const shelf = SHELF_OF[element.name];
  if (!shelf) return [`${titleOf(element)} may not have a resid.`];
  const found = resourcesOn(manifest, shelf).has(residOf(element));
  return found ? [] : [`${titleOf(element)} names "${residOf(element)}", which is not in <${shelf}>.`];
}

function badEntry(entry: Element, shelf: Shelf, used: ReadonlySet<string>): string[] {
  const { id = '', DefaultValue = '' } = entry.attributes;
  const { charactersMax } = SHELVES[shelf];
  return [
    ...(id === '' ? [`An entry of <${shelf}> has no id.`] : []),
    ...(id.length > RESID_CHARACTERS_MAX
      ? [`"${id}" in <${shelf}> is longer than ${RESID_CHARACTERS_MAX} characters.`]
      : []),
    ...(DefaultValue === '' ? [`"${id}" in <${shelf}> has no DefaultValue.`] : []),
    ...(DefaultValue.length > charactersMax
      ? [`The value of "${id}" in <${shelf}> is longer than ${charactersMax} characters.`]
      : []),
    ...(used.has(id) ? [] : [`"${id}" in <${shelf}> is used by nobody.`]),
  ];
}

const residOf = ({ attributes }: Element): string => attributes.resid ?? '';

function entriesOn(manifest: Element, shelf: Shelf): Element[] {
  const [overrides] = childrenNamed(manifest, 'VersionOverrides');
  const [resources] = childrenNamed(overrides, 'Resources');
  const [entries] = childrenNamed(resources, shelf);
  return [...(entries?.children ?? [])];
}
