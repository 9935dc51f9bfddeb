import * as z from 'zod/mini';
import type { AgeLimits } from '../cache/lifetime';
import { DEFAULT_POLL_INTERVALS, type PollIntervals } from '../cache/poll-intervals';

const POLL_MS_MIN = 1_000;

const milliseconds = z.pipe(
  z.string().check(
    z.regex(/^\d{1,8}$/),
    z.refine((digits) => Number(digits) >= POLL_MS_MIN),
  ),
  z.transform(Number),
);

/** How often things are asked for, and how old they may be shown. */
export const PollingVariables = z.object({
  DESK_POLL_OPEN_REQUESTS_MS: milliseconds,
  DESK_POLL_QUOTES_MS: milliseconds,
  DESK_POLL_REQUEST_MS: milliseconds,
  DESK_POLL_ANALYTICS_MS: milliseconds,
  DESK_POLL_TRADES_MS: milliseconds,
  DESK_AGE_OPEN_REQUESTS_MS: z.optional(milliseconds),
  DESK_AGE_QUOTES_MS: z.optional(milliseconds),
  DESK_AGE_REQUEST_MS: z.optional(milliseconds),
  DESK_AGE_ANALYTICS_MS: z.optional(milliseconds),
  DESK_AGE_TRADES_MS: z.optional(milliseconds),
});
type PollingVariables = z.infer<typeof PollingVariables>;

const POLL = 'milliseconds, 1000 or more: how often this is asked for while calls last';
const AGE = 'milliseconds, 1000 or more: older is not shown; unless given, by how often it is asked for';
export const POLLING_DESCRIBED = {
  DESK_POLL_OPEN_REQUESTS_MS: { wants: POLL, fallback: String(DEFAULT_POLL_INTERVALS.openRequestsMs) },
  DESK_POLL_QUOTES_MS: { wants: POLL, fallback: String(DEFAULT_POLL_INTERVALS.quotesMs) },
  DESK_POLL_REQUEST_MS: { wants: POLL, fallback: String(DEFAULT_POLL_INTERVALS.requestMs) },
  DESK_POLL_ANALYTICS_MS: { wants: POLL, fallback: String(DEFAULT_POLL_INTERVALS.analyticsMs) },
  DESK_POLL_TRADES_MS: { wants: POLL, fallback: String(DEFAULT_POLL_INTERVALS.tradesMs) },
  DESK_AGE_OPEN_REQUESTS_MS: { wants: AGE },
  DESK_AGE_QUOTES_MS: { wants: AGE },
  DESK_AGE_REQUEST_MS: { wants: AGE },
  DESK_AGE_ANALYTICS_MS: { wants: AGE },
  DESK_AGE_TRADES_MS: { wants: AGE },
} as const;

export const pollIntervalsOf = (variables: PollingVariables): PollIntervals => ({
  ...DEFAULT_POLL_INTERVALS,
  openRequestsMs: variables.DESK_POLL_OPEN_REQUESTS_MS,
  quotesMs: variables.DESK_POLL_QUOTES_MS,
  requestMs: variables.DESK_POLL_REQUEST_MS,
  analyticsMs: variables.DESK_POLL_ANALYTICS_MS,
  tradesMs: variables.DESK_POLL_TRADES_MS,
});

export function agesOf(variables: PollingVariables): AgeLimits {
  const {
    DESK_AGE_OPEN_REQUESTS_MS: openRequestsMs,
    DESK_AGE_QUOTES_MS: quotesMs,
    DESK_AGE_REQUEST_MS: requestMs,
    DESK_AGE_ANALYTICS_MS: analyticsMs,
    DESK_AGE_TRADES_MS: tradesMs,
  } = variables;
  return {
    ...(openRequestsMs !== undefined && { openRequestsMs }),
    ...(quotesMs !== undefined && { quotesMs }),
    ...(requestMs !== undefined && { requestMs }),
    ...(analyticsMs !== undefined && { analyticsMs }),
    ...(tradesMs !== undefined && { tradesMs }),
  };
}
