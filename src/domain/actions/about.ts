import type { ActionBody, BodyOf } from '../action';

/** As much of an action as says what it is about. */
export type Subject =
  | Exclude<ActionBody, OnRequest>
  | Pick<Exclude<OnRequest, BodyOf<'withdraw-quote'>>, 'kind' | 'requestId'>
  | Pick<BodyOf<'withdraw-quote'>, 'kind' | 'requestId' | 'quoteId'>
  | Pick<BodyOf<'set-risk'>, 'kind' | 'commodity'>;
type OnRequest = Extract<ActionBody, { requestId: unknown }>;

/**
 * What a press is about. A request has one open quote or acceptance at a time, a quote one withdrawal, a commodity one
 * switch each way: protection never waits for what took it away.
 */
export function aboutOf(subject: Subject): string {
  switch (subject.kind) {
    case 'create-request':
      return JSON.stringify([subject.kind, subject.draft]);
    case 'switch-risk':
      return JSON.stringify([subject.kind, subject.commodity, subject.on]);
    case 'set-risk':
      return JSON.stringify([subject.kind, subject.commodity]);
    case 'withdraw-quote':
      return JSON.stringify([subject.kind, subject.requestId, subject.quoteId]);
    case 'send-quote':
    case 'accept-quote':
    case 'send-proposal':
    case 'delete-proposals':
    case 'accept-proposal':
    case 'send-counteroffer':
      return JSON.stringify([subject.kind, subject.requestId]);
  }
}
