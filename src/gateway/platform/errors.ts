import { readErrors, type ServiceError } from '../../contract/service/api-error';
import { OPERATIONS, type OperationName } from '../../contract/service/operations';
import type { Profile } from '../../contract/service/profile';
import { IS_RETRIED, type Failure } from '../../domain/failure';
import type { HttpAnswer, HttpTrouble } from './http';
import type { RefusalMeaning } from './rate-limit/turn';
import type { PathIds } from './route';

/** The call, as far as a failure names it. */
export interface Asked {
  readonly operation: OperationName;
  readonly ids: PathIds;
}

/** Status, errors and text of an unsuccessful answer. */
interface Said {
  readonly status: number;
  readonly errors: readonly ServiceError[];
  /** The service's own words as a clause, or nothing. */
  readonly words: string;
}

// The interface document promises no code for it, only a message that asks for an upgrade (section 4).
const UPGRADE = /\bupgrade\b|\bv\d+\.\d+\b/i;

/** The failure of an answer without success, when it is certain that nothing was executed. */
export function failureOf(
  answer: HttpAnswer,
  asked: Asked,
  { priceMoved }: Pick<Profile['errors'], 'priceMoved'> = { priceMoved: [] },
): Failure {
  const errors = readErrors(answer.body);
  const said = { status: answer.status, errors, words: wordsOf(errors) };
  const code = errors.find((error) => error.code !== undefined)?.code;
  const service = { status: answer.status, ...(code !== undefined && { code }) };
  const isMoved = errors.some((error) => priceMoved.some((words) => says(error, words)));
  return { ...(isMoved ? movedPrice(said) : worded(said, asked)), service };
}

/** Whether an error has this code, however it is spelt, or these words in its message. */
function says({ code, message }: ServiceError, words: string): boolean {
  const isCode = code !== undefined && unstyled(code) === unstyled(words);
  return isCode || message.toLowerCase().includes(words.toLowerCase());
}
const unstyled = (name: string): string => name.toLowerCase().replace(/[-_ ]/g, '');

function worded(said: Said, asked: Asked): Failure {
  const rule = BY_STATUS[said.status];
  if (rule) return rule(said, asked);
  if (said.status >= 500) return serviceTrouble(said);
  return said.status >= 400 ? refusedOtherwise(said) : redirected(said);
}

const BY_STATUS: Readonly<Record<number, (said: Said, asked: Asked) => Failure>> = {
  400: notAccepted,
  401: (said) => ({
    kind: 'signed-out',
    message: `The platform does not accept the sign-in${said.words}.`,
    next: 'Sign in on the SpreadDesk pane.',
  }),
  403: (said, asked) => ({
    kind: 'denied',
    message: `The platform does not allow this API key and client to ${DOING[asked.operation]}${said.words}.`,
    next: 'Ask the operator for the permission.',
  }),
  404: notFound,
  405: (said, asked) => unsupported(asked, said.words),
  409: (said) => ({
    kind: 'wrong-state',
    message: `The platform refused it because the state has changed${said.words}.`,
    next: 'Check the request, then decide again.',
  }),
  410: notFound,
  422: (said, asked) =>
    said.errors.some(({ message }) => UPGRADE.test(message))
      ? {
          kind: 'unsupported',
          message: `The platform wants a newer version of this call${said.words}.`,
          next: `Set paths.${OPERATIONS[asked.operation].path} in the service profile to that version.`,
        }
      : notAccepted(said),
};

const DOING: Record<OperationName, string> = {
  'list-trades': 'list trades',
  'read-trade': 'read this trade',
  'read-trade-load-shape': 'read its load shape',
  'list-open-requests': 'list open requests',
  'list-concluded-requests': 'list concluded requests',
  'create-request': 'make a request',
  'read-request': 'read this request',
  'read-request-load-shape': 'read its load shape',
  'read-analytics': 'read its analytics',
  'list-quotes': 'read its quotes',
  'send-quote': 'quote',
  'withdraw-quote': 'withdraw this quote',
  'list-proposals': 'read its price proposals',
  'add-proposal': 'propose a price',
  'add-standard-spread-proposal': 'propose a price',
  'delete-proposals': 'delete its price proposals',
  'list-counteroffers': 'read its counteroffers',
  'send-counteroffer': 'send a counteroffer',
  'execute-trade': 'execute this trade',
  'list-smart-recipients': 'read suggestions of recipients',
  'list-risks': 'read risk management',
  'toggle-risk': 'switch risk management',
  'read-risk-settings': 'read risk settings',
  'write-risk-settings': 'change risk settings',
  ping: 'ping it',
};

function notAccepted(said: Said): Failure {
  const fields = said.errors.flatMap(({ field, message }) =>
    field === undefined ? [] : [{ path: field, message }],
  );
  return {
    kind: 'invalid-argument',
    message: `The platform did not accept what was sent${said.words}.`,
    next: 'Correct it and try again.',
    ...(fields.length > 0 && { fields }),
  };
}

const movedPrice = (said: Said): Failure => ({
  kind: 'price-moved',
  message: `The price moved, so nothing was executed${said.words}.`,
  next: 'Look at the new price, then press again if it is still good.',
});

function notFound(said: Said, asked: Asked): Failure {
  const thing = thingOf(asked.ids);
  if (!thing) return unsupported(asked, said.words);
  const here = `There is no ${thing}`;
  // Most services say the same in the same words.
  const theirs = said.words.toLowerCase().includes(here.toLowerCase()) ? '' : said.words;
  return {
    kind: 'not-found',
    message: `${here}${theirs}.`,
    next: isNumberAlone(asked.ids)
      ? 'Check the id: it may begin with letters, such as RQ-10293 or TR-70018.'
      : 'Check the id. If ids that exist are refused too, ask your administrator to check the service profile.',
  };
}

/** What a person types who leaves the letters out; no service profile is to blame for that. */
const isNumberAlone = (ids: PathIds): boolean =>
  [ids['request-id'], ids['trade-id']].some((id) => id !== undefined && /^\d+$/.test(id));

function thingOf(ids: PathIds): string | undefined {
  const { 'request-id': request, 'quotation-id': quote, 'trade-id': trade, commodity } = ids;
  if (quote !== undefined) return `quote ${quote} of request ${request ?? 'unknown'}`;
  if (request !== undefined) return `request ${request}`;
  if (trade !== undefined) return `trade ${trade}`;
  return commodity === undefined ? undefined : `commodity ${commodity}`;
}

const unsupported = ({ operation }: Asked, words: string): Failure => ({
  kind: 'unsupported',
  message: `It is not offered by this service profile (paths.${OPERATIONS[operation].path})${words}.`,
  next: 'If the platform does offer it, set its path in the service profile and sign in again.',
});

/** What nothing that was asked about has. */
export const notOffered = (asked: Asked): Failure => unsupported(asked, '');

const serviceTrouble = (said: Said): Failure => ({
  kind: 'unavailable',
  message: `The platform has a problem (status ${said.status})${said.words}.`,
  next: 'Try again in a moment. If it persists, ask the operator.',
});

const refusedOtherwise = (said: Said): Failure => ({
  kind: 'unavailable',
  message: `The platform refused the call (status ${said.status})${said.words}.`,
  next: 'Check the service profile, or ask the operator.',
});

const redirected = (said: Said): Failure => ({
  kind: 'unavailable',
  message: `The platform points to another address (status ${said.status}), and no credentials are sent there.`,
  next: "Check the platform's address in the settings.",
});

/** A page of the operator's network, or anything else that is not a list of errors, is quoted all the same. */
const wordsOf = (errors: readonly ServiceError[]): string =>
  errors.length === 0
    ? ''
    : `: ${errors.map(({ field, message }) => (field === undefined ? message : `${field}: ${message}`)).join('; ')}`
        .replace(/\s+/g, ' ')
        .replace(/[\s.]+$/, '');

/** Sentence for each transport failure. */
export const TROUBLE: Record<HttpTrouble, string> = {
  'held-back': 'This gateway does not lead the desk any more.',
  unreachable: 'The platform cannot be reached.',
  'no-answer': 'The platform did not answer in time.',
  'connection-broken': 'The connection to the platform broke before the answer.',
  'answer-stopped': 'The platform stopped in the middle of its answer.',
  'answer-broken': "The connection broke in the middle of the platform's answer.",
  'answer-too-large': "The platform's answer is far larger than it should be.",
  'answer-not-text': "The platform's answer is not readable text.",
  'answer-encoded': "The platform's answer is packed in a way that SpreadDesk cannot unpack.",
};

const UNREADABLE = new Set<HttpTrouble>(['answer-too-large', 'answer-not-text', 'answer-encoded']);

/** The failure of a read, or of a sign-in, that got no whole answer. */
export function troubleFailure(trouble: HttpTrouble): Failure {
  const unreadable = UNREADABLE.has(trouble);
  return {
    kind: unreadable ? 'unreadable' : 'unavailable',
    message: TROUBLE[trouble],
    next: unreadable
      ? 'Report it to the operator; a shorter period may help.'
      : `${IS_RETRIED} If it persists, check the network and the platform's address.`,
  };
}

const SENT: Partial<Record<OperationName, string>> = {
  'create-request': 'the request was made',
  'add-proposal': 'the price proposal reached the platform',
  'add-standard-spread-proposal': 'the price proposal reached the platform',
  'delete-proposals': 'the price proposals were deleted',
  'send-counteroffer': 'the counteroffer reached the platform',
  'toggle-risk': 'risk management was switched',
  'write-risk-settings': 'the risk settings were changed',
  'send-quote': 'the quote reached the platform',
  'withdraw-quote': 'the quote was withdrawn',
  'execute-trade': 'the trade was made',
};

/** What takes risk away may always go again; everything else might be done twice. */
const AGAIN: Partial<Record<OperationName, string>> = {
  'withdraw-quote': 'You may withdraw it again: twice does no harm.',
  'delete-proposals': 'You may delete them again.',
};

/** The failure of a write that may have been executed. `because` is a whole sentence. */
export const unknownOutcome = (
  { operation }: Asked,
  because: string,
  service?: Failure['service'],
): Failure => ({
  kind: 'unknown-outcome',
  message: `${because} It is not known whether ${SENT[operation] ?? 'it was executed'}.`,
  next: AGAIN[operation] ?? 'Do not send it again: the desk keeps checking until it is known.',
  ...(service && { service }),
});

/** The failure of a write to a service with which no connection came about. */
export const neverSent: Failure = {
  kind: 'unavailable',
  message: 'The platform cannot be reached, so nothing was sent.',
  next: "Check the network and the platform's address, then press again.",
};

/** The failure of a call that this gateway may not make any more, or not just now. */
export const heldBack: Failure = {
  kind: 'unavailable',
  message: 'Nothing was sent: this gateway is not sure that it leads the desk.',
  next: 'Another gateway takes over within seconds. Press again if you still want it.',
};

/** The failure of a write that was still waiting when its price had grown old. */
export const leftTooLate: Failure = {
  kind: 'unavailable',
  message: 'Nothing was sent: too much time passed after the press.',
  next: 'Check the price, then press again if you still want it.',
};

export const signedOut: Failure = {
  kind: 'signed-out',
  message: 'The desk is not signed in.',
  next: 'Sign in on the SpreadDesk pane.',
};

export const refusedTwice: Failure = {
  kind: 'signed-out',
  message: 'The platform refuses the sign-in, even right after it was renewed.',
  next: 'Sign in again on the SpreadDesk pane; if it happens again, ask the operator.',
};

/** With the same token other calls are served. */
export const refusedAlone = ({ operation }: Asked): Failure => ({
  kind: 'denied',
  message: `The platform refuses the sign-in where it is asked to ${DOING[operation]}, and takes it elsewhere.`,
  next: 'Ask the operator for the permission.',
  service: { status: 401 },
});

export const notExecutedSignedOut: Failure = {
  kind: 'signed-out',
  message: 'The platform no longer accepted the sign-in, so nothing was executed.',
  next: 'SpreadDesk signs in again by itself. Check the price and press again.',
};

/** RFC 6750, section 3.1, in the header or in the code of an error. */
export const INVALID_TOKEN = 'invalid_token';

/** Whether an unsuccessful answer other than 401 may mean that the token has ended. */
export function maySayTokenEnded(
  { status, headers, body }: HttpAnswer,
  { endedStatuses }: Pick<Profile['auth'], 'endedStatuses'>,
): boolean {
  if (status < 400 || status >= 500 || status === 401) return false;
  if (endedStatuses.includes(status) || headers['www-authenticate']?.includes(INVALID_TOKEN)) return true;
  return body.toLowerCase().includes(INVALID_TOKEN);
}

/** The failure of a write that was refused, perhaps only because its token had ended. */
export const perhapsSignedOut = (refusal: Failure): Failure => ({
  ...refusal,
  kind: 'denied',
  message: `${refusal.message} Perhaps the sign-in had ended: SpreadDesk signs in again.`,
  next: 'Nothing was executed. Check the price and press again; refused again, it is not allowed.',
});

/** The failure of a read that was refused, perhaps only because its token had ended: that says nothing of what was asked for. */
export const unreadSignedOut = (refusal: Failure): Failure => ({
  ...refusal,
  kind: 'unavailable',
  message: `${refusal.message} Perhaps the sign-in had ended.`,
  next: IS_RETRIED,
  service: { status: 0, ...refusal.service, code: INVALID_TOKEN },
});

export const throttledFailure = (
  { until, speaksOfDay }: Pick<RefusalMeaning, 'until' | 'speaksOfDay'>,
  write: boolean,
): Failure => {
  const because = speaksOfDay
    ? 'The platform refused the call and says that its calls are used up'
    : 'The platform is receiving too many calls';
  const again = speaksOfDay ? ' If it says so again, the calls of the day are.' : '';
  return {
    kind: 'throttled',
    message: `${because}${write ? ', so nothing was executed' : ''}.`,
    next: `${write ? 'Wait a moment, check the price, then press again.' : IS_RETRIED}${again}`,
    until,
  };
};

export const quotaFailure = (until: number, untilText: string): Failure => ({
  kind: 'quota-spent',
  message: "The platform says that the day's calls are used up, so nothing was done.",
  next: `Calls resume at ${untilText}. Use the platform's own web client until then.`,
  until,
});
