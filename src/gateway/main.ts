import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { destination, pino } from 'pino';
import * as z from 'zod/mini';
import type { Profile } from '../contract/service/profile';
import { readProfile } from '../contract/service/profile-file';
import { giveMarkets } from '../domain/delivery/given-markets';
import { writtenMarkets } from '../domain/delivery/markets';
import { readMarketsFile } from '../domain/delivery/markets-file';
import { Environment } from '../domain/desk-status';
import { sentence, type Outcome } from '../domain/failure';
import { present } from '../domain/present';
import type { DeskLimits } from '../domain/limits/limits';
import { systemChance } from '../effects/chance';
import { systemClock } from '../effects/clock';
import type { Log } from '../effects/log';
import { BUILT_IN, readLimitsFile } from './actions/limits-keeper';
import { ROOT } from './cli/program';
import { ResourcesByEnvironment } from './environments/resources';
import { LogRing, shareable } from './environments/support-bundle';
import { secretsOfProofs } from './events/signature';
import { deliveryRules, type WebhookOptions } from './events/webhook-door';
import { gatewayPages, gatewayParts, startGateway, type Gateway, type GatewayOptions } from './gateway';
import type { RunningDesk } from './desk/run-desk';
import { Dialect } from './platform/dialect/dialect';
import type { Measured } from './metrics/metrics';
import type { MetricsServer } from './metrics/server';
import { PolicyKeeper } from './people/policy-keeper';
import { secretsOfProxy } from './settings/proxy-settings';
import { helpText, readSettings, shownSettings, type Settings } from './settings/settings';
import { openDoorWarning } from './settings/webhook-settings';
import { IN_MEMORY } from './storage/place';
import { readDeskKey } from './storage/vault/desk-key';
import { pairingStore } from './storage/vault/pairings';
import { fileThreads } from './trades/export/file-thread';
import { openKeyKeeper } from './storage/vault/key-keeper';
import { NO_VAULT, SealedCredentials, sealedFiles, type Vault } from './storage/vault/vault';
import { isLoopback } from './web/door';

const SECRETS = [
  'token',
  'access-token',
  'accessToken',
  'authorization',
  'apiKey',
  'x-api-key',
  'clientSecret',
  'client-secret',
  'password',
  'credentials',
];

/** One JSON line per entry on the error stream; fields with the name of a secret are blotted out at two levels. */
function pinoLog(): Log {
  const paths = SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`]);
  const logger = pino({ base: null, redact: { paths, censor: '…' } }, destination({ fd: 2, sync: true }));
  return {
    info: (message, fields) => logger.info(fields ?? {}, message),
    warn: (message, fields) => logger.warn(fields ?? {}, message),
    error: (message, fields) => logger.error(fields ?? {}, message),
  };
}

const STOP_MS_MAX = 15_000;
/** By which whoever watches over the process knows that it is to be started again (EX_IOERR). */
const EXIT_NOT_KEPT = 74;

/** Ends the process with a sentence for a person. */
function refuse(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

function need<T>(outcome: Outcome<T>): T {
  return outcome.ok ? outcome.value : refuse(sentence(outcome.failure));
}

function fileText(path: string, setting: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return refuse(`${setting} names ${path}, which cannot be read (${String(error)}).`);
  }
}

/** The profile of every environment: the common file, and over it each environment's own. */
async function profilesOf({ profilePath, environmentProfiles }: Settings): Promise<Profiles> {
  const common = profilePath === undefined ? [] : [fileText(profilePath, 'SERVICE_PROFILE')];
  const profile = await profileIn(common, `SERVICE_PROFILE names ${profilePath}`);
  const profiles: Partial<Record<Environment, Profile>> = {};
  for (const environment of Environment.options) {
    const path = environmentProfiles[environment];
    if (path === undefined) continue;
    const setting = `SERVICE_PROFILE_${environment.toUpperCase()}`;
    profiles[environment] = await profileIn([...common, fileText(path, setting)], `${setting} names ${path}`);
  }
  return { profile, profiles };
}

type Profiles = Pick<ConstructorParameters<typeof ResourcesByEnvironment>[0], 'profile'> & {
  readonly profiles: Readonly<Partial<Record<Environment, Profile>>>;
};

async function profileIn(texts: readonly string[], named: string): Promise<Profile> {
  const read = readProfile(texts);
  if (!read.ok) return refuse(`${named}, which is no service profile. ${sentence(read.failure)}`);
  const checked = await new Dialect(read.value.mapping).check();
  if (!checked.ok) return refuse(`${named}, which is no service profile. ${sentence(checked.failure)}`);
  return read.value;
}

/** Pane and cells stand on it: a folder without it would show as an Excel that never answers. */
function checkOfficeJs({ officeJsFolder }: Settings): void {
  if (officeJsFolder === undefined || existsSync(join(officeJsFolder, 'office.js'))) return;
  refuse(
    `DESK_OFFICE_JS names ${officeJsFolder}, in which there is no office.js. docs/operating.md says how to fill it.`,
  );
}

function limitsOf({ limitsPath }: Settings): DeskLimits {
  if (limitsPath === undefined) return BUILT_IN;
  const read = readLimitsFile(fileText(limitsPath, 'DESK_LIMITS'));
  if (!read.ok) refuse(`DESK_LIMITS names ${limitsPath}, which is not right. ${sentence(read.failure)}`);
  return read.value;
}

/** Looked at again every few seconds, and at once when the process is told so (SIGHUP, where there is one). */
function policiesOf({ policyPath: path }: Settings, log: Log): PolicyKeeper | undefined {
  if (path === undefined) return undefined;
  const file = { path, text: () => readFileSync(path, 'utf8') };
  const opened = PolicyKeeper.open({ file, clock: systemClock, log });
  if (!opened.ok) refuse(`DESK_POLICY names ${path}, which is not right. ${sentence(opened.failure)}`);
  if (process.platform !== 'win32') process.on('SIGHUP', () => opened.value.look());
  return opened.value;
}

/** Before anything is counted. */
function takeMarkets({ marketsPath }: Settings): void {
  if (marketsPath === undefined) return;
  const read = readMarketsFile(fileText(marketsPath, 'DESK_MARKETS'));
  if (!read.ok) refuse(`DESK_MARKETS names ${marketsPath}, which is not right. ${sentence(read.failure)}`);
  giveMarkets(writtenMarkets(read.value, digest(JSON.stringify(read.value))));
}
const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

const Package = z.object({ version: z.string() });
const versionOf = (): string =>
  Package.parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))).version;

async function vaultOf({ dataFolder }: Settings, log: Log): Promise<Vault> {
  if (dataFolder === IN_MEMORY) return NO_VAULT;
  const keys = await openKeyKeeper({ dataFolder, clock: systemClock, log });
  return new SealedCredentials({ place: sealedFiles(dataFolder), keys, log });
}

function warnOfStrangers({ host, tls, auth, webhooks }: Settings, log: Log): void {
  const openDoor = openDoorWarning(webhooks);
  if (openDoor !== undefined) log.warn(openDoor);
  if (isLoopback(host)) return;
  const strangers = auth ? '' : ' EVERY PAIRED MACHINE TRADES WITH YOUR CREDENTIALS, whoever sits at it.';
  const plain = tls ? '' : ' NOTHING ON THE WAY IS ENCRYPTED; set DESK_TLS_CERT and DESK_TLS_KEY.';
  if (strangers + plain !== '') log.warn(`DESK_HOST is ${host}:${strangers}${plain}`);
}

const SystemError = z.object({
  code: z.string(),
  port: z.optional(z.number()),
  address: z.optional(z.string()),
});

/** Which of the two servers could not be opened shows by the port that the system names. */
function portProblem(thrown: unknown, { port: deskPort, host: deskHost, webhooks }: Settings): string {
  const error = SystemError.safeParse(thrown);
  const own = webhooks.listensOn;
  const isOwn = own !== undefined && own.port !== deskPort && error.data?.port === own.port;
  const { port, host } = isOwn ? own : { port: deskPort, host: deskHost };
  const named = isOwn ? 'WEBHOOK' : 'DESK';
  const code = error.data?.code;
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken. Stop what uses it, or set ${named}_PORT to another.`;
  if (code === 'EACCES') return `Port ${port} may not be used. Set ${named}_PORT to one above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `This machine has no address ${host}. Set ${named}_HOST to one that it has.`;
  }
  throw thrown;
}

/** How events are let in. What knocks there is kept from the log by whoever shows anything. */
async function webhooksOf(
  { webhooks }: Settings,
  { profile, profiles }: Profiles,
  resources: Pick<ResourcesByEnvironment, 'inboxes'>,
): Promise<WebhookOptions> {
  const { listensOn, publicUrl, proxies } = webhooks;
  const rulesOf = (one: Profile) => need(deliveryRules(one.webhooks, proxies, process.env));
  const inboxes = await resources.inboxes();
  const tls = listensOn?.tls && {
    cert: fileText(listensOn.tls.certPath, 'WEBHOOK_TLS_CERT'),
    key: fileText(listensOn.tls.keyPath, 'WEBHOOK_TLS_KEY'),
  };
  return {
    inboxes: inboxes.map((inbox) => {
      const own = profiles[inbox.environment];
      return own ? { ...inbox, rules: rulesOf(own) } : inbox;
    }),
    rules: rulesOf(profile),
    ...(listensOn && { listensOn: { host: listensOn.host, port: listensOn.port, ...(tls && { tls }) } }),
    ...(publicUrl !== undefined && { publicUrl }),
  };
}

const secretsOf = ({ inboxes, rules }: WebhookOptions): readonly string[] => [
  ...inboxes.map(({ token }) => token),
  ...[rules, ...inboxes.map((inbox) => inbox.rules ?? rules)].flatMap(secretsOfProofs),
];

/** A container may run under an account without a name. */
function accountName(): string | undefined {
  try {
    return userInfo().username || undefined;
  } catch {
    return undefined;
  }
}

async function run(): Promise<void> {
  const flags = process.argv.slice(2);
  if (flags.includes('--help')) return void process.stdout.write(`${helpText()}\n`);
  const settings = need(readSettings(process.env, flags));
  const clock = systemClock;
  const secrets = new Set<string>();
  const window = pinoLog();
  const log = new LogRing(window, clock, (value) => shareable(value, [...secrets]));
  /** What is open, in the order in which it is closed. A signal may come at any moment from here on. */
  const closers: (() => Promise<void>)[] = [];
  stopWhenTold(log, async () => {
    for (const close of closers) await close();
  });
  warnOfStrangers(settings, log);
  checkOfficeJs(settings);
  const { profile, profiles } = await profilesOf(settings);
  const { tls, service, environments, dataFolder } = settings;
  takeMarkets(settings);
  const givenLimits = limitsOf(settings);
  const pem = tls && {
    cert: fileText(tls.certPath, 'DESK_TLS_CERT'),
    key: fileText(tls.keyPath, 'DESK_TLS_KEY'),
  };
  const onNotKept = (): never => endUnkept(log);
  const vault = await vaultOf(settings, log);
  const policies = policiesOf(settings, log);
  if (settings.metrics?.token !== undefined) secrets.add(settings.metrics.token);
  /** The desk that is open here; on a machine that does not lead there is none. */
  let desk: Gateway | undefined;
  let running: RunningDesk | undefined;
  const metrics = await metricsOf(settings, () => desk?.figures(), {
    lead: () => running?.figures().lead,
    replication: () => running?.figures().replication,
    spool: () => running?.figures().spool,
  });
  if (metrics) closers.push(() => metrics.close());
  const open: OpenGateway = async ({ parts, ...seams } = {}) => {
    const resources = new ResourcesByEnvironment({
      dataFolder,
      environments,
      profile,
      profiles,
      proxy: settings.proxy,
      eventDays: settings.eventDays,
      clock,
      log,
      onNotKept,
      ...seams,
    });
    const storage = await resources.storage(service.environment);
    if (!storage.ok) throw new NotOpened(sentence(storage.failure));
    const webhooks = await webhooksOf(settings, { profile, profiles }, resources);
    for (const secret of secretsOf(webhooks)) secrets.add(secret);
    if (settings.auth?.clientSecret !== undefined) secrets.add(settings.auth.clientSecret);
    if (settings.proxy) for (const secret of secretsOfProxy(settings.proxy)) secrets.add(secret);
    const gateway = await startGateway({
      writeFile: fileThreads(),
      ...gatewayParts(settings, {
        vault,
        openResources: (wanted) => {
          const { apiKey, clientId, clientSecret } = wanted.credentials ?? {};
          for (const secret of [apiKey, clientId, clientSecret]) if (secret) secrets.add(secret);
          return resources.open(wanted);
        },
        clock,
        chance: systemChance,
        log,
        tls: pem,
        webhooks,
        zone: profile.auth.zone,
        recordRules: profile.records,
        version: versionOf(),
        givenLimits,
        support: { settings: shownSettings(settings), log: () => log.lines, secrets: () => [...secrets] },
        root: ROOT,
        ...present({ account: accountName(), policies }),
        pairingStore: pairingStore(dataFolder),
        // To the window alone: what is in the ring goes into support bundles.
        showPairingCode(code) {
          window.info(
            `Pairing code ${code}: type it in the pane that asks for it. It is good for one browser or Excel.`,
          );
          process.send?.({ type: 'pairing-code', code });
        },
      }),
      ...parts,
    });
    desk = gateway;
    const over = (): void => {
      if (desk === gateway) desk = undefined;
    };
    const [stop, abandon] = [gateway.stop.bind(gateway), gateway.abandon.bind(gateway)];
    Object.assign(gateway, {
      stop: () => {
        over();
        return stop();
      },
      abandon: () => {
        over();
        return abandon();
      },
    });
    return { gateway, resources };
  };
  if (settings.store) {
    const { runDesk } = await import('./desk/run-desk');
    const { store, host, port, peers, credentials } = settings;
    if (!peers) return refuse('DESK_KEY_FILE is needed with DESK_STORE.');
    const opened = await runDesk({
      store,
      version: versionOf(),
      peers,
      key: need(readDeskKey(peers.keyPath)),
      dataFolder,
      first: { environment: service.environment, ...(credentials && { credentials }) },
      places: environments,
      door: {
        host,
        port,
        names: peers.names,
        tls: pem,
        pages: gatewayPages(settings, ROOT),
        environments: environments.map(({ name }) => name),
        dialectOf: (environment) => new Dialect((profiles[environment] ?? profile).mapping),
        webhooksOf: (inboxes) =>
          webhooksOf(settings, { profile, profiles }, { inboxes: async () => inboxes }),
      },
      async openGateway(seams) {
        const { gateway, resources } = await open(seams);
        tellParent(gateway, seams.parts.doorUrl);
        return {
          gateway,
          async eventsOf(environment) {
            const storage = await resources.storage(environment);
            return storage.ok ? storage.value.events : undefined;
          },
        };
      },
      clock,
      log,
    }).catch((error: unknown) => refuse(portProblem(error, settings)));
    running = need(opened);
    const { url, stop } = running;
    closers.push(stop);
    process.stdout.write(`SpreadDesk gateway is ready: ${url}\n`);
    return;
  }
  const { gateway, resources } = await open().catch((error: unknown) =>
    refuse(error instanceof NotOpened ? error.message : portProblem(error, settings)),
  );
  closers.push(
    () => gateway.stop(),
    () => resources.close(),
  );
  tellReady(gateway);
}

type Seams = Pick<
  ConstructorParameters<typeof ResourcesByEnvironment>[0],
  'openStores' | 'mayLeave' | 'webhookToken'
> & { readonly parts?: Partial<GatewayOptions> };
type OpenGateway = (
  seams?: Seams,
) => Promise<{ readonly gateway: Gateway; readonly resources: ResourcesByEnvironment }>;

/** What is kept cannot be had, in a sentence. */
class NotOpened extends Error {}

function tellReady(gateway: Gateway): void {
  const { url } = gateway;
  process.stdout.write(`SpreadDesk gateway is ready: ${url}\n`);
  tellParent(gateway, url);
}

/** That pages and programs find the desk open at this address. */
function tellParent({ webhook, programKey, pairingCode }: Gateway, url: string): void {
  // Whoever started this process is of its account, and plays the operator, if anybody does: to him secrets are given, and to nobody else.
  process.send?.({ type: 'ready', url, webhook, programKey, pairingCode });
}

/** Its packages are loaded only where figures are wanted. */
async function metricsOf(
  { metrics: place }: Settings,
  desk: Measured['desk'],
  parts: Omit<Measured, 'desk' | 'version' | 'clock'>,
): Promise<MetricsServer | undefined> {
  if (!place) return undefined;
  const { openMetrics } = await import('./metrics/server');
  const measured = { ...parts, desk, version: versionOf(), clock: systemClock };
  return openMetrics(place, measured).catch((error: unknown) =>
    refuse(`METRICS_PORT ${place.port} cannot be opened (${String(error)}). Set it to another.`),
  );
}

/** Nothing is closed or flushed: the next start reads what is really there, and writes it anew before it adds to it. */
function endUnkept(log: Log): never {
  log.error('The disk did not keep what was written. The gateway ends, because it can rely on nothing now.', {
    next: 'Look at the disk, then start the gateway again: what was under way is looked up, nothing is sent again.',
  });
  process.exit(EXIT_NOT_KEPT);
}

/** A signal, or the end of whoever started this process, stops it cleanly; a stop that hangs is cut off. */
function stopWhenTold(log: Log, stop: () => Promise<void>): void {
  let isStopping = false;
  const once = (): void => {
    if (isStopping) return;
    isStopping = true;
    systemClock.after(STOP_MS_MAX, () => process.exit(1));
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error('The gateway did not stop cleanly.', { error: String(error) });
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', once);
  process.on('SIGTERM', once);
  process.on('disconnect', once);
}

await run();
