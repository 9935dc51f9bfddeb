import type { RiskSettings } from '../../domain/record';

export type SettingValue = RiskSettings[string];

/**
 * Settings that are being edited: how they were when editing began, and what was typed over them. Everything is sent as a
 * whole, so what is sent is what was looked at.
 */
export interface SettingsDraft {
  readonly base: RiskSettings;
  /** Texts for numbers and texts; only of what was touched. */
  readonly edits: Readonly<Record<string, string | boolean>>;
}

interface SettingChange {
  readonly name: string;
  readonly old: SettingValue | undefined;
  readonly new: SettingValue | undefined;
}

interface CheckedSettings {
  /** Why single values cannot be sent, by their names. */
  readonly wrong: Readonly<Record<string, string>>;
  readonly changes: readonly SettingChange[];
  /** All settings, changed or not. */
  readonly settings: RiskSettings;
}

export const withEdit = (draft: SettingsDraft, name: string, value: string | boolean): SettingsDraft => ({
  ...draft,
  edits: { ...draft.edits, [name]: value },
});

/** What the draft would send, each value of the type that it has on the platform. */
export function checkedSettings({ base, edits }: SettingsDraft): CheckedSettings {
  const wrong: Record<string, string> = {};
  const settings: Record<string, SettingValue> = {};
  for (const [name, old] of Object.entries(base)) {
    const edit = Object.hasOwn(edits, name) ? edits[name] : undefined;
    settings[name] = old;
    if (edit === undefined || edit === String(old)) continue;
    if (typeof old !== 'number') settings[name] = edit;
    else {
      const read = readNumber(String(edit));
      if (typeof read === 'number') settings[name] = read;
      else wrong[name] = read.why;
    }
  }
  return { wrong, settings, changes: changesBetween(base, settings) };
}

/** What differs from one state of the settings to another, names that came or went included. */
export function changesBetween(before: RiskSettings, after: RiskSettings): SettingChange[] {
  const valueIn = (settings: RiskSettings, name: string) =>
    Object.hasOwn(settings, name) ? settings[name] : undefined;
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((name) => ({ name, old: valueIn(before, name), new: valueIn(after, name) }))
    .filter((change) => change.old !== change.new);
}

/** "Maximum quantity: 50 → 60". */
export const changeInWords = ({ name, old, new: next }: SettingChange): string =>
  `${nameInWords(name)}: ${valueInWords(old)} → ${valueInWords(next)}`;

const BOUNDS: Readonly<Record<string, string>> = { max: 'maximum', min: 'minimum' };

/** A name of the platform's own as a person writes it: "quantity-max" and "quantityMax" are "Maximum quantity". */
export function nameInWords(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s._-]+/);
  const bound = BOUNDS[words.at(-1) ?? ''];
  const told = (bound === undefined ? words : [bound, ...words.slice(0, -1)]).join(' ');
  return `${told.charAt(0).toUpperCase()}${told.slice(1)}`;
}

export function valueInWords(value: SettingValue | undefined): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === '') return 'empty';
  return typeof value === 'string' && WORDS.test(value) ? value.replaceAll('-', ' ') : String(value);
}

/** A word of the platform's such as "limit-reached"; anything with a digit may be a name. */
const WORDS = /^[a-z]+(-[a-z]+)+$/;

/** Every decimal number of so many digits is kept exactly by the numbers of the wire. */
const DIGITS_MAX = 15;
const NUMBER = /^[+-]?\d+(?:[.,]\d+)?$/;

/** A typed number with a point or a comma as its decimal sign, exactly as typed or not at all. */
export function readNumber(text: string): number | { readonly why: string } {
  const typed = text.trim().replace(/^[−–]/, '-');
  if (typed === '') return { why: 'Enter a number.' };
  if (!NUMBER.test(typed)) {
    return { why: 'Use digits with one decimal sign and no thousands separators, such as 1234.5.' };
  }
  const digits = typed.replace(/[+-]/, '').replace(/[.,]/, '').replace(/^0+/, '').replace(/0+$/, '');
  return digits.length > DIGITS_MAX
    ? { why: `At most ${DIGITS_MAX} digits, so that the number is kept exactly.` }
    : Number(typed.replace(',', '.')) + 0;
}
