import { OPERATIONS, type OperationName } from '../../contract/service/operations';
import type { BodyKind, RecordKind } from '../../contract/service/mapping';
import type { Profile } from '../../contract/service/profile';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import type { Lane } from '../../domain/lane';
import { pause, type Clock } from '../../effects/clock';
import type { Attempt, Attempts, Call } from './attempts';
import { contradictionIn, numberIn, refusalIn } from './contradiction';
import type { Dialect } from './dialect/dialect';
import type { HttpAnswer } from './http';
import { parsedJson } from './json';
import type { RefusalMeaning } from './rate-limit/turn';
import { withoutSecrets } from './secrets';
import type { Ask } from './operations';
import { clockText } from './rate-limit/service-day';
import {
  failureOf,
  neverSent,
  notOffered as notOfferedFailure,
  notExecutedSignedOut,
  maySayTokenEnded,
  perhapsSignedOut,
  quotaFailure,
  refusedAlone,
  refusedTwice,
  throttledFailure,
  TROUBLE,
  troubleFailure,
  unknownOutcome,
  unreadSignedOut,
} from './errors';
import { SharedReads } from './shared-reads';
import type { Token } from './token';

/** How long a read waits for a new token that is not accepted yet. */
const YOUNG_WAITS_MS = [1_000, 2_000, 4_000] as const;
/** A read that is refused as one too many waits for another turn this often before it fails. */
const REQUEUED_TIMES_MAX = 3;

const SHAPES: ReadonlySet<OperationName> = new Set(['read-request-load-shape', 'read-trade-load-shape']);
/** So many things without a load shape, and none with one: then nobody offers any. */
const SHAPES_MISSING_MAX = 3;

/** The two ways to call: a read that may be asked again, and a write that is sent once. */
export class Calls {
  /** Operations that the platform does not support: tried once per sign-in. */
  private readonly notOffered = new Map<OperationName, Failure>();
  /** Things without a load shape, until there is one for some. */
  private readonly shapesMissing = new Map<OperationName, Set<string> | 'some'>();
  private readonly shared = new SharedReads((call, ask) => this.readAlone(call, ask));

  constructor(
    private readonly attempts: Attempts,
    private readonly outside: {
      readonly token: Token;
      readonly clock: Clock;
      readonly auth: Profile['auth'];
      readonly errors: Profile['errors'];
      readonly dialect: Dialect;
    },
  ) {}

  /** A new session may be another service's: what the last one did not offer is asked again. */
  forget(): void {
    this.notOffered.clear();
    this.shapesMissing.clear();
  }

  /**
   * A successful answer, its body still unread. After a 401 it is asked once more with a renewed token, which is given some seconds; a 401
   * then signs the desk out, but for one that others are served with: then this call alone is refused. So it is after another refusal that
   * may mean the token's end, and a second one is meant.
   */
  read(call: Call, ask: Ask): Promise<Outcome<HttpAnswer>> {
    return this.shared.ask(call, ask);
  }

  private async readAlone(call: Call, ask: Ask): Promise<Outcome<HttpAnswer>> {
    const { token, clock } = this.outside;
    const missing = this.notOffered.get(call.operation);
    if (missing) return failed(missing);
    let refusals = 0;
    let waits = 0;
    let first: string | undefined;
    for (;;) {
      const ready = await token.ready(ask.lane);
      if (!ready.ok) return ready;
      const made = await this.attempts.make(call, ask);
      if (!made.ok) return made;
      const attempt = made.value;
      if (attempt.kind === 'token-ended') continue;
      if (attempt.kind === 'refused' && attempt.meaning.meaning === 'throttled') {
        ask.refused?.();
        if (refusals++ < REQUEUED_TIMES_MAX) continue;
      }
      if (attempt.kind === 'answered') {
        if (isSuccess(attempt.answer)) token.served(nameOf(call), call.operation, attempt.token);
        else if (await this.doubtOf(attempt, call, ask.lane)) continue;
      }
      if (attempt.kind !== 'answered' || attempt.answer.status !== 401) return this.readEnd(attempt, call);
      if (token.isMeant(call.operation, attempt.token)) return this.fail(refusedAlone(call));
      first ??= attempt.token;
      if (token.isYoung(attempt.token)) {
        const waitMs = ask.lane === 'withdraw' || ask.signal?.aborted ? undefined : YOUNG_WAITS_MS[waits++];
        if (waitMs === undefined) return this.fail(unreadSignedOut(refusedTwice));
        await pause(clock, waitMs);
        continue;
      }
      if (first !== attempt.token) return failed(token.refused(attempt.token));
      const again = await token.renewed(attempt.token, ask.lane);
      if (!again.ok) return again;
    }
  }

  /** Sends a write once. Without a success that its answer confirms, the failure says whether it may have been executed. */
  async write(call: Call, lane: Lane): Promise<Outcome<HttpAnswer>> {
    const kind = BODY_KINDS[call.operation];
    const written = kind && this.outside.dialect.body(kind, call.body, { ...call.ids }, call.known);
    if (!written) return this.send(call, lane);
    const bodyText = await written;
    return bodyText.ok ? this.send({ ...call, bodyText: bodyText.value }, lane) : bodyText;
  }

  private async send(call: Call, lane: Lane): Promise<Outcome<HttpAnswer>> {
    const ready = await this.outside.token.ready(lane);
    if (!ready.ok) return failed(notSignedIn(ready.failure));
    const made = await this.attempts.make(call, { lane, ...(call.signal && { signal: call.signal }) });
    if (!made.ok) return made;
    const attempt = made.value;
    if (attempt.kind === 'token-ended') return this.send(call, lane);
    if (attempt.kind === 'trouble') {
      return this.fail(
        attempt.trouble === 'unreachable' ? neverSent : unknownOutcome(call, TROUBLE[attempt.trouble]),
      );
    }
    if (attempt.kind === 'answered' && isSuccess(attempt.answer)) {
      this.outside.token.served(nameOf(call), call.operation, attempt.token);
      return this.taken(attempt.answer, call);
    }
    const status = attempt.kind === 'answered' ? attempt.answer.status : attempt.status;
    const isAlone =
      status === 401 &&
      attempt.kind === 'answered' &&
      this.outside.token.isMeant(call.operation, attempt.token);
    if (status === 401 && attempt.kind === 'answered' && !isAlone)
      void this.outside.token.renewed(attempt.token, lane);
    const failure =
      attempt.kind === 'refused' ? this.refused(attempt.meaning, true) : this.failureOf(attempt.answer, call);
    const mayBeDoubted = attempt.kind === 'answered' && failure.kind !== 'price-moved';
    const isDoubted = mayBeDoubted && this.doubtOf(attempt, call, lane) !== undefined;
    if (!this.outside.auth.provesNotExecuted.includes(status)) {
      return this.fail(unknownOutcome(call, failure.message, { status }));
    }
    if (status === 401) return this.fail(isAlone ? refusedAlone(call) : notExecutedSignedOut);
    return this.fail(isDoubted ? perhapsSignedOut(failure) : failure);
  }

  /** A renewal, where a refusal may mean that the token has ended: whether it brought another one to try with. */
  private doubtOf(
    { answer, token }: { readonly answer: HttpAnswer; readonly token: string },
    call: Call,
    lane: Lane,
  ): Promise<boolean> | undefined {
    return maySayTokenEnded(answer, this.outside.auth)
      ? this.outside.token.doubt(token, nameOf(call), lane)
      : undefined;
  }

  /** A status of success alone proves nothing when what comes with it says otherwise. */
  private async taken(answer: HttpAnswer, call: Call): Promise<Outcome<HttpAnswer>> {
    const { status } = answer;
    const read = await this.translated(answer, call);
    if (!read.ok) return this.fail(unknownOutcome(call, read.failure.message, { status }));
    const contrary = contradictionIn(read.value, call);
    if (contrary === undefined) return read;
    const number = numberIn(read.value, call);
    return this.fail(unknownOutcome(call, contrary, { status, ...(number !== undefined && { number }) }));
  }

  /** An answer to a write in our own names and words. What says in the platform's own that something failed is left as it is. */
  private async translated(answer: HttpAnswer, call: Call): Promise<Outcome<HttpAnswer>> {
    const { dialect } = this.outside;
    const kind = ANSWER_KINDS[call.operation];
    if (kind === undefined || answer.body.trim() === '' || !dialect.translatesAnswers(kind))
      return success(answer);
    const body = parsedJson(answer);
    if (!body.ok || refusalIn(answer) !== undefined) return success(answer);
    const read = await dialect.answered(kind, body.value, { ...call.ids });
    return read.ok ? success({ ...answer, body: JSON.stringify(read.value) }) : read;
  }

  private readEnd(attempt: Exclude<Attempt, { kind: 'token-ended' }>, call: Call): Outcome<HttpAnswer> {
    switch (attempt.kind) {
      case 'trouble':
        return this.fail(troubleFailure(attempt.trouble));
      case 'refused':
        return this.fail(this.refused(attempt.meaning, false));
      case 'answered': {
        if (isSuccess(attempt.answer)) {
          this.shapesMissing.set(call.operation, 'some');
          return success(attempt.answer);
        }
        const failure = this.failureOf(attempt.answer, call);
        // What is not allowed is told as that, with the token or without.
        const isOpen = failure.kind !== 'denied' && maySayTokenEnded(attempt.answer, this.outside.auth);
        if (isOpen) return this.fail(unreadSignedOut(failure));
        const end = this.fail(failure);
        // A stated path is there: a 404 on it is a mishap of the moment, or of the address.
        const { stated } = OPERATIONS[call.operation];
        if (
          attempt.answer.status === 404 &&
          end.failure.kind === 'unsupported' &&
          !stated &&
          !call.isFurther
        ) {
          this.notOffered.set(call.operation, end.failure);
        }
        return attempt.answer.status === 404 ? this.shapeEnd(end, call) : end;
      }
    }
  }

  /** A load shape that is missing for one thing after the other, and was there for none, is not offered at all. */
  private shapeEnd(end: { ok: false; failure: Failure }, call: Call): Outcome<HttpAnswer> {
    const { operation, ids } = call;
    const missing = this.shapesMissing.get(operation) ?? new Set<string>();
    if (!SHAPES.has(operation) || missing === 'some') return end;
    missing.add(JSON.stringify(ids));
    this.shapesMissing.set(operation, missing);
    if (missing.size < SHAPES_MISSING_MAX) return end;
    const failure = notOfferedFailure(call);
    this.notOffered.set(operation, failure);
    return failed(failure);
  }

  private refused(refused: RefusalMeaning, write: boolean): Failure {
    const { meaning, until } = refused;
    if (meaning === 'throttled') return throttledFailure(refused, write);
    const { clock, auth } = this.outside;
    return quotaFailure(until, clockText(until, clock.now(), auth.zone));
  }

  private failureOf(answer: HttpAnswer, call: Call): Failure {
    return failureOf(answer, call, this.outside.errors);
  }

  private fail(failure: Failure): { ok: false; failure: Failure } {
    return failed(withoutSecrets(failure, this.outside.token.secrets));
  }
}

/** Which body each write sends, and which record its answer may hold. */
const BODY_KINDS: Partial<Record<OperationName, BodyKind>> = {
  'create-request': 'request',
  'send-quote': 'quote',
  'add-proposal': 'proposal',
  'add-standard-spread-proposal': 'proposal',
  'send-counteroffer': 'counteroffer',
  'execute-trade': 'execution',
  'toggle-risk': 'risk',
  'write-risk-settings': 'risk-settings',
};
const ANSWER_KINDS: Partial<Record<OperationName, RecordKind>> = {
  'create-request': 'request',
  'send-quote': 'quote',
  'withdraw-quote': 'quote',
  'add-proposal': 'proposal',
  'add-standard-spread-proposal': 'proposal',
  'delete-proposals': 'proposal',
  'send-counteroffer': 'counteroffer',
  'execute-trade': 'trade',
  'toggle-risk': 'risk',
  'write-risk-settings': 'risk-settings',
};

/** An unreadable answer to a write leaves open what was done; one to the sign-in before it does not. */
const notSignedIn = (failure: Failure): Failure =>
  failure.kind === 'unreadable' ? { ...failure, kind: 'unavailable' } : failure;

/** A call, told from others. */
const nameOf = ({ operation, ids }: Call): string => JSON.stringify([operation, ids]);

const isSuccess = ({ status }: HttpAnswer): boolean => status >= 200 && status < 300;
