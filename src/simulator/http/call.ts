import type * as z from 'zod/mini';
import type { PathName } from '../../contract/service/profile';

export const VERSIONS = ['2.0', '2.1', '2.2', '2.3'] as const;
type Version = (typeof VERSIONS)[number];

/** One call of the platform's interface, past its path. */
export interface Call {
  readonly version: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly contentType: string;
  readonly authorization: string;
  readonly rawBody: string;
}

/** One operation of the interface: where it is, in which versions, and what it answers. */
export interface Operation {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: PathName;
  /** The versions that have it; a path without a version has one form only. */
  readonly versions: readonly Version[];
  /** Needs no access token. */
  readonly withoutToken?: true;
  readonly answer: (call: Call) => Answer;
}

export const param = (call: Call, name: string): string => call.params[name] ?? '';

/** Whether a call came in a version before v2.3, where standard spreads can only be read. */
export const beforeStandardSpreads = ({ version }: Call): boolean => version < '2.3';

/** The JSON body of a call as its schema sees it. 415 and 400 for what is no JSON, 422 with fields for the rest. */
export function jsonBody<S extends z.ZodMiniType>(call: Call, schema: S): z.output<S> {
  if (call.contentType !== 'application/json') {
    const message = 'The body must be sent as application/json.';
    throw new Refusal(415, [{ code: 'unsupported-media-type', message }]);
  }
  return checked(parsedJson(call.rawBody), schema);
}

/** A value as its schema sees it, or 422 naming the fields that are wrong. */
export function checked<S extends z.ZodMiniType>(value: unknown, schema: S): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalid(...parsed.error.issues.map(complaintOf));
}

export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed('The body is not JSON.');
  }
}

function complaintOf({ path, message }: { path: PropertyKey[]; message: string }): Complaint {
  const field = path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : `${text}${text && '.'}${String(step)}`),
    '',
  );
  return { code: 'invalid-field', message: `${field || 'The body'}: ${message}`, ...(field && { field }) };
}

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
