import { wireCounteroffer } from './counteroffer';
import { wireProposal } from './proposal';
import { wireQuote } from './quote';
import { wireRequest, type TenderRequest } from './tender-request';
import { wireTrade } from './trade';
import type { World } from './world';
import { isoTime } from './zone';

const NEWEST = '2.3';

/** Everything as it really is, hidden quotes of others and trades without leg prices included. */
export function truthOf(world: World): Record<string, unknown> {
  const requests = [...world.requests.values()];
  const of = <T>(
    records: ReadonlyMap<string, readonly T[]>,
    written: (record: T, request: TenderRequest) => unknown,
  ) =>
    requests.flatMap((request) => (records.get(request.id) ?? []).map((record) => written(record, request)));
  return {
    now: isoTime(world.now),
    requests: requests.map((request) => wireRequest(request, world.proposalsOf(request.id)[0]?.id)),
    quotes: of(world.quotes, (quote, request) => wireQuote(quote, request, NEWEST)),
    proposals: of(world.proposals, (proposal, request) => wireProposal(proposal, request, NEWEST)),
    counteroffers: of(world.counteroffers, (offer, request) => wireCounteroffer(offer, request, NEWEST)),
    trades: [...world.trades.values()].map(wireTrade),
    awaitingLegPrices: [...world.awaitingLegPrices.values()].map(({ trade }) => wireTrade(trade)),
    risks: [...world.risks.values()],
    executions: Object.fromEntries(world.executions),
  };
}
