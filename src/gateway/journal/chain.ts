import { createHash } from 'node:crypto';

/** One line of the journal, tied to all lines before it. */
export interface JournalLine {
  /** 1 for the first line, then without a gap. */
  readonly sequence: number;
  /** The hash of the line before it; {@link NOTHING_BEFORE} for the first. */
  readonly previous: string;
  readonly hash: string;
  /** The action as JSON, byte for byte as it was written down. */
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
export function chainProblem(head: Head, line: JournalLine): string | undefined {
  const expected = head.sequence + 1;
  if (line.sequence !== expected) return `Line ${expected} is not there; line ${line.sequence} follows.`;
  if (line.previous !== head.hash) return `Line ${expected} does not name the line that stands before it.`;
  if (isAsWritten(line)) return undefined;
  return `Line ${expected} is not what was written: it, or a line before it, was changed.`;
}

/** The action of a line, to be parsed by whoever asks; `undefined` when the text is no JSON. */
export function actionIn({ text }: Pick<JournalLine, 'text'>): unknown {
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
