import { Input, makeStyles, mergeClasses, Select, tokens } from '@fluentui/react-components';
import { useLook } from '../look/look';
import type { Filter } from './blotter';

const ROLES: readonly { readonly role: Filter['role']; readonly label: string }[] = [
  { role: 'all', label: 'All' },
  { role: 'recipient', label: 'Asked to quote' },
  { role: 'initiator', label: 'Mine to accept' },
];

const useStyles = makeStyles({
  roles: {
    display: 'flex',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    overflow: 'hidden',
  },
  role: {
    flexGrow: 1,
    padding: '4px 6px',
    border: 'none',
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
    backgroundColor: tokens.colorNeutralBackground1,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  pressed: {
    color: tokens.colorNeutralForegroundOnBrand,
    backgroundColor: tokens.colorBrandBackground,
    fontWeight: tokens.fontWeightSemibold,
    ':hover': { backgroundColor: tokens.colorBrandBackgroundHover },
    '@media (forced-colors: active)': { textDecorationLine: 'underline' },
  },
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
      <div className={styles.roles} role="group" aria-label="Show requests">
        {ROLES.map(({ role, label }) => (
          <button
            key={role}
            type="button"
            aria-pressed={filter.role === role}
            className={mergeClasses(styles.role, filter.role === role && styles.pressed)}
            onClick={() => onChange({ ...filter, role })}
          >
            {label}
          </button>
        ))}
      </div>
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
          placeholder="Search: DE, Cal 2027, RQ-…"
          value={filter.text}
          onChange={(_, { value }) => onChange({ ...filter, text: value })}
        />
      </div>
    </div>
  );
}
