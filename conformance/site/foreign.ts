import { Agent } from 'undici';
import type { Profile } from '../../src/contract/service/profile';
import { pause, type Clock } from '../../src/effects/clock';
import { Absent } from '../row';
import { Service, type Credentials } from './service';
import type { Site } from './site';

export interface ForeignService {
  readonly baseUrl: string;
  readonly profile: Profile;
  readonly credentials: Credentials;
  readonly clock: Clock;
}

// Others may use the same key meanwhile: no more than half the rate, and a tenth of the day's calls.
const RATE_SHARE = 0.5;
const DAY_SHARE = 0.1;

/** Runs checks against a service that is not ours: slowly, with few calls, reading nothing twice. */
export async function withForeign<T>(foreign: ForeignService, run: (site: Site) => Promise<T>): Promise<T> {
  const dispatcher = new Agent();
  try {
    const { baseUrl, profile, credentials, clock } = foreign;
    const turn = pacedTurns(profile.limits, clock);
    const service = new Service({ baseUrl, profile, credentials, dispatcher, turn, spares: true });
    return await run({ service, clock });
  } finally {
    await dispatcher.destroy();
  }
}

/** One call after another, far enough apart that no bucket empties; throws when the share of the day is used. */
function pacedTurns({ ratePerSecond, perDay }: Profile['limits'], clock: Clock): () => Promise<void> {
  const apartMs = 1000 / (ratePerSecond * RATE_SHARE);
  const callsMax = Math.floor(perDay * DAY_SHARE);
  let calls = 0;
  return async () => {
    if (calls >= callsMax) throw new Absent(`the run's share of the day's calls (${callsMax}) is used`);
    if (calls++ > 0) await pause(clock, apartMs);
  };
}
