import type { RemoteResource } from '../answers/question';

/**
 * How often a resource changes, as far as looking at it told: about `changes` in `ms`. Times in which it was not seen to
 * change count in full, so that the quiet ones are known by their quiet.
 */
export interface ChangeRate {
  readonly changes: number;
  readonly ms: number;
}

export interface Sighting {
  /** Between the two answers that were compared. */
  readonly ms: number;
  readonly changed: boolean;
}

const MINUTE_MS = 60_000;

/** What is taken for granted about a kind before it was seen twice: it weighs as much as one change. */
const EXPECTED_EVERY_MS: Readonly<Record<RemoteResource['kind'], number>> = {
  'open-requests': 10 * MINUTE_MS,
  quotes: 15 * MINUTE_MS,
  proposals: 30 * MINUTE_MS,
  counteroffers: 30 * MINUTE_MS,
  request: 30 * MINUTE_MS,
  analytics: 30 * MINUTE_MS,
  trades: 15 * MINUTE_MS,
  'concluded-requests': 30 * MINUTE_MS,
  risks: 60 * MINUTE_MS,
  'risk-settings': 120 * MINUTE_MS,
  trade: 240 * MINUTE_MS,
  'trade-load-shapes': 240 * MINUTE_MS,
  'request-load-shapes': 240 * MINUTE_MS,
  recipients: 240 * MINUTE_MS,
};

export const expectedRate = (kind: RemoteResource['kind']): ChangeRate => ({
  changes: 1,
  ms: EXPECTED_EVERY_MS[kind],
});

export const changesPerMs = ({ changes, ms }: ChangeRate): number => changes / Math.max(1, ms);

/** What was seen long ago counts less: after about twenty sightings a third is left of it. */
const KEPT_SHARE = 0.95;
const CHANGES_MIN = 0.05;

/**
 * The rate after one more look. Two answers that differ hide how many changes lie between them: at least one, and as
 * many more as the rate so far makes likely, which for a Poisson process is x / (1 − e^−x) where x were expected.
 */
export function seen(rate: ChangeRate, { ms, changed }: Sighting): ChangeRate {
  if (ms <= 0) return rate;
  const expected = changesPerMs(rate) * ms;
  const changes = changed ? Math.max(1, expected / -Math.expm1(-expected)) : 0;
  return {
    changes: Math.max(CHANGES_MIN, rate.changes * KEPT_SHARE + changes),
    ms: rate.ms * KEPT_SHARE + ms,
  };
}
