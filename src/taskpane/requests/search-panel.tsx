import { Button, Input, makeStyles, mergeClasses, Select } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { sentence } from '../../domain/failure';
import type { RequestId } from '../../domain/identifiers';
import { usePane, useWatched } from '../app/hooks';
import type { Sheet } from '../excel/sheet';
import { useSharedStyles } from '../ui/styles';
import { ToggleGroup } from '../ui/toggle-group';
import { requestNamed } from './named-request';
import type { Filter } from './rows';

const useStyles = makeStyles({
  half: { flexGrow: 1, flexBasis: '120px', minWidth: 0 },
  panel: { padding: '0 12px 8px' },
});

const LISTS: readonly { value: Filter['list']; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
];

export interface SearchProps {
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
  readonly commodities: readonly string[];
  /** It was opened by a press. */
  readonly isFocused: boolean;
  readonly onOpen: (id: RequestId) => void;
  readonly children?: ReactNode;
}

/** Open or closed, the request of a cell, commodity and text; `children` stands between. */
export function SearchPanel({ filter, onFilter, commodities, isFocused, onOpen, children }: SearchProps) {
  const shared = useSharedStyles();
  const styles = useStyles();
  return (
    <div className={mergeClasses(shared.section, styles.panel)} role="group" aria-label="Search and filter">
      <ToggleGroup
        label="Open or closed"
        value={filter.list}
        options={LISTS}
        onChange={(list) => onFilter({ ...filter, list, show: 'all' })}
      />
      <SelectedCell onOpen={onOpen} />
      {children}
      <RequestFilter filter={filter} commodities={commodities} isFocused={isFocused} onChange={onFilter} />
    </div>
  );
}

/** Narrows the list by commodity and by text. */
function RequestFilter({
  filter,
  commodities,
  isFocused,
  onChange,
}: {
  filter: Filter;
  commodities: readonly string[];
  /** It was opened by a press. */
  isFocused: boolean;
  onChange: (filter: Filter) => void;
}) {
  const shared = useSharedStyles();
  const styles = useStyles();
  return (
    <div className={shared.line}>
      <Input
        className={styles.half}
        size="small"
        type="search"
        aria-label="Search requests"
        placeholder="Search, e.g. DE"
        autoFocus={isFocused}
        value={filter.text}
        onChange={(_, { value }) => onChange({ ...filter, text: value })}
      />
      <Select
        className={styles.half}
        size="small"
        aria-label="Commodity"
        value={filter.commodity}
        onChange={(_, { value }) => onChange({ ...filter, commodity: value })}
      >
        <option value="">All commodities</option>
        {commodities.map((commodity) => (
          <option key={commodity}>{commodity}</option>
        ))}
      </Select>
    </div>
  );
}

/** Opens the request that the selected cell names, or its row. Only where there is a sheet. */
function SelectedCell({ onOpen }: { onOpen: (id: RequestId) => void }) {
  const { office, notice } = usePane();
  const shared = useSharedStyles();
  const place = useWatched(office);
  if (place.kind !== 'excel') return null;
  const open = async (sheet: Sheet): Promise<void> => {
    const row = await sheet.selectedRow();
    const named = row.ok ? requestNamed(row.value) : row;
    if (!named.ok) return notice.set(sentence(named.failure));
    onOpen(named.value);
  };
  return (
    <div className={shared.line}>
      <Button size="small" onClick={() => void open(place.sheet)}>
        Show the request in the selected cell
      </Button>
    </div>
  );
}
