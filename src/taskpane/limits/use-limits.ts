import type { SeenOffer } from '../../domain/limits/references';
import type { Request } from '../../domain/request';
import { JOURNAL, LIMITS, useAnswer, useDesk } from '../use-desk';
import { limitFindings, type LimitsOf } from './limit-findings';

/**
 * What the desk's limits say to an action on this request, beside the offers on the screen. Until the levels are known it
 * is nothing: the gateway checks once more in any case.
 */
export function useLimits(request: Request, offers: readonly SeenOffer[]): LimitsOf {
  const { client } = useDesk();
  const limits = useAnswer(client, LIMITS).value?.limits;
  const recent = useAnswer(client, JOURNAL).value ?? [];
  return (body) =>
    limits ? limitFindings(body, { request, offers, recent, now: client.clock.now() }, limits) : [];
}
