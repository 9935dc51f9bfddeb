import type { ActionKind, BodyOf } from '../../domain/action';
import type { RequestId } from '../../domain/identifiers';

/** As much of an action as says what it is about. */
export type Subject =
  | Pick<BodyOf<'withdraw-quote'>, 'kind' | 'requestId' | 'quoteId'>
  | {
      readonly kind: Exclude<ActionKind, 'withdraw-quote' | 'create-request' | 'switch-risk' | 'set-risk'>;
      readonly requestId: RequestId;
    }
  | BodyOf<'switch-risk'>
  | Pick<BodyOf<'set-risk'>, 'kind' | 'commodity'>
  | BodyOf<'create-request'>;

/**
 * What a press is about. A request has one open quote or acceptance at a time, a quote one withdrawal, a commodity one
 * switch each way: protection never waits for what took it away.
 */
export function aboutOf(subject: Subject): string {
  if (subject.kind === 'create-request') return JSON.stringify([subject.kind, subject.draft]);
  if (subject.kind === 'switch-risk') return JSON.stringify([subject.kind, subject.commodity, subject.on]);
  if ('commodity' in subject) return JSON.stringify([subject.kind, subject.commodity]);
  return subject.kind === 'withdraw-quote'
    ? JSON.stringify([subject.kind, subject.requestId, subject.quoteId])
    : JSON.stringify([subject.kind, subject.requestId]);
}
