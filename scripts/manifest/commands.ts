import * as z from 'zod/mini';
import { childrenNamed, type Element, withDescendants } from './element';
import type { ServedFile } from './pictures';

/** The file of keyboard shortcuts that the manifest's extended overrides lead to. */
const Shortcuts = z.strictObject({
  actions: z.array(z.strictObject({ id: z.string(), type: z.literal('ExecuteFunction'), name: z.string() })),
  shortcuts: z.array(
    z.strictObject({
      action: z.string(),
      key: z.strictObject({
        default: z.string(),
        windows: z.optional(z.string()),
        mac: z.optional(z.string()),
        web: z.optional(z.string()),
      }),
    }),
  ),
});
type Shortcuts = z.infer<typeof Shortcuts>;
type Platform = keyof Shortcuts['shortcuts'][number]['key'];
const PLATFORMS: readonly Platform[] = ['default', 'windows', 'mac', 'web'];

const MODIFIERS = ['Ctrl', 'Alt', 'Shift'];
const MAC_MODIFIERS = ['Command', ...MODIFIERS];

/**
 * The names that the code gives a function to: by Office.actions.associate('Name', …), or by the same call for each
 * name of a list that is written out in one of the sources.
 */
export function associatedIn(sources: readonly string[]): string[] {
  const code = sources.join('\n');
  const literal = [...code.matchAll(/\bOffice\.actions\.associate\(\s*['"](\w+)['"]/g)].map(
    ([, name = '']) => name,
  );
  const loops = code.matchAll(/\bfor \(const (\w+) of (\w+)\)[^}]*?\bOffice\.actions\.associate\(\s*\1\b/g);
  const lists = [...loops].map(
    ([, , list = '']) => new RegExp(`\\b${list}\\b[^=;]*= \\[([^\\]]*)\\]`).exec(code)?.[1],
  );
  const listed = lists.flatMap((list = '') =>
    [...list.matchAll(/['"](\w+)['"]/g)].map(([, name = '']) => name),
  );
  return [...literal, ...listed];
}

/** Commands that the code does not know, and shortcuts that nobody can press or that do nothing. */
export function commandFindings(
  manifest: Element,
  { served, associated }: { served: ServedFile; associated: ReadonlySet<string> },
): string[] {
  const commands = withDescendants(manifest).filter(({ name }) => name === 'FunctionName');
  return [...new Set(commands.map(({ text }) => text).filter((name) => !associated.has(name)))]
    .map(
      (name) => `The command ${name} is associated with no function: Office.actions.associate('${name}', …).`,
    )
    .concat(shortcutFindings(manifest, { served, associated }));
}

function shortcutFindings(
  manifest: Element,
  { served, associated }: { served: ServedFile; associated: ReadonlySet<string> },
): string[] {
  const url = childrenNamed(manifest, 'ExtendedOverrides')[0]?.attributes.Url;
  if (url === undefined) return ['<ExtendedOverrides> with the keyboard shortcuts is missing.'];
  const file = URL.canParse(url) ? served(new URL(url).pathname) : undefined;
  if (!file) return [`There is no file of shortcuts for ${url}.`];
  const parsed = parsedShortcuts(file.toString('utf8'));
  if (!parsed) return [`The shortcuts of ${url} are not of Excel's form: actions and shortcuts.`];
  return [...unknownActions(parsed, associated), ...badKeys(parsed)];
}

function parsedShortcuts(text: string): Shortcuts | undefined {
  try {
    return Shortcuts.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function unknownActions({ actions, shortcuts }: Shortcuts, associated: ReadonlySet<string>): string[] {
  const ids = actions.map(({ id }) => id);
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `The action ${id} is there twice.`),
    ...ids
      .filter((id) => !associated.has(id))
      .map((id) => `The shortcut's action ${id} is associated with no function.`),
    ...shortcuts
      .filter(({ action }) => !ids.includes(action))
      .map(({ action }) => `A shortcut names ${action}, which is no action of its file.`),
  ];
}

const badKeys = ({ shortcuts }: Shortcuts): string[] =>
  PLATFORMS.flatMap((platform) => {
    const combinations = shortcuts.map(({ key }) => key[platform] ?? key.default);
    const spelled = combinations.map((combination) =>
      [...combination.toUpperCase().split('+')].sort().join('+'),
    );
    return combinations.flatMap((combination, index) => [
      ...(canBePressed(combination, platform)
        ? []
        : [`"${combination}" is no shortcut Excel takes (${platform}).`]),
      ...typedOn(combination).map(
        (keyboard) => `"${combination}" types a letter on keyboards that are ${keyboard} (${platform}).`,
      ),
      ...(spelled.indexOf(spelled[index] ?? '') === index
        ? []
        : [`"${combination}" is given to two actions (${platform}).`]),
    ]);
  });

/**
 * Letters of which AltGr, which is Ctrl+Alt to Windows, makes others: with Ctrl+Alt alone, and with Shift as well. A shortcut on one
 * of them runs when somebody types.
 */
const TYPED: Readonly<Record<string, { readonly plain: string; readonly shifted: string }>> = {
  'US-International': { plain: 'QWERTYUIOPASDLZCNM', shifted: 'QWETYUIOPASDLZCN' },
  'UK and Irish': { plain: 'AEIOU', shifted: 'AEIOU' },
  German: { plain: 'QEM', shifted: '' },
  Polish: { plain: 'AEOSLZXCNU', shifted: 'AEOSLZXCN' },
  French: { plain: 'E', shifted: '' },
  'Danish, Norwegian, Swedish and Finnish': { plain: 'EM', shifted: '' },
};

/** The keyboards on which this combination types a letter. */
function typedOn(combination: string): string[] {
  const keys = combination.split('+');
  if (!keys.includes('Ctrl') || !keys.includes('Alt')) return [];
  const letter = keys.at(-1) ?? '';
  return Object.entries(TYPED).flatMap(([keyboard, { plain, shifted }]) =>
    (keys.includes('Shift') ? shifted : plain).includes(letter) ? [keyboard] : [],
  );
}

/** At least one modifier beside Shift, and one letter or digit at the end. */
function canBePressed(combination: string, platform: Platform): boolean {
  const keys = combination.split('+');
  const modifiers = keys.slice(0, -1);
  const known = platform === 'mac' ? MAC_MODIFIERS : MODIFIERS;
  return (
    /^[A-Z0-9]$/.test(keys.at(-1) ?? '') &&
    modifiers.every((modifier) => known.includes(modifier)) &&
    new Set(modifiers).size === modifiers.length &&
    modifiers.some((modifier) => modifier !== 'Shift')
  );
}
