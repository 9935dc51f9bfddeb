import { Input, makeStyles, Select } from '@fluentui/react-components';
import { useLook } from '../look/look';
import { ToggleGroup } from '../look/toggle-group';
import type { Filter } from './blotter';

const ROLES: readonly { readonly value: Filter['role']; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'recipient', label: 'Asked to quote' },
  { value: 'initiator', label: 'Mine to accept' },
];

const useStyles = makeStyles({
  half: { flexGrow: 1, flexBasis: '120px', minWidth: 0 },
});

/** Narrows the list by what the desk can do, by commodity and by text. */
export function RequestFilter({
  filter,
  commodities,
  onChange,
}: {
  filter: Filter;
  commodities: readonly string[];
  onChange: (filter: Filter) => void;
}) {
  const look = useLook();
  const styles = useStyles();
  return (
    <div className={look.section}>
      <ToggleGroup
        label="Show requests"
        value={filter.role}
        options={ROLES}
        onChange={(role) => onChange({ ...filter, role })}
      />
      <div className={look.line}>
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
        <Input
          className={styles.half}
          size="small"
          type="search"
          aria-label="Search requests"
          placeholder="Search, as in “DE”"
          value={filter.text}
          onChange={(_, { value }) => onChange({ ...filter, text: value })}
        />
      </div>
    </div>
  );
}
