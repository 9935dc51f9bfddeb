/** Which cells of a range are empty, row by row; `undefined` when Excel does not say. */
export type Emptiness = readonly (readonly boolean[])[] | undefined;

/** What formulas ask of Excel itself, because their arguments do not say it. */
export interface Workbook {
  /** Tells which cells of an address such as "Sheet1!A1:B2" are empty, and tells it again after edits. */
  watchEmptiness(address: string, tell: (emptiness: Emptiness) => void): () => void;
  /** How the user's system writes a day, e.g. "M/d/yyyy"; `undefined` when Excel does not say. */
  shortDatePattern(): Promise<string | undefined>;
}

/**
 * As with the client's session, there is nothing in which Excel could hand it to a formula; and all formulas together
 * ask in one request. Its code is loaded when the first formula has to ask.
 */
let workbook: Promise<Workbook> | undefined;

const loaded = (): Promise<Workbook> =>
  (workbook ??= import('./asked-workbook').then(
    ({ AskedWorkbook }) => new AskedWorkbook(),
    (missing: unknown) => {
      workbook = undefined;
      throw missing;
    },
  ));

/** The workbook that the add-in's page belongs to. What cannot be asked is not known. */
export const excelWorkbook = (): Workbook => ({
  watchEmptiness(address, tell) {
    let stop: (() => void) | undefined;
    let ended = false;
    void loaded().then(
      (asked) => {
        if (!ended) stop = asked.watchEmptiness(address, tell);
      },
      () => tell(undefined),
    );
    return () => {
      ended = true;
      stop?.();
    };
  },
  shortDatePattern: () =>
    loaded().then(
      (asked) => asked.shortDatePattern(),
      () => undefined,
    ),
});
