import type { RemoteResource } from '../answers/question';
import { isOver } from './wishes';

/** How old a value of each kind may be and still be shown, in ms, however rarely it is asked for. Absent: by the plan. */
export interface AgeLimits {
  readonly openRequestsMs?: number;
  /** Price proposals and counteroffers too. */
  readonly quotesMs?: number;
  /** Lists of concluded requests that go on today too. */
  readonly requestMs?: number;
  readonly analyticsMs?: number;
  readonly tradesMs?: number;
}

/** The limit that somebody set for this resource; lists of past days have none. */
export function setLimitMs(
  resource: RemoteResource,
  limits: AgeLimits,
  when: { now: number; zone: string },
): number | undefined {
  switch (resource.kind) {
    case 'open-requests':
      return limits.openRequestsMs;
    case 'quotes':
    case 'proposals':
    case 'counteroffers':
      return limits.quotesMs;
    case 'request':
      return limits.requestMs;
    case 'analytics':
      return limits.analyticsMs;
    case 'trades':
      return isOver(resource.to, when) ? undefined : limits.tradesMs;
    case 'concluded-requests':
      return isOver(resource.to, when) ? undefined : limits.requestMs;
    default:
      return undefined;
  }
}
