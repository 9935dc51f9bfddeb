import { createHash } from 'node:crypto';
import * as z from 'zod/mini';

/** One line of the journal, tied to all lines before it. */
export interface JournalLine {
  /** 1 for the first line, then without a gap. */
  readonly sequence: number;
  /** The hash of the line before it; {@link NOTHING_BEFORE} for the first. */
  readonly previous: string;
  readonly hash: string;
  /** The action, or what else the line says, as JSON, byte for byte as it was written down. */
  readonly text: string;
}

/** Where a chain has got to. */
export type Head = Pick<JournalLine, 'sequence' | 'hash'>;

export const NOTHING_BEFORE = '0'.repeat(64);
export const START: Head = { sequence: 0, hash: NOTHING_BEFORE };

/** SHA-256 in hexadecimal. Neither of the first two parts can hold a line break, so no two lines are hashed alike. */
const hashOf = ({ previous, sequence, text }: Omit<JournalLine, 'hash'>): string =>
  createHash('sha256').update(`${previous}\n${sequence}\n${text}`).digest('hex');

export function chained({ sequence, hash: previous }: Head, text: string): JournalLine {
  const line = { sequence: sequence + 1, previous, text };
  return { ...line, hash: hashOf(line) };
}

/** Whether a line agrees with its own hash. Where it stands in the chain is another question. */
export const isAsWritten = (line: JournalLine): boolean => line.hash === hashOf(line);

/** Why `line` is not the one that was written after `head`, in a sentence; `undefined` when it is. */
function chainProblem(head: Head, line: JournalLine): string | undefined {
  const expected = head.sequence + 1;
  if (line.sequence !== expected) return `Line ${expected} is not there; line ${line.sequence} follows.`;
  if (line.previous !== head.hash) return `Line ${expected} does not name the line that stands before it.`;
  if (isAsWritten(line)) return undefined;
  return `Line ${expected} is not what was written: it, or a line before it, was changed.`;
}

/** What a line says, to be parsed by whoever asks; `undefined` when the text is no JSON. */
export function contentOf({ text }: Pick<JournalLine, 'text'>): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The text that bytes are in UTF-8; `undefined` when they are none, for nothing is put in place of a forged byte. */
export function exactText(bytes: ArrayBuffer | Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

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

/** Of a broken journal: the first line that is not right, why, and up to where it is whole. */
export type Verification =
  | { readonly state: 'whole'; readonly head: Head }
  | { readonly state: 'broken'; readonly line: number; readonly problem: string; readonly head: Head };

/** Follows a chain line by line. After the first problem nothing more can be said, and nothing is. */
export class ChainCheck {
  private broken: { line: number; problem: string } | undefined;

  /** `head`: the line that the first one follows; what stands before it is not asked. */
  constructor(private head: Head = START) {}

  /** Whether everything up to and with this line is right. `problem` is what else is known to be wrong with the line. */
  add(line: JournalLine, problem?: string): boolean {
    if (this.broken) return false;
    const found = chainProblem(this.head, line) ?? problem;
    if (found === undefined) this.head = { sequence: line.sequence, hash: line.hash };
    else this.fail(found);
    return found === undefined;
  }

  /** The next line is not right, or not there. */
  fail(problem: string): void {
    this.broken ??= { line: this.head.sequence + 1, problem };
  }

  get result(): Verification {
    const { head, broken } = this;
    return broken ? { state: 'broken', ...broken, head } : { state: 'whole', head };
  }
}

const Named = z.object({ id: z.string(), state: z.string(), createdAt: z.number() });

/** What makes the columns of a line lie about its text: a forger could hide an action by them alone. */
export function columnsProblem({ sequence, columns, text }: KeptLine): string | undefined {
  const named = Named.safeParse(contentOf({ text }));
  if (!named.success) return `Line ${sequence} holds nothing that a journal holds.`;
  const { id, state, createdAt } = named.data;
  const agrees = columns.id === id && columns.state === state && columns.createdAt === Math.floor(createdAt);
  return agrees ? undefined : `Line ${sequence} is filed under another id, state or time than its own.`;
}

/** Checks a journal from its first line to the first that is not right. `written` lines are known to have been written. */
export async function verifiedLines(lines: AsyncIterable<KeptLine>, written = 0): Promise<Verification> {
  const check = new ChainCheck();
  for await (const line of lines) if (!check.add(line, columnsProblem(line))) break;
  const { head } = check.result;
  if (head.sequence < written) {
    check.fail(`The journal ends at line ${head.sequence}, and ${written} lines were written.`);
  }
  return check.result;
}
