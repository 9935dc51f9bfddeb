import { useEffect, useState } from 'react';
import { knownNow, marketReference } from '../../domain/limits/references';
import { isPricedAsSwap } from '../../domain/offer-price';
import type { Request } from '../../domain/request';
import type { Answer } from '../../domain/resources/resource';
import { sideOf } from '../../domain/role';
import { useMarketOf, useSeen } from '../app/around-request';
import { LIMITS, useAnswer, usePane } from '../app/hooks';

/** So long the price of a ticket waits for what it could be held against; then it is one without a reference. */
export const REFERENCE_WAIT_MS = 5_000;

/**
 * Whether what the price of an offer could be held against is still on its way. Where no offer and no trade says one, the
 * platform's analytics are asked for: one call, and another once what it said is too old.
 */
export function useReferenceComing(
  request: Request,
  kind: 'send-quote' | 'send-proposal' | 'send-counteroffer',
): boolean {
  const { client } = usePane();
  const resources = useMarketOf(request);
  const limits = useAnswer(client, LIMITS);
  const quotes = useAnswer(client, resources.quotes, 'aside');
  const proposals = useAnswer(client, resources.proposals, 'aside');
  const analytics = useAnswer(client, resources.analytics, 'aside');
  const isKnown = marketReference(kind, sideOf(request), useSeen(request)(kind)) !== undefined;
  const isListed = isAnswered(limits) && isAnswered(quotes) && isAnswered(proposals);
  const isAnalysed =
    // Which of a swap's prices theirs is nothing says.
    isPricedAsSwap(request) ||
    analytics.failure !== undefined ||
    knownNow(analytics, client.clock.now()) !== undefined;
  const isWanted = !isKnown && isListed && !isAnalysed;
  useEffect(
    () => (isWanted ? client.watch(resources.analytics, () => undefined) : undefined),
    [client, resources, isWanted],
  );
  const [isOver, setOver] = useState(false);
  useEffect(() => client.clock.after(REFERENCE_WAIT_MS, () => setOver(true)), [client]);
  return !isOver && !isKnown && !(isListed && isAnalysed);
}

const isAnswered = ({ value, failure }: Pick<Answer, 'value' | 'failure'>): boolean =>
  value !== undefined || failure !== undefined;
