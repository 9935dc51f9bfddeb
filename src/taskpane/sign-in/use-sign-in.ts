import { useState } from 'react';
import { sentence } from '../../domain/failure';
import type { DeskStatus } from '../../domain/desk-status';
import { useDesk } from '../use-desk';
import { ENVIRONMENT_WORDS } from '../words/desk-words';
import {
  blankSignIn,
  FIELDS,
  problemsOf,
  refusalInWords,
  usesKept,
  wishOf,
  type Problems,
  type SignInDraft,
  type SignInField,
} from './sign-in';

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
  const { client, figures, notice } = useDesk();
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
    if (!outcome.ok) return setRefusal(refusalInWords(outcome.failure, figures));
    const { notKept } = outcome.value;
    const done = `Signed in: ${ENVIRONMENT_WORDS[draft.environment]}.`;
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
