import type { LevelChange } from './desk-entry';
import { leaves } from './record';
import type { TradeDownload } from './trade-download';

/** So many are named with their fields; the journal has a line for each. */
export const NAMED_MAX = 10;
const FIELDS_NAMED_MAX = 4;
const VALUE_CHARACTERS_MAX = 60;
const EMPTY = '(none)';

/** Which fields of a record are others than before, those first that are empty now. An empty text, null and no field are the same. */
export function tradeChanges(before: unknown, after: unknown): LevelChange[] {
  const [former, now] = [valuesOf(before), valuesOf(after)];
  const changes = [...new Set([...former.keys(), ...now.keys()])].flatMap((path) => {
    const change = { level: path, before: former.get(path) ?? EMPTY, after: now.get(path) ?? EMPTY };
    return change.before === change.after ? [] : [change];
  });
  return [...changes.filter(isEmptied), ...changes.filter((change) => !isEmptied(change))];
}

const isEmptied = ({ after }: LevelChange): boolean => after === EMPTY;

const valuesOf = (record: unknown): ReadonlyMap<string, string> =>
  new Map(leaves(record).map(([path, value]) => [fieldName(path), valueInWords(value)]));

/** "leg 2 price" for "legs[1].price" */
const fieldName = (path: string): string =>
  path.replace(/^legs\[(\d+)\]\.?/, (_, index: string) => `leg ${Number(index) + 1} `).trim();

const valueInWords = (value: unknown): string => {
  if (value === null || value === '') return EMPTY;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** "counterparty Cobalt Grid → (none), price 31.4 → 31.5": the first few. */
export function changesInWords(changes: readonly LevelChange[]): string {
  const named = changes
    .slice(0, FIELDS_NAMED_MAX)
    .map(({ level, before, after }) => `${level} ${shortened(before)} → ${shortened(after)}`);
  const rest = changes.length - named.length;
  return [...named, ...(rest > 0 ? [`and ${rest} more fields`] : [])].join(', ');
}

const shortened = (value: string): string =>
  value.length > VALUE_CHARACTERS_MAX ? `${value.slice(0, VALUE_CHARACTERS_MAX)}…` : value;

/** "counterparty, leg 2 price"; `undefined` where no field became empty. */
export function emptiedFields(changes: readonly LevelChange[]): string | undefined {
  const names = changes.filter(isEmptied).map(({ level }) => level);
  return names.length === 0 ? undefined : names.join(', ');
}

/** "2 trades differ from what was kept, and are replaced. TR-1: price 31.4 → 31.5. TR-2: counterparty Cobalt Grid → (none)." */
export function changedInWords({
  changed = [],
  corrections = [],
}: Pick<TradeDownload, 'changed' | 'corrections'>): string {
  const which = changed.length === 1 ? '1 trade differs' : `${changed.length} trades differ`;
  const start = `${which} from what was kept, and ${changed.length === 1 ? 'is' : 'are'} replaced`;
  const hidden = Math.max(0, changed.length - NAMED_MAX);
  if (corrections.length === 0) {
    // A download of an older version has the ids alone.
    const named = changed.slice(0, NAMED_MAX).join(', ');
    return `${start}: ${named}${hidden > 0 ? ` and ${hidden} more` : ''}.`;
  }
  const told = corrections.map(({ id, changes }) => `${id}: ${changesInWords(changes)}.`);
  return [`${start}.`, ...told, ...(hidden > 0 ? [`The journal has the ${hidden} others.`] : [])].join(' ');
}

/** What stands out of that: fields that have no value any more. `undefined` where none became empty. */
export function emptiedInWords({ corrections = [] }: Pick<TradeDownload, 'corrections'>): string | undefined {
  const emptied = corrections.flatMap(({ id, changes }) => {
    const fields = emptiedFields(changes);
    return fields === undefined ? [] : [`${fields} of ${id}`];
  });
  return emptied.length === 0 ? undefined : `Empty now: ${emptied.join('; ')}. Ask the operator.`;
}
