import { Field, Select } from '@fluentui/react-components';
import { useDesk } from '../use-desk';
import type { Entry } from './journal';
import { filtered, FILTERS, type JournalFilter } from './journal-filter';

const LABELS: Record<JournalFilter, string> = {
  all: 'All',
  open: 'Not settled',
  unknown: 'Unknown',
  done: 'Done',
  rejected: 'Rejected',
  'never-sent': 'Never sent',
};

/** Which actions are shown, by what has become of them. */
export function StateFilter({
  entries,
  filter,
  onFilter,
}: {
  entries: readonly Entry[];
  filter: JournalFilter;
  onFilter: (filter: JournalFilter) => void;
}) {
  const { figures } = useDesk();
  return (
    <Field label="State" size="small" orientation="horizontal">
      <Select
        size="small"
        value={filter}
        onChange={(_, { value }) => onFilter(FILTERS.find((one) => one === value) ?? 'all')}
      >
        {FILTERS.map((one) => (
          <option key={one} value={one}>
            {LABELS[one]} ({figures.count(filtered(entries, one).length)})
          </option>
        ))}
      </Select>
    </Field>
  );
}
