import { useMemo } from 'react';
import type { ActionBody } from '../../domain/action';
import type { PreTrade } from '../../domain/limits/check';
import { knownNow } from '../../domain/limits/references';
import { present } from '../../domain/present';
import type { Request } from '../../domain/request';
import { JOURNAL, LIMITS, useAnswer, usePane } from './hooks';

/** What is known around a request anyway: the quotes and price proposals on the screen, and what something else has shown. */
export function useSeen(request: Request): (kind: ActionBody['kind']) => PreTrade {
  const { client } = usePane();
  const resources = useMarketOf(request);
  const desk = useAnswer(client, LIMITS).value;
  const recent = useAnswer(client, JOURNAL).value ?? [];
  const quotes = useAnswer(client, resources.quotes).value;
  const proposals = useAnswer(client, resources.proposals).value;
  // Nothing is asked for their sake: they count where something else has them shown, as in the gateway.
  const analytics = useAnswer(client, resources.analytics, 'aside');
  return (kind) => {
    const now = client.clock.now();
    const offers = [...(quotes?.records ?? []), ...(proposals?.records ?? [])];
    const list = kind === 'accept-proposal' ? proposals : quotes;
    const unreadable = list?.unreadable.length ?? 0;
    const analysed = knownNow(analytics, now);
    const around = {
      analytics: analysed && { ...analysed, ...present({ readAt: analytics.fetchedAt }) },
      trades: desk?.lastTrades ?? [],
    };
    const counted = present({ today: desk?.today, unprovenParts: desk?.unprovenParts });
    return { request, offers, unreadable, recent, now, ...around, ...counted };
  };
}

/** What a request's market is read from; the same objects while the request is the same. */
export const useMarketOf = ({ id }: Pick<Request, 'id'>) =>
  useMemo(
    () => ({
      quotes: { kind: 'quotes', id } as const,
      proposals: { kind: 'proposals', id } as const,
      analytics: { kind: 'analytics', id } as const,
    }),
    [id],
  );
