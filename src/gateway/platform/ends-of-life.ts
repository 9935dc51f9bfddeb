import { OPERATIONS, type OperationName } from '../../contract/service/operations';
import type { Profile } from '../../contract/service/profile';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import { serviceDay } from './rate-limit/service-day';

interface EndsOfLifeOptions {
  readonly profile: Pick<Profile, 'auth' | 'paths' | 'endsOfLife'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  /** What is announced has changed. */
  readonly changed: () => void;
}

/**
 * Versions that the platform will take away: as the profile knows them from the operator, and as answers say it in `Deprecation`
 * (RFC 9745) and `Sunset` (RFC 8594). Each is logged once on a day of the service (interface document, section 9.3).
 */
export class EndsOfLife {
  private readonly announced = new Map<string, string>();
  private readonly loggedOn = new Map<string, string>();

  constructor(private readonly options: EndsOfLifeOptions) {
    const { paths, endsOfLife } = options.profile;
    for (const [version, day] of Object.entries(endsOfLife)) {
      const names = Object.entries(paths).flatMap(([name, path]) =>
        path?.startsWith(`/${version}/`) === true ? [`paths.${name}`] : [],
      );
      if (names.length > 0)
        this.announced.set(version, `${version} ends on ${day}; it serves ${names.join(', ')}.`);
    }
  }

  /** Sentences for a person, in the order in which they were learned. */
  get sentences(): readonly string[] {
    return [...this.announced.values()];
  }

  /** Header names are in lower case. */
  heard(operation: OperationName | 'authenticate', headers: Readonly<Record<string, string>>): void {
    const sentence = announcement(nameOf(operation), headers);
    if (sentence !== undefined && this.announced.get(operation) !== sentence) {
      this.announced.set(operation, sentence);
      this.options.changed();
    }
    this.logDaily();
  }

  private logDaily(): void {
    const { clock, log, profile } = this.options;
    if (this.announced.size === 0) return;
    const { day } = serviceDay(clock.now(), profile.auth.zone);
    for (const sentence of this.announced.values()) {
      if (this.loggedOn.get(sentence) === day) continue;
      this.loggedOn.set(sentence, day);
      log.warn(`The platform announces an end: ${sentence}`);
    }
  }
}

const nameOf = (operation: OperationName | 'authenticate'): string =>
  operation === 'authenticate' ? 'paths.authenticate' : `paths.${OPERATIONS[operation].path}`;

function announcement(path: string, headers: Readonly<Record<string, string>>): string | undefined {
  const { deprecation, sunset } = headers;
  const isDeprecated = deprecation !== undefined && !/^\??(?:0|false)$/i.test(deprecation.trim());
  if (!isDeprecated && sunset === undefined) return undefined;
  const since = isDeprecated ? dayIn(deprecation) : undefined;
  const until = sunset === undefined ? undefined : (dayIn(sunset) ?? 'a day that cannot be read');
  return [
    `${path} is deprecated`,
    ...(since === undefined ? [] : [` since ${since}`]),
    ...(until === undefined ? [] : [` and ends on ${until}`]),
    '; a newer version is set in the service profile.',
  ].join('');
}

/** The day of `@1795215600`, of an HTTP date or of an ISO one; `undefined` for "true" and the like. */
function dayIn(written: string): string | undefined {
  const seconds = /^@(\d{1,11})$/.exec(written.trim())?.[1];
  const at = seconds === undefined ? Date.parse(written) : Number(seconds) * 1000;
  return Number.isNaN(at) ? undefined : new Date(at).toISOString().slice(0, 10);
}
