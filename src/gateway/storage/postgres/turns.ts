/** Runs one piece of work after the other, in the order in which they were asked for, whatever becomes of those before. */
export function turns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const own = last.then(work);
    last = own.catch(() => undefined);
    return own;
  };
}

/** Pieces in which no key comes twice, in their order: one statement can write each of them. */
export function withoutRepeats<T>(all: readonly T[], keyOf: (one: T) => string): readonly (readonly T[])[] {
  const pieces: T[][] = [];
  let keys = new Set<string>();
  for (const one of all) {
    const key = keyOf(one);
    const piece = pieces.at(-1);
    if (piece && !keys.has(key)) piece.push(one);
    else {
      pieces.push([one]);
      keys = new Set();
    }
    keys.add(key);
  }
  return pieces;
}
