import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useLook } from '../look/look';
import { Note } from '../look/note';
import { PressButton } from '../pressing/press-button';
import { JOURNAL, STATUS, useAnswer, useDesk, useWatched } from '../use-desk';
import { ownQuoteInWords } from '../words/own-quote-words';
import { itemsOf, lateOnes, mayGoLive, progressInWords, type Ending, type Item } from './withdrawal-results';
import { comingInWords, moreInWords } from './withdrawal-words';

const useStyles = makeStyles({
  panel: {
    display: 'flex',
    flexDirection: 'column',
    flexShrink: 0,
    gap: '6px',
    maxHeight: '45%',
    padding: '8px 12px',
    borderTop: `2px solid ${tokens.colorNeutralStroke1}`,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  items: { overflowY: 'auto', scrollbarGutter: 'stable', minHeight: '44px' },
  item: { padding: '3px 0', borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  withdrawn: { color: tokens.colorPaletteGreenForeground1 },
  failed: { color: tokens.colorPaletteRedForeground1, fontWeight: tokens.fontWeightSemibold },
});

/** What became of each quote that was withdrawn together. It stands below the rooms, so that nothing in them moves. */
export function WithdrawalPanel() {
  const { client, presses, withdrawals } = useDesk();
  const look = useLook();
  const styles = useStyles();
  const journal = useAnswer(client, JOURNAL).value ?? [];
  const pressed = useWatched(presses.all);
  const shown = useWatched(withdrawals.shown);
  const all = useWatched(withdrawals.pressed);
  const last = useAnswer(client, STATUS).value?.recall;
  const recall = last && last.id === all ? last.number : undefined;
  const late = recall === undefined ? { quotes: [], more: 0 } : lateOnes(journal, recall, shown);
  const items = itemsOf([...shown, ...late.quotes], pressed, journal);
  const again = items.filter((item) => item.again);
  const coming = mayGoLive(journal, pressed, recall);
  const notes = [...comingInWords(coming, all !== undefined), ...moreInWords(late.more)];
  if (items.length === 0 && (all === undefined || notes.length === 0)) return null;
  return (
    <section className={styles.panel} aria-label="Withdrawal">
      <p className={mergeClasses(look.text, look.strong, look.digits)} role="status" aria-label="Progress">
        {progressInWords(items)}
      </p>
      {notes.map((text) => (
        <Note key={text} tone="warning">
          {text}
        </Note>
      ))}
      <ul className={mergeClasses(look.list, styles.items)} aria-label="Withdrawn quotes" tabIndex={0}>
        {items.map((item) => (
          <Result key={item.quote.quoteId} item={item} />
        ))}
      </ul>
      <div className={look.line}>
        {again.length > 0 && (
          <PressButton
            primary
            label={`Withdraw again (${again.length})`}
            onPress={() => withdrawals.some(again.map(({ quote }) => quote))}
          />
        )}
        <Button size="small" onClick={() => withdrawals.putAway()}>
          Close
        </Button>
      </div>
    </section>
  );
}

function Result({ item: { quote, ending, text } }: { item: Item }) {
  const { figures } = useDesk();
  const look = useLook();
  const styles = useStyles();
  const tones: Record<Ending, string> = {
    withdrawn: styles.withdrawn,
    'not-withdrawn': styles.failed,
    unknown: styles.failed,
    'under-way': look.muted,
  };
  return (
    <li className={mergeClasses(styles.item, look.small, look.digits)}>
      {quote.quoteId}, {ownQuoteInWords(quote, figures)} ({quote.requestId}):{' '}
      <span className={tones[ending]}>{text}</span>
    </li>
  );
}
