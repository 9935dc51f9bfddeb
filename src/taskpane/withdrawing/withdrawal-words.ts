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

/** What stays live although everything was withdrawn, and why. */
export function stayingInWords({
  counteroffers,
  proposals,
}: {
  counteroffers: number;
  proposals: number;
}): string[] {
  const one = counteroffers === 1;
  return [
    ...(counteroffers > 0
      ? [
          `${one ? '1 counteroffer stays' : `${counteroffers} counteroffers stay`}: the platform’s interface cannot withdraw ${one ? 'it' : 'them'}. Use the platform’s own web client.`,
        ]
      : []),
    ...(proposals > 0
      ? [
          `${proposals === 1 ? '1 firm price proposal stays' : `${proposals} firm price proposals stay`} live, as you chose.`,
        ]
      : []),
  ];
}

/** Quotes that the desk cannot withdraw, since nobody told it their number. */
export const unnumberedInWords = (requests: readonly string[]): string[] =>
  requests.map(
    (id) =>
      `A quote on ${id} was settled without its number and may be live: withdraw it in the platform’s own web client.`,
  );

export const moreInWords = (count: number): string[] =>
  count === 0 ? [] : [`The desk withdraws ${count} more by itself. See Journal.`];
