import {
  FailureAnswer,
  JOURNAL_PATH,
  LIMITS_PATH,
  LimitsAnswer,
  SUPPORT_PATH,
  type JournalFormat,
} from '../contract/desk/http';
import { failed, success, type Failure, type Outcome } from '../domain/failure';
import type { DeskLimits, Limits } from '../domain/limits/limits';
import type { Clock } from '../effects/clock';
import { exchanged, json, type SessionToken } from './http';
import type { Transport } from './transport';

/** A whole journal of years may have to be read from disk. */
const FILE_DEADLINE_MS = 120_000;
const LIMITS_DEADLINE_MS = 30_000;

export interface FileParts {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly token: SessionToken;
}

/** A file as the gateway gave it out, byte for byte, under the name that it is to have. */
export interface GatewayFile {
  readonly name: string;
  readonly content: Blob;
}

const NO_ANSWER: Failure = {
  kind: 'unavailable',
  message: 'The SpreadDesk gateway did not give the file out, or not all of it.',
  next: 'Check that the gateway is running, then try again.',
};
const NOT_KNOWN_SET: Failure = {
  kind: 'unavailable',
  message: 'The gateway did not answer, so it is not known here whether the limits were set.',
  next: 'Look at the levels that are shown: they are those in force. Set them again if they are the former ones.',
};

/** The whole journal. The token goes in the header, so that it never stands in an address. */
export const exportJournal = (parts: FileParts, format: JournalFormat): Promise<Outcome<GatewayFile>> =>
  file(parts, `${JOURNAL_PATH}?format=${format}`, `spreaddesk-journal.${format}`);

export const supportBundle = (parts: FileParts): Promise<Outcome<GatewayFile>> =>
  file(parts, SUPPORT_PATH, 'spreaddesk-support.json');

/** `null` goes back to the levels that the gateway was started with. */
export async function setLimits(parts: FileParts, limits: Limits | null): Promise<Outcome<DeskLimits>> {
  const answer = await asked(parts, LIMITS_PATH, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ limits }),
    deadlineMs: LIMITS_DEADLINE_MS,
  });
  if (!answer.ok) return answer;
  const body = json((await answer.value?.content.text()) ?? '');
  const refusal = FailureAnswer.safeParse(body);
  if (refusal.success) return failed(refusal.data.failure);
  const set = LimitsAnswer.safeParse(body);
  return set.success ? success(set.data.limits) : failed(NOT_KNOWN_SET);
}

/** A file that the gateway gives out; `name` where it gives it none. */
export async function file(parts: FileParts, path: string, name: string): Promise<Outcome<GatewayFile>> {
  const wanted = { method: 'GET', headers: {}, deadlineMs: FILE_DEADLINE_MS } as const;
  const answer = await asked(parts, path, wanted);
  if (!answer.ok) return answer;
  if (!answer.value) return failed(NO_ANSWER);
  const { status, content, given } = answer.value;
  if (status === 200) return success({ name: given ?? name, content });
  const refusal = FailureAnswer.safeParse(json(await content.text()));
  return failed(refusal.success ? refusal.data.failure : NO_ANSWER);
}

interface FileCall {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly deadlineMs: number;
}

interface FileAnswer {
  readonly status: number;
  readonly content: Blob;
  /** The name that the gateway gave the file. */
  readonly given: string | undefined;
}

/** Asked once more only when the gateway did not know the session of the page, and so has done nothing. */
export async function asked(
  parts: FileParts,
  path: string,
  wanted: FileCall,
): Promise<Outcome<FileAnswer | undefined>> {
  const first = await askedOnce(parts, path, wanted);
  if (!first.ok || first.value?.status !== 401) return first;
  return askedOnce(parts, path, wanted);
}

async function askedOnce(
  parts: FileParts,
  path: string,
  wanted: FileCall,
): Promise<Outcome<FileAnswer | undefined>> {
  const token = await parts.token.current();
  if (!token.ok) return token;
  const answer = await exchanged(parts, path, {
    ...wanted,
    headers: { ...wanted.headers, authorization: `Bearer ${token.value}` },
    read: async (answer): Promise<FileAnswer> => ({
      status: answer.status,
      content: await answer.blob(),
      given: nameIn(answer.headers.get('content-disposition')),
    }),
  });
  if (answer?.status === 401) await parts.token.refused(token.value);
  return success(answer);
}

const nameIn = (disposition: string | null): string | undefined =>
  /filename="([^"/\\]+)"/.exec(disposition ?? '')?.[1];
