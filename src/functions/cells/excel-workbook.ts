import type { Workbook } from './asked-workbook';

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
