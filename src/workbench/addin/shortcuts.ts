import * as z from 'zod/mini';

/** Excel's file of extended overrides: which keys run which action. */
const ShortcutsFile = z.object({
  actions: z.array(z.object({ id: z.string(), name: z.optional(z.string()) })),
  shortcuts: z.array(z.object({ action: z.string(), key: z.object({ default: z.string() }) })),
});

export interface Shortcut {
  action: string;
  keys: string;
  ctrl: boolean;
  alt: boolean;
  shift: boolean;
  /** In lower case: a letter, a digit, or a key's name. */
  key: string;
}
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** null when the file is not one of shortcuts. */
export function readShortcuts(file: unknown): Shortcut[] | null {
  const parsed = ShortcutsFile.safeParse(file);
  if (!parsed.success) return null;
  const known = new Set(parsed.data.actions.map(({ id }) => id));
  return parsed.data.shortcuts
    .filter(({ action }) => known.has(action))
    .map((entry) => toShortcut(entry.action, entry.key.default));
}

/** Excel's words for keys that browsers call something else. */
const NAMES: Readonly<Record<string, string>> = {
  up: 'arrowup',
  down: 'arrowdown',
  left: 'arrowleft',
  right: 'arrowright',
  space: ' ',
  esc: 'escape',
  del: 'delete',
  pgup: 'pageup',
  pgdn: 'pagedown',
};

function toShortcut(action: string, keys: string): Shortcut {
  const parts = keys.toLowerCase().split('+');
  const key = parts.at(-1) ?? '';
  const held = new Set(parts.slice(0, -1));
  const ctrl = held.has('ctrl') || held.has('command');
  return { action, keys, ctrl, alt: held.has('alt'), shift: held.has('shift'), key: NAMES[key] ?? key };
}

/** By where the key is rather than by what it writes: with Ctrl+Alt many layouts write something else. */
export function pressed(shortcut: Shortcut, press: KeyPress): boolean {
  const place = /^(?:Key|Digit)(.)$/.exec(press.code)?.[1]?.toLowerCase();
  const sameKey = shortcut.key === (place ?? press.key.toLowerCase());
  const ctrl = press.ctrlKey || press.metaKey;
  return (
    sameKey && ctrl === shortcut.ctrl && press.altKey === shortcut.alt && press.shiftKey === shortcut.shift
  );
}
