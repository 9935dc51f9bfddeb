import * as z from 'zod/mini';
import type { MetricsPlace } from '../metrics/server';
import { isLoopback } from '../web/door';
import { port, text } from './webhook-settings';

/** Where figures are read by a program that watches. */
export const MetricsVariables = z.object({
  METRICS_HOST: text(),
  METRICS_PORT: z.optional(port),
  METRICS_TOKEN: z.optional(text()),
});
type MetricsVariables = z.infer<typeof MetricsVariables>;

export const METRICS_DESCRIBED = {
  METRICS_HOST: { wants: 'the address on which METRICS_PORT listens', fallback: '127.0.0.1' },
  METRICS_PORT: { wants: 'a port for GET /metrics, as Prometheus reads it (docs/watching.md)' },
  METRICS_TOKEN: { wants: 'the bearer token for it; needed where METRICS_HOST is beyond this machine' },
} as const;

/** The place, none, or a sentence about what is wrong with it. */
export function metricsSettingsOf(
  variables: MetricsVariables,
): MetricsPlace | undefined | { readonly problem: string } {
  const { METRICS_HOST: host, METRICS_PORT: at, METRICS_TOKEN: token } = variables;
  if (at === undefined) return undefined;
  if (token === undefined && !isLoopback(host))
    return { problem: 'METRICS_HOST lets other machines in: set METRICS_TOKEN too.' };
  return { host, port: at, ...(token !== undefined && { token }) };
}
