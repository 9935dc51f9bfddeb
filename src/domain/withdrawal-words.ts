/** What became of taking one offer off the market. `traded`, `over`: nothing was left to withdraw. */
export type WithdrawalEnd = 'withdrawn' | 'traded' | 'over' | 'not-withdrawn' | 'unknown' | 'under-way';

interface Counted {
  readonly ending: WithdrawalEnd;
  readonly isPartlyTraded?: boolean;
}

/** "12 quotes: 7 withdrawn, 1 not withdrawn, 4 in progress.": the same count in the same words in the pane and in the desk's log. */
export const quotesInWords = (quotes: readonly Counted[]): string =>
  countedInWords(quotes, { one: 'quote', many: 'quotes', withdrawn: 'withdrawn' });

/** "2 firm proposals: 1 deleted, 1 in progress." */
export const proposalsInWords = (proposals: readonly Counted[]): string =>
  countedInWords(proposals, { one: 'firm proposal', many: 'firm proposals', withdrawn: 'deleted' });

function countedInWords(
  items: readonly Counted[],
  { one, many, withdrawn }: { one: string; many: string; withdrawn: 'withdrawn' | 'deleted' },
): string {
  if (items.length === 0) return `No ${many} to ${withdrawn === 'deleted' ? 'delete' : 'withdraw'}.`;
  const names: Record<WithdrawalEnd, string> = {
    withdrawn,
    traded: 'already traded',
    over: 'already over',
    'not-withdrawn': `not ${withdrawn}`,
    unknown: 'unknown',
    'under-way': 'in progress',
  };
  const isAnyTraded = items.some(({ ending }) => ending === 'traded');
  const counts = ENDS.flatMap((end) => {
    const of = items.filter(({ ending }) => ending === end);
    if (of.length === 0 && (end !== 'withdrawn' || isAnyTraded)) return [];
    const parts = of.filter(({ isPartlyTraded }) => isPartlyTraded).length;
    return [`${of.length} ${names[end]}${parts > 0 ? ` (${parts} partly traded)` : ''}`];
  });
  return `${items.length} ${items.length === 1 ? one : many}: ${counts.join(', ')}.`;
}

const ENDS = ['withdrawn', 'traded', 'over', 'not-withdrawn', 'unknown', 'under-way'] as const;
