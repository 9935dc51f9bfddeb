/** Which cells of a range are empty, row by row; `undefined` when Excel does not say. */
export type Emptiness = readonly (readonly boolean[])[] | undefined;

/** What formulas ask of Excel itself, because their arguments do not say it. */
export interface Workbook {
  /** Tells which cells of an address such as "Sheet1!A1:B2" are empty, and tells it again after edits. */
  watchEmptiness(address: string, tell: (emptiness: Emptiness) => void): () => void;
  /** How the user's system writes a day, e.g. "M/d/yyyy"; `undefined` when Excel does not say. */
  shortDatePattern(): Promise<string | undefined>;
}
