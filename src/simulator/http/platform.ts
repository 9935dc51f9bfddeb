import { pause, type Clock } from '../../effects/clock';
import type { Profile } from '../../contract/service/profile';
import type { Access } from './access';
import { Refusal, type Answer, type Call, type Operation } from './call';
import { spoiled, type Fault, type Faults } from './faults';
import type { Statistics } from './statistics';
import { counted, refilled, stolen, unused, type Moment, type Usage, type Verdict } from './usage-plan';

interface PlatformOptions {
  readonly clock: Clock;
  readonly profile: Profile;
  readonly access: Access;
  readonly faults: Faults;
  readonly statistics: Statistics;
}

export interface Credentials {
  readonly apiKey: string | undefined;
  readonly authorization: string | undefined;
}

/** What goes back over the connection: an answer, or what a fault makes of it. */
export type Delivery =
  | { readonly kind: 'answer' | 'truncated'; readonly answer: Answer }
  | { readonly kind: 'malformed'; readonly status: number }
  | { readonly kind: 'huge'; readonly status: number; readonly bytes: number }
  | { readonly kind: 'reset' }
  | { readonly kind: 'hang' };

/** The way of a call: counted, let in or not, executed, answered; with a fault where one was asked for. */
export class Platform {
  private usage: Usage;

  constructor(private readonly options: PlatformOptions) {
    this.usage = unused(options.profile.limits, this.moment);
  }

  async deliver(operation: Operation, call: Call, credentials: Credentials): Promise<Delivery> {
    const refusal = this.admission(operation.name, credentials);
    const delivery: Delivery = refusal
      ? { kind: 'answer', answer: refusal.answer }
      : await this.faulted(operation, call, credentials);
    this.options.statistics.ended('answer' in delivery ? delivery.answer.status : delivery.kind);
    return delivery;
  }

  /** Answers a call that the web server could not read, such as one whose body is too long: it counts as well. */
  refuseUnreadable(status: number, credentials: Credentials): Answer {
    const unreadable = new Refusal(status, [{ code: 'unreadable', message: 'The request cannot be read.' }]);
    const { answer } = this.admission('unreadable', credentials) ?? unreadable;
    this.options.statistics.ended(answer.status);
    return answer;
  }

  /** Counts a call against the plan of its key, and says why it is refused. A key without plan is refused by itself. */
  private admission(operation: string, { apiKey }: Credentials): Refusal | undefined {
    const unknown = this.options.access.keyRefusal(apiKey);
    if (unknown) return unknown;
    this.options.statistics.called(operation);
    const { usage, verdict } = counted(this.usage, this.options.profile.limits, this.moment);
    this.usage = usage;
    return overused(verdict);
  }

  /** Somebody else uses the same key. */
  steal(count: number): void {
    this.usage = stolen(this.usage, this.options.profile.limits, { ...this.moment, count });
    this.options.statistics.stole(count);
  }

  get usageNow(): { readonly tokens: number; readonly usedToday: number } {
    const { tokens, usedToday } = refilled(this.usage, this.options.profile.limits, this.moment);
    return { tokens, usedToday };
  }

  private async faulted(operation: Operation, call: Call, credentials: Credentials): Promise<Delivery> {
    const fault = this.options.faults.take(operation.name, call.params['request-id']);
    if (!fault) return { kind: 'answer', answer: this.executed(operation, call, credentials) };
    if (happensFirst(fault)) {
      await this.delayed(fault);
      return instead(fault) ?? { kind: 'answer', answer: this.executed(operation, call, credentials) };
    }
    const answer = this.executed(operation, call, credentials);
    await this.delayed(fault);
    return afterwards(fault, answer);
  }

  private executed(operation: Operation, call: Call, credentials: Credentials): Answer {
    try {
      const { access, clock } = this.options;
      const stranger = operation.withoutToken
        ? undefined
        : access.tokenRefusal(credentials.authorization, clock.now());
      if (stranger) throw stranger;
      const answer = operation.answer(call);
      if (operation.name === 'execute-trade') this.options.statistics.executed();
      return answer;
    } catch (error) {
      if (error instanceof Refusal) return error.answer;
      throw error;
    }
  }

  private async delayed({ delayMs }: Fault): Promise<void> {
    if (delayMs > 0) await pause(this.options.clock, delayMs);
  }

  private get moment(): Moment {
    const { clock, profile } = this.options;
    return { now: clock.now(), monotonicMs: clock.monotonicMs(), zone: profile.auth.zone };
  }
}

const happensFirst = ({ kind }: Fault): boolean =>
  kind === 'delay' || kind === 'storm-429' || kind.endsWith('-before');

/** What a fault answers in the place of an execution; nothing when the call is only late. */
function instead(fault: Fault): Delivery | undefined {
  switch (fault.kind) {
    case 'reset-before':
      return { kind: 'reset' };
    case 'hang-before':
      return { kind: 'hang' };
    case 'status-before':
      return { kind: 'answer', answer: disturbed(fault.status) };
    case 'storm-429':
      return { kind: 'answer', answer: throttled('throttled', 1).answer };
    default:
      return undefined;
  }
}

/** What a fault makes of the answer to a call that was executed. */
function afterwards(fault: Fault, answer: Answer): Delivery {
  switch (fault.kind) {
    case 'reset-after':
      return { kind: 'reset' };
    case 'hang-after':
      return { kind: 'hang' };
    case 'status-after':
      return { kind: 'answer', answer: disturbed(fault.status) };
    case 'malformed':
      return { kind: 'malformed', status: answer.status };
    case 'huge':
      return { kind: 'huge', status: answer.status, bytes: fault.bytes };
    case 'truncated':
      return { kind: 'truncated', answer };
    default:
      return { kind: 'answer', answer: spoiled(answer, fault) };
  }
}

const disturbed = (status: number): Answer => ({
  status,
  body: { errors: [{ code: 'disturbed', message: 'Platform error.' }] },
});

function overused(verdict: Verdict): Refusal | undefined {
  return verdict.kind === 'granted' ? undefined : throttled(verdict.kind, verdict.retryAfterSeconds);
}

function throttled(code: 'throttled' | 'quota-exceeded', retryAfterSeconds: number): Refusal {
  const message =
    code === 'throttled'
      ? 'Too many requests; wait a moment.'
      : 'The quota of the day is used up; wait for midnight.';
  return new Refusal(429, [{ code, message }], { 'retry-after': String(retryAfterSeconds) });
}
