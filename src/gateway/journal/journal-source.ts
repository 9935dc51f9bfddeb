import type { Head, JournalLine } from './chain';

/** A line as it is kept, with what its columns say of it so that it can be found. */
export interface KeptLine extends JournalLine {
  readonly columns: { readonly id: string; readonly state: string; readonly createdAt: number };
}

/** Where the lines of a journal are read from, for export and verification. */
export interface JournalSource {
  /** At most `countMax` lines that follow the line `after`, or the first ones, oldest first. */
  linesAfter(after: number | undefined, countMax: number): Promise<readonly KeptLine[]>;
}

/** A journal that can be checked at the start: it also says where it ends, and where it ought to. */
export interface CheckedSource extends JournalSource {
  /** The last line of all. */
  head(): Promise<Head>;
  /** How many lines were ever written, by the store's own count. */
  written(): Promise<number>;
}

/** Lines read at once: few enough that reading a long journal holds nothing up. */
const LINES_AT_ONCE = 500;

export async function* allLines(source: JournalSource): AsyncGenerator<KeptLine> {
  let after: number | undefined;
  for (;;) {
    const lines = await source.linesAfter(after, LINES_AT_ONCE);
    yield* lines;
    after = lines.at(-1)?.sequence;
    if (lines.length < LINES_AT_ONCE) return;
  }
}
