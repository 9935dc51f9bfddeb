import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_CLIENT } from '../scripts/people/people.mjs';
import { startProvider } from '../scripts/people/provider.mjs';
import { anyPort } from '../scripts/port.mjs';
import { ROUTES } from '../src/contract/desk/routes';
import { ROLES } from '../src/domain/person';
import { newPairing } from '../src/gateway/people/pairings';
import { pairingStore } from '../src/gateway/storage/vault/pairings';
import { startSimulator, type Simulator } from '../src/simulator/server';
import { throwawayCertificate } from './certificate';
import { GatewayProcess } from './gateway-process';
import { HostileService } from './hostile-service';
import { ALLOWED_SENDER, SIGNED_BY } from './kinds/events';
import { newKey, newToken } from './kinds/identity';
import type { Keys } from './kinds/roles';
import { SIGNED_IN_PEOPLE } from './kinds/sign-ins';
import { PLANTED } from './marks';
import { CLIENT, ISSUER, OfficeProvider } from './office-provider';
import { bytesOf, filesBelow } from './sources';
import type { Place, Target } from './target';

export const ROOT = join(import.meta.dirname, '..');
/** A body may take ten seconds, which is looked at every second, by a machine that has other things to do. */
const PATIENCE_MS = 20_000;
const TRADES = 40;
/** What {@link Target.strangeTokens} holds, in this order. */
export const STRANGE = [
  'a token from before a restart',
  'a key for programs from before a restart',
  'a token of another gateway',
  "the platform's token",
  'the API key',
];

/** One gateway under attack. */
export interface Besieged {
  readonly gateway: GatewayProcess;
  readonly target: Target;
  readonly dataFolder: string;
}

type Env = Readonly<Record<string, string>>;

/** Whose browser may do everything: in its place a request comes where roles are taken away as a defence. */
const EVERYTHING = 'everything';
const PEOPLE = [...ROLES, 'both', 'leaver', 'nobody', EVERYTHING] as const;

/**
 * Six gateways in front of one hostile platform: plain, encrypted with the workbench, with a receiver of its own, with people of every
 * role, with a provider, and with the one for which Office has tokens.
 */
export class Stage {
  private readonly gateways: GatewayProcess[] = [];
  private provider: { close(): Promise<void> } | undefined;
  private officeProvider: OfficeProvider | undefined;

  private constructor(
    private readonly folder: string,
    private readonly simulator: Simulator,
    readonly service: HostileService,
    private readonly without: string | undefined,
  ) {}

  static async set(without: string | undefined): Promise<Stage> {
    const folder = await mkdtemp(join(tmpdir(), 'spreaddesk-attack-'));
    const simulator = await startSimulator({ seed: 1, speed: 0, trades: TRADES });
    return new Stage(folder, simulator, await HostileService.start(simulator.url), without);
  }

  /** It was restarted, so that there is a token that was good before. */
  async plain(): Promise<Besieged> {
    const dataFolder = join(this.folder, 'plain');
    const first = await this.gateway({ DESK_PORT: '0', DESK_DATA: dataFolder });
    const [former, other] = await Promise.all([tokenOf(first), this.otherToken()]);
    await first.end();
    const gateway = await this.gateway({ DESK_PORT: String(first.port), DESK_DATA: dataFolder });
    const strangeTokens = [former, first.programKey, other, PLANTED.accessToken.value, PLANTED.apiKey.value];
    return { gateway, dataFolder, target: await this.target('http', gateway, { strangeTokens }) };
  }

  async encrypted(now: number): Promise<Besieged> {
    const { cert, key } = throwawayCertificate(now);
    const [certPath, keyPath] = [join(this.folder, 'cert.pem'), join(this.folder, 'key.pem')];
    await Promise.all([writeFile(certPath, cert), writeFile(keyPath, key)]);
    const dataFolder = join(this.folder, 'encrypted');
    const env = { DESK_PORT: '0', DESK_DATA: dataFolder, DESK_TLS_CERT: certPath, DESK_TLS_KEY: keyPath };
    const gateway = await this.gateway(env, ['--workbench']);
    return { gateway, dataFolder, target: await this.target('https', gateway, { certificate: cert }) };
  }

  /** With the place of its receiver, and the path that is good there. */
  async receiving(): Promise<Besieged & { readonly place: Target; readonly path: string }> {
    const profilePath = join(this.folder, 'profile.json');
    const hmac = { header: SIGNED_BY, algorithm: 'sha256', secretEnv: 'ATTACK_HMAC' };
    await writeFile(profilePath, JSON.stringify({ webhooks: { hmac, allowFrom: [ALLOWED_SENDER] } }));
    const dataFolder = join(this.folder, 'receiving');
    const gateway = await this.gateway({
      ...{ DESK_PORT: '0', DESK_DATA: dataFolder, SERVICE_PROFILE: profilePath },
      ...{ WEBHOOK_PORT: '0', ATTACK_HMAC: PLANTED.hmac.value },
    });
    const target = await this.target('receiver', gateway);
    const { port, pathname } = new URL(gateway.webhook);
    const place = { ...target, port: Number(port), routes: (await gateway.servers())[0] ?? [] };
    return { gateway, dataFolder, target, place, path: pathname };
  }

  /** With a policy, and a paired browser for every role. */
  async peopled(): Promise<Besieged & { readonly keys: Keys }> {
    const dataFolder = join(this.folder, 'peopled');
    const paired = Object.fromEntries(PEOPLE.map((name) => [name, newPairing(0, name)]));
    await mkdir(dataFolder, { recursive: true });
    await pairingStore(dataFolder).write(Object.values(paired).map(({ pairing }) => pairing));
    const policyPath = join(this.folder, 'policy.json');
    const roles = Object.fromEntries(ROLES.map((role) => [role, [role, EVERYTHING]]));
    const two = {
      trader: [...(roles['trader'] ?? []), 'both'],
      approver: [...(roles['approver'] ?? []), 'both'],
    };
    const policy = {
      roles: { ...roles, ...two, viewer: ['viewer', 'leaver', EVERYTHING] },
      fourEyes: { above: { kinds: ['create-request'] }, minutes: this.without === 'minutes' ? 120 : 1 },
    };
    await writeFile(policyPath, JSON.stringify(policy));
    const keys = Object.fromEntries(PEOPLE.map((name) => [name, paired[name]?.key ?? ''])) as Keys;
    const gateway = await this.gateway({
      ...{ DESK_PORT: '0', DESK_DATA: dataFolder, DESK_POLICY: policyPath },
      ATTACK_KEY: paired[EVERYTHING]?.key ?? '',
    });
    return { gateway, dataFolder, keys, target: await this.target('people', gateway, { key: keys.admin }) };
  }

  /** Whose people sign in at a provider. */
  async signedIn(): Promise<Besieged> {
    const dataFolder = join(this.folder, 'signed-in');
    const port = await anyPort();
    const gateways = [`http://localhost:${port}`];
    const provider = await startProvider({ gateways, people: SIGNED_IN_PEOPLE });
    this.provider = provider;
    const gateway = await this.gateway({
      ...{ DESK_PORT: String(port), DESK_DATA: dataFolder, AUTH_ISSUER: provider.issuer },
      ...{ AUTH_CLIENT_ID: DEMO_CLIENT.id, AUTH_CLIENT_SECRET: DEMO_CLIENT.secret },
    });
    return {
      gateway,
      dataFolder,
      target: await this.target('signed in', gateway, { key: gateway.programKey }),
    };
  }

  /** Whose people sign in at the one provider for which Office has tokens. */
  async office(): Promise<Besieged & { readonly provider: OfficeProvider }> {
    const dataFolder = join(this.folder, 'office');
    const provider = await OfficeProvider.start();
    this.officeProvider = provider;
    const gateway = await this.gateway({
      ...{ DESK_PORT: '0', DESK_DATA: dataFolder, AUTH_ISSUER: ISSUER, AUTH_CLIENT_ID: CLIENT },
      AUTH_OFFICE: 'on',
      ...{ ATTACK_PROVIDER_AT: provider.origin, ATTACK_SIGNING_KEY: provider.privateKey },
    });
    const target = await this.target('office', gateway, { key: gateway.programKey });
    return { gateway, dataFolder, provider, target };
  }

  async end(): Promise<void> {
    await this.provider?.close();
    this.officeProvider?.close();
    await Promise.all(this.gateways.map((gateway) => gateway.end()));
    this.service.end();
    await this.simulator.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async gateway(env: Env, args: readonly string[] = []): Promise<GatewayProcess> {
    const gateway = await GatewayProcess.start({
      without: this.without,
      args,
      env: {
        SERVICE_ENVIRONMENT: 'simulator',
        SERVICE_URL_SIMULATOR: this.service.url,
        SERVICE_API_KEY: PLANTED.apiKey.value,
        SERVICE_CLIENT_ID: PLANTED.clientId.value,
        SERVICE_CLIENT_SECRET: PLANTED.clientSecret.value,
        ...env,
      },
    });
    this.gateways.push(gateway);
    return gateway;
  }

  private async otherToken(): Promise<string> {
    const other = await this.gateway({ DESK_PORT: '0', DESK_DATA: join(this.folder, 'other') });
    const token = await tokenOf(other);
    await other.end();
    return token;
  }

  private async target(
    name: string,
    gateway: GatewayProcess,
    { strangeTokens = [], certificate, key: known }: Partial<Target> = {},
  ): Promise<Target> {
    const place: Place = { port: gateway.port, ...(certificate !== undefined && { certificate }) };
    const key = known ?? (await newKey(place, gateway.pairingCode));
    const files = ['addin', 'workbench'].flatMap((part) => filesBelow(join(ROOT, 'dist', part)));
    return {
      ...place,
      name,
      routes:
        (await gateway.servers()).find((routes) =>
          routes.some(({ url }) => url === ROUTES.openSession.path),
        ) ?? [],
      published: new Set(files.map(({ path }) => bytesOf(path))),
      token: await newToken({ ...place, key }),
      key,
      usedCode: gateway.pairingCode,
      strangeTokens,
      patienceMs: PATIENCE_MS,
    };
  }
}

const tokenOf = ({ port, programKey }: GatewayProcess): Promise<string> =>
  newToken({ port, key: programKey });
