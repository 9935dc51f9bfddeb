import { Checkbox, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { LimitNotes } from '../app/limit-notes';
import { Age } from '../app/age';
import { useSharedStyles } from '../ui/styles';
import { Note } from '../ui/note';
import { PressButton } from '../ui/press-button';
import { ToggleGroup } from '../ui/toggle-group';
import { useDisarmed } from '../app/held-back';
import { LIMITS, QUOTA, useAnswer, usePane } from '../app/hooks';
import type { Formatters } from '../ui/formatters';
import { useBulkQuoting, type BulkState } from './bulk-quoting';
import { hasWarning, summaryOf, type PlanSummary, type Worst } from './plan';
import { acts, type PlannedRow, type RowKind } from '../app/batch-rows';
import type { Pace, Quota } from '../../domain/desk-status';
import type { Limits } from '../../domain/limits/limits';

const useStyles = makeStyles({
  rows: { maxHeight: '46vh', overflowY: 'auto', scrollbarGutter: 'stable' },
  row: { padding: '4px 0', borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  wrong: { color: tokens.colorPaletteRedForeground1, fontWeight: tokens.fontWeightSemibold },
});

type Filter = 'acting' | 'wrong' | 'rest';
const groupOf = (row: PlannedRow): Filter =>
  acts(row) ? 'acting' : row.kind === 'wrong' || row.kind === 'waiting' ? 'wrong' : 'rest';

/** What a press would do, row by row and together, frozen as it is shown. */
export function BulkPlan({ state }: { state: BulkState }) {
  const { client, formatters } = usePane();
  const shared = useSharedStyles();
  const quota = useAnswer(client, QUOTA).value;
  const [filter, setFilter] = useState<Filter>();
  const { rows, phase, shownAt } = state;
  if (rows.length === 0) return null;
  const summary = summaryOf(rows, quota);
  const count = (group: Filter): number => rows.filter((row) => groupOf(row) === group).length;
  const shown = filter ?? (count('wrong') > 0 ? 'wrong' : 'acting');
  return (
    <section className={shared.section} aria-label="To be sent">
      <p
        className={mergeClasses(shared.text, shared.strong, shared.digits)}
        role="status"
        aria-label="Summary"
      >
        {countsInWords(summary, formatters)}
      </p>
      {deviationsInWords(summary, formatters).map((text) => (
        <p key={text} className={mergeClasses(shared.text, shared.small, shared.digits)}>
          {text}
        </p>
      ))}
      {summary.replaced > 0 && <Note tone="warning">{proposalsInWords(summary, formatters)}</Note>}
      {phase === 'shown' && <Confirming state={state} />}
      {phase === 'shown' && shownAt !== undefined && (
        <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
          As shown at {formatters.time(shownAt)}, <Age at={shownAt} /> ago. A row whose price moves is not
          sent.
        </p>
      )}
      <ToggleGroup
        label="Rows"
        value={shown}
        options={[
          { value: 'acting', label: `To send ${formatters.count(count('acting'))}` },
          { value: 'wrong', label: `Not possible ${formatters.count(count('wrong'))}` },
          { value: 'rest', label: `Nothing to do ${formatters.count(count('rest'))}` },
        ]}
        onChange={setFilter}
      />
      <PlannedRows rows={warnedFirst(rows.filter((row) => groupOf(row) === shown))} />
    </section>
  );
}

/** What has to be read stands first. */
const warnedFirst = (rows: readonly PlannedRow[]): readonly PlannedRow[] => [
  ...rows.filter(hasWarning),
  ...rows.filter((row) => !hasWarning(row)),
];

function PlannedRows({ rows }: { rows: readonly PlannedRow[] }) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  if (rows.length === 0) return <p className={shared.text}>None.</p>;
  return (
    <ul className={mergeClasses(shared.list, styles.rows)} aria-label="Rows" tabIndex={0}>
      {rows.map((row) => (
        <li key={row.row} className={mergeClasses(styles.row, shared.small, shared.digits)}>
          <span className={shared.strong}>
            Row {row.row + 1}, {row.about || 'no request'}
          </span>
          : <span className={row.kind === 'wrong' ? styles.wrong : undefined}>{KIND_TERMS[row.kind]}</span>
          <p className={shared.text}>{row.words}</p>
          {row.deviation && (
            <p className={mergeClasses(shared.text, shared.muted)}>{marketInWords(row, formatters)}</p>
          )}
          <LimitNotes findings={row.notes} />
        </li>
      ))}
    </ul>
  );
}

const marketInWords = ({ deviation }: PlannedRow, formatters: Formatters): string =>
  deviation
    ? `${formatters.signed(deviation.amount)} to the market at ${formatters.price(deviation.market)}`
    : '';

/** The one press. Warnings are ticked for exactly these rows. */
function Confirming({ state: { rows } }: { state: BulkState }) {
  const { client, formatters } = usePane();
  const bulk = useBulkQuoting();
  const shared = useSharedStyles();
  const quota = useAnswer(client, QUOTA).value;
  const limits = useAnswer(client, LIMITS).value?.limits;
  const disarmed = useDisarmed();
  const [tickedFor, setTickedFor] = useState('');
  const summary = summaryOf(rows, quota);
  if (summary.acting === 0) return <Note>Nothing to send in these rows.</Note>;
  const content = JSON.stringify(rows.map(({ content: one }) => one));
  const onlyProtects = rows.filter(acts).every(({ kind }) => kind === 'withdraw' || kind === 'deletion');
  const pace = limits && paceInWords(quota?.pace, limits.countPerMinute, formatters);
  const short = quota && summary.calls > quota.left ? 'Not enough calls are left today.' : undefined;
  const unread =
    summary.warnings > 0 && tickedFor !== content ? 'Read the warnings and tick them.' : undefined;
  return (
    <div className={shared.section}>
      {summary.warnings > 0 && (
        <Checkbox
          label={
            <span className={shared.small}>
              I have read the warnings of {formatters.count(summary.warnings)}{' '}
              {summary.warnings === 1 ? 'row' : 'rows'} and mean it
            </span>
          }
          checked={tickedFor === content}
          onChange={(_, { checked }) => setTickedFor(checked === true ? content : '')}
        />
      )}
      <PressButton
        primary
        keys="space"
        label={pressInWords(summary, formatters)}
        why={short ?? unread ?? (onlyProtects ? undefined : disarmed)}
        onPress={() => void bulk.press()}
      />
      <p className={mergeClasses(shared.text, shared.small, shared.muted, shared.digits)}>
        {costInWords(summary, quota, formatters)}
      </p>
      {!onlyProtects && pace !== undefined && (
        <p className={mergeClasses(shared.text, shared.small, shared.muted, shared.digits)}>{pace}</p>
      )}
    </div>
  );
}

const KIND_TERMS: Readonly<Record<RowKind, string>> = {
  new: 'new quote',
  change: 'change: withdraw first, then send',
  withdraw: 'withdrawal',
  proposal: 'price proposal',
  deletion: 'deletion of price proposals',
  same: 'unchanged',
  sent: 'sent before',
  nothing: 'nothing to withdraw',
  wrong: 'not possible',
  waiting: 'not known yet',
};

const ORDER: readonly (readonly [RowKind, string])[] = [
  ['new', 'new'],
  ['change', 'to change'],
  ['withdraw', 'to withdraw'],
  ['proposal', 'to propose'],
  ['deletion', 'to delete'],
  ['same', 'unchanged'],
  ['sent', 'sent before'],
  ['nothing', 'with nothing to withdraw'],
  ['wrong', 'not possible'],
  ['waiting', 'not known yet'],
];

const rowsInWords = (count: number, formatters: Formatters): string =>
  `${formatters.count(count)} ${count === 1 ? 'row' : 'rows'}`;

/** "100 rows: 45 new, 20 to change, 10 to withdraw, 20 unchanged, 5 not possible." */
function countsInWords({ counts }: Pick<PlanSummary, 'counts'>, formatters: Formatters): string {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const each = ORDER.flatMap(([kind, words]) => {
    const count = counts[kind] ?? 0;
    return count === 0 ? [] : [`${formatters.count(count)} ${words}`];
  });
  return `${rowsInWords(all, formatters)}: ${each.join(', ')}.`;
}

/** What the one button says: it counts what it does. */
function pressInWords(
  { counts, acting }: Pick<PlanSummary, 'counts' | 'acting'>,
  formatters: Formatters,
): string {
  const parts = [
    ['Send', counts.new],
    ['change', counts.change],
    ['propose', counts.proposal],
    ['withdraw', counts.withdraw],
    ['delete', counts.deletion],
  ] as const;
  const each = parts.flatMap(([word, count]) => (count ? [`${word} ${formatters.count(count)}`] : []));
  const words = each.join(', ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} (${rowsInWords(acting, formatters)})`;
}

function costInWords(
  { calls, seconds, acting }: PlanSummary,
  quota: Pick<Quota, 'left'> | undefined,
  formatters: Formatters,
): string {
  const left = quota ? ` of ${formatters.count(quota.left)} left today` : '';
  const time = seconds === undefined ? '' : `, about ${formatters.count(Math.max(1, seconds))} s`;
  return `It takes ${formatters.count(calls)} calls${left}${time}. ${acting === 1 ? 'It is' : 'Each is'} sent once.`;
}

/** "Of 600 offers and acceptances a minute 538 are left: 40 in the last minute, 22 to come from batches in progress." Nothing while nothing counts. */
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
    ...(lastMinute > 0 ? [`${formatters.count(lastMinute)} in the last minute`] : []),
    ...(waiting > 0 ? [`${formatters.count(waiting)} to come from batches in progress`] : []),
  ];
  if (taken.length === 0) return undefined;
  return `Of ${formatters.count(level)} offers and acceptances a minute ${formatters.count(left)} ${left === 1 ? 'is' : 'are'} left: ${taken.join(', ')}.`;
}

/** The worst deviations of all, and how many rows have no market. */
function deviationsInWords(summary: PlanSummary, formatters: Formatters): string[] {
  const { byPercent, byAmount, unmarked } = summary;
  return [
    byPercent ? `Farthest from the market: ${worstInWords(byPercent, formatters)}` : '',
    byAmount ? `Farthest from the market of a spread: ${worstInWords(byAmount, formatters)}` : '',
    unmarked > 0 ? `${rowsInWords(unmarked, formatters)}: no other quote to compare with.` : '',
  ].filter(Boolean);
}

function worstInWords({ row, price, market, amount, percent }: Worst, formatters: Formatters): string {
  const apart =
    percent === undefined
      ? formatters.signed(amount)
      : `${formatters.signed(amount)}, ${percent.replace('-', '−')} %`;
  return `row ${row + 1}, ${formatters.price(price)} against ${formatters.price(market)} (${apart}).`;
}

const proposalsInWords = ({ replaced }: Pick<PlanSummary, 'replaced'>, formatters: Formatters): string =>
  replaced === 1
    ? 'A price proposal replaces ALL on its request: 1 existing price proposal is deleted, including other companies’.'
    : `Price proposals replace ALL on their requests: ${formatters.count(replaced)} existing ones are deleted, including other companies’.`;
