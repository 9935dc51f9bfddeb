import type { mayGoLive } from './withdrawal-results';

/** What was on its way when quotes were withdrawn. `isAll`: everything was, and the desk sees to what comes late. */
export function comingInWords({ quotes, others }: ReturnType<typeof mayGoLive>, isAll: boolean): string[] {
  const one = quotes === 1;
  const sent = one ? '1 quote that was sent is' : `${quotes} quotes that were sent are`;
  const coming = isAll
    ? `${sent} not settled. ${one ? 'It is' : 'Each is'} withdrawn as soon as it is known to be live.`
    : `${sent} not settled and may still go live. See Journal.`;
  const rest =
    others === 1
      ? '1 price proposal or counteroffer that was sent is not settled and may still go live. See Journal.'
      : `${others} price proposals or counteroffers that were sent are not settled and may still go live. See Journal.`;
  return [...(quotes > 0 ? [coming] : []), ...(others > 0 && isAll ? [rest] : [])];
}

export const moreInWords = (count: number): string[] =>
  count === 0 ? [] : [`The desk withdraws ${count} more by itself. See Journal.`];
