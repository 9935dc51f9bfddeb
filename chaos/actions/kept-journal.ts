import { Action } from '../../src/domain/action';
import { DeskEntry } from '../../src/domain/desk-entry';
import { sentence } from '../../src/domain/failure';
import { contentOf, allLines, verifiedLines } from '../../src/gateway/storage/journal-chain';
import { openJournalReader } from '../../src/gateway/storage/journal-reader';

/** The actions of the journal as it lies on the disk, read past the gateway; with why its chain is not whole, if it is not. */
export async function keptJournal(
  dataFolder: string,
): Promise<{ lines: readonly Action[]; brokenChain?: string }> {
  const opened = await openJournalReader({ dataFolder, environment: 'simulator' });
  if (!opened.ok) {
    // A gateway that was killed while it made its first tables has written nothing down yet.
    return opened.failure.kind === 'not-found'
      ? { lines: [] }
      : { lines: [], brokenChain: sentence(opened.failure) };
  }
  const reader = opened.value;
  try {
    const lines: Action[] = [];
    for await (const line of allLines(reader)) {
      const content = contentOf(line);
      if (!DeskEntry.safeParse(content).success) lines.push(Action.parse(content));
    }
    const checked = await verifiedLines(allLines(reader), await reader.written());
    return checked.state === 'whole' ? { lines } : { lines, brokenChain: checked.problem };
  } finally {
    await reader.close();
  }
}
