import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { profileFrom, type Profile } from '../contract/service/profile';
import { readProfile } from '../contract/service/profile-file';

/** A setting that cannot be used, said so that whoever set it can set it right. */
export class BadSetting extends Error {}

export interface Settings {
  readonly host: string;
  readonly port: number;
  readonly seed: number;
  readonly speed: number;
  readonly clock: 'system' | 'manual';
  /** Where a manual clock starts, epoch ms. */
  readonly startsAt?: number;
  readonly profile: Profile;
  /** More trades on the weeks before. */
  readonly trades: number;
  readonly webhookSecrets?: Readonly<Record<string, string>>;
}

export const HELP = `The simulator: a platform of its own for trying and testing SpreadDesk.

Settings (environment):
  SIMULATOR_PORT    port to listen on, 0 takes a free one        (3001)
  SIMULATOR_HOST    address to listen on                         (127.0.0.1)
  SIMULATOR_SEED    whole number that decides its chances        (1)
  SIMULATOR_SPEED   pace of the market, 0 moves nothing          (1)
  SIMULATOR_CLOCK   "system", or "manual": moved by its address  (system)
  SIMULATOR_START   start of a manual clock, ISO 8601            (now)
  SIMULATOR_TRADES  so many more trades on the weeks before      (0)
  SERVICE_PROFILE   JSON file laid over the default profile      (none)

Addresses of its own, below /simulator, without credentials and not counted:
  GET /stats, POST /stats/reset           calls by operation and status, executions, tokens, events
  GET /truth                              everything, with hidden quotes and executions
  GET, POST, DELETE /faults               faults that wait for their calls
  POST /act                               somebody acts now; the answer is the new record
  POST /clock { advanceMs }               moves a manual clock
  POST /tokens/steal { count }            somebody else uses the key
  POST /token/revoke, /key/revoke, /key/restore
                                          ends all tokens, or the key
  POST, DELETE /webhook { url }           one receiver of events, on this machine

A fault is { kind, operation, requestId, times, status, field, delayMs, bytes }, or several in an array; only kind is needed:
  delay, reset-before, reset-after, status-before, status-after, hang-before, hang-after, malformed, truncated, missing-field,
  extra-field, wrong-type, storm-429, huge. Only "before" executes nothing. operation is * or a name of
  src/contract/service/operations.ts.

An act is { do, requestId, … }, its fields in src/simulator/routes/act.ts: quote, propose, counteroffer, withdraw, move-price,
  accept-my-quote, enter-leg-prices, close, create-request, trade-elsewhere.

At the start: fourteen open requests (RQ-10293 to RQ-10299 the desk's own, with quotes; RQ-10300 to RQ-10306 ask it), fourteen
concluded, twenty-five trades, eight of today. A quote moves every 1 to 3 s, news comes every 20 to 60, proposals every 30 to 90.
Requests close after ten minutes or more; one of DE against FR, peak of next year, is always to be quoted. The desk's best quotes often
go after 15 s. Every call counts, refused ones too. Leg prices of a dealt standard spread come 5 s later.
`;

type Environment = Readonly<Record<string, string | undefined>>;

const whole = (text: string): boolean => /^\d{1,10}$/.test(text);
const RULES = {
  SIMULATOR_PORT: {
    schema: z.string().check(z.refine((text) => whole(text) && Number(text) <= 65535)),
    fallback: '3001',
    must: 'a whole number from 0 to 65535',
  },
  SIMULATOR_HOST: {
    schema: z.string().check(z.minLength(1)),
    fallback: '127.0.0.1',
    must: 'an address of this machine',
  },
  SIMULATOR_SEED: { schema: z.string().check(z.refine(whole)), fallback: '1', must: 'a whole number' },
  SIMULATOR_SPEED: {
    schema: z.string().check(z.regex(/^\d{1,4}(\.\d{1,4})?$/)),
    fallback: '1',
    must: 'a number from 0 to 9999',
  },
  SIMULATOR_TRADES: {
    schema: z.string().check(z.refine((text) => whole(text) && Number(text) <= 200_000)),
    fallback: '0',
    must: 'a whole number up to 200000',
  },
  SIMULATOR_CLOCK: { schema: z.enum(['system', 'manual']), fallback: 'system', must: '"system" or "manual"' },
} as const;

/** The settings of an environment. Throws {@link BadSetting} with a sentence for the first one that is wrong. */
export function settingsFrom(environment: Environment): Settings {
  const profile = profileOf(environment['SERVICE_PROFILE']);
  const startsAt = startOf(environment['SIMULATOR_START']);
  const { hmac, token, basic } = profile.webhooks;
  const secrets = [hmac?.secretEnv, token?.secretEnv, basic?.passwordEnv].flatMap((name) => {
    const secret = name === undefined ? undefined : environment[name];
    return name === undefined || secret === undefined ? [] : [[name, secret] as const];
  });
  return {
    host: setting(environment, 'SIMULATOR_HOST'),
    port: Number(setting(environment, 'SIMULATOR_PORT')),
    seed: Number(setting(environment, 'SIMULATOR_SEED')),
    speed: Number(setting(environment, 'SIMULATOR_SPEED')),
    clock: setting(environment, 'SIMULATOR_CLOCK') === 'manual' ? 'manual' : 'system',
    profile,
    trades: Number(setting(environment, 'SIMULATOR_TRADES')),
    ...(startsAt !== undefined && { startsAt }),
    ...(secrets.length > 0 && { webhookSecrets: Object.fromEntries(secrets) }),
  };
}

function setting(environment: Environment, name: keyof typeof RULES): string {
  const { schema, fallback, must } = RULES[name];
  const given = environment[name]?.trim() ?? '';
  const parsed = schema.safeParse(given === '' ? fallback : given);
  if (!parsed.success) throw new BadSetting(`${name} must be ${must}, not "${given}".`);
  return parsed.data;
}

function startOf(text = ''): number | undefined {
  if (text === '') return undefined;
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new BadSetting(`SIMULATOR_START must be an ISO 8601 time, not "${text}".`);
  return at;
}

function profileOf(path = ''): Profile {
  if (path === '') return profileFrom({});
  const read = readProfile([textAt(path)]);
  if (read.ok) return read.value;
  throw new BadSetting(`SERVICE_PROFILE: ${path} is no usable profile: ${read.failure.message}`);
}

function textAt(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw new BadSetting(`SERVICE_PROFILE: ${path} is no usable profile: ${reason}`);
  }
}
