/** What the platform answers. Without a body the answer is empty. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One thing that is wrong: with a field a field error, without one a global one. */
export interface Complaint {
  readonly code: string;
  readonly message: string;
  readonly field?: string;
}

/** A call that is answered with an error; thrown by whoever finds it, turned into an answer in one place. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly complaints: readonly Complaint[],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(complaints.map(({ message }) => message).join(' '));
  }

  get answer(): Answer {
    return { status: this.status, body: { errors: this.complaints }, headers: this.headers };
  }
}

export const malformed = (message: string): Refusal => new Refusal(400, [{ code: 'malformed', message }]);

export const notFound = (what: string): Refusal =>
  new Refusal(404, [{ code: 'not-found', message: `There is no ${what}.` }]);

export const wrongState = (message: string): Refusal => new Refusal(409, [{ code: 'wrong-state', message }]);

export const invalid = (...complaints: readonly Complaint[]): Refusal => new Refusal(422, complaints);
