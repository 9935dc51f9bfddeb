import type { Pace, Quota } from '../../domain/desk-status';
import type { Limits } from '../../domain/limits/limits';
import type { Formatters } from '../ui/formatters';
import type { PlanSummary, Worst } from './plan';
import type { RowKind } from '../app/batch-rows';

export const KIND_TERMS: Readonly<Record<RowKind, string>> = {
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
export function countsInWords({ counts }: Pick<PlanSummary, 'counts'>, formatters: Formatters): string {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const each = ORDER.flatMap(([kind, words]) => {
    const count = counts[kind] ?? 0;
    return count === 0 ? [] : [`${formatters.count(count)} ${words}`];
  });
  return `${rowsInWords(all, formatters)}: ${each.join(', ')}.`;
}

/** What the one button says: it counts what it does. */
export function pressInWords(
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

export function costInWords(
  { calls, seconds, acting }: PlanSummary,
  quota: Pick<Quota, 'left'> | undefined,
  formatters: Formatters,
): string {
  const left = quota ? ` of ${formatters.count(quota.left)} left today` : '';
  const time = seconds === undefined ? '' : `, about ${formatters.count(Math.max(1, seconds))} s`;
  return `It takes ${formatters.count(calls)} calls${left}${time}. ${acting === 1 ? 'It is' : 'Each is'} sent once.`;
}

/** "Of 600 offers and acceptances a minute 538 are left: 40 in the last minute, 22 to come from batches in progress." Nothing while nothing counts. */
export function paceInWords(
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
export function deviationsInWords(summary: PlanSummary, formatters: Formatters): string[] {
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

export const proposalsInWords = (
  { replaced }: Pick<PlanSummary, 'replaced'>,
  formatters: Formatters,
): string =>
  replaced === 1
    ? 'A price proposal replaces ALL on its request: 1 existing price proposal is deleted, including other companies’.'
    : `Price proposals replace ALL on their requests: ${formatters.count(replaced)} existing ones are deleted, including other companies’.`;
