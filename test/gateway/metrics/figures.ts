import type { Measured } from '../../../src/gateway/metrics/metrics';

export const NOW = 1_790_000_000_000;

/** A desk of which everything is known. */
export const figures: NonNullable<ReturnType<Measured['desk']>> = {
  environment: 'simulator',
  signedIn: true,
  isFailing: false,
  journal: 'whole',
  diskFails: false,
  isHalted: false,
  sessions: 2,
  quota: {
    perDay: 5_000,
    used: 1_000,
    left: 4_000,
    reserve: 250,
    tokens: 80,
    burst: 100,
    ratePerSecond: 10,
    queued: 1,
    resetsAt: NOW + 3_600_000,
    endsAt: NOW + 1_800_000,
    byLane: {},
    plan: { resources: 12, stretch: 1, callsPerHour: 300, pricesAt: NOW - 5_000 },
  },
  pacing: {
    ended: [{ lane: 'visible', outcome: 'answered', calls: 12 }],
    waiting: [{ lane: 'polling', calls: 1, oldestMs: 1_500 }],
  },
  unfinished: { unknown: 1, sending: 0 },
  unknownSince: NOW - 10_000,
  events: { pushed: 4, found: 1, test: 0 },
  pushedAt: NOW - 2_000,
};

/** Every part that there can be. */
export const FULL: Measured = {
  desk: () => figures,
  lead: () => ({ isLeader: true, epoch: 3, beatAgeMs: 200 }),
  replication: () => ({ confirming: 1, isSafe: true, lagMs: 4 }),
  spool: () => ({ events: 0 }),
  version: '0.1.0',
  clock: { now: () => NOW },
};
