import { Action } from '../../src/domain/action';
import { DeskEntry } from '../../src/domain/desk-entry';
import { sentence } from '../../src/domain/failure';
import { contentOf, allLines, verifiedLines } from '../../src/gateway/storage/journal-chain';
import { openJournalReader } from '../../src/gateway/storage/journal-reader';

interface KeptJournal {
  readonly lines: readonly Action[];
  /** What it says of the desk beside its actions. */
  readonly entries: readonly DeskEntry[];
  readonly brokenChain?: string;
}

/** The journal as it lies on the disk, read past the gateway; with why its chain is not whole, if it is not. */
export async function keptJournal(dataFolder: string): Promise<KeptJournal> {
  const opened = await openJournalReader({ dataFolder, environment: 'simulator' });
  if (!opened.ok) {
    // A gateway that was killed while it made its first tables has written nothing down yet.
    return opened.failure.kind === 'not-found'
      ? { lines: [], entries: [] }
      : { lines: [], entries: [], brokenChain: sentence(opened.failure) };
  }
  const reader = opened.value;
  try {
    const lines: Action[] = [];
    const entries: DeskEntry[] = [];
    for await (const line of allLines(reader)) {
      const content = contentOf(line);
      const entry = DeskEntry.safeParse(content);
      if (entry.success) entries.push(entry.data);
      else lines.push(Action.parse(content));
    }
    const checked = await verifiedLines(allLines(reader), await reader.written());
    return checked.state === 'whole' ? { lines, entries } : { lines, entries, brokenChain: checked.problem };
  } finally {
    await reader.close();
  }
}
