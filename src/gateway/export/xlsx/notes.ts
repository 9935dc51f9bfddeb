/** What a file says about itself beside the trades: the cells that do not hold just what was known. */
export class Notes {
  private readonly kinds = new Map<string, { count: number; cells: string[] }>();

  add(sentence: string, cell: string): void {
    const kind = this.kinds.get(sentence) ?? { count: 0, cells: [] };
    kind.count += 1;
    if (kind.cells.length < CELLS_MAX) kind.cells.push(cell);
    this.kinds.set(sentence, kind);
  }

  /** Sentence, count, and the first cells that it is about. */
  rows(): string[][] {
    return [...this.kinds].map(([sentence, { count, cells }]) => [
      sentence,
      String(count),
      `${cells.join(', ')}${count > cells.length ? ', …' : ''}`,
    ]);
  }
}

const CELLS_MAX = 1_000;
