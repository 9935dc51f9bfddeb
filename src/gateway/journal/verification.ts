import * as z from 'zod/mini';
import { actionIn, chainProblem, START, type Head, type JournalLine } from './chain';
import type { KeptLine } from './journal-source';

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
  const named = Named.safeParse(actionIn({ text }));
  if (!named.success) return `Line ${sequence} holds no action.`;
  const { id, state, createdAt } = named.data;
  const agrees = columns.id === id && columns.state === state && columns.createdAt === Math.floor(createdAt);
  return agrees ? undefined : `Line ${sequence} is filed under another action, state or time than its own.`;
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
