/** What Excel's runtime calls an error in a cell. */
export class ExcelError {
  constructor(
    readonly code: string,
    readonly message?: string,
  ) {}
}

/** The names that Excel's runtime gives to a page. */
export function installExcelNames(): void {
  const errorCodes = { invalidValue: '#VALUE!', notAvailable: '#N/A' };
  Reflect.set(globalThis, 'CustomFunctions', { Error: ExcelError, ErrorCode: errorCodes });
}
