/** A request the host refuses, in the words Excel's own host uses: add-ins decide by `code`. */
export class WireFailure extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly where = '',
  ) {
    super(message);
  }
}

const STATUS: Readonly<Record<string, number>> = {
  ItemNotFound: 404,
  ItemAlreadyExists: 409,
  NotImplemented: 501,
  GeneralException: 500,
};

/** Throws, so that it can stand where a value is wanted: `found ?? missing('worksheet Desk')`. */
export function missing(what: string): never {
  throw new WireFailure('ItemNotFound', `The requested resource doesn't exist: ${what}.`);
}

export function invalid(message: string, where = ''): never {
  throw new WireFailure('InvalidArgument', message, where);
}

export interface FailureAnswer {
  Code: string;
  Message: string;
  Location: string;
  HttpStatusCode: number;
  ActionIndex: number;
}

/** `actionIndex` lets office.js name the statement that failed; -1 when it was none in particular. */
export function failureAnswer(thrown: unknown, actionIndex: number): FailureAnswer {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const failure = thrown instanceof WireFailure ? thrown : new WireFailure('GeneralException', message);
  return {
    Code: failure.code,
    Message: failure.message,
    Location: failure.where,
    HttpStatusCode: STATUS[failure.code] ?? 400,
    ActionIndex: actionIndex,
  };
}
