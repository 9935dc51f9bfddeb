/** A record as JSON wrote it. */
export type Written = Readonly<Record<string, unknown>>;

/** The record's own value under a name; what it would inherit is not written. */
export function own(record: unknown, name: string | number): unknown {
  if (typeof record !== 'object' || record === null || !Object.hasOwn(record, name)) return undefined;
  return Reflect.getOwnPropertyDescriptor(record, name)?.value as unknown;
}

export const ownList = (record: unknown, name: string): readonly unknown[] => {
  const list = own(record, name);
  return Array.isArray(list) ? (list as readonly unknown[]) : [];
};

/** A sentence about what is wrong, as a test sees it. */
export function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

/**
 * The exact decimal that a decimal text, or a number's own shortest digits, write, found without a decimal library: the
 * digits are moved by hand past the exponent.
 */
export function digitsOf(value: number | string): string {
  const written = String(value);
  const [mantissa = '', exponent = '0'] = written.replace(/^-/, '').toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const shift = Number(exponent);
  const digits = whole + fraction;
  const point = whole.length + shift;
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0');
  const at = Math.max(point, 1);
  const text = `${padded.slice(0, at)}.${padded.slice(at)}`.replace(/^0+(?=\d)/, '').replace(/\.?0*$/, '');
  return written.startsWith('-') && text !== '0' ? `-${text}` : text;
}

/** What was read of an amount is exactly what is written, or nothing where nothing is written. */
export function sameAmount(read: string | undefined, written: unknown, name: string): void {
  if (read === undefined) return must(written === undefined || written === null, `${name} was lost`);
  must(
    (typeof written === 'number' || typeof written === 'string') && digitsOf(written) === read,
    `${name}: ${String(written)} was read as ${read}`,
  );
}

/** Whether two values hold the same, `__proto__` left out: as a name it is never kept. */
export function alike(a: unknown, b: unknown): boolean {
  const pairs: [unknown, unknown][] = [[a, b]];
  // A list of what is to be compared, since what is nested deeply would not fit on the stack.
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [left, right] = pair;
    if (Object.is(left, right) || (left === 0 && right === 0)) continue;
    if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null)
      return false;
    if (Array.isArray(left) !== Array.isArray(right)) return false;
    const names = (one: object): string[] => Object.keys(one).filter((name) => name !== '__proto__');
    if (names(left).length !== names(right).length) return false;
    for (const name of names(left)) {
      if (!Object.hasOwn(right, name)) return false;
      pairs.push([own(left, name), own(right, name)]);
    }
  }
  return true;
}
