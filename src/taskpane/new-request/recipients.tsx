import { Button, Checkbox, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
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

const useStyles = makeStyles({
  whole: {
    margin: '0 -12px',
    padding: '8px 12px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  list: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(160px, 1fr))',
    maxHeight: '180px',
    overflowY: 'auto',
  },
  asked: { display: 'flex', alignItems: 'flex-start', justifyContent: 'space-between', gap: '8px' },
  button: { flexShrink: 0 },
});

interface ListProps {
  readonly suggested: SuggestedRecipients;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Who is asked, in a sentence, and the list of those whom the platform suggests, to be ticked. Whoever was ticked stays named, suggested for these legs or not. */
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
  const styles = useStyles();
  const [isOpen, setOpen] = useState(false);
  const { suggested, chosen } = list;
  const { names } = suggested;
  const missing = absenceInWords(suggested, isAsked);
  const isEmpty = names.length + chosen.length === 0;
  return (
    <section className={mergeClasses(shared.section, styles.whole)} aria-label="Recipients">
      <div className={shared.spread}>
        <h3 className={shared.subtitle}>Recipients</h3>
        {names.length > 0 && (
          <span className={mergeClasses(shared.small, shared.muted)}>{names.length} suggested</span>
        )}
      </div>
      {missing !== undefined && (
        <p className={mergeClasses(shared.text, shared.small, shared.muted)}>{missing}</p>
      )}
      {suggested.failures.map((failure, index) => (
        <Note key={index} tone="warning">
          {failureInWords(failure)}
        </Note>
      ))}
      <div className={styles.asked}>
        <p className={mergeClasses(shared.text, shared.small)} role="status">
          <Asked names={names} chosen={chosen} />
        </p>
        {/* It closes what it opened, so it stays while there is something open. */}
        {(!isEmpty || isOpen) && (
          <Button
            size="small"
            className={styles.button}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Done' : 'Choose…'}
          </Button>
        )}
      </div>
      {isOpen && <Checklist {...list} />}
      {wrong !== undefined && <Note tone="bad">{wrong}</Note>}
    </section>
  );
}

/** "All 6 suggested: …", "3 of 6: …"; what a person has not chosen is the platform's to decide. */
function Asked({ names, chosen }: { names: readonly string[]; chosen: readonly string[] }) {
  const shared = useSharedStyles();
  if (chosen.length === 0) return 'No recipients chosen: the platform decides whom to ask.';
  // Until there is a list nobody is missing from it.
  const others = names.length > 0 ? othersIn(chosen, names) : [];
  const isAll = others.length === 0 && chosen.length === names.length;
  const isPart = others.length === 0 && names.length > 0 && !isAll;
  const count = isAll
    ? `All ${names.length} suggested:`
    : isPart
      ? `${chosen.length} of ${names.length}:`
      : `${chosen.length} chosen:`;
  return (
    <>
      <strong className={shared.strong}>{count}</strong>{' '}
      {chosen.map((name) => (others.includes(name) ? notSuggested(name) : name)).join(', ')}
    </>
  );
}

const othersIn = (chosen: readonly string[], names: readonly string[]): readonly string[] =>
  chosen.filter((name) => !names.includes(name));

const notSuggested = (name: string): string => `${name} (not suggested for these legs)`;

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
  const others = othersIn(chosen, names);
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
                <span className={shared.small}>{others.includes(name) ? notSuggested(name) : name}</span>
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
