import { mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { Answer } from '../../domain/answer';
import type { Listing } from '../../domain/record';
import { Age } from '../look/age';
import { useLook } from '../look/look';
import { Note } from '../look/note';
import { useDesk } from '../use-desk';
import { agingInWords } from '../words/desk-words';
import { failureInWords } from '../words/failure-words';
import { UnreadList } from './unread-list';

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
  const { figures } = useDesk();
  const look = useLook();
  const aging = agingInWords(answer, figures);
  const { value, failure, fetchedAt } = answer;
  return (
    <section aria-label={label} className={look.section}>
      <div className={look.spread}>
        <h3 className={look.subtitle}>{title}</h3>
        {fetchedAt !== undefined && (
          <span className={mergeClasses(look.small, look.muted)}>
            asked <Age at={fetchedAt} /> ago
          </span>
        )}
      </div>
      {failure && <Note tone="bad">{failureInWords(failure)}</Note>}
      {aging && <Note tone="warning">{aging}</Note>}
      {!value && !failure && <p className={look.text}>Waiting for the {label.toLowerCase()}.</p>}
      {value?.records.length === 0 && value.unreadable.length === 0 && (
        <p className={mergeClasses(look.text, look.small)}>{none}</p>
      )}
      {children}
      {value && <UnreadList label={`${label} that cannot be read`} unread={value.unreadable} />}
    </section>
  );
}
