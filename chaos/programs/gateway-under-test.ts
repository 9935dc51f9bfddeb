import * as z from 'zod/mini';
import { ROLES } from '../../src/domain/person';
import { Policy } from '../../src/domain/policy/policy';
import { systemClock } from '../../src/effects/clock';
import { NO_POLICY } from '../../src/gateway/people/policy-keeper';
import { NO_LIMITS } from '../actions/no-limits';
import { die, openWhenTold, startUnderTest } from '../campaign/child';

const Opening = z.object({ settings: z.record(z.string(), z.string()), profile: z.unknown() });

const UNITS = [
  'MW',
  'MWh',
  'MWh/d',
  'therm',
  'therm/d',
  'kWh/h',
  'kWh',
  't',
  'certificates',
  'certificate',
  'GWh',
  'GW',
];
const LARGE = '1000000000';

/** A program that is quick enough for a run of seconds. What it may have live is bounded elsewhere. */
const policy = Policy.parse({
  roles: {},
  programs: {
    silenceMs: 2_500,
    betweenMs: 500,
    changesPerMinute: 600,
    deskChangesPerMinute: 600,
    callsPercent: 80,
    volume: UNITS.map((unit) => ({ unit, amount: LARGE.slice(0, -1) })),
    notional: ['EUR', 'GBP', 'USD', 'CHF'].map((unit) => ({ unit, amount: LARGE.slice(0, -1) })),
    bestDeviation: {},
    lastDeviation: {},
  },
});
const policies = {
  ...NO_POLICY,
  read: () => ({ path: 'policy.json', policy, readAt: 0, digest: '' }),
  rolesOf: () => ROLES,
};

// Its clock is the real one: how long something was live is what is judged.
await openWhenTold((told) =>
  startUnderTest(Opening.parse(told), {
    clock: systemClock,
    onNotKept: die,
    parts: async () => ({ givenLimits: NO_LIMITS, policies }),
  }),
);
