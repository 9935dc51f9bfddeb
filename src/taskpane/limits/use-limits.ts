import { useMemo } from 'react';
import { SLIPS_ALONE } from '../../domain/limits/slips';
import type { Request } from '../../domain/request';
import { JOURNAL, LIMITS, useAnswer, useDesk } from '../use-desk';
import { knownNow, limitFindings, type LimitsOf } from './limit-findings';

/**
 * What the desk's limits say to an action on this request, beside the quotes and price proposals that are on the screen anyway. Until the levels
 * are known it is slips of the keys alone; the gateway checks once more in any case.
 */
export function useLimits(request: Request): LimitsOf {
  const { client } = useDesk();
  const { id } = request;
  const resources = useMemo(
    () => ({
      quotes: { kind: 'quotes', id } as const,
      proposals: { kind: 'proposals', id } as const,
      analytics: { kind: 'analytics', id } as const,
    }),
    [id],
  );
  const desk = useAnswer(client, LIMITS).value;
  const recent = useAnswer(client, JOURNAL).value ?? [];
  const quotes = useAnswer(client, resources.quotes).value;
  const proposals = useAnswer(client, resources.proposals).value;
  // Nothing is asked for their sake: they count where something else has them shown, as in the gateway.
  const analytics = useAnswer(client, resources.analytics, 'aside');
  return (body) => {
    const now = client.clock.now();
    const offers = [...(quotes?.records ?? []), ...(proposals?.records ?? [])];
    const list = body.kind === 'accept-proposal' ? proposals : quotes;
    const unreadable = list?.unreadable.length ?? 0;
    const around = { analytics: knownNow(analytics, now), trades: desk?.lastTrades ?? [] };
    const today = desk?.today && { today: desk.today };
    return limitFindings(
      body,
      { request, offers, unreadable, recent, now, ...around, ...today },
      desk ?? { limits: SLIPS_ALONE },
    );
  };
}
