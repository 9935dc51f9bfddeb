import type { MachinesAnswer } from '../contract/desk/people';
import { sentence } from '../domain/failure';
import { rolesNoted } from '../domain/notes/desk-notes';
import type { By } from '../domain/person';
import { may } from '../domain/policy/permission';
import { present } from '../domain/present';
import type { DeskFigures } from './environments/figures';
import { byGateway } from './environments/gateway-config';
import { Environments, type EnvironmentsOptions } from './environments/environments';
import type { Abandoned } from './desk/held-kill-switch';
import { Receiver } from './events/receiver';
import { addressAt, hostsOf, webhookDoor, type Listening, type WebhookOptions } from './events/webhook-door';
import { AccessTokens } from './people/access-tokens';
import { KeptAccess, type Kept, type KeptSignIn } from './people/kept-access';
import { Pairings } from './people/pairings';
import { NO_POLICY, type Policies } from './people/policy-keeper';
import { Provider, type AuthSettings } from './people/provider';
import { SignIns, type OnOtherRoles } from './people/sign-ins';
import { proxyFetch, type Fetch, type ProxyOptions } from './platform/proxy';
import type { Settings } from './settings/settings';
import { IN_MEMORY } from './storage/place';
import type { SharedRows } from './storage/shared-rows';
import { pairingStore, type PairingStore } from './storage/vault/pairings';
import type { WriteKeptFile } from './trades/export/kept-file';
import { isLoopback } from './web/door';
import type { PageOptions } from './web/pages';
import { openPeerWeb, openReceiver, openWeb, type Web } from './web/server';
import { Sessions } from './web/sessions';

export interface GatewayOptions extends EnvironmentsOptions {
  readonly host: string;
  readonly port: number;
  readonly tls?: { readonly cert: string; readonly key: string };
  readonly pages: PageOptions;
  /** The peers' part of the desk's key: the desk is open to doors alone, which have pages and events. Absent: to whoever knocks. */
  readonly peerKey?: Buffer;
  /** The address of this machine's door, under which events come; absent: pages and events come to the desk itself. */
  readonly doorUrl?: string;
  /** What whoever leads the desk next has to know; absent: this gateway is alone. */
  readonly shared?: SharedRows;
  /** The key of programs, where every machine of a desk has the same. */
  readonly programKey?: string;
  /** Of a desk on several machines, for its admins; absent: there is one. */
  readonly machines?: () => Promise<MachinesAnswer>;
  /** How events are let in; absent: they are not. */
  readonly webhooks?: WebhookOptions;
  /** Where people sign in by name; absent: browsers are paired. */
  readonly auth?: AuthSettings;
  /** By which other machines are reached; absent: straight. */
  readonly proxy?: ProxyOptions;
  /** Where paired browsers are kept; absent: they have to be paired anew after each start. */
  readonly pairingStore?: PairingStore;
  /** Shows a pairing code to the account that runs the gateway. */
  readonly showPairingCode?: (code: string) => void;
  /** Who may do what; absent: whoever is paired may do everything. */
  readonly policies?: Policies;
  /** How files of trades are written; on this thread unless said. */
  readonly writeFile?: WriteKeptFile;
  /** People may start programs; nobody unless said. */
  readonly allowsPrograms?: boolean;
}

export interface Gateway {
  readonly url: string;
  readonly port: number;
  /** Where events of the environment it started in are delivered on this machine. A secret: it ends in the token. */
  readonly webhook: string | undefined;
  /** The code that pairs the next browser. A secret, as is the next one. */
  readonly pairingCode: string;
  /** With it programs of this account get a session. */
  readonly programKey: string;
  /** What is measured of the desk that is open. */
  figures(): DeskFigures & { readonly sessions: number };
  /** From here on doors are told to ask whoever leads next. What they asked before goes on. */
  turnAway(): void;
  /** Takes nothing new, waits for actions on their way, and writes down what is left to write. Its answers still go out. */
  finish(): Promise<void>;
  /** The same, and then its servers are closed. */
  stop(): Promise<void>;
  /**
   * Another gateway leads: every connection ends at once and nobody is told anything more. Resolves when the ports are free; what is
   * under way comes to its end by itself, and is neither sent nor written down.
   */
  abandon(): Promise<Abandoned>;
}

/** Opens the first desk, and the doors through which pages reach whichever desk is open, and events their environment. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { auth, proxy } = options;
  const fetch = proxy && proxyFetch(proxy, options.log);
  const provider = auth && new Provider({ ...options, settings: auth, fetch });
  const { policies = NO_POLICY } = options;
  const { shared, log: deskLog } = options;
  const keptSessions = shared && (await KeptAccess.sessions(shared, deskLog));
  const keptSignIns = shared && (await KeptAccess.signIns(shared, deskLog));
  const sessions = new Sessions(options.clock, (who) => policies.rolesOf(who), keptSessions);
  const started = await Environments.start({
    fourEyes: fourEyesOf(policies),
    policy: policies,
    ...options,
    ...present({ provider }),
    ...(options.allowsPrograms === true && {
      programs: {
        policy: () => policies.read()?.policy.programs,
        starter: (by) => starterProblem(sessions, by),
      },
    }),
    mayNotPress(by) {
      const who = by && sessions.whoWas(by.session);
      return who !== undefined && !may(policies.rolesOf(who), 'press');
    },
    ownLimits(by) {
      const who = by && sessions.whoWas(by.session);
      if (who) return policies.ownOf(who);
      return by ? policies.strictestOwnOf(present(by)) : [];
    },
  });
  if (!started.ok) throw new Error(sentence(started.failure));
  const desks = started.value;
  const opened: Closing[] = [];
  let finished: Promise<void> | undefined;
  const finish = (): Promise<void> => (finished ??= desks.stop());
  let isFinishing = false;
  const close = async (): Promise<void> => {
    provider?.stop();
    await finish();
    for (const one of opened) await one.close();
  };
  const abandon = async (): Promise<Abandoned> => {
    provider?.stop();
    // What was finished in order is led by somebody else.
    const remains = finished ? undefined : await desks.session.remains();
    void finish().catch((error: unknown) => {
      options.log.warn('What was left of a desk that is led elsewhere broke.', { error: String(error) });
    });
    for (const one of opened) await one.close();
    return { sessions, remains };
  };
  try {
    const { clock, log, webhooks } = options;
    policies.start();
    opened.push({ close: async () => policies.stop() });
    const receiver = webhooks && new Receiver({ ...webhooks, clock, log });
    const pairings = await Pairings.open({
      account: options.account ?? 'gateway',
      store: options.pairingStore ?? pairingStore(IN_MEMORY),
      ...present({ programKey: options.programKey }),
      showCode: auth ? () => undefined : (options.showPairingCode ?? (() => undefined)),
      clock,
      log,
    });
    const signIns =
      auth &&
      provider &&
      signInsOf(auth, {
        provider,
        policies,
        fetch,
        clock,
        log,
        ...present({ kept: keptSignIns }),
        onOtherRoles: otherRolesOf({ sessions, desks, by: byGateway(options) }),
      });
    if (signIns) opened.push({ close: async () => signIns.stop() });
    sessions.goOn((digest) => signIns?.signInWith(digest));
    const own = receiver && !options.peerKey ? await ownServer(receiver, options) : undefined;
    if (own) opened.push(own);
    const publicHosts = hostsOf(webhooks?.publicUrl);
    const served = {
      ...options,
      sessions,
      policies,
      pairings,
      ...(signIns && { signIns }),
      desks,
      ...(receiver && {
        webhook: () =>
          webhookDoor(receiver, own ?? listeningOf(options.doorUrl ?? web.url), webhooks?.publicUrl),
      }),
    };
    const { peerKey: key } = options;
    const web: Web = key
      ? await openPeerWeb({ ...served, key, isFinishing: () => isFinishing })
      : await openWeb({ ...served, ...(receiver && !own && { receiving: { receiver, publicHosts } }) });
    opened.push(web);
    const inbox = receiver?.boxOf(options.first.environment);
    return {
      url: web.url,
      port: web.port,
      webhook: inbox && addressAt(own?.url ?? options.doorUrl ?? web.url, inbox.token),
      get pairingCode() {
        return pairings.code;
      },
      programKey: pairings.programKey,
      figures: () => ({ ...desks.session.figures(), sessions: sessions.list().length }),
      turnAway: () => void (isFinishing = true),
      finish,
      stop: close,
      abandon,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function signInsOf(
  settings: AuthSettings,
  {
    provider,
    policies,
    fetch,
    clock,
    log,
    kept,
    onOtherRoles,
  }: Pick<GatewayOptions, 'clock' | 'log'> & {
    readonly provider: Provider;
    readonly policies: Policies;
    readonly kept?: Kept<KeptSignIn>;
    readonly fetch: Fetch | undefined;
    readonly onOtherRoles: OnOtherRoles;
  },
): SignIns {
  const { officeTenant: tenant } = settings;
  return new SignIns({
    provider,
    ...(tenant !== undefined && {
      accessTokens: new AccessTokens({ settings, tenant, provider, fetch, clock, log }),
    }),
    rolesClaim: settings.rolesClaim,
    rolesOf: (who) => policies.rolesOf(who),
    onOtherRoles,
    ...(kept && { kept }),
    clock,
    log,
  });
}

/** Pages are told at once of other roles, and closed where none is left; the journal has a line. */
const otherRolesOf =
  ({
    sessions,
    desks,
    by,
  }: {
    readonly sessions: Sessions;
    readonly desks: Environments;
    readonly by: By;
  }): OnOtherRoles =>
  (who, { before, now }) => {
    void desks.note(rolesNoted(by, who.name, { before, now }));
    if (now.length === 0) sessions.end((one) => one.who === who);
    else sessions.rolesChanged();
  };

/** Why who started a program may not run it any more: their session is over, or their roles are others. */
function starterProblem(
  sessions: Sessions,
  by: By | undefined,
): 'session-over' | 'not-permitted' | undefined {
  const session = sessions.list().find((one) => one.session === by?.session);
  if (!session) return 'session-over';
  return may(session.roles, 'program') ? undefined : 'not-permitted';
}

const fourEyesOf = (policies: Policies): NonNullable<EnvironmentsOptions['fourEyes']> => ({
  read: () => policies.read()?.policy.fourEyes,
  onChange: (listener) => policies.onChange(listener),
});

interface Closing {
  close(): Promise<void>;
}

/** A server for deliveries alone, where settings want one. */
async function ownServer(
  receiver: Receiver,
  { clock, log, webhooks }: GatewayOptions,
): Promise<(Listening & Closing) | undefined> {
  const place = webhooks?.listensOn;
  if (!place) return undefined;
  const publicHosts = hostsOf(webhooks.publicUrl);
  const server = await openReceiver({ ...place, receiver, clock, log, publicHosts });
  const name = EVERYWHERE.includes(place.host) ? 'localhost' : place.host;
  const host = name.includes(':') ? `[${name}]` : name;
  const url = `${place.tls ? 'https' : 'http'}://${host}:${server.port}/`;
  return { url, isOutside: !isLoopback(name), close: () => server.close() };
}

const EVERYWHERE = ['0.0.0.0', '::'];
const listeningOf = (url: string): Listening => ({ url, isOutside: false });

/** What no setting says, or what was read from the files that settings name. */
export type Assembled = Pick<
  GatewayOptions,
  | 'vault'
  | 'openResources'
  | 'zone'
  | 'recordRules'
  | 'version'
  | 'givenLimits'
  | 'support'
  | 'clock'
  | 'chance'
  | 'log'
  | 'webhooks'
  | 'account'
  | 'pairingStore'
  | 'showPairingCode'
  | 'policies'
> & {
  readonly tls?: NonNullable<GatewayOptions['tls']> | undefined;
  /** The project's folder, from which pages are served. */
  readonly root: string;
};

/** A gateway as its settings want it, from whichever parts it is put together. */
export function gatewayParts(settings: Settings, { tls, root, ...assembled }: Assembled): GatewayOptions {
  const { credentials, service, shownZone } = settings;
  return {
    ...assembled,
    environments: settings.environments,
    first: { environment: service.environment, ...(credentials && { credentials }) },
    host: settings.host,
    port: settings.port,
    day: settings.day,
    historyDays: settings.historyDays,
    answerDays: settings.answerDays,
    finishedDays: settings.finishedDays,
    pollIntervals: settings.pollIntervals,
    startsIn: settings.startsIn,
    ages: settings.ages,
    ...(tls && { tls }),
    ...present({ auth: settings.auth, proxy: settings.proxy }),
    ...(shownZone !== undefined && { shownZone }),
    formattedDates: settings.formattedDates,
    allowsPrograms: settings.programs,
    pages: gatewayPages(settings, root),
  };
}

/** The pages as settings want them; `root`: the project's folder. */
export const gatewayPages = (
  { workbench, framedBy, officeJsUrl, officeJsFolder }: Settings,
  root: string,
): PageOptions => ({ root, workbench, framedBy, ...present({ officeJsUrl, officeJsFolder }) });
