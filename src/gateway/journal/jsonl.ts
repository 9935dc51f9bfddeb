import { ChainCheck, type Verification } from './verification';
import { exactText, type JournalLine } from './chain';

const WRITTEN =
  /^\{"sequence":([1-9]\d{0,14}),"previous":"([0-9a-f]{64})","hash":"([0-9a-f]{64})","action":(\{.*\})\}$/s;

/** A line for a file. The action stands in it byte for byte, so that the file can be verified by itself. */
export const jsonlLine = ({ sequence, previous, hash, text }: JournalLine): string =>
  `{"sequence":${sequence},"previous":"${previous}","hash":"${hash}","action":${text}}`;

/** `undefined` for whatever {@link jsonlLine} did not write. */
export function readJsonlLine(written: string): JournalLine | undefined {
  const [, sequence, previous, hash, text] = WRITTEN.exec(written) ?? [];
  if (sequence === undefined || previous === undefined || hash === undefined || text === undefined) {
    return undefined;
  }
  return { sequence: Number(sequence), previous, hash, text };
}

/**
 * Checks an exported file by itself, and against the journal it came from where `kept` gives that one's hashes: a file
 * that was cut short is whole in itself, and one that was forged from end to end too.
 */
export async function verifiedFile(
  lines: AsyncIterable<string>,
  kept?: (sequence: number) => Promise<string | undefined>,
): Promise<Verification> {
  const check = new ChainCheck();
  let number = 0;
  for await (const written of lines) {
    number += 1;
    const line = readJsonlLine(written);
    if (!line) check.fail(`Line ${number} is not a line that SpreadDesk exported.`);
    else check.add(line, kept && (await kept(line.sequence)) !== line.hash ? otherThanKept(line) : undefined);
    if (check.result.state === 'broken') break;
  }
  return check.result;
}

const otherThanKept = ({ sequence }: JournalLine): string =>
  `Line ${sequence} is not the one that the journal in the data folder has there.`;

const LINE_END = 0x0a;

/** The lines of a file. Only a line feed ends one: an action's text may hold other characters that break lines. */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(LINE_END); end >= 0; end = rest.indexOf(LINE_END)) {
      yield exactText(rest.subarray(0, end)) ?? '';
      rest = rest.subarray(end + 1);
    }
  }
  if (rest.length > 0) yield exactText(rest) ?? '';
}
