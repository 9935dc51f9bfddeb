import { Checkbox, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useSharedStyles } from '../ui/styles';
import { Note } from '../ui/note';
import { Chip } from '../ui/chip';
import { SendButton } from '../app/send-button';
import { ToggleGroup } from '../ui/toggle-group';
import { useDisarmed } from '../app/held-back';
import { LIMITS, QUOTA, useAnswer, usePane } from '../app/hooks';
import type { Formatters } from '../ui/formatters';
import type { Batch } from './batches';
import { BulkRow, isInWords, RowsHead } from './bulk-rows';
import { RowNotes } from './row-notes';
import type { BatchState } from './table-batch';
import {
  alikeRows,
  commonNotes,
  readAlone,
  hasOwnWarning,
  hasSharedWarning,
  hasWarning,
  ownNotes,
  ROWS_NAMED_MAX,
  sharedWarnings,
  summaryOf,
  type CommonNote,
  type PlanSummary,
  type Worst,
} from './plan';
import { acts, type PlannedRow, type RowKind, type RowNote } from '../app/batch-rows';
import type { Pace, Quota } from '../../domain/desk-status';
import type { Limits } from '../../domain/limits/limits';
import { SEND_ANYWAY, warningTerm } from '../ui/text/limit-text';

const useStyles = makeStyles({
  // In sight however long the list is.
  foot: {
    position: 'sticky',
    bottom: 0,
    padding: '6px 0',
    backgroundColor: tokens.colorNeutralBackground1,
    borderTop: `1px solid ${tokens.colorNeutralStroke1}`,
  },
  // However many ticks there are, rows keep their place above them.
  ticks: { maxHeight: '25vh', overflowY: 'auto' },
});

type Filter = 'acting' | 'wrong' | 'rest';
const groupOf = (row: PlannedRow): Filter =>
  acts(row) ? 'acting' : row.kind === 'wrong' || row.kind === 'waiting' ? 'wrong' : 'rest';

/** What a press would do, row by row and together, frozen as it is shown. */
export function BulkPlan({ state, batch }: { state: BatchState; batch: Batch }) {
  const { client, formatters } = usePane();
  const shared = useSharedStyles();
  const quota = useAnswer(client, QUOTA).value;
  const [filter, setFilter] = useState<Filter>();
  const [seen, setSeen] = useState('');
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const place = useRef<HTMLElement>(null);
  const limits = useAnswer(client, LIMITS).value?.limits;
  const { rows, phase } = state;
  // Rows that are checked anew are shown anew: those to send must not stay behind a choice of before.
  if (rows.length === 0 && filter !== undefined) setFilter(undefined);
  if (rows.length === 0) return null;
  const summary = summaryOf(rows, quota);
  const of = (group: Filter): readonly PlannedRow[] => rows.filter((row) => groupOf(row) === group);
  const option = (value: Filter, words: string) => ({
    value,
    label: `${words} ${formatters.count(of(value).length)}`,
  });
  const shown = filter ?? (['acting', 'wrong'] as const).find((group) => of(group).length > 0) ?? 'rest';
  const content = contentOf(of('acting'));
  const common = commonNotes(of(shown));
  const pace =
    limits && !onlyTakesOff(rows) ? paceInWords(quota?.pace, limits.countPerMinute, formatters) : undefined;
  const paced = pace === undefined ? '' : ` ${pace}`;
  const offers = rows.some(({ send }) => send && 'direction' in send.body);
  const show = (row: string): void => {
    flushSync(() => setFilter('acting'));
    place.current?.querySelector(row)?.scrollIntoView({ block: 'center' });
  };
  return (
    <section ref={place} className={shared.section} aria-label="To be sent">
      {state.isOld && phase === 'shown' && (
        <Note tone="warning">
          The sheet has changed since this check. Rows that changed are held back: check again to send them.
        </Note>
      )}
      <ToggleGroup
        label="Rows"
        value={shown}
        options={[
          option('acting', 'To send'),
          option('wrong', 'Not possible'),
          option('rest', 'Nothing to do'),
        ].filter(({ value }) => value === shown || of(value).length > 0)}
        onChange={setFilter}
      />
      <CommonNotes notes={common} />
      <RowsHead />
      <PlannedRows
        key={shown}
        rows={warnedFirst(of(shown))}
        common={common}
        onEnd={shown === 'acting' ? () => setSeen(content) : undefined}
        ticked={ticked}
        onTick={phase === 'shown' ? (tick) => setTicked((all) => toggled(all, tick)) : undefined}
      />
      <p
        className={mergeClasses(shared.text, shared.small, shared.strong, shared.digits)}
        role="status"
        aria-label="Summary"
      >
        {countsInWords(summary, formatters)}
      </p>
      {[
        totalInWords(summary, formatters),
        phase === 'shown' && summary.acting > 0 && `${costInWords(summary, quota, formatters)}${paced}`,
        phase === 'shown' && offers && 'Each row is sent once, and not if its price moves.',
      ]
        .filter(Boolean)
        .map((text) => (
          <p key={String(text)} className={mergeClasses(shared.text, shared.small, shared.digits)}>
            {text}
          </p>
        ))}
      {summary.replaced > 0 && <Note tone="warning">{proposalsInWords(summary, formatters)}</Note>}
      {phase === 'shown' && (
        <Confirming
          state={state}
          batch={batch}
          isSeen={seen === content}
          unticked={of('acting').filter((row) => hasOwnWarning(row) && !ticked.includes(tickOf(row))).length}
          ticks={<AlikeTicks rows={of('acting')} ticked={ticked} onChange={setTicked} />}
          onShowLast={() => show('li:last-child')}
          onShowUnticked={() => show('li:has(input[type="checkbox"]:not(:checked))')}
        />
      )}
    </section>
  );
}

/** "Rows 6, 9: Volume not checked: no level in MW." */
function CommonNotes({ notes }: { notes: readonly CommonNote[] }) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  return notes.map(({ text, rows }) => (
    <p key={text} className={mergeClasses(shared.text, shared.small, shared.muted)}>
      {rows.length > ROWS_NAMED_MAX
        ? rowsInWords(rows.length, formatters)
        : `Rows ${rows.map(({ row }) => row + 1).join(', ')}`}
      : {text}
    </p>
  ));
}

/** What has to be read stands first. */
const warnedFirst = (rows: readonly PlannedRow[]): readonly PlannedRow[] => [
  ...rows.filter(hasWarning),
  ...rows.filter((row) => !hasWarning(row)),
];

/** Names what a tick of a row confirms: exactly this row, with these warnings. */
const tickOf = ({ row, content, notes }: PlannedRow): string =>
  JSON.stringify([row, content, notes.map(({ text }) => text)]);

const toggled = (all: readonly string[], one: string): readonly string[] =>
  all.includes(one) ? all.filter((other) => other !== one) : [...all, one];

/** One tick for all rows that are warned of the same, beside those of the rows themselves. */
function AlikeTicks({
  rows: acting,
  ticked,
  onChange,
}: {
  rows: readonly PlannedRow[];
  ticked: readonly string[];
  onChange: (ticked: readonly string[]) => void;
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const groups = alikeRows(acting);
  const alone = readAlone(acting).length;
  if (groups.length === 0) return null;
  return (
    <div className={styles.ticks}>
      {alone > 0 && (
        <p className={mergeClasses(shared.text, shared.small)}>{aloneInWords(alone, formatters)}</p>
      )}
      {groups.map(({ codes, rows }) => {
        const ticks = rows.map(tickOf);
        const on = ticks.filter((tick) => ticked.includes(tick)).length;
        const others = ticked.filter((tick) => !ticks.includes(tick));
        const terms = codes.map(warningTerm).join('; ');
        return (
          <Checkbox
            key={terms}
            label={
              <span className={shared.small}>
                {SEND_ANYWAY} all {rowsInWords(rows.length, formatters)}:{' '}
                <span className={shared.strong}>{terms}</span>
              </span>
            }
            checked={on === ticks.length ? true : on === 0 ? false : 'mixed'}
            onChange={() => onChange(on === ticks.length ? others : [...others, ...ticks])}
          />
        );
      })}
    </div>
  );
}

/** "2 rows need their own ticks: …": why the ticks above them do not hold for these. */
const aloneInWords = (count: number, formatters: Formatters): string =>
  `${rowsInWords(count, formatters)} ${count === 1 ? 'needs its own tick' : 'need their own ticks'}: the price may be mistyped (decimal point, sign, or zero), or a better one is there.`;

/** Equal for rows that send the same. */
const contentOf = (rows: readonly PlannedRow[]): string => JSON.stringify(rows.map(({ content }) => content));

/** So near to its end a list counts as read to it. */
const END_PX = 8;

/** `onEnd`: the last row is in sight, above the foot of the plan. */
function PlannedRows({
  rows,
  common,
  onEnd,
  ticked,
  onTick,
}: {
  rows: readonly PlannedRow[];
  /** Said above the rows. */
  common: readonly CommonNote[];
  onEnd: (() => void) | undefined;
  ticked: readonly string[];
  /** Absent while nothing can be ticked. */
  onTick: ((tick: string) => void) | undefined;
}) {
  const shared = useSharedStyles();
  const list = useRef<HTMLUListElement>(null);
  // After every painting: a short list is read as soon as it is there, and other rows are others to read.
  useEffect(() => {
    const last = list.current?.lastElementChild;
    const room = last?.closest('main');
    const foot = list.current?.parentElement?.lastElementChild;
    if (!onEnd || !last || !room || !foot) return undefined;
    const look = (): void => {
      if (last.getBoundingClientRect().bottom <= foot.getBoundingClientRect().top + END_PX) onEnd();
    };
    look();
    room.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      room.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  });
  if (rows.length === 0) return <p className={shared.text}>None.</p>;
  const isCommon = new Set(common.map(({ text }) => text));
  return (
    <ul ref={list} className={shared.list} aria-label="Rows">
      {rows.map((row) => (
        <Planned
          key={row.row}
          row={row}
          notes={ownNotes(row).filter(({ level, text }) => level === 'warn' || !isCommon.has(text))}
          isTicked={ticked.includes(tickOf(row))}
          onTick={onTick && (() => onTick(tickOf(row)))}
        />
      ))}
    </ul>
  );
}

/** What happens to a row, and what is to be read about it. */
function Planned({
  row,
  notes,
  isTicked,
  onTick,
}: {
  row: PlannedRow;
  /** What is said of it alone. */
  notes: readonly RowNote[];
  isTicked: boolean;
  onTick: (() => void) | undefined;
}) {
  const shared = useSharedStyles();
  const tone = row.kind === 'wrong' ? 'bad' : hasWarning(row) ? 'warning' : 'plain';
  return (
    <BulkRow plan={row} state={<Chip tone={tone}>{KIND_TERMS[row.kind]}</Chip>}>
      {isInWords(row) && <p className={shared.text}>{row.words}</p>}
      <RowNotes
        row={row.row}
        notes={notes}
        isTicked={isTicked}
        onTick={acts(row) && hasOwnWarning(row) ? onTick : undefined}
      />
    </BulkRow>
  );
}

/** The one press. Each row with a warning of its own is ticked, by itself or with those that are warned of the same; what all rows come to together is ticked once. */
function Confirming({
  state: { rows },
  batch,
  isSeen,
  unticked,
  ticks,
  onShowLast,
  onShowUnticked,
}: {
  state: BatchState;
  batch: Batch;
  isSeen: boolean;
  /** Rows whose warnings wait for their tick. */
  unticked: number;
  /** One for all rows that are warned of the same. */
  ticks: ReactNode;
  onShowLast: () => void;
  onShowUnticked: () => void;
}) {
  const { client, formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const quota = useAnswer(client, QUOTA).value;
  const disarmed = useDisarmed();
  const [sharedFor, setSharedFor] = useState('');
  const summary = summaryOf(rows, quota);
  if (summary.acting === 0) return <Note>Nothing to send in these rows.</Note>;
  const content = contentOf(rows);
  const together = rows.filter((row) => acts(row) && hasSharedWarning(row)).length;
  const protects = onlyTakesOff(rows);
  const short = quota && summary.calls > quota.left ? 'Not enough calls are left today.' : undefined;
  // What only takes risk away goes at once.
  const unseen = isSeen || protects ? undefined : 'Show the last row of To send first.';
  const unread =
    unticked > 0
      ? `Read the warnings and tick them: ${rowsInWords(unticked, formatters)} left.`
      : together > 0 && sharedFor !== content
        ? 'Read the warnings and tick them.'
        : undefined;
  return (
    <div className={mergeClasses(shared.section, styles.foot)}>
      {ticks}
      {together > 0 && (
        <Note tone="warning">
          {sharedWarnings(rows).map((text) => (
            <div key={text}>{text}</div>
          ))}
        </Note>
      )}
      {together > 0 && (
        <Checkbox
          label={
            <span className={shared.small}>
              {SEND_ANYWAY} what {rowsInWords(together, formatters)}{' '}
              {together === 1 ? 'comes to' : 'come to together'}
            </span>
          }
          checked={sharedFor === content}
          onChange={(_, { checked }) => setSharedFor(checked === true ? content : '')}
        />
      )}
      <SendButton
        primary
        label={pressInWords(rows, formatters)}
        why={short ?? unread ?? unseen ?? (protects ? undefined : disarmed)}
        onWhy={
          short !== undefined
            ? undefined
            : unticked > 0
              ? onShowUnticked
              : unread === undefined && unseen !== undefined
                ? onShowLast
                : undefined
        }
        onPress={() => void batch.press()}
      />
    </div>
  );
}

/** What only takes risk away waits for nothing but its press. */
const onlyTakesOff = (rows: readonly PlannedRow[]): boolean =>
  rows.filter(acts).every(({ kind }) => kind === 'withdraw' || kind === 'deletion');

const KIND_TERMS: Readonly<Record<RowKind, string>> = {
  new: 'New',
  change: 'Replace',
  withdraw: 'Withdraw',
  proposal: 'Propose',
  deletion: 'Delete',
  same: 'Unchanged',
  sent: 'Sent before',
  nothing: 'Nothing to do',
  wrong: 'Not possible',
  waiting: 'Loading',
};

const ORDER: readonly (readonly [RowKind, string])[] = [
  ['new', 'new'],
  ['change', 'to replace'],
  ['withdraw', 'to withdraw'],
  ['proposal', 'to propose'],
  ['deletion', 'to delete'],
  ['same', 'unchanged'],
  ['sent', 'sent before'],
  ['nothing', 'with nothing to do'],
  ['wrong', 'not possible'],
  ['waiting', 'not known yet'],
];

const rowsInWords = (count: number, formatters: Formatters): string =>
  `${formatters.count(count)} ${count === 1 ? 'row' : 'rows'}`;

/** "100 rows: 45 new, 20 to replace, 10 to withdraw, 20 unchanged, 5 not possible." */
function countsInWords({ counts }: Pick<PlanSummary, 'counts'>, formatters: Formatters): string {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const each = ORDER.flatMap(([kind, words]) => {
    const count = counts[kind] ?? 0;
    return count === 0 ? [] : [`${formatters.count(count)} ${words}`];
  });
  return `${rowsInWords(all, formatters)}: ${each.join(', ')}.`;
}

/** "Send 6 quotes, withdraw 1": what the one button says, each noun once. */
function pressInWords(rows: readonly PlannedRow[], formatters: Formatters): string {
  const of = (kind: RowKind): readonly PlannedRow[] => rows.filter((row) => row.kind === kind);
  const withdrawn = of('withdraw').reduce((sum, row) => sum + row.withdrawn.length, 0);
  const makes = of('new').some(({ send }) => send?.body.kind === 'create-request');
  const parts = [
    ['send', of('new').length, makes ? 'request' : 'quote'],
    ['replace', of('change').length, 'quote'],
    ['propose', of('proposal').length, 'price'],
    ['withdraw', withdrawn, 'quote'],
    ['delete the proposals of', of('deletion').length, 'request'],
  ] as const;
  const told = parts.filter(([, count]) => count > 0);
  const words = told
    .map(([verb, count, noun], at) => {
      const named = told[at - 1]?.[2] === noun ? '' : ` ${noun}${count === 1 ? '' : 's'}`;
      return `${verb} ${formatters.count(count)}${named}`;
    })
    .join(', ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function costInWords(
  { calls, seconds }: PlanSummary,
  quota: Pick<Quota, 'left'> | undefined,
  formatters: Formatters,
): string {
  const left = quota ? ` of ${formatters.count(quota.left)} left today` : '';
  const time = seconds === undefined ? '' : `, about ${formatters.count(Math.max(1, seconds))} s`;
  return `${formatters.count(calls)} calls${left}${time}.`;
}

/** "538 of 600 prices and acceptances a minute are left: 40 sent in the last minute, 22 to come from batches in progress." Nothing while nothing counts. */
function paceInWords(
  pace: Pace | undefined,
  { block, warn }: Limits['countPerMinute'],
  formatters: Formatters,
): string | undefined {
  const level = block ?? warn;
  if (!pace || level === undefined) return undefined;
  const { lastMinute, waiting } = pace;
  const left = Math.max(0, level - lastMinute - waiting);
  const taken = [
    ...(lastMinute > 0 ? [`${formatters.count(lastMinute)} sent in the last minute`] : []),
    ...(waiting > 0 ? [`${formatters.count(waiting)} to come from batches in progress`] : []),
  ];
  if (taken.length === 0) return undefined;
  return `${formatters.count(left)} of ${formatters.count(level)} prices and acceptances a minute ${left === 1 ? 'is' : 'are'} left: ${taken.join(', ')}.`;
}

/**
 * "7 prices, 105 MW and 5,000 certificates. Farthest from the reference: row 5, +0.06 (1.7 %); of spreads row 9, −0.90. Without a reference:
 * 2 rows.": what each row says for itself is not said again.
 */
function totalInWords(summary: PlanSummary, formatters: Formatters): string {
  const { offers, totals, byPercent, byAmount, unmarked } = summary;
  if (offers === 0) return '';
  const sums = totals.map(({ amount, unit }) => `${formatters.quantity(amount)} ${unit}`).join(' and ');
  const farthest = [
    byPercent && worstInWords(byPercent, formatters),
    byAmount && `of spreads ${worstInWords(byAmount, formatters)}`,
  ].filter(Boolean);
  return [
    `${offers === 1 ? '1 price' : `${formatters.count(offers)} prices`}${sums && `, ${sums}`}.`,
    farthest.length > 0 && `Farthest from the reference: ${farthest.join('; ')}.`,
    unmarked > 0 && `Without a reference: ${rowsInWords(unmarked, formatters)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const worstInWords = ({ row, amount, percent }: Worst, formatters: Formatters): string =>
  `row ${row + 1}, ${formatters.signed(amount)}${percent === undefined ? '' : ` (${percent.replace('-', '−')} %)`}`;

const proposalsInWords = ({ replaced }: Pick<PlanSummary, 'replaced'>, formatters: Formatters): string =>
  replaced === 1
    ? 'A price proposal replaces ALL on its request: 1 existing price proposal is deleted, including other companies’.'
    : `Price proposals replace ALL on their requests: ${formatters.count(replaced)} existing ones are deleted, including other companies’.`;
