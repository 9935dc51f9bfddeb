import { Button, Checkbox, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useMemo } from 'react';
import type { GatewayClient } from '../../client/client';
import type { Failure } from '../../domain/failure';
import { resourceKey, type Answer, type Resource } from '../../domain/resources/resource';
import { legsOf, type RequestDraft } from '../../domain/request-draft';
import { usePane, useWatched } from '../app/hooks';
import type { Watchable } from '../app/observable';
import { Note } from '../ui/note';
import { useSharedStyles } from '../ui/styles';
import { failureInWords } from '../ui/text/status-text';

type Question = Extract<Resource, { kind: 'recipients' }>;

interface SuggestedRecipients {
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
  const { client } = usePane();
  return useWatched(useMemo(() => suggestionsOf(client, questions), [client, questions]));
}

function suggestionsOf(
  client: GatewayClient,
  questions: readonly Question[],
): Watchable<SuggestedRecipients> {
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

const useStyles = makeStyles({ list: { maxHeight: '180px', overflowY: 'auto' } });

interface ListProps {
  readonly suggested: SuggestedRecipients;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Whom the platform suggests to ask, to be ticked. Whoever was ticked stays in view, suggested for these legs or not. */
export function RecipientList({
  isAsked,
  wrong,
  ...list
}: ListProps & {
  /** Whether the legs say enough to ask the platform. */
  isAsked: boolean;
  wrong: string | undefined;
}) {
  const shared = useSharedStyles();
  const { suggested, chosen } = list;
  const missing = absenceInWords(suggested, isAsked);
  return (
    <section className={shared.section} aria-label="Recipients">
      <h3 className={shared.subtitle}>Recipients</h3>
      {missing !== undefined && (
        <p className={mergeClasses(shared.text, shared.small, shared.muted)}>{missing}</p>
      )}
      {suggested.failures.map((failure, index) => (
        <Note key={index} tone="warning">
          {failureInWords(failure)}
        </Note>
      ))}
      <Checklist {...list} />
      {wrong !== undefined && <Note tone="bad">{wrong}</Note>}
      <p className={mergeClasses(shared.text, shared.small)} role="status">
        {chosen.length === 0
          ? 'No recipients chosen: the platform decides whom to ask.'
          : `Sent to ${chosen.length} ${chosen.length === 1 ? 'recipient' : 'recipients'} only.`}
      </p>
    </section>
  );
}

function absenceInWords(
  { names, isWaiting, failures }: SuggestedRecipients,
  isAsked: boolean,
): string | undefined {
  if (!isAsked) return 'The platform suggests recipients once commodity and market are filled in.';
  if (isWaiting) return 'Loading suggestions…';
  return names.length + failures.length === 0 ? 'No recipients suggested for these legs.' : undefined;
}

function Checklist({ suggested: { names }, chosen, onChange }: ListProps) {
  const shared = useSharedStyles();
  const styles = useStyles();
  const others = chosen.filter((name) => !names.includes(name));
  const tick = (name: string, on: boolean): void =>
    onChange(on ? [...chosen, name] : chosen.filter((one) => one !== name));
  if (names.length + others.length === 0) return null;
  return (
    <>
      <div className={shared.line}>
        {names.length > 0 && (
          <Button size="small" onClick={() => onChange([...others, ...names])}>
            Select all {names.length}
          </Button>
        )}
        <Button size="small" onClick={() => onChange([])}>
          Select none
        </Button>
      </div>
      <ul className={mergeClasses(shared.list, styles.list)} aria-label="Suggested recipients">
        {[...others, ...names].map((name) => (
          <li key={name}>
            <Checkbox
              label={
                <span className={shared.small}>
                  {others.includes(name) ? `${name} (not suggested for these legs)` : name}
                </span>
              }
              checked={chosen.includes(name)}
              onChange={(_, { checked }) => tick(name, checked === true)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
