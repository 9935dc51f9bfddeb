import { systemClock } from '../src/effects/clock';
import type { Dialect } from './draw';
import { profileOf } from './profile';
import { addressesOf, ownAddress } from './speaker/operations';
import { Records, type Fields } from './speaker/records';
import { Speaker } from './speaker/speaker';
import { jsonOf } from './speaker/values';

/** A call, as far as its address tells what it does. */
interface Addressed {
  readonly method: string;
  readonly path: string;
}

/** How the platform of a campaign speaks: where it is, its profile, its events, and what a call to it means. */
export interface SpokenPlatform {
  readonly url: string;
  /** As a profile file has it. */
  readonly profile: object;
  /** An event of the simulator as this platform delivers it. */
  readonly event: (body: string) => string;
  /** A call with the simulator's own address in the place of this platform's. */
  readonly own: <C extends Addressed>(call: C) => C;
  close(): Promise<void>;
}

/** The simulator in its own dialect, which needs nobody between. */
export const asItIs = (url: string): SpokenPlatform => ({
  url,
  profile: {},
  event: (body) => body,
  own: (call) => call,
  close: async () => undefined,
});

/** The simulator behind a speaker of a drawn dialect. */
export async function spoken(
  url: string,
  dialect: Dialect,
  now = (): number => systemClock.now(),
): Promise<SpokenPlatform> {
  const speaker = await Speaker.open(url, dialect, now);
  const records = new Records(dialect);
  const named = addressesOf(dialect);
  return {
    url: speaker.url,
    profile: profileOf(dialect),
    event: (body) => translated(body, (event) => jsonOf(records.theirs('event', event))),
    own(call) {
      const asked = new URL(call.path, url);
      const found = named(call.method, asked);
      if (!found) return call;
      const { operation, ids } = found;
      // Of a single record the query is what every call of the dialect has.
      const query = operation.list === undefined ? '' : asked.search;
      return { ...call, method: operation.method, path: ownAddress(operation, ids) + query };
    },
    close: () => speaker.close(),
  };
}

/** What is no event in the simulator's own dialect is none in another either, and goes as it is. */
function translated(body: string, translate: (event: Fields) => string): string {
  try {
    const event: unknown = JSON.parse(body);
    const isEvent = typeof event === 'object' && event !== null && !Array.isArray(event);
    return isEvent ? translate(event as Fields) : body;
  } catch {
    return body;
  }
}
