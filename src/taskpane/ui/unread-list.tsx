import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { plainText, unreadReason, type Unread } from '../../domain/unread';
import { useSharedStyles } from './styles';

const useStyles = makeStyles({
  row: {
    padding: '5px 8px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    borderLeft: `3px solid ${tokens.colorPaletteDarkOrangeBorderActive}`,
    overflowWrap: 'anywhere',
  },
});

const NAMES = ['quotation-id', 'price-proposal-id', 'counteroffer-id', 'request-id'];
const WORDS = ['kind', 'counterparty', 'role', 'commodity', 'price-direction', 'state'];

/** Records that cannot be read as a whole, one row each: what they say plainly, and which of their fields is to blame. */
export function UnreadList({ label, unread }: { label: string; unread: readonly Unread[] }) {
  const shared = useSharedStyles();
  const styles = useStyles();
  if (unread.length === 0) return null;
  return (
    <ul className={shared.list} aria-label={label}>
      {unread.map((one, index) => (
        <li key={index} className={mergeClasses(styles.row, shared.small)}>
          <div>
            <strong>{nameOf(one)}</strong>
            {WORDS.flatMap((field) => plainText(one, field) ?? []).map((word) => ` · ${word}`)}
          </div>
          <div className={shared.muted}>Cannot be read: {unreadReason(one)}</div>
        </li>
      ))}
    </ul>
  );
}

const nameOf = (one: Unread): string =>
  NAMES.map((field) => plainText(one, field)).find((name) => name !== undefined) ?? 'No number given';
