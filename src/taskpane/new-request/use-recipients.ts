import { useMemo } from 'react';
import type { DeskClient } from '../../client/client';
import type { Answer } from '../../domain/answer';
import type { Failure } from '../../domain/failure';
import { resourceKey, type Resource } from '../../domain/resource';
import type { Watchable } from '../observable';
import { useDesk, useWatched } from '../use-desk';
import type { RequestDraft } from './blank-draft';
import { legsOf } from './draft';

type Question = Extract<Resource, { kind: 'recipients' }>;

export interface SuggestedRecipients {
  /** Each name once, in the platform's order. */
  readonly names: readonly string[];
  readonly isWaiting: boolean;
  readonly failures: readonly Failure[];
}

/** What the platform is asked for these legs: once for each commodity and market that is filled in. */
export function recipientQuestions(draft: RequestDraft): readonly Question[] {
  const wanted = legsOf(draft).flatMap(({ commodity, market }): Question[] => {
    const [named, at] = [commodity.trim(), market.trim()];
    return named === '' || at === '' ? [] : [{ kind: 'recipients', commodity: named, market: at }];
  });
  return [...new Map(wanted.map((question) => [resourceKey(question), question])).values()];
}

/** Whom the platform suggests. `questions` must stay the same object while they are the same. */
export function useRecipients(questions: readonly Question[]): SuggestedRecipients {
  const { client } = useDesk();
  return useWatched(useMemo(() => suggestionsOf(client, questions), [client, questions]));
}

function suggestionsOf(client: DeskClient, questions: readonly Question[]): Watchable<SuggestedRecipients> {
  const answers: Answer<Question>[] = questions.map(() => ({ state: 'waiting' }));
  let suggested = together(answers);
  return {
    get: () => suggested,
    subscribe(listener) {
      const stops = questions.map((question, index) =>
        client.watch(question, (answer) => {
          answers[index] = answer;
          suggested = together(answers);
          listener();
        }),
      );
      return () => stops.forEach((stop) => stop());
    },
  };
}

const together = (answers: readonly Answer<Question>[]): SuggestedRecipients => ({
  names: [...new Set(answers.flatMap(({ value }) => (value?.records ?? []).map(({ name }) => name)))],
  isWaiting: answers.some(({ value, failure }) => !value && !failure),
  failures: answers.flatMap(({ failure, value }) => [
    ...(failure ? [failure] : []),
    ...(value?.unreadable ?? []).map((one) => one.failure),
  ]),
});
