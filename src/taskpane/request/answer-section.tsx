import { mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { Answer } from '../../domain/resources/resource';
import type { Listing } from '../../domain/record';
import { Age } from '../app/age';
import { useSharedStyles } from '../ui/styles';
import { Note } from '../ui/note';
import { usePane } from '../app/hooks';
import { agingInWords, failureInWords } from '../ui/text/status-text';
import { UnreadList } from '../ui/unread-list';

/** A list as it was answered last. */
export type ListAnswer<T> = Pick<Answer, 'state' | 'fetchedAt' | 'failure'> & { readonly value?: Listing<T> };

/** A list with its title, how old it is, and what is wrong with it. */
export function AnswerSection({
  label,
  title,
  answer,
  none,
  children,
}: {
  label: string;
  title: string;
  answer: ListAnswer<unknown>;
  /** What is said of an empty list. */
  none: string;
  children: ReactNode;
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const aging = agingInWords(answer, formatters);
  const { value, failure, fetchedAt } = answer;
  return (
    <section aria-label={label} className={shared.section}>
      <div className={shared.spread}>
        <h3 className={shared.subtitle}>{title}</h3>
        {fetchedAt !== undefined && (
          <span className={mergeClasses(shared.small, shared.muted)}>
            updated <Age at={fetchedAt} /> ago
          </span>
        )}
      </div>
      {failure && <Note tone="bad">{failureInWords(failure)}</Note>}
      {aging && <Note tone="warning">{aging}</Note>}
      {!value && !failure && <p className={shared.text}>Waiting for the {label.toLowerCase()}.</p>}
      {value?.records.length === 0 && value.unreadable.length === 0 && (
        <p className={mergeClasses(shared.text, shared.small)}>{none}</p>
      )}
      {children}
      {value && <UnreadList label={`${label} that cannot be read`} unread={value.unreadable} />}
    </section>
  );
}
