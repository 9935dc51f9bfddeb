import * as z from 'zod/mini';
import { Environment, StartMode, type OfferedEnvironment } from '../../domain/desk-status';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import { present } from '../../domain/present';
import type { AgeLimits } from '../cache/lifetime';
import type { TradingDay } from '../cache/poll-budget';
import type { PollIntervals } from '../cache/poll-intervals';
import { originOf } from '../environments/support-bundle';
import type { MetricsPlace } from '../metrics/server';
import type { ProxyOptions } from '../platform/proxy';
import { isZone } from '../platform/zone-time';
import { IN_MEMORY } from '../storage/place';
import type { StoreSettings } from '../storage/postgres/place';
import { isLoopback } from '../web/door';
import type { AuthSettings } from '../people/provider';
import { AUTH_DESCRIBED, authSettingsOf, AuthVariables } from './auth-settings';
import { METRICS_DESCRIBED, metricsSettingsOf, MetricsVariables } from './metrics-settings';
import { isSpeltSmallToo, PROXY_DESCRIBED, proxySettingsOf, ProxyVariables } from './proxy-settings';
import { agesOf, POLLING_DESCRIBED, PollingVariables, pollIntervalsOf } from './polling-settings';
import { PEER_DESCRIBED, peerSettingsOf, PeerVariables, type PeerSettings } from './peer-settings';
import { STORE_DESCRIBED, storeSettingsOf, StoreVariables } from './store-settings';
import {
  port,
  text,
  WEBHOOK_DESCRIBED,
  webhookSettingsOf,
  WebhookVariables,
  type WebhookSettings,
} from './webhook-settings';

const SIMULATOR = { key: 'simulator-key', id: 'simulator', secret: 'simulator-secret' };

const address = z.string().check(z.refine(isPlainAddress));
const time = z.pipe(
  z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
  z.transform((hhmm: string) => Number(hhmm.slice(0, 2)) * 60 + Number(hhmm.slice(3))),
);

// A bare offset such as +01:00 is a zone to the gateway, and to few of the browsers that run the add-in.
const zone = z.string().check(z.refine((name) => /^[A-Z]/i.test(name) && isZone(name)));

/** Whole machines, or all names below one of two parts at least: nothing that would let every page frame the pane. */
const FRAMING = /^https:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?$/i;
const framing = z.pipe(
  z.string().check(z.refine((written) => framingIn(written).every((source) => FRAMING.test(source)))),
  z.transform(framingIn),
);
function framingIn(written: string): string[] {
  return written.split(/[\s,]+/).filter((source) => source !== '');
}

const KEPT_DAYS_MAX = 3_650;
const keptDays = z.pipe(
  z.string().check(
    z.regex(/^\d{1,4}$/),
    z.refine((digits) => Number(digits) >= 1 && Number(digits) <= KEPT_DAYS_MAX),
  ),
  z.transform(Number),
);

/** What somebody has to write who lets other machines in although nobody signs in by name. */
const PAIRED_MAY_TRADE = 'may-trade-once-paired';

const Variables = z.object({
  DESK_HOST: text(),
  DESK_PORT: port,
  DESK_OTHER_MACHINES: z.optional(z.literal(PAIRED_MAY_TRADE)),
  DESK_DATA: text(),
  DESK_LIMITS: z.optional(text()),
  DESK_POLICY: z.optional(text()),
  DESK_MARKETS: z.optional(text()),
  DESK_PROGRAMS: z.enum(['on', 'off']),
  DESK_TLS_CERT: z.optional(text()),
  DESK_TLS_KEY: z.optional(text()),
  DESK_MODE: StartMode,
  DESK_DAY_FROM: time,
  DESK_DAY_TO: time,
  DESK_ZONE: z.optional(zone),
  DESK_FORMATTED_DATES: z.enum(['yes', 'no']),
  DESK_HISTORY_DAYS: keptDays,
  DESK_EVENT_DAYS: keptDays,
  DESK_ANSWER_DAYS: keptDays,
  DESK_FINISHED_DAYS: keptDays,
  DESK_FRAMED_BY: z.optional(framing),
  ...StoreVariables.shape,
  ...PeerVariables.shape,
  ...PollingVariables.shape,
  SERVICE_ENVIRONMENT: z.optional(Environment),
  SERVICE_URL_SIMULATOR: address,
  SERVICE_URL_SANDBOX: z.optional(address),
  SERVICE_URL_PRODUCTION: z.optional(address),
  SERVICE_PROFILE: z.optional(text()),
  SERVICE_PROFILE_SIMULATOR: z.optional(text()),
  SERVICE_PROFILE_SANDBOX: z.optional(text()),
  SERVICE_PROFILE_PRODUCTION: z.optional(text()),
  SERVICE_API_KEY: z.optional(text()),
  SERVICE_CLIENT_ID: z.optional(text()),
  SERVICE_CLIENT_SECRET: z.optional(text()),
  OFFICE_JS_URL: z.optional(text()),
  DESK_OFFICE_JS: z.optional(text()),
  ...AuthVariables.shape,
  ...ProxyVariables.shape,
  ...MetricsVariables.shape,
  ...WebhookVariables.shape,
});
type Variables = z.infer<typeof Variables>;

const PROFILE_OVER = 'a file laid over SERVICE_PROFILE for that environment alone';

const TLS = 'a certificate and its key, two files (PEM), for https';

interface Described {
  readonly wants: string;
  readonly fallback?: string;
}
const DESCRIBED: Record<keyof Variables, Described> = {
  DESK_HOST: { wants: 'the address to listen on; any other lets other machines in', fallback: '127.0.0.1' },
  DESK_OTHER_MACHINES: {
    wants: `${PAIRED_MAY_TRADE}: with a DESK_HOST beyond this machine and no AUTH_ISSUER; whoever has a pairing code trades (docs/security.md)`,
  },
  DESK_PORT: { wants: 'a port from 0 to 65535; 0 takes a free one', fallback: '3000' },
  DESK_DATA: {
    wants: `the folder of the journal and of kept answers; in the simulator also ${IN_MEMORY}, which keeps nothing`,
    fallback: 'data',
  },
  DESK_LIMITS: {
    wants: 'a JSON file with the limits of this desk (docs/limits.md)',
  },
  DESK_POLICY: {
    wants: 'a JSON file that says who may do what; read again when it changes (docs/people.md)',
  },
  DESK_MARKETS: {
    wants: 'a JSON file with zones, peak hours and delivery days of markets (docs/limits.md)',
  },
  DESK_PROGRAMS: {
    wants: 'on or off: whether people may start programs (docs/programs.md)',
    fallback: 'off',
  },
  DESK_TLS_CERT: { wants: TLS },
  DESK_TLS_KEY: { wants: TLS },
  DESK_MODE: {
    wants: 'live or manual: whether an opened workbook fetches by itself or waits for a refresh',
    fallback: 'live',
  },
  DESK_DAY_FROM: {
    wants: 'HH:MM in the zone of the service: the desk starts work, and prices update faster',
    fallback: '07:00',
  },
  DESK_DAY_TO: {
    wants: 'HH:MM in the zone of the service: the desk ends work; until midnight prices update half as fast',
    fallback: '19:00',
  },
  DESK_ZONE: {
    wants: "a zone such as Europe/London: cells show timestamps by it, not the service's",
  },
  DESK_FORMATTED_DATES: {
    wants: 'yes or no: whether formulas format days and times, where Excel takes it',
    fallback: 'no',
  },
  DESK_HISTORY_DAYS: {
    wants: `days from 1 to ${KEPT_DAYS_MAX} for which DESK.HISTORY keeps what the gateway has seen`,
    fallback: '90',
  },
  DESK_EVENT_DAYS: {
    wants: 'the same for events whose consequences were drawn, which DESK.EVENTS shows',
    fallback: '30',
  },
  DESK_ANSWER_DAYS: {
    wants: 'the same for answers of the platform that nobody asked for since',
    fallback: '7',
  },
  DESK_FINISHED_DAYS: {
    wants:
      'the same for answers that never change again, such as concluded requests, which later cost their calls again. ' +
      'The journal and trades are kept for good',
    fallback: `${KEPT_DAYS_MAX}`,
  },
  DESK_FRAMED_BY: {
    wants:
      'https addresses with commas, such as https://*.sharepoint.us, that may frame the pane too (docs/operating.md)',
  },
  ...STORE_DESCRIBED,
  ...PEER_DESCRIBED,
  ...AUTH_DESCRIBED,
  ...POLLING_DESCRIBED,
  SERVICE_ENVIRONMENT: {
    wants:
      'simulator, sandbox or production: the gateway signs in there by itself; else a person does, in the pane',
  },
  SERVICE_URL_SIMULATOR: {
    wants: 'an address; http only on this machine',
    fallback: 'http://127.0.0.1:3001',
  },
  SERVICE_URL_SANDBOX: { wants: 'an https address, as the operator gave it' },
  SERVICE_URL_PRODUCTION: { wants: 'an https address, as the operator gave it' },
  SERVICE_PROFILE: {
    wants: 'a JSON file with a service profile (docs/service-profile.md)',
  },
  SERVICE_PROFILE_SIMULATOR: { wants: PROFILE_OVER },
  SERVICE_PROFILE_SANDBOX: { wants: PROFILE_OVER },
  SERVICE_PROFILE_PRODUCTION: { wants: PROFILE_OVER },
  SERVICE_API_KEY: { wants: `the API key; in the simulator ${SIMULATOR.key} unless given` },
  SERVICE_CLIENT_ID: { wants: `the client id; in the simulator ${SIMULATOR.id} unless given` },
  SERVICE_CLIENT_SECRET: { wants: `the client secret; in the simulator ${SIMULATOR.secret} unless given` },
  OFFICE_JS_URL: { wants: "the address of office.js in place of Microsoft's" },
  DESK_OFFICE_JS: {
    wants: 'a folder with office.js, which the gateway then serves (docs/operating.md)',
  },
  ...WEBHOOK_DESCRIBED,
  ...PROXY_DESCRIBED,
  ...METRICS_DESCRIBED,
};

export interface Settings {
  readonly host: string;
  readonly port: number;
  readonly dataFolder: string;
  /** PostgreSQL, for one desk on several machines; absent: this machine alone, in `dataFolder`. */
  readonly store?: StoreSettings;
  /** How the machines of that desk reach each other. */
  readonly peers?: PeerSettings;
  readonly tls?: { readonly certPath: string; readonly keyPath: string };
  /** Where people sign in by name; absent: browsers are paired. */
  readonly auth?: AuthSettings;
  /** Where figures are read by a program that watches; absent: nowhere. */
  readonly metrics?: MetricsPlace;
  /** By which other machines are reached; absent: straight. */
  readonly proxy?: ProxyOptions;
  /** In which mode workbooks start. */
  readonly startsIn: StartMode;
  readonly day: TradingDay;
  /** IANA zone by whose clocks cells show timestamps; without it the service's. */
  readonly shownZone?: string;
  /** Whether formulas bring the formats of their days and moments along. */
  readonly formattedDates: boolean;
  /** For how many days what was seen of requests is kept. */
  readonly historyDays: number;
  /** For how many days events are kept whose consequences were drawn. */
  readonly eventDays: number;
  /** For how many days answers are kept that nobody asked for since, and such as never change again. */
  readonly answerDays: number;
  readonly finishedDays: number;
  readonly pollIntervals: PollIntervals;
  readonly ages: AgeLimits;
  /** Where a person can sign in: where there is an address. */
  readonly environments: readonly Omit<OfferedEnvironment, 'remembered'>[];
  /** Where the desk stands at the start; without `credentials` it waits for a person to sign in. */
  readonly service: { readonly environment: Environment; readonly url: string };
  readonly credentials?: {
    readonly apiKey: string;
    readonly clientId: string;
    readonly clientSecret: string;
  };
  readonly profilePath?: string;
  /** Files of single environments, laid over `profilePath`. */
  readonly environmentProfiles: Readonly<Partial<Record<Environment, string>>>;
  readonly limitsPath?: string;
  readonly policyPath?: string;
  readonly marketsPath?: string;
  /** Whether people may start programs. */
  readonly programs: boolean;
  readonly officeJsUrl?: string;
  /** From which office.js is served in place of any address. */
  readonly officeJsFolder?: string;
  /** Whose pages may frame the pane beside Microsoft's usual ones. */
  readonly framedBy: readonly string[];
  /** How events are let in. */
  readonly webhooks: WebhookSettings;
  readonly workbench: boolean;
}

/** Every setting, with what it wants and its default. */
export const everySetting = (): readonly (Described & { readonly name: string })[] =>
  Object.entries(DESCRIBED).map(([name, described]) => ({ name, ...described }));

/** Everything that can be set, one line each. */
export function helpText(): string {
  const lines = everySetting().map(
    ({ name, wants, fallback }) =>
      `  ${name.padEnd(28)}${wants}${fallback === undefined ? '' : ` (${fallback})`}`,
  );
  return [
    'SpreadDesk gateway. Settings are environment variables; the default stands in brackets.',
    '',
    ...lines,
    '',
    '  --workbench                 serves the workbench too: a spreadsheet in the browser',
    '  --help                      shows this',
  ].join('\n');
}

type Given = Readonly<Record<string, string | undefined>>;

/** The settings, or a sentence that names the one that is wrong. */
export function readSettings(environment: Given, flags: readonly string[]): Outcome<Settings> {
  const stranger = flags.find((flag) => flag !== '--workbench');
  if (stranger !== undefined) return wrong(`There is no option ${stranger}.`);
  const given = Object.entries(DESCRIBED).flatMap(([name, { fallback }]) => {
    const small = isSpeltSmallToo(name) ? environment[name.toLowerCase()] : undefined;
    const written = (small ?? environment[name])?.trim() || fallback;
    return written === undefined ? [] : [[name, written] as const];
  });
  const parsed = Variables.safeParse(Object.fromEntries(given));
  if (!parsed.success) return wrong(problemOf(parsed.error.issues[0]?.path[0]));
  return settingsOf(parsed.data, flags.includes('--workbench'));
}

function settingsOf(variables: Variables, workbench: boolean): Outcome<Settings> {
  const { DESK_TLS_CERT: certPath, DESK_TLS_KEY: keyPath } = variables;
  if ((certPath === undefined) !== (keyPath === undefined)) {
    return wrong('DESK_TLS_CERT and DESK_TLS_KEY are needed together, or neither.');
  }
  const auth = authSettingsOf(variables);
  if (auth && 'problem' in auth) return wrong(auth.problem);
  const metrics = metricsSettingsOf(variables);
  if (metrics && 'problem' in metrics) return wrong(metrics.problem);
  const store = storeSettingsOf(variables);
  if (store && 'problem' in store) return wrong(store.problem);
  const peers = peerSettingsOf(variables, store !== undefined);
  if (peers && 'problem' in peers) return wrong(peers.problem);
  if (store && variables.DESK_DATA === IN_MEMORY)
    return wrong('DESK_DATA must be a folder with DESK_STORE: events wait there while the store is away.');
  if (!isLoopback(variables.DESK_HOST) && !auth && variables.DESK_OTHER_MACHINES === undefined) {
    return wrong(
      `DESK_HOST lets other machines in, and nobody who comes from there signs in by name. Set AUTH_ISSUER (docs/people.md), or, if it is wanted so, DESK_OTHER_MACHINES=${PAIRED_MAY_TRADE}.`,
    );
  }
  if (variables.DESK_DAY_FROM >= variables.DESK_DAY_TO) {
    return wrong('DESK_DAY_FROM must be earlier than DESK_DAY_TO.');
  }
  const service = serviceOf(variables);
  if (!service.ok) return service;
  // The journal of real trades has to survive whatever ends the process.
  if (variables.DESK_DATA === IN_MEMORY && service.value.service.environment !== 'simulator') {
    return wrong(`DESK_DATA must be a folder; only in the simulator it may be ${IN_MEMORY}.`);
  }
  const webhooks = webhookSettingsOf(variables, variables.DESK_PORT);
  if ('problem' in webhooks) return wrong(webhooks.problem);
  const { SERVICE_PROFILE: profilePath, OFFICE_JS_URL: officeJsUrl } = variables;
  const { DESK_OFFICE_JS: officeJsFolder } = variables;
  if (officeJsUrl !== undefined && officeJsFolder !== undefined) {
    return wrong('OFFICE_JS_URL and DESK_OFFICE_JS say both where office.js comes from. Give one of them.');
  }
  const { DESK_ZONE: shownZone, DESK_LIMITS: limitsPath, DESK_MARKETS: marketsPath } = variables;
  const { DESK_POLICY: policyPath } = variables;
  return success({
    host: variables.DESK_HOST,
    port: variables.DESK_PORT,
    dataFolder: variables.DESK_DATA,
    ...(store && { store }),
    ...(peers && { peers }),
    ...(certPath !== undefined && keyPath !== undefined && { tls: { certPath, keyPath } }),
    ...(auth && { auth }),
    ...present({ proxy: proxySettingsOf(variables), metrics }),
    startsIn: variables.DESK_MODE,
    day: { fromMinutes: variables.DESK_DAY_FROM, toMinutes: variables.DESK_DAY_TO },
    formattedDates: variables.DESK_FORMATTED_DATES === 'yes',
    historyDays: variables.DESK_HISTORY_DAYS,
    eventDays: variables.DESK_EVENT_DAYS,
    answerDays: variables.DESK_ANSWER_DAYS,
    finishedDays: variables.DESK_FINISHED_DAYS,
    pollIntervals: pollIntervalsOf(variables),
    ages: agesOf(variables),
    environments: environmentsOf(variables),
    ...service.value,
    ...(shownZone !== undefined && { shownZone }),
    ...(profilePath !== undefined && { profilePath }),
    environmentProfiles: environmentProfilesOf(variables),
    ...(limitsPath !== undefined && { limitsPath }),
    ...(policyPath !== undefined && { policyPath }),
    ...(marketsPath !== undefined && { marketsPath }),
    ...(officeJsUrl !== undefined && { officeJsUrl }),
    ...(officeJsFolder !== undefined && { officeJsFolder }),
    programs: variables.DESK_PROGRAMS === 'on',
    framedBy: variables.DESK_FRAMED_BY ?? [],
    webhooks,
    workbench,
  });
}

function serviceOf(variables: Variables): Outcome<Pick<Settings, 'service' | 'credentials'>> {
  const environment = variables.SERVICE_ENVIRONMENT;
  const simulator = { environment: 'simulator', url: variables.SERVICE_URL_SIMULATOR } as const;
  const open = unencrypted(variables);
  if (open) return wrong(open);
  if (environment === undefined) return success({ service: simulator });
  const isSimulator = environment === 'simulator';
  const urlName = environment === 'production' ? 'SERVICE_URL_PRODUCTION' : 'SERVICE_URL_SANDBOX';
  const url = isSimulator ? simulator.url : variables[urlName];
  if (url === undefined) return wrong(`${urlName} is needed for SERVICE_ENVIRONMENT=${environment}.`);
  const apiKey = variables.SERVICE_API_KEY ?? (isSimulator ? SIMULATOR.key : undefined);
  const clientId = variables.SERVICE_CLIENT_ID ?? (isSimulator ? SIMULATOR.id : undefined);
  const clientSecret = variables.SERVICE_CLIENT_SECRET ?? (isSimulator ? SIMULATOR.secret : undefined);
  if (apiKey === undefined || clientId === undefined || clientSecret === undefined) {
    const names = 'SERVICE_API_KEY, SERVICE_CLIENT_ID and SERVICE_CLIENT_SECRET';
    return wrong(`${names} are needed for SERVICE_ENVIRONMENT=${environment}.`);
  }
  return success({ service: { environment, url }, credentials: { apiKey, clientId, clientSecret } });
}

/** The journal of real trades has to survive whatever ends the process: without a folder there is the simulator alone. */
function environmentsOf(variables: Variables): Settings['environments'] {
  const isKept = variables.DESK_DATA !== IN_MEMORY;
  const addresses = [
    ['simulator', variables.SERVICE_URL_SIMULATOR],
    ['sandbox', isKept ? variables.SERVICE_URL_SANDBOX : undefined],
    ['production', isKept ? variables.SERVICE_URL_PRODUCTION : undefined],
  ] as const;
  return addresses.flatMap(([name, service]) => (service === undefined ? [] : [{ name, service }]));
}

function environmentProfilesOf(variables: Variables): Settings['environmentProfiles'] {
  const { SERVICE_PROFILE_SIMULATOR: simulator, SERVICE_PROFILE_SANDBOX: sandbox } = variables;
  const { SERVICE_PROFILE_PRODUCTION: production } = variables;
  return {
    ...(simulator !== undefined && { simulator }),
    ...(sandbox !== undefined && { sandbox }),
    ...(production !== undefined && { production }),
  };
}

const URL_NAMES = ['SERVICE_URL_SIMULATOR', 'SERVICE_URL_SANDBOX', 'SERVICE_URL_PRODUCTION'] as const;

/** What is wrong with a plain http address that leads off this machine: the credentials would go there readable by all. */
function unencrypted(variables: Variables): string | undefined {
  const name = URL_NAMES.find((one) => {
    const url = variables[one];
    return url !== undefined && isPlainHttp(url) && !LOOPBACK.test(new URL(url).hostname);
  });
  return (
    name && `${name} must be an https address: over http everybody on the way could read the credentials.`
  );
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const isPlainHttp = (url: string): boolean => new URL(url).protocol === 'http:';

/** The setting by its name, never its value: it may be a secret. */
function problemOf(name: unknown): string {
  const described = Object.entries(DESCRIBED).find(([known]) => known === name);
  return described
    ? `${described[0]} is not right. It wants ${described[1].wants}.`
    : 'A setting is not right.';
}

function isPlainAddress(written: string): boolean {
  if (!URL.canParse(written)) return false;
  const { protocol, username, password, search, hash } = new URL(written);
  return ['http:', 'https:'].includes(protocol) && username + password + search + hash === '';
}

const wrong = (message: string): { ok: false; failure: Failure } =>
  failed({ kind: 'invalid-argument', message, next: 'Start with --help to see every setting.' });

/**
 * The settings as others may see them. Nothing is shown but what is listed here: no credentials, and of paths only
 * whether there is one, for a path can hold a person's name; of an address only its machine.
 */
export function shownSettings(settings: Settings): Readonly<Record<string, unknown>> {
  const { host, port, day, historyDays, eventDays, answerDays, finishedDays } = settings;
  const { pollIntervals, service, webhooks, workbench } = settings;
  return {
    listens: listening(host),
    port,
    tls: given(settings.tls),
    peopleSignIn: settings.auth ? 'at a provider' : 'by pairing',
    data: settings.dataFolder === IN_MEMORY ? 'in memory' : 'in a folder',
    store: settings.store ? `PostgreSQL on ${settings.store.address.hosts.length} servers` : 'not given',
    day,
    formattedDates: settings.formattedDates,
    keptDays: { history: historyDays, events: eventDays, answers: answerDays, finished: finishedDays },
    wishes: pollIntervals,
    environment: service.environment,
    service: originOf(service.url),
    signsInByItself: settings.credentials !== undefined,
    profile: given(settings.profilePath),
    environmentProfiles: Object.keys(settings.environmentProfiles),
    limits: given(settings.limitsPath),
    markets: given(settings.marketsPath),
    proxy: given(settings.proxy),
    metrics: given(settings.metrics),
    officeJs: given(settings.officeJsUrl ?? settings.officeJsFolder),
    framedBy: settings.framedBy.length,
    programs: settings.programs,
    webhooks: {
      address: given(webhooks.publicUrl),
      proxies: webhooks.proxies.length,
      server: webhooks.listensOn ? serverOf(webhooks.listensOn) : 'none of its own',
    },
    workbench,
  };
}

const given = (value: unknown): 'given' | 'not given' => (value === undefined ? 'not given' : 'given');
const listening = (host: string): string => (isLoopback(host) ? 'on this machine' : 'for other machines');
const serverOf = ({ host, port, tls }: NonNullable<Settings['webhooks']['listensOn']>) => ({
  listens: listening(host),
  port,
  tls: given(tls),
});
