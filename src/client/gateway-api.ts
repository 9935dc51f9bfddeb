import {
  SOURCES_MAX,
  type HaltAnswer,
  type JournalFormat,
  type SignInAnswer,
  type SignOutAnswer,
} from '../contract/desk/answers';
import type { ArmingBody, SignOutBody } from '../contract/desk/bodies';
import { ROUTES } from '../contract/desk/routes';
import { present } from '../domain/present';
import { success, type Failure, type Outcome } from '../domain/failure';
import type { DeskLimits, Limits } from '../domain/limits/limits';
import { resourceKey, type Resource, type Source } from '../domain/resources/resource';
import type { SignInWish } from './client';
import { call, download, NO_FILE, type Gateway, type GatewayFile } from './http';

const EXPLAIN_DEADLINE_MS = 10_000;
/** The gateway waits for what is being sent, then for its turn at the service and for the service itself. */
const SIGN_DEADLINE_MS = 60_000;
const LIMITS_DEADLINE_MS = 30_000;
const HALT_DEADLINE_MS = 15_000;

const NOT_EXPLAINED: Failure = {
  kind: 'unavailable',
  message: 'The gateway did not say where this value comes from.',
  next: 'Check that it is running, then try again.',
};
const NOT_KNOWN_SIGNED: Failure = {
  kind: 'unavailable',
  message: 'The SpreadDesk gateway did not answer.',
  next: 'Check that the gateway runs, then try again.',
};
const NOT_KNOWN_SET: Failure = {
  kind: 'unavailable',
  message: 'The gateway did not answer, so it is not known whether the limits were set.',
  next: 'The levels shown are in force. Set them again if they are the old ones.',
};

const NOT_KNOWN_HALTED: Failure = {
  kind: 'unavailable',
  message: 'The gateway did not answer, so it is not known whether the desk is halted.',
  next: 'The strip at the top says it once the pane is connected. Press again.',
};

const NOT_NOTED: Failure = {
  kind: 'unavailable',
  message: 'The gateway did not answer, so the journal may have no line of it.',
  next: 'Check that it is running.',
};

/** Asks the gateway for the sources of these, each once, as many questions as it takes. */
export async function explain(
  gateway: Gateway,
  resources: readonly Resource[],
): Promise<Outcome<readonly Source[]>> {
  const keys = [...new Set(resources.map(resourceKey))];
  const sources: Source[] = [];
  for (let from = 0; from < keys.length; from += SOURCES_MAX) {
    const answer = await call(gateway, ROUTES.readSources, {
      body: { keys: keys.slice(from, from + SOURCES_MAX) },
      deadlineMs: EXPLAIN_DEADLINE_MS,
      unanswered: NOT_EXPLAINED,
      refused: NOT_EXPLAINED,
      unsent: NOT_EXPLAINED,
    });
    if (!answer.ok) return answer;
    sources.push(...answer.value.sources);
  }
  return success(sources);
}

const signing = { deadlineMs: SIGN_DEADLINE_MS, unanswered: NOT_KNOWN_SIGNED };

/** Signs in at the environment of the wish. */
export const signIn = (
  gateway: Gateway,
  { environment, credentials, word }: SignInWish,
): Promise<Outcome<SignInAnswer>> =>
  call(gateway, ROUTES.signIn, {
    body: { environment, ...credentials, ...present({ word }) },
    ...signing,
  });

/** Signs out, wherever the gateway is signed in. */
export const signOut = (gateway: Gateway, body: SignOutBody): Promise<Outcome<SignOutAnswer>> =>
  call(gateway, ROUTES.signOut, { body, ...signing });

/** `null` goes back to the levels that the gateway was started with. */
export async function setLimits(gateway: Gateway, limits: Limits | null): Promise<Outcome<DeskLimits>> {
  const answer = await call(gateway, ROUTES.setLimits, {
    body: { limits },
    deadlineMs: LIMITS_DEADLINE_MS,
    unanswered: NOT_KNOWN_SET,
  });
  return answer.ok ? success(answer.value.limits) : answer;
}

/** `reason` may be left out: stopping comes first. */
export const halt = (gateway: Gateway, reason: string | undefined): Promise<Outcome<HaltAnswer>> =>
  call(gateway, ROUTES.halt, {
    body: present({ reason }),
    deadlineMs: HALT_DEADLINE_MS,
    unanswered: NOT_KNOWN_HALTED,
  });

export const resume = (gateway: Gateway, reason: string): Promise<Outcome<unknown>> =>
  call(gateway, ROUTES.resume, {
    body: { reason },
    deadlineMs: HALT_DEADLINE_MS,
    unanswered: NOT_KNOWN_HALTED,
  });

export const noteArming = (gateway: Gateway, body: ArmingBody): Promise<Outcome<unknown>> =>
  call(gateway, ROUTES.noteArming, { body, deadlineMs: LIMITS_DEADLINE_MS, unanswered: NOT_NOTED });

/** The whole journal. */
export const exportJournal = (gateway: Gateway, format: JournalFormat): Promise<Outcome<GatewayFile>> =>
  download(gateway, ROUTES.exportJournal, {
    query: `format=${format}`,
    name: `spreaddesk-journal.${format}`,
  });

export const supportBundle = (gateway: Gateway): Promise<Outcome<GatewayFile>> =>
  download(gateway, ROUTES.supportBundle, { name: 'spreaddesk-support.json' });

/** An address under which the system's own browser fetches this file, once and within a minute. */
export async function openFileTicket(
  gateway: Gateway,
  { source }: Pick<GatewayFile, 'source'>,
): Promise<Outcome<string>> {
  const answer = await call(gateway, ROUTES.openFileTicket, {
    body: { file: source },
    deadlineMs: LIMITS_DEADLINE_MS,
    unanswered: NO_FILE,
  });
  return answer.ok ? success(answer.value.address) : answer;
}
