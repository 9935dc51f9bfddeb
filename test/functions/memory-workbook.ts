import type { Emptiness, Workbook } from '../../src/functions/cells/asked-workbook';

/** What Excel would say of its cells, said when the test says so. */
export class MemoryWorkbook implements Workbook {
  readonly watched: string[] = [];
  pattern: string | undefined;
  private readonly tellers = new Map<string, ((emptiness: Emptiness) => void)[]>();

  watchEmptiness(address: string, tell: (emptiness: Emptiness) => void): () => void {
    this.watched.push(address);
    this.tellers.set(address, [...(this.tellers.get(address) ?? []), tell]);
    return () => {
      this.watched.splice(this.watched.indexOf(address), 1);
      this.tellers.set(address, []);
    };
  }

  shortDatePattern(): Promise<string | undefined> {
    return Promise.resolve(this.pattern);
  }

  says(address: string, emptiness: Emptiness): void {
    for (const tell of this.tellers.get(address) ?? []) tell(emptiness);
  }
}
