import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { useSharedStyles } from '../ui/styles';
import { Fold } from '../ui/fold';
import { Note } from '../ui/note';
import { PressButton } from '../ui/press-button';
import { JOURNAL, STATUS, useAnswer, usePane, useWatched } from '../app/hooks';
import { ownOfferInWords, ownQuoteInWords } from '../ui/text/own-offer-text';
import { useLiveOffers } from '../app/live-offers';
import type { Press } from '../app/presses';
import type { MassPress } from '../app/withdrawals';
import type { Action } from '../../domain/action';
import { proposalsInWords } from '../../domain/withdrawal-words';
import {
  comingInWords,
  counted,
  isOff,
  itemsOf,
  lateOnes,
  lateProposals,
  mayGoLive,
  moreInWords,
  progressInWords,
  proposalItemsOf,
  stayingInWords,
  unnumberedInWords,
  type Ending,
  type Item,
} from '../app/withdrawal-results';

const useStyles = makeStyles({
  panel: {
    display: 'flex',
    flexDirection: 'column',
    gap: '6px',
    // Under a fill it gives way, and scrolls itself: down to what it is when folded.
    minHeight: '76px',
    // Whole in sight in a low pane too: the foot of the pane is not higher.
    maxHeight: 'min(300px, 32vh)',
    padding: '6px 10px 0',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    backgroundColor: tokens.colorNeutralBackground2,
    boxShadow: tokens.shadow8,
    overflowY: 'auto',
  },
  items: { overflowY: 'auto', scrollbarGutter: 'stable', minHeight: '24px' },
  progress: { flexGrow: 1 },
  /** In sight however much stands above it. */
  foot: {
    position: 'sticky',
    bottom: 0,
    padding: '2px 0 6px',
    backgroundColor: tokens.colorNeutralBackground2,
  },
  item: { padding: '3px 0', borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  withdrawn: { color: tokens.colorPaletteGreenForeground1 },
  failed: { color: tokens.colorPaletteRedForeground1, fontWeight: tokens.fontWeightSemibold },
});

/** So long after all of it went well the results stand as one line; then they go, and the journal has them. */
const FOLDED_MS = 12_000;
/** So long it is said what nobody can withdraw here; "Withdraw all" goes on counting it. */
const STAYING_MS = 30_000;

const UNANSWERED = 'Unknown: no answer came, so everything may still be live. Press again.';

/** What became of each quote that was withdrawn together, over the foot of the room. It folds to one line once all is well. */
export function WithdrawalPanel() {
  const { client, events, formatters, presses, withdrawals } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const journal = useAnswer(client, JOURNAL).value ?? [];
  const pressed = useWatched(presses.all);
  const shown = useWatched(withdrawals.shown);
  const all = useWatched(withdrawals.pressed);
  const standing = useLiveOffers();
  const last = useAnswer(client, STATUS).value?.recall;
  const recall = last && last.id === all?.id ? last.number : partOf(all, pressed, journal);
  // Another's came after it, and took everything off as well.
  const isHeard =
    recall !== undefined ||
    (all !== undefined && last !== undefined && last.number > all.last && last.at > all.at);
  const isUnanswered = all?.lost === true && !isHeard;
  const late = recall === undefined ? { quotes: [], more: 0, ended: [] } : lateOnes(journal, recall, shown);
  const traded = { taken: useWatched(events.taken), fills: useWatched(events.fills) };
  const seen = { presses: pressed, journal, ...traded };
  const live = new Set<string>(standing.live.map(({ quoteId }) => quoteId));
  const proposed = new Set<string>(standing.proposals.map(({ requestId }) => requestId));
  const items = itemsOf([...shown, ...late.quotes], { ...seen, ...(standing.isKnown && { live }) });
  const named = useWatched(withdrawals.proposals);
  const unnamed = recall === undefined ? [] : lateProposals(journal, recall, named);
  const proposals = proposalItemsOf([...named, ...unnamed], { ...seen, live: proposed });
  const again = items.filter((item) => item.again);
  const deleteAgain = proposals.filter((item) => item.again);
  const againCount = again.length + deleteAgain.length;
  const coming = mayGoLive(journal, pressed, { before: recall, until: all?.at });
  const kept = useWatched(withdrawals.withProposals) ? 0 : standing.proposals.length;
  const { counteroffers, unnumbered } = standing;
  const open = [...comingInWords(coming, all !== undefined), ...moreInWords(late.more)];
  const staying =
    all === undefined ? [] : stayingInWords({ counteroffers: counteroffers.length, proposals: kept });
  const notes = [...open, ...staying];
  const alarms = all === undefined ? [] : unnumberedInWords(unnumbered.map(({ requestId }) => requestId));
  const results = [...items, ...proposals];
  // The note above them says the rest.
  const inShort = <T extends Pick<Item, 'ending' | 'text'>>(item: T): T =>
    isUnanswered && item.ending === 'unknown' ? { ...item, text: 'Unknown.' } : item;
  // One that was over before may have been taken, and one that was withdrawn in part: that is to be read.
  const isSettled =
    !isUnanswered &&
    open.length + alarms.length === 0 &&
    results.every(({ ending }) => ending === 'withdrawn') &&
    items.every((item) => item.traded === undefined);
  const isWell = isSettled && staying.length === 0;
  const [unfolded, setUnfolded] = useState(false);
  const isGone =
    results.length === 0 &&
    !isUnanswered &&
    (all === undefined || notes.length + alarms.length + late.ended.length === 0);
  // An answer that is still to come may be that there is none.
  const isAnswered = all === undefined || all.lost === false || isHeard;
  const mayGo = isSettled && isAnswered && !unfolded;
  const shownMs = isWell ? FOLDED_MS : STAYING_MS;
  useEffect(
    () => (mayGo ? client.clock.after(shownMs, () => withdrawals.putAway()) : undefined),
    [mayGo, shownMs, client, withdrawals],
  );
  if (isGone) return null;
  const isOpen = unfolded || !isWell;
  const isNoneLive =
    all !== undefined &&
    !isUnanswered &&
    standing.isKnown &&
    notes.length + alarms.length + standing.live.length + standing.proposals.length + standing.unknown ===
      0 &&
    results.every(isOff);
  const progress = [
    ...(items.length + late.ended.length > 0 || (!isUnanswered && proposals.length + open.length === 0)
      ? [progressInWords(items, late.ended)]
      : []),
    ...(results.length + late.ended.length === 0 && open.length > 0
      ? ['No quote is known to be live yet.']
      : []),
    ...(proposals.length > 0 ? [proposalsInWords(proposals.map(counted))] : []),
    ...(isNoneLive ? ['Nothing is live.'] : []),
  ];
  return (
    <section className={styles.panel} aria-label="Withdrawal">
      <div className={shared.line}>
        <p
          className={mergeClasses(
            shared.text,
            shared.small,
            shared.strong,
            shared.digits,
            styles.progress,
            isWell && styles.withdrawn,
          )}
          role="status"
          aria-label="Progress"
        >
          {progress.join(' ')}
        </p>
        {isWell && (
          <Fold isOpen={isOpen} onTurn={() => setUnfolded(!isOpen)}>
            Details
          </Fold>
        )}
      </div>
      <div role="alert">{isUnanswered && <Note tone="alarm">{UNANSWERED}</Note>}</div>
      {alarms.map((text) => (
        <Note key={text} tone="bad">
          {text}
        </Note>
      ))}
      {notes.map((text) => (
        <Note key={text} tone="warning">
          {text}
        </Note>
      ))}
      {isOpen && results.length > 0 && (
        <ul className={mergeClasses(shared.list, styles.items)} aria-label="Withdrawn quotes" tabIndex={0}>
          {items.map((item) => (
            <Result
              key={item.quote.quoteId}
              item={inShort(item)}
              words={`${item.quote.quoteId}, ${ownQuoteInWords(item.quote, formatters)} (${item.quote.requestId})`}
            />
          ))}
          {proposals.map((item) => (
            <Result
              key={item.offer.requestId}
              item={inShort(item)}
              words={`${ownOfferInWords(item.offer, formatters)} (${item.offer.requestId})`}
            />
          ))}
        </ul>
      )}
      <div className={mergeClasses(shared.line, styles.foot)}>
        {(isUnanswered || againCount > 0) && (
          <PressButton
            primary
            // What nobody here knows to be live is meant too.
            label={isUnanswered ? 'Withdraw all again' : `Withdraw again (${againCount})`}
            onPress={() => {
              if (isUnanswered) return withdrawals.all();
              withdrawals.some(again.map(({ quote }) => quote));
              withdrawals.deleteAgain(deleteAgain.map(({ offer }) => offer));
            }}
          />
        )}
        <Button size="small" onClick={() => withdrawals.putAway()}>
          Close
        </Button>
      </div>
    </section>
  );
}

/** The number of the mass withdrawal that the desk made of this press, by what it wrote down of the quotes named by it. */
function partOf(
  all: MassPress | undefined,
  pressed: readonly Press[],
  journal: readonly Action[],
): number | undefined {
  if (!all) return undefined;
  const named = new Set(pressed.flatMap(({ id, pressedAt }) => (pressedAt < all.at ? [] : id)));
  // An offer has the number of the one before it.
  return journal.find(({ id, body, recall }) => named.has(id) && recall && !('direction' in body))?.recall;
}

/** `words`: what was taken off the market. */
function Result({ item: { ending, text }, words }: { item: Pick<Item, 'ending' | 'text'>; words: string }) {
  const shared = useSharedStyles();
  const styles = useStyles();
  const tones: Record<Ending, string> = {
    withdrawn: styles.withdrawn,
    over: shared.muted,
    'not-withdrawn': styles.failed,
    unknown: styles.failed,
    'under-way': shared.muted,
  };
  return (
    <li className={mergeClasses(styles.item, shared.small, shared.digits)}>
      {words}: <span className={tones[ending]}>{text}</span>
    </li>
  );
}
