import { OPERATIONS, type OperationName } from '../../contract/service/operations';
import { DEFAULT_PROFILE, type Profile } from '../../contract/service/profile';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import { Dialect } from '../platform/dialect/dialect';
import { troubleFailure } from '../platform/errors';
import { exchange, type HttpAnswer, type HttpRequest } from '../platform/http';
import { parsedJson } from '../platform/json';
import { rateLimitResponse } from '../platform/rate-limit/rate-limit-response';
import type { SignedLine } from '../platform/platform';
import { callAddress, type PathIds, type Query } from '../platform/route';

/** At most so many calls, whatever is met. */
export const CALLS_MAX = 60;

/** A part of the probe, with the calls that it may make. The sum is {@link CALLS_MAX}. */
export const PLAN = {
  'sign-in': {
    callsMax: 8,
    does: 'POST to sign in; other ways to send the credentials only if the first is refused',
  },
  paging: { callsMax: 14, does: 'GET one list with other pages, sizes, offsets, cursors' },
  lists: {
    callsMax: 6,
    does: 'GET trades, open and concluded requests, risk states, recipients; the example event',
  },
  records: {
    callsMax: 19,
    does: 'GET three requests with their offers, three trades, analytics, load shapes, risk settings',
  },
  filters: { callsMax: 2, does: 'GET one list filtered, and with a full page' },
  versions: { callsMax: 11, does: 'GET a path that is not there under other versions' },
} as const satisfies Record<string, { callsMax: number; does: string }>;
export type Part = keyof typeof PLAN;
/** Of a desk that is signed in already. */
export const READS_MAX = CALLS_MAX - PLAN['sign-in'].callsMax;

/** An answer with its JSON, where it is any. */
export interface Answered extends HttpAnswer {
  readonly json?: unknown;
}

interface Ports extends Omit<SignedLine, 'token'> {
  /** Of a desk that is signed in already. */
  readonly token?: string;
}

const LANE = 'asked';

/** The one way out of the probe: it signs in and reads, paced by the limiter, and never makes a call beyond the plan. */
export class ProbeCalls {
  readonly made: { readonly part: Part; readonly method: string; readonly status: number }[] = [];
  readonly headersSeen: HttpAnswer['headers'][] = [];
  token: string;

  constructor(readonly ports: Ports) {
    this.token = ports.token ?? '';
  }

  left(part: Part): number {
    return PLAN[part].callsMax - this.made.filter((call) => call.part === part).length;
  }

  signIn(request: HttpRequest): Promise<Outcome<Answered>> {
    return this.send('sign-in', 'authenticate', request);
  }

  /** Reads by an operation that writes nothing, always with GET. */
  async get(
    part: Part,
    operation: OperationName,
    { profile, ids = {}, query = {} }: { profile: Profile; ids?: PathIds; query?: Query },
  ): Promise<Outcome<Answered>> {
    if (OPERATIONS[operation].write || (profile.operations[operation]?.method ?? 'GET') !== 'GET')
      return failed(NOT_A_READ);
    const dialect = new Dialect(profile.mapping);
    const address = callAddress({ base: this.ports.base, profile, dialect }, { operation, ids, query });
    return address.ok ? this.read(part, operation, { url: address.value, profile }) : address;
  }

  /** Reads at an address that the platform itself gave; none but its own. */
  read(
    part: Part,
    operation: OperationName,
    { url, profile }: { url: URL; profile: Profile },
  ): Promise<Outcome<Answered>> {
    if (url.origin !== this.ports.base.origin) return Promise.resolve(failed(NOT_A_READ));
    const headers = {
      accept: 'application/json',
      ...profile.operations[operation]?.headers,
      'x-api-key': this.ports.apiKey,
      authorization: `Bearer ${this.token}`,
    };
    return this.send(part, operation, { method: 'GET', url, headers });
  }

  private async send(part: Part, operation: string, request: HttpRequest): Promise<Outcome<Answered>> {
    if (this.left(part) <= 0 || this.made.length >= CALLS_MAX) return failed(NO_CALLS_LEFT);
    const { http, limiter } = this.ports;
    return limiter.run({ lane: LANE, operation }, async (turn) => {
      const call = { part, method: request.method, status: 0 };
      const at = this.made.push(call) - 1;
      const result = await exchange(request, http);
      if (!result.ok) {
        turn.end('unanswered');
        return failed(troubleFailure(result.trouble));
      }
      const { answer } = result;
      this.made[at] = { ...call, status: answer.status };
      this.headersSeen.push(answer.headers);
      const refused = rateLimitResponse(answer, DEFAULT_PROFILE.errors, http.clock.now());
      if (refused) turn.refused(refused);
      const json = parsedJson(answer);
      return success(json.ok ? { ...answer, json: json.value } : answer);
    });
  }
}

const NO_CALLS_LEFT: Failure = {
  kind: 'unavailable',
  message: 'The calls of this part of the probe are used.',
  next: 'Complete the draft, and probe again with it.',
};
const NOT_A_READ: Failure = {
  kind: 'unsupported',
  message: 'The profile does not read there with GET, so it was not asked.',
  next: 'Ask the operator.',
};

export const isSuccess = ({ status }: HttpAnswer): boolean => status >= 200 && status < 300;
