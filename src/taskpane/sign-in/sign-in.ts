import type { SignInWish } from '../../client/client';
import {
  PRODUCTION_WORD,
  type DeskStatus,
  type Environment,
  type OfferedEnvironment,
} from '../../domain/desk-status';
import type { Failure } from '../../domain/failure';
import { failureInWords } from '../words/failure-words';
import type { Figures } from '../words/figures';

/** What a person has typed so far. It lives in the form alone, and goes with it. */
export interface SignInDraft {
  readonly environment: Environment;
  readonly apiKey: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly word: string;
  readonly remember: boolean;
  /** Credentials are kept, but the person wants to type others. */
  readonly types: boolean;
}

export type SignInField = 'apiKey' | 'clientId' | 'clientSecret' | 'word';
export const FIELDS: readonly SignInField[] = ['apiKey', 'clientId', 'clientSecret', 'word'];
export type Problems = Partial<Record<SignInField, string>>;

/** An empty form, at the environment where the desk stands. */
export function blankSignIn({ environments, environment }: DeskStatus): SignInDraft {
  const offered = environments.find(({ name }) => name === environment) ?? environments[0];
  return {
    environment: offered?.name ?? environment,
    apiKey: '',
    clientId: '',
    clientSecret: '',
    word: '',
    remember: false,
    types: false,
  };
}

/** The simulator's own, which open nothing else. */
export const SIMULATOR_CREDENTIALS = {
  apiKey: 'simulator-key',
  clientId: 'simulator',
  clientSecret: 'simulator-secret',
} as const;

/** Another environment has other credentials: those that were typed must not go there by mistake. */
export const withEnvironment = (draft: SignInDraft, environment: Environment): SignInDraft => ({
  ...draft,
  environment,
  apiKey: '',
  clientId: '',
  clientSecret: '',
  word: '',
  remember: false,
  types: false,
});

/** Whether the kept credentials are used. */
export const usesKept = (draft: SignInDraft, environments: readonly OfferedEnvironment[]): boolean =>
  !draft.types && environments.some(({ name, remembered }) => name === draft.environment && remembered);

/** What has to be filled in before anything is sent. */
export function problemsOf(draft: SignInDraft, isKept: boolean): Problems {
  const { environment, apiKey, clientId, clientSecret, word } = draft;
  const isWord = word.trim().toLowerCase() === PRODUCTION_WORD;
  return {
    ...(!isKept && apiKey.trim() === '' && { apiKey: 'Enter the API key.' }),
    ...(!isKept && clientId.trim() === '' && { clientId: 'Enter the client id.' }),
    ...(!isKept && clientSecret.trim() === '' && { clientSecret: 'Enter the client secret.' }),
    ...(environment === 'production' && !isWord && { word: `Type the word “${PRODUCTION_WORD}” to go on.` }),
  };
}

/** The draft as the gateway takes it. */
export function wishOf(draft: SignInDraft, isKept: boolean): SignInWish {
  const { environment, apiKey, clientId, clientSecret, remember, word } = draft;
  return {
    environment,
    ...(!isKept && { credentials: { apiKey, clientId, clientSecret, remember } }),
    ...(environment === 'production' && { word }),
  };
}

/** Why it did not work, and from when it can. */
export function refusalInWords(failure: Failure, figures: Figures): string {
  const until = failure.until === undefined ? '' : ` Possible again from ${figures.clock(failure.until)}.`;
  return `${failureInWords(failure)}${until}`;
}

export const KEY_WORDS: Record<NonNullable<DeskStatus['sealing']>, string> = {
  keychain: "The key lies in that machine's keychain.",
  file: 'The key lies in a file that only your account can read: whoever can read your files can use them.',
};
