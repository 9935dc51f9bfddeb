import type { Action } from '../action';
import type { Acceptance } from '../executed';
import { namedOffers } from '../pre-trade';
import { isCancelled, stateIn } from '../trade-state';
import type { Trade } from '../trade';
import { sameName } from './evidence';

type Accepted = Pick<Action, 'before'> & { readonly body: Acceptance };

/** Why the trade that an acceptance is said to have made does not prove that it was executed, in sentences; nothing where it does. */
export function noProof({ body, before }: Accepted, { id, requestId }: Trade): string | undefined {
  const why =
    requestId !== undefined && requestId !== body.requestId
      ? `is of request ${requestId}, not of ${body.requestId}`
      : before?.tradeIds?.includes(id) && 'was there before you pressed';
  return why ? `Trade ${id} ${why}: the executed quantity and price are not known. ${ASK}` : undefined;
}

/** That its own record calls one of its trades cancelled. */
export function undoneProblem(trades: readonly Trade[]): string | undefined {
  const undone = trades.filter(({ raw }) => isCancelled(raw));
  const said = undone.map(
    ({ id, raw }) => `Trade ${id} is ${stateIn(raw) ?? ''} by its record: it counts for nothing.`,
  );
  return said.length > 0 ? `${said.join(' ')} ${ASK}` : undefined;
}

const ASK = 'Ask the operator before you trade it again.';

/** That its record names another offer than was accepted, or another party. */
export function otherParty({ body, before }: Accepted, trade: Trade): string | undefined {
  const named = namedOffers(trade.raw);
  const [what, wanted, said] =
    'quoteId' in body
      ? ['quote', body.quoteId, named.quoteId]
      : ['price proposal', body.proposalId, named.proposalId];
  const { counterparty: of } = before?.offered ?? {};
  const { counterparty } = trade;
  const others = [
    ...(said !== undefined && said !== wanted ? [`${what} ${said} instead of ${wanted}`] : []),
    ...(counterparty !== undefined && of !== undefined && !sameName(counterparty, of)
      ? [`${counterparty} instead of ${of}`]
      : []),
  ];
  return others.length > 0
    ? `The record of trade ${trade.id} names ${others.join(' and ')}. Ask the operator before you count on it.`
    : undefined;
}
