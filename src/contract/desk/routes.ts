import type * as z from 'zod/mini';
import {
  ActionAnswer,
  ArmingAnswer,
  BatchAnswer,
  FileTicketAnswer,
  FindAnswer,
  HaltAnswer,
  LimitsAnswer,
  MassWithdrawalAnswer,
  PairAnswer,
  ResumeAnswer,
  SessionAnswer,
  SignInAnswer,
  SignOutAnswer,
  SourcesAnswer,
} from './answers';
import type {
  ActionPut,
  ArmingBody,
  BatchBody,
  FileTicketBody,
  FindBody,
  HaltBody,
  LimitsBody,
  MassWithdrawalBody,
  PairBody,
  ResumeBody,
  SessionBody,
  Settlement,
  SignInBody,
  SignOutBody,
  SourcesBody,
} from './bodies';

/** Where a route is. `:name` in a path stands for a part that the caller fills in. */
export interface Address {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
}

/** The type of a body alone. Its schema stands in bodies.ts: only the gateway reads bodies, and no page loads their schemas. */
interface BodyType<Body> {
  readonly typeOnly?: Body;
}
export const body = <Body>(): BodyType<Body> => ({});

/** Takes JSON and answers with JSON: 200 with `answer`, any other status with a `FailureAnswer`. Without `body`, what comes is not read. */
export interface Route<Body, Answer> extends Address {
  readonly body?: BodyType<Body>;
  readonly answer: z.ZodMiniType<Answer>;
}

/** A table of routes; one without an answer gives out a file, or says all with its status. */
export type Routes = Readonly<Record<string, Address | Route<unknown, unknown>>>;

/**
 * The gateway's own interface, from which pages call and the gateway serves. All but `health`, `pair`, `openSession` and `fetchFile` want
 * the page's token in the header, never in an address. The routes of rooms that a page loads later are in trade-downloads.ts and webhook.ts.
 */
export const ROUTES = {
  /** Whether the gateway works: 200 or 503. */
  health: { method: 'GET', path: '/api/health' },
  /** Gives a browser its key for a code that a person typed. */
  pair: { method: 'POST', path: '/api/pair', body: body<PairBody>(), answer: PairAnswer },
  openSession: { method: 'POST', path: '/api/session', body: body<SessionBody>(), answer: SessionAnswer },
  putAction: { method: 'PUT', path: '/api/actions/:id', body: body<ActionPut>(), answer: ActionAnswer },
  putActions: { method: 'PUT', path: '/api/actions', body: body<BatchBody>(), answer: BatchAnswer },
  findActions: { method: 'POST', path: '/api/actions/find', body: body<FindBody>(), answer: FindAnswer },
  settleAction: {
    method: 'POST',
    path: '/api/actions/:id/settle',
    body: body<Settlement>(),
    answer: ActionAnswer,
  },
  withdrawAll: {
    method: 'POST',
    path: '/api/recall',
    body: body<MassWithdrawalBody>(),
    answer: MassWithdrawalAnswer,
  },
  readSources: { method: 'POST', path: '/api/sources', body: body<SourcesBody>(), answer: SourcesAnswer },
  signIn: { method: 'POST', path: '/api/sign-in', body: body<SignInBody>(), answer: SignInAnswer },
  signOut: { method: 'POST', path: '/api/sign-out', body: body<SignOutBody>(), answer: SignOutAnswer },
  /** Answered when whatever had left before has ended. */
  halt: { method: 'POST', path: '/api/halt', body: body<HaltBody>(), answer: HaltAnswer },
  resume: { method: 'POST', path: '/api/resume', body: body<ResumeBody>(), answer: ResumeAnswer },
  /** Tells the journal that a page's trading switch was turned: afterwards, so that it delays nothing. */
  noteArming: { method: 'POST', path: '/api/arming', body: body<ArmingBody>(), answer: ArmingAnswer },
  setLimits: { method: 'PUT', path: '/api/limits', body: body<LimitsBody>(), answer: LimitsAnswer },
  /** `?format=jsonl` or `csv`: the whole journal as a file with its name. */
  exportJournal: { method: 'GET', path: '/api/journal' },
  /** A file with its name. */
  supportBundle: { method: 'GET', path: '/api/support-bundle' },
  openFileTicket: {
    method: 'POST',
    path: '/api/files',
    body: body<FileTicketBody>(),
    answer: FileTicketAnswer,
  },
  /** Wants no token: the ticket is one, good for one file, once, for a minute. */
  fetchFile: { method: 'GET', path: '/api/files/:ticket' },
} as const satisfies Routes;

type Parts<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Parts<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The path with its parts filled in. */
export const pathOf = <Path extends string>(
  { path }: { readonly path: Path },
  parts: Readonly<Record<Parts<Path>, string>>,
): string =>
  Object.entries<string>(parts).reduce<string>(
    (filled, [name, part]) => filled.replace(`:${name}`, encodeURIComponent(part)),
    path,
  );
