import { Field, mergeClasses, Select } from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';
import { daysInWords } from '../../domain/delivery/product-words';
import { NOT_KNOWN, type By } from '../../domain/person';
import { STATUS, useAnswer, usePane } from '../app/hooks';
import { useNamedPerson } from '../app/named-person';
import { dayIn, useToday } from '../app/today';
import { useSharedStyles } from '../ui/styles';

interface Chosen<T> {
  readonly chosen: readonly T[];
  /** The fields, each only where there is something to choose. */
  readonly fields: ReactNode;
}

/** Lines of one person, of one day, or of both. `at` is epoch ms, `others` have a hand in a line beside who did it. */
export function useWhoAndWhen<T extends { readonly by?: By | undefined }>(
  lines: readonly T[],
  at: (line: T) => number,
  others: (line: T) => readonly (By | undefined)[] = () => [],
): Chosen<T> {
  const shared = useSharedStyles();
  const { dayOf: dayAt } = useDays();
  const hasPeople = useNamedPerson() !== undefined;
  const [person, setPerson] = useState('');
  const [day, setDay] = useState('');
  const dayOf = (line: T): string => dayAt(at(line));
  const namesOf = (line: T): string[] => [
    line.by?.name ?? NOT_KNOWN,
    ...others(line).flatMap((other) => other?.name ?? []),
  ];
  const people = [...new Set(lines.flatMap(namesOf))].sort();
  const days = [...new Set(lines.map(dayOf))].sort().reverse();
  // What is not listed any more is no choice.
  const name = people.includes(person) ? person : '';
  const date = days.includes(day) ? day : '';
  const chosen = lines.filter(
    (line) => (name === '' || namesOf(line).includes(name)) && (date === '' || dayOf(line) === date),
  );
  const fields = (
    <div className={shared.line}>
      {(people.length > 1 || (hasPeople && people.length > 0)) && (
        <Choice label="Person" all="Everybody" value={name} options={people} onChange={setPerson} />
      )}
      {days.length > 1 && (
        <Choice
          label="Day"
          all="Every day"
          value={date}
          options={days}
          words={(one) => daysInWords(one, one) ?? one}
          onChange={setDay}
        />
      )}
    </div>
  );
  return { chosen, fields };
}

/** Days ("2026-11-26") by the clocks that the pane shows its times by, and moments (epoch ms) with their day unless that is today. */
export function useDays(): {
  readonly today: string;
  readonly dayOf: (at: number) => string;
  readonly inWords: (at: number) => string;
} {
  const { client, formatters } = usePane();
  const { zone = 'UTC', shownZone = zone } = useAnswer(client, STATUS).value ?? {};
  const today = useToday(shownZone);
  const dayOf = (at: number): string => dayIn(shownZone, at);
  return {
    today,
    dayOf,
    inWords: (at) => (dayOf(at) === today ? formatters.time(at) : formatters.second(at)),
  };
}

function Choice({
  label,
  all,
  value,
  options,
  words = (one) => one,
  onChange,
}: {
  label: string;
  /** What stands for no choice. */
  all: string;
  value: string;
  options: readonly string[];
  words?: (option: string) => string;
  onChange: (value: string) => void;
}) {
  return (
    <Field label={label} size="small" orientation="horizontal">
      <Select size="small" value={value} onChange={(_, next) => onChange(next.value)}>
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {words(option)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** How many lines a choice or a search has left; nothing while all are shown. */
export function Hits({ shown, all, what }: { shown: number; all: number; what: string }) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  return (
    <p className={mergeClasses(shared.text, shared.small, shared.muted)} role="status" aria-label="Hits">
      {shown < all && `${formatters.count(shown)} of ${formatters.count(all)} ${what}`}
    </p>
  );
}
