import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { factsOf } from '../../domain/actions/kinds';
import { Age } from '../app/age';
import type { Entry } from '../app/journal-entries';
import { useNamedPerson } from '../app/named-person';
import { Chip } from '../ui/chip';
import type { NoteTone } from '../ui/note';
import { useSharedStyles } from '../ui/styles';
import { pressedInWords } from '../ui/text/action-text';
import { useDays } from './who-and-when';

const useStyles = makeStyles({
  head: {
    display: 'block',
    padding: '5px 0',
    cursor: 'pointer',
    listStyleType: 'none',
    '::-webkit-details-marker': { display: 'none' },
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  said: { display: 'flex', alignItems: 'baseline', gap: '6px', overflowWrap: 'anywhere' },
  /** One width for both, so that the words stay in place. */
  mark: { width: '8px', flexShrink: 0 },
  rest: { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: '8px' },
});

/** What stands of an action while the rest of it is folded away: what became of it, what was pressed, by whom, and when. */
export function EntryHead({
  entry,
  isOpen,
  who,
  product,
  word,
  tone,
}: {
  entry: Entry;
  isOpen: boolean;
  who: string;
  /** Empty where the line has none. */
  product: string;
  /** What has become of it. */
  word: string;
  tone: NoteTone;
}) {
  const shared = useSharedStyles();
  const styles = useStyles();
  const { inWords } = useDays();
  const hasPeople = useNamedPerson() !== undefined;
  const pressed = pressedInWords(entry, who);
  return (
    <summary className={mergeClasses(styles.head, shared.small)}>
      <span className={styles.said}>
        <span className={styles.mark} aria-hidden="true">
          {isOpen ? '▾' : '▸'}
        </span>
        <Chip tone={tone === 'alarm' ? 'bad' : tone}>{word}</Chip>
        <span className={shared.strong}>{pressed}</span>
      </span>
      <span className={mergeClasses(styles.rest, shared.muted)}>
        <span>
          {product !== '' && !pressed.includes(product) && `${product} · `}
          {factsOf(entry.body).label}
          {hasPeople && entry.by && ` · ${entry.by.name}`}
          {entry.approvedBy && ` · approved by ${entry.approvedBy.name}`}
          {entry.refusedBy && ` · refused by ${entry.refusedBy.name}`}
        </span>
        <span className={shared.figure}>
          {inWords(entry.at)} · <Age at={entry.at} />
        </span>
      </span>
    </summary>
  );
}
