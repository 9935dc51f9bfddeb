import { useState } from 'react';
import type { SignInWish } from '../../client/client';
import {
  PRODUCTION_WORD,
  type DeskStatus,
  type Environment,
  type OfferedEnvironment,
} from '../../domain/desk-status';
import { sentence, type Failure } from '../../domain/failure';
import { usePane } from '../app/hooks';
import type { Preferences } from '../app/preferences';
import type { Formatters } from '../ui/formatters';
import { ENVIRONMENT_WORDS, failureInWords } from '../ui/text/status-text';

/** What a person has typed so far. It lives in the form alone, and goes with it. */
interface SignInDraft {
  readonly environment: Environment;
  readonly apiKey: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly word: string;
  readonly remember: boolean;
  /** Credentials are kept, but the person wants to type others. */
  readonly types: boolean;
}

type SignInField = 'apiKey' | 'clientId' | 'clientSecret' | 'word';
const FIELDS: readonly SignInField[] = ['apiKey', 'clientId', 'clientSecret', 'word'];
type Problems = Partial<Record<SignInField, string>>;

/** An empty form, at the environment where the desk stands. */
function blankSignIn({ environments, environment }: DeskStatus): SignInDraft {
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
const usesKept = (draft: SignInDraft, environments: readonly OfferedEnvironment[]): boolean =>
  !draft.types && environments.some(({ name, remembered }) => name === draft.environment && remembered);

/** What has to be filled in before anything is sent. */
function problemsOf(draft: SignInDraft, isKept: boolean): Problems {
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
function wishOf(draft: SignInDraft, isKept: boolean): SignInWish {
  const { environment, apiKey, clientId, clientSecret, remember, word } = draft;
  return {
    environment,
    ...(!isKept && { credentials: { apiKey, clientId, clientSecret, remember } }),
    ...(environment === 'production' && { word }),
  };
}

/** Why it did not work, and from when it can. */
function refusalInWords(failure: Failure, formatters: Formatters): string {
  const until = failure.until === undefined ? '' : ` Possible again from ${formatters.clock(failure.until)}.`;
  return `${failureInWords(failure)}${until}`;
}

export const KEY_WORDS: Record<NonNullable<DeskStatus['sealing']>, string> = {
  keychain: "The key is in that machine's keychain.",
  file: 'The key is in a file that only your account can read: anyone who can read your files can use them.',
  desk: 'Each machine of this desk has the key in a file, so that the one that leads next signs in by itself.',
};

const ADDRESSES = 'addresses';
const NEW_ADDRESS =
  ' This address is new here: “Check the interface” in the Desk room shows what works there.';

/** Whether nobody has signed in there from this page's storage before; the simulator is never new. */
function isNewAddress(
  environment: Environment,
  offered: readonly OfferedEnvironment[],
  preferences: Preferences,
): boolean {
  const service = offered.find(({ name }) => name === environment)?.service;
  if (service === undefined || environment === 'simulator') return false;
  const known = (preferences.read(ADDRESSES) ?? '').split(' ');
  if (known.includes(service)) return false;
  preferences.keep(ADDRESSES, [...known, service].join(' ').trim());
  return true;
}

export interface SigningIn {
  readonly draft: SignInDraft;
  readonly isKept: boolean;
  readonly isBusy: boolean;
  readonly problems: Problems;
  /** Why the last attempt failed; empty when none did. */
  readonly refusal: string;
  readonly change: (draft: SignInDraft) => void;
  /** Tries it; gives the first field that has to be corrected before. */
  readonly submit: () => SignInField | undefined;
}

/** One form and its attempts. What was typed stays until the desk is signed in, and then goes. */
export function useSignIn(status: DeskStatus, onDone: () => void): SigningIn {
  const { client, formatters, notice, preferences } = usePane();
  const [draft, setDraft] = useState(() => blankSignIn(status));
  const [isBusy, setBusy] = useState(false);
  const [wasTried, setTried] = useState(false);
  const [refusal, setRefusal] = useState('');
  const isKept = usesKept(draft, status.environments);
  const problems = problemsOf(draft, isKept);
  const send = async (): Promise<void> => {
    setBusy(true);
    setRefusal('');
    const outcome = await client.signIn(wishOf(draft, isKept));
    setBusy(false);
    if (!outcome.ok) return setRefusal(refusalInWords(outcome.failure, formatters));
    const { notKept } = outcome.value;
    const isNew = isNewAddress(draft.environment, status.environments, preferences);
    const done = `Signed in: ${ENVIRONMENT_WORDS[draft.environment]}.${isNew ? NEW_ADDRESS : ''}`;
    setDraft(blankSignIn(status));
    setTried(false);
    notice.set(notKept ? `${done} ${sentence(notKept)}` : done);
    onDone();
  };
  return {
    draft,
    isKept,
    isBusy,
    problems: wasTried ? problems : {},
    refusal,
    change: setDraft,
    submit() {
      setTried(true);
      const first = FIELDS.find((field) => problems[field] !== undefined);
      if (first === undefined && !isBusy) void send();
      return first;
    },
  };
}
