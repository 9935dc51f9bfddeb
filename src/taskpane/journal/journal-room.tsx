import { Field, mergeClasses, Select, Button, makeStyles, tokens, useId } from '@fluentui/react-components';
import { useState } from 'react';
import { sentence, type Failure } from '../../domain/failure';
import type { RequestId } from '../../domain/identifiers';
import type { Fill } from '../../domain/delivery/fill';
import { productInWords } from '../../domain/delivery/product-words';
import { marketsThen } from '../../domain/policy/market-beside';
import { present } from '../../domain/present';
import { useDoer, useFillWords } from '../app/doer';
import { useEventNotices } from '../app/event-notices';
import { wholeTaken } from '../app/fills';
import { GivenFile } from '../app/file-download';
import { JOURNAL, STATUS, useAnswer, usePane, useWatched } from '../app/hooks';
import { Only, useWhyNot } from '../app/only';
import { heldOnce, isHeldByChecks } from '../app/held-once';
import { journalEntries, type Entry } from '../app/journal-entries';
import { countInWords, useLiveOffers, type LiveOffers } from '../app/live-offers';
import { Note } from '../ui/note';
import { useSharedStyles } from '../ui/styles';
import {
  endingOf,
  goneWord,
  lateWithdrawal,
  outcomeWord,
  wasMoved,
  type LateWithdrawal,
  type PressState,
} from '../../domain/actions/state-words';
import { isUnsettled } from '../../domain/actions/tries';
import { executedInWords, outcomeSentence, outcomeTone } from '../ui/text/action-text';
import { pressedBy, YOU } from '../ui/text/doer-text';
import { withUnit } from '../ui/text/request-text';
import { agingInWords, failureInWords } from '../ui/text/status-text';
import { ToggleGroup } from '../ui/toggle-group';
import { DeskLines } from './desk-lines';
import { EntryHead } from './entry-head';
import { LiveQuotes } from './live-quotes';
import {
  requestIdOf,
  tradesMade,
  type Action,
  type ExecutedLeg,
  type Made,
  type TakenTrade,
} from '../../domain/action';
import { factsOf } from '../../domain/actions/kinds';
import { isAcceptance } from '../../domain/executed';
import { QUOTE_ENDS } from '../../domain/actions/send-quote';
import { Facts, type Fact } from '../ui/facts';
import { Fold } from '../ui/fold';
import type { Formatters } from '../ui/formatters';
import { acceptedInWords } from '../ui/text/limit-text';
import { holds, useRequestsOf } from './search';
import { SearchField } from './search-field';
import { settleable, SettlementForm } from './settlement';
import type { SentLine } from '../../domain/actions/facts';
import { byInWords, decisionInWords, marketInWords, sentInWords } from '../ui/text/sent-text';
import { WaitingAction } from '../app/waiting';
import { useUnfolded } from './unfolded';
import { Hits, useDays, useWhoAndWhen } from './who-and-when';

const useEntryStyles = makeStyles({
  entry: { borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  body: { padding: '0 0 8px' },
  state: { gridTemplateColumns: 'auto auto', columnGap: '8px' },
});

type Part = 'actions' | 'desk' | 'live';

/** What this desk sent, what else was done on it, and which of its quotes are live. */
export function JournalRoom({ onOpen }: { onOpen: (id: RequestId) => void }) {
  const { client, formatters } = usePane();
  const shared = useSharedStyles();
  const [part, setPart] = useState<Part>('actions');
  const broken = useAnswer(client, STATUS).value?.journal?.failure;
  const standing = useLiveOffers();
  return (
    <section className={shared.room} aria-label="Journal">
      <h2 className={shared.hidden}>Journal</h2>
      {broken && <Note tone="alarm">{sentence(broken)}</Note>}
      <ToggleGroup
        label="Part of the journal"
        options={[
          { value: 'actions', label: 'Actions' },
          { value: 'desk', label: 'Desk log' },
          { value: 'live', label: `Live quotes (${countInWords(standing, formatters)})` },
        ]}
        value={part}
        onChange={setPart}
      />
      {part === 'actions' && <Actions onOpen={onOpen} />}
      {part === 'desk' && <DeskLines />}
      {part === 'live' && <LiveQuotes onOpen={onOpen} />}
    </section>
  );
}

/** What is not settled first, then the newest. */
function Actions({ onOpen }: { onOpen: (id: RequestId) => void }) {
  const { client, formatters, presses } = usePane();
  const shared = useSharedStyles();
  const [filter, setFilter] = useState<JournalFilter>('all');
  const answer = useAnswer(client, JOURNAL);
  const fills = useWatched(useEventNotices().fills.all);
  const { lines, again } = heldOnce(
    journalEntries(answer.value ?? [], useWatched(presses.all)),
    ({ at }) => at,
  );
  const entries = lines.map((entry) => tradedWith(entry, takenIn(entry, fills)));
  const lateOf = useLate(fills);
  const standing = useLiveOffers();
  const [words, setWords] = useState('');
  const requests = useRequestsOf(entries, words.trim() !== '');
  const { dayOf, today } = useDays();
  const presser = usePresser();
  const fillWords = useFillWords();
  const around = (entry: Entry) => {
    const id = requestIdOf(entry.body) ?? entry.newRequestId;
    return {
      ...{ day: dayOf(entry.at), today, who: presser(entry), fillWords },
      ...{ request: id && requests.get(id), fills: takenIn(entry, fills) },
    };
  };
  const { chosen, fields } = useWhoAndWhen(entries, ({ at }) => at, handsIn);
  const found =
    words.trim() === '' ? chosen : chosen.filter((entry) => holds(entry, words, around(entry), formatters));
  const of = (one: JournalFilter): Entry[] =>
    found.filter((entry) => SHOWN[one](endingOf(entry), entry, lateOf(entry)));
  const shown = of(filter);
  const aging = agingInWords(answer, formatters);
  return (
    <>
      {answer.failure && <Note tone="bad">{failureInWords(answer.failure)}</Note>}
      {aging && <Note tone="warning">{aging}</Note>}
      <div className={shared.line}>
        <StateFilter countOf={(one) => of(one).length} filter={filter} onFilter={setFilter} />
        {entries.length > 0 && (
          <SearchField
            words={words}
            help={`Searches ${entries.length === 1 ? 'the one action' : `the ${formatters.count(entries.length)} actions`} listed here by id, person, trade, counterparty, product, kind, note or day (26 Nov, today). The export has all.`}
            onWords={setWords}
          />
        )}
      </div>
      {fields}
      <Hits shown={shown.length} all={entries.length} what="actions" />
      {!answer.value && <p className={shared.text}>Loading the journal…</p>}
      {answer.value && entries.length === 0 && <p className={shared.text}>No actions yet.</p>}
      {entries.length > 0 && shown.length === 0 && (
        <p className={shared.text}>
          {words.trim() === '' ? 'No action is in this state.' : 'No action matches the search.'}
        </p>
      )}
      <ul className={shared.list} aria-label="Actions">
        {shown.map((entry) => (
          <JournalEntry
            key={entry.tries?.[0]?.id ?? entry.id}
            entry={entry}
            lateOf={lateOf}
            isLive={isLive(entry, standing)}
            heldAgain={again.get(entry.id)}
            onOpen={onOpen}
          />
        ))}
      </ul>
      <Only permission="files">
        <JournalExport />
      </Only>
    </>
  );
}

/** Who had a hand in an action beside whoever pressed it first. */
const handsIn = ({ approvedBy, refusedBy, resolvedBy, tries = [] }: Entry) => [
  ...[approvedBy, refusedBy, resolvedBy],
  ...tries.map(({ by }) => by),
];

/** Whether the quote that a withdrawal is about is live, as far as the desk knows. */
const isLive = ({ body, state }: Entry, { live }: Pick<LiveOffers, 'live'>): boolean =>
  body.kind === 'withdraw-quote' && state !== 'done' && live.some(({ quoteId }) => quoteId === body.quoteId);

/** What is shown of the journal: everything, what is open, or one way to have ended. */
const FILTERS = ['all', 'open', 'unknown', 'traded', 'done', 'ended', 'rejected', 'never-sent'] as const;
type JournalFilter = (typeof FILTERS)[number];

const isUnknown = (state: PressState): boolean => state === 'unknown' || state === 'unanswered';

const SHOWN: Record<JournalFilter, (state: PressState, entry: Entry, late?: Late) => boolean> = {
  all: () => true,
  open: (state) => isUnsettled({ state }) && !isUnknown(state),
  unknown: (state, _, late) => isUnknown(state) && late?.isOver !== true,
  traded: (state, entry) => state === 'done' && hasTraded(entry),
  // What is live and was taken in part is both.
  done: (state, { over, body }) => state === 'done' && !over && !isAcceptance(body),
  ended: (state, { over }, late) =>
    late?.isOver === true || (state === 'done' && over !== undefined && over.how !== 'accepted'),
  rejected: (state, _, late) => state === 'rejected' && late?.isOver !== true,
  'never-sent': (state) => state === 'cancelled' || state === 'refused',
};

/** By an acceptance of this desk, or of its offer, as a whole or in part. */
const hasTraded = ({ body, over, tradeId, taken = [] }: Entry): boolean =>
  isAcceptance(body) || tradeId !== undefined || over?.how === 'accepted' || taken.length > 0;

const LABELS: Record<JournalFilter, string> = {
  all: 'All',
  open: 'In progress',
  unknown: 'Unknown',
  traded: 'Traded',
  done: 'Live or done',
  ended: 'Withdrawn or over',
  rejected: 'Rejected',
  'never-sent': 'Not sent',
};

/** Which actions are shown, by what has become of them. */
function StateFilter({
  countOf,
  filter,
  onFilter,
}: {
  countOf: (filter: JournalFilter) => number;
  filter: JournalFilter;
  onFilter: (filter: JournalFilter) => void;
}) {
  const { formatters } = usePane();
  const styles = useEntryStyles();
  return (
    <Field label="State" size="small" orientation="horizontal" className={styles.state}>
      <Select
        size="small"
        value={filter}
        onChange={(_, { value }) => onFilter(FILTERS.find((one) => one === value) ?? 'all')}
      >
        {FILTERS.map((one) => (
          <option key={one} value={one}>
            {LABELS[one]} ({formatters.count(countOf(one))})
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** The whole journal as a file, not only what is shown here. */
function JournalExport() {
  const { client } = usePane();
  const shared = useSharedStyles();
  return (
    <div className={shared.section} role="group" aria-label="Export">
      <h3 className={shared.subtitle}>Export the whole journal</h3>
      <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
        JSON Lines can be verified; CSV is for a spreadsheet. It costs no call.
      </p>
      <GivenFile
        asks={[
          { label: 'JSON Lines', ask: () => client.exportJournal('jsonl') },
          { label: 'CSV', ask: () => client.exportJournal('csv') },
        ]}
      />
    </div>
  );
}

/** One action: a line or two of what was pressed and what has become of it, behind a press the rest. What a person may have to see to stays open. */
function JournalEntry({
  entry,
  lateOf,
  isLive = false,
  heldAgain,
  onOpen,
}: {
  entry: Entry;
  lateOf: (entry: Entry) => Late | undefined;
  isLive?: boolean;
  /** How often its row was held once more, at further changes of its price. */
  heldAgain?: number | undefined;
  onOpen: (id: RequestId) => void;
}) {
  const { formatters } = usePane();
  const [hasTriesOpen, setTriesOpen] = useState(false);
  const { tries = [] } = entry;
  const late = lateOf(entry);
  const shared = useSharedStyles();
  const styles = useEntryStyles();
  const [open, setOpen] = useState<'details' | 'settling'>();
  const details = useId();
  const requestId = requestIdOf(entry.body) ?? entry.newRequestId;
  const mayPress = useWhyNot('press') === undefined;
  const canSettle = settleable(entry) && mayPress && late?.isOver !== true;
  const ending = endingOf(entry);
  const allFills = useWatched(useEventNotices().fills.all);
  const fills = takenIn(entry, allFills);
  const fillWords = useFillWords();
  const takenAs = (fill: Fill): string => `${fillWords(fill)} · ${fill.tradeId}`;
  const who = usePresser()(entry);
  const { inWords } = useDays();
  const unlisted = unlistedIn(entry, allFills);
  const toggle = (part: 'details' | 'settling') => () => setOpen((now) => (now === part ? undefined : part));
  const tone = late || isHeldByChecks(entry) ? 'plain' : outcomeTone(ending, entry);
  const isStillLive = isLive && !isUnsettled(entry) && late?.isOver !== true;
  const word = late?.word ?? outcomeWord(ending, entry);
  const isUnfinished = late?.isOver !== true && (isUnsettled(entry) || tone === 'alarm');
  const { isUnfolded, turn } = useUnfolded([
    // From one step to the next nothing is new; an alarm is.
    ...(isUnfinished ? [tone === 'alarm' ? word : 'unsettled'] : []),
    ...(isStillLive ? [STILL_LIVE] : []),
    ...(entry.corrected === undefined ? [] : [entry.corrected]),
    ...unlisted.map(({ tradeId }) => tradeId),
  ]);
  const keep = (): void => turn(true);
  return (
    <li className={styles.entry}>
      <details
        open={isUnfolded}
        onToggle={({ currentTarget }) => {
          // React's own changes are told here too: only a person's turn is kept.
          if (currentTarget.open !== isUnfolded) turn(currentTarget.open);
        }}
      >
        <EntryHead
          entry={entry}
          isOpen={isUnfolded}
          who={who}
          product={productIn(entry)}
          word={word}
          tone={tone}
        />
        <div className={mergeClasses(shared.section, styles.body)} onFocus={keep} onPointerDown={keep}>
          {entry.corrected && (
            <Note tone="alarm">
              <strong>Corrected.</strong> {entry.corrected}
            </Note>
          )}
          {late ? (
            <Note>
              <strong>{late.word}.</strong> {late.says}
            </Note>
          ) : (
            <Note tone={tone}>
              <strong>{word}.</strong> {outcomeSentence(ending, entry, formatters, who)}
            </Note>
          )}
          {heldAgain !== undefined && (
            <p
              className={mergeClasses(shared.text, shared.small)}
            >{`Held at ${formatters.count(heldAgain)} more ${heldAgain === 1 ? 'change' : 'changes'} of its price. The export has each.`}</p>
          )}
          {isStillLive && <Note tone="alarm">{STILL_LIVE}</Note>}
          {fills.map((fill) => (
            <Note key={fill.tradeId} tone={fill.unlisted ? 'plain' : 'good'}>
              {entry.over?.how !== 'accepted' && <strong>Taken. </strong>}
              {fill.unlisted ? <s>{takenAs(fill)}</s> : takenAs(fill)}
            </Note>
          ))}
          {unlisted.length > 0 && <UnlistedTrades unlisted={unlisted} />}
          {fills.length === 0 &&
            entry.taken?.map((trade) => (
              <Note key={trade.tradeId} tone="good">
                {takenInWords(trade, formatters)}
              </Note>
            ))}
          {canSettle && <Evidence entry={entry} />}
          {entry.state === 'waiting' && <WaitingAction waiting={entry} />}
          {entry.note !== undefined && (
            <p
              className={mergeClasses(shared.text, shared.small)}
            >{`Resolved by ${entry.resolvedBy?.name ?? 'a person'}: ${entry.note}`}</p>
          )}
          <div className={shared.line}>
            {requestId !== undefined && (
              <Button
                size="small"
                appearance="subtle"
                className={shared.flush}
                onClick={() => onOpen(requestId)}
              >
                Open {requestId}
              </Button>
            )}
            <Button
              size="small"
              appearance="subtle"
              aria-expanded={open === 'details'}
              aria-controls={details}
              aria-label={`Details of: ${pressedBy(entry, who)}`}
              onClick={toggle('details')}
            >
              Details
            </Button>
            {canSettle && (
              <Button
                size="small"
                aria-expanded={open === 'settling'}
                aria-controls={details}
                onClick={toggle('settling')}
              >
                Resolve manually
              </Button>
            )}
          </div>
          {tries.length > 1 && (
            <Fold isOpen={hasTriesOpen} onTurn={() => setTriesOpen(!hasTriesOpen)}>
              Tried {formatters.count(tries.length)} times, last at {inWords(tries.at(-1)?.at ?? entry.at)}
            </Fold>
          )}
          {hasTriesOpen && (
            <ul className={shared.list} aria-label={`Tries of: ${pressedBy(entry, who)}`}>
              {tries.map((one) => (
                <JournalEntry key={one.id} entry={one} lateOf={lateOf} onOpen={onOpen} />
              ))}
            </ul>
          )}
          <div id={details}>
            {open === 'details' && <Facts facts={detailsOf(entry, late, formatters)} />}
            {open === 'settling' && canSettle && (
              <SettlementForm entry={entry} onClose={() => setOpen(undefined)} />
            )}
          </div>
        </div>
      </details>
    </li>
  );
}

const STILL_LIVE = 'Still live, as far as the desk knows: withdraw it again.';

/** Who pressed it, as a sentence begins; what the desk has not written down yet was pressed here. */
function usePresser(): (entry: Entry) => string {
  const doer = useDoer();
  return ({ by, written }) => (written ? doer(by) : YOU);
}

/** The trades in which the quote of this entry was taken. */
const takenIn = ({ body, quoteId }: Entry, fills: readonly Fill[]): readonly Fill[] =>
  body.kind !== 'send-quote' || quoteId === undefined ? [] : fills.filter((fill) => fill.quoteId === quoteId);

/** "Taken: 10 MW at 32.60, Nordkraft · TR-9", as far as the line has it. */
function takenInWords(
  { tradeId, quantity, quantityUnit, price, counterparty }: TakenTrade,
  formatters: Formatters,
): string {
  const terms = [
    quantity && withUnit(formatters.quantity(quantity), quantityUnit),
    price && `at ${formatters.price(price)}`,
  ].filter(Boolean);
  const said = [terms.join(' '), counterparty].filter(Boolean).join(', ');
  return `Taken${said === '' ? '' : `: ${said}`} · ${tradeId}`;
}

/** One of which trades leave nothing was taken, when it was traded, whatever was written down before they were known. */
function tradedWith(entry: Entry, fills: readonly Fill[]): Entry {
  const { over } = entry;
  if (!over || fills.length === 0) return entry;
  if (over.how !== 'accepted' && wholeTaken(fills, [entry]).size === 0) return entry;
  return { ...entry, over: { tradedAt: Math.max(...fills.map(({ at }) => at)), ...over, how: 'accepted' } };
}

/** A withdrawal that came after its quote had ended, in the words for it. */
interface Late extends LateWithdrawal {
  readonly says: string;
}

function useLate(fills: readonly Fill[]): (entry: Entry) => Late | undefined {
  const { client, events, formatters } = usePane();
  const fillWords = useFillWords();
  const taken = useWatched(events.taken);
  const journal = useAnswer(client, JOURNAL).value ?? [];
  return (entry) => {
    const { body } = entry;
    if (body.kind !== 'withdraw-quote') return undefined;
    const { quoteId } = body;
    const { over } = journal.find((one) => one.body.kind === 'send-quote' && one.quoteId === quoteId) ?? {};
    const late = lateWithdrawal(entry, { over, isTaken: taken.has(quoteId) });
    if (!late) return undefined;
    const isTraded = late.word === TRADED;
    const trades = isTraded ? fills.filter((fill) => fill.quoteId === quoteId) : [];
    if (trades.length > 0)
      return { ...late, says: trades.map((fill) => `${fillWords(fill)} · ${fill.tradeId}`).join('; ') };
    if (over && (!isTraded || over.how === 'accepted')) {
      const says = `The quote ${quoteId} ${QUOTE_ENDS[over.how]}, seen ${formatters.second(over.at)}.`;
      return { ...late, says };
    }
    const says = isTraded
      ? 'The quote is taken by the platform’s word; its trade is not known yet.'
      : outcomeSentence(endingOf(entry), entry, formatters);
    return { ...late, says };
  };
}

const TRADED = goneWord({ how: 'accepted' });

/** What a person has to judge by. */
function Evidence({ entry: { evidence } }: { entry: Entry }) {
  const shared = useSharedStyles();
  return (
    <p className={mergeClasses(shared.text, shared.small)}>
      <span className={shared.strong}>Found so far: </span>
      {evidence ?? 'no evidence of the result.'}
    </p>
  );
}

/** What was shown, sent and answered, and when. */
function detailsOf(entry: Entry, late: Late | undefined, formatters: Formatters): Fact[] {
  const { failure, over, accepted = [] } = entry;
  const then = marketsThen(entry.approval);
  const at = (name: string, moment: number | undefined): Fact[] =>
    moment === undefined ? [] : [[name, formatters.second(moment)]];
  const status = failure?.service;
  const found = [entry.recovered, entry.evidence].filter(Boolean).join(' ');
  return [
    ['Shown at the press', entry.shown],
    ...(entry.written ? [['Pressed by', byInWords(entry.by)] as const] : []),
    ...productFacts(entry),
    ...sentInWords(
      entry.body,
      formatters,
      entry.before?.committed?.[0]?.volumes[0]?.unit ?? entry.legs?.[0]?.quantityUnit,
    ),
    ...(accepted.length > 0
      ? [
          [
            'Warnings confirmed',
            accepted.map((one) => acceptedInWords(one, formatters, entry.approval?.market?.unit)).join('; '),
          ] as const,
        ]
      : []),
    ...(entry.approval
      ? [['Why it waited', entry.approval.reasons.map(({ message }) => message).join(' ')] as const]
      : []),
    ...(then.length > 0
      ? [['Market at the press', then.map((one) => marketInWords(one, formatters)).join('; and ')] as const]
      : []),
    ...(entry.replaces ? [['Withdraws first', entry.replaces.join(', ')] as const] : []),
    ...(entry.approvedBy ? [['Approved by', byInWords(entry.approvedBy)] as const] : []),
    ...(entry.refusedBy ? [['Refused by', byInWords(entry.refusedBy)] as const] : []),
    ...(entry.decision
      ? [
          [
            entry.refusedBy ? 'Market at the refusal' : 'Market at the approval',
            decisionInWords(entry.decision, formatters),
          ] as const,
        ]
      : []),
    ...at(entry.written ? 'Recorded' : 'Pressed', entry.at),
    ...at('Approved', entry.approvedAt),
    ...at('Sent', entry.sentAt),
    // The answer to an offer ends the action and begins the offer.
    ...at(entry.state === 'done' && factsOf(entry.body).leaves ? 'Went live' : 'Ended', entry.endedAt),
    ...at('Filled', over?.tradedAt),
    ...at('End seen', over?.at),
    ['State', late?.word ?? outcomeWord(endingOf(entry), entry)],
    ...madeInWords(entry),
    ...executedInWords(entry, formatters),
    ...(failure ? [answeredInWords(entry, failure)] : []),
    ...(status
      ? [['Platform', [`status ${status.status}`, status.code].filter(Boolean).join(', ')] as const]
      : []),
    ...(found === '' ? [] : [['Found', found] as const]),
    ...(entry.corrected === undefined ? [] : [['Corrected', entry.corrected] as const]),
    ...(entry.note === undefined ? [] : [['Resolved by a person', entry.note] as const]),
    ['Action', entry.id],
  ];
}

/** What the platform said is told in one sentence where a price had moved: its own words stand here. */
const answeredInWords = (entry: Entry, failure: Failure): Fact =>
  wasMoved(endingOf(entry), entry)
    ? ['The platform’s words', MOVED.exec(failure.message)?.[1] ?? failure.message]
    : ['Answered', sentence(failure)];
const MOVED = /^The price moved, so nothing was executed: (.+)$/;

const productIn = ({ legs = [] }: Entry): string => productInWords({ legs: legs.map((leg) => present(leg)) });

/** Product, commodity and the desk's own side, as they were known when it was pressed. */
function productFacts(entry: Entry): Fact[] {
  const { legs = [] } = entry;
  const each = (of: (leg: ExecutedLeg) => string | undefined): string =>
    [...new Set(legs.flatMap((leg) => of(leg) ?? []))].join(' / ');
  const facts: Fact[] = [
    ['Product', productIn(entry)],
    ['Commodity', each(({ commodity }) => commodity)],
    ['Side', legs[0]?.action ?? ''],
  ];
  return facts.filter(([, said]) => said !== '');
}

/** The numbers that the service gave to what came of it. */
const madeInWords = (made: Made & Pick<Action, 'legTradeIds'>): SentLine[] =>
  (
    [
      ['Trade', made.legTradeIds?.join(', ') ?? made.tradeId],
      ['Quote', made.quoteId],
      ['Proposal', made.proposalId],
      ['Counteroffer', made.counterofferId],
      ['New request', made.newRequestId],
    ] as const
  ).flatMap(([name, id]): SentLine[] => (id === undefined ? [] : [[name, id]]));

/** The trades which came of this entry that the platform's list does not name any more. */
function unlistedIn({ body, quoteId: made, ...entry }: Entry, fills: readonly Fill[]): readonly Fill[] {
  const ofQuote = body.kind === 'send-quote' ? made : undefined;
  return fills.filter(
    (fill) =>
      fill.unlisted &&
      (tradesMade(entry).includes(fill.tradeId) || (ofQuote !== undefined && fill.quoteId === ofQuote)),
  );
}

/** That a trade which came of this entry is not on the platform's list any more, and so in no sum. */
function UnlistedTrades({ unlisted }: { unlisted: readonly Fill[] }) {
  const one = unlisted.length === 1;
  return (
    <Note tone="bad">
      <strong>Not listed any more.</strong>
      {` The platform’s list does not name ${unlisted.map(({ tradeId }) => tradeId).join(', ')} any more, so ${one ? 'it counts' : 'they count'} in no sum. Ask the operator about ${one ? 'it' : 'them'}.`}
    </Note>
  );
}
