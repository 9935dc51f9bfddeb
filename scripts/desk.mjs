import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Complaint } from './complaint.mjs';
import { DEMO_CLIENT, DEMO_PEOPLE } from './people/people.mjs';
import { programOf } from './programs.mjs';
import { anyPort, portAsked, portIsFree } from './port.mjs';

const DESK_PORT = 3000;
const SIMULATOR_PORT = 3001;
// The simulator would refuse the real service's credentials, and they have no business in a process that plays.
const NO_CREDENTIALS = {
  SERVICE_API_KEY: undefined,
  SERVICE_CLIENT_ID: undefined,
  SERVICE_CLIENT_SECRET: undefined,
};

/**
 * @typedef {object} Parts
 * @property {string} root the project's folder
 * @property {NodeJS.ProcessEnv} env
 * @property {import('./children.mjs').Children} children
 * @property {string} [simulator] its program's file
 * @property {string} [gateway] its program's file
 * @property {(code: string) => void} [onPairingCode] hears each new pairing code of the gateway
 */
/**
 * @typedef {object} Steps
 * @property {(line: string) => void} say
 * @property {boolean} [people] whether people sign in by name, at a provider of its own
 * @property {() => Promise<void>} prepare what must be there before anything can start: packages, bundles
 */

/**
 * Starts the simulator and a gateway on it, says the one address that matters, and stays until a part ends.
 * @param {Parts & Steps} desk
 * @returns {Promise<number>} the exit code
 */
export async function startDesk(desk) {
  const { children, env, say } = desk;
  const port = await deskPort(env);
  // A build may take minutes: what stands in the way of a start is said before it.
  await simulatorPort(env, port);
  await desk.prepare();
  if (remembers(desk)) say(OLD_DATA);
  say('Starting the simulator and the gateway…');
  const service = await startSimulator(desk, port);
  const people = desk.people ? await peopleSettings(port, env) : {};
  const settings = {
    ...env,
    // At a simulator whoever tries SpreadDesk may try programs too.
    DESK_PROGRAMS: env.DESK_PROGRAMS || 'on',
    ...simulatorSettings(env, service),
    ...people,
    DESK_PORT: String(port),
  };
  // A used code is followed by another one: the first is over once a browser has opened the page.
  const onPairingCode = (/** @type {string} */ code) =>
    void gateway.then(({ url }) => say(`For another browser: ${paired(url, code)}`));
  const gateway = startGateway({ ...desk, onPairingCode }, ['--workbench'], settings);
  const { url, pairingCode } = await gateway;
  say(`The simulator listens at ${service}`);
  if (desk.people) {
    const names = Object.values(DEMO_PEOPLE).map(({ name, roles }) => `${name} (${roles.join(', ')})`);
    say(`SpreadDesk is ready: ${apart(url)}`);
    say(
      `Each window with this address is an Excel of its own. In each sign in as one of ${names.join(', ')}. ` +
        'A quote of more than 15 MW waits for the approver.',
    );
  } else say(`SpreadDesk is ready: ${paired(url, pairingCode)}`);
  say('Open this address in a browser. Ctrl-C here ends everything.');
  say(`${await children.firstEnd} SpreadDesk stops.`);
  return 1;
}

const OLD_DATA =
  'DESK_DATA holds an earlier run, and the simulator begins anew: ids in its journal may now be those of other trades. ' +
  'For a clean start set DESK_DATA to a new folder.';

/**
 * Whether the desk on the simulator keeps what an earlier one wrote down.
 * @param {Pick<Parts, 'env' | 'root'>} desk
 */
const remembers = ({ env, root }) =>
  Boolean(env.DESK_DATA) && existsSync(resolve(root, env.DESK_DATA ?? '', 'simulator', 'spreaddesk.db'));

/**
 * The gateway's settings for work on the simulator.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} service the simulator's address
 */
export const simulatorSettings = (env, service) => ({
  // The simulator's world begins anew with it, and has the same ids again: what was known of the last one is not true of this one.
  DESK_DATA: env.DESK_DATA || ':memory:',
  SERVICE_ENVIRONMENT: 'simulator',
  SERVICE_URL_SIMULATOR: service,
  ...NO_CREDENTIALS,
});

/**
 * Starts the provider of the demonstration's people, and gives the gateway's settings for it, and for what each of them may do. It
 * ends with this process.
 * @param {number} port of the gateway
 * @param {NodeJS.ProcessEnv} env
 */
export async function peopleSettings(port, env) {
  const { startProvider } = await import('./people/provider.mjs');
  const { issuer } = await startProvider({
    gateways: [`http://localhost:${port}`, `http://127.0.0.1:${port}`],
  });
  return {
    AUTH_ISSUER: issuer,
    AUTH_CLIENT_ID: DEMO_CLIENT.id,
    AUTH_CLIENT_SECRET: DEMO_CLIENT.secret,
    DESK_POLICY: env['DESK_POLICY'] || fileURLToPath(new URL('people/policy.json', import.meta.url)),
  };
}

/**
 * The desk's port. Throws a complaint if somebody has it.
 * @param {NodeJS.ProcessEnv} env
 */
export async function deskPort(env) {
  const port = portAsked(env, 'DESK_PORT') ?? DESK_PORT;
  if (await portIsFree(port)) return port;
  throw new Complaint(
    `Port ${port} is taken, perhaps by a desk that runs already. End that program, ` +
      'or set DESK_PORT to another port.',
  );
}

/**
 * @param {Parts} parts
 * @param {number} [besides] the port that it leaves to somebody else
 * @returns {Promise<string>} its address
 */
export async function startSimulator(parts, besides) {
  const { root, env, children, simulator = programOf(root, 'simulator') } = parts;
  const settings = { ...env, ...NO_CREDENTIALS, SIMULATOR_PORT: String(await simulatorPort(env, besides)) };
  const title = 'The simulator';
  const ready = await children.serve({ title, file: simulator, args: [], cwd: root, env: settings });
  return ready.url;
}

/**
 * Starts a gateway. On a simulator its operator is told where events go.
 * @param {Parts} parts
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<import('./children.mjs').Ready>}
 */
export async function startGateway(parts, args, env) {
  const { root, children, gateway = programOf(root, 'gateway'), onPairingCode } = parts;
  const ready = await children.serve({
    ...{ title: 'The gateway', file: gateway, args, cwd: root, env },
    ...(onPairingCode && { onPairingCode }),
  });
  const { SERVICE_ENVIRONMENT: environment, SERVICE_URL_SIMULATOR: simulator } = env;
  if (environment === 'simulator' && simulator && ready.webhook) await tellOperator(simulator, ready.webhook);
  return ready;
}

const TELLING_MS_MAX = 5_000;

/**
 * Gives the operator of the simulator the address of events, as a person gives it to the operator of the platform. The
 * desk works without: it looks for changes itself then.
 * @param {string} simulator
 * @param {string} webhook
 */
async function tellOperator(simulator, webhook) {
  const told = await fetch(new URL('/simulator/webhook', simulator), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: webhook }),
    signal: AbortSignal.timeout(TELLING_MS_MAX),
  }).catch(() => undefined);
  if (told?.ok) return;
  process.stderr.write(
    'The simulator did not take the address for events: changes show when they are looked for.\n',
  );
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {number} [besides]
 */
async function simulatorPort(env, besides) {
  const asked = portAsked(env, 'SIMULATOR_PORT');
  const wanted = asked ?? SIMULATOR_PORT;
  if (asked !== undefined && asked === besides)
    throw new Complaint(`DESK_PORT and SIMULATOR_PORT are both ${asked}. Set one of them to another port.`);
  if (wanted !== besides && (await portIsFree(wanted))) return wanted;
  if (asked === undefined) return anyPort();
  throw new Complaint(`Port ${asked} is taken. Set SIMULATOR_PORT to another port, or leave it out.`);
}

/** @param {string} url */
function apart(url) {
  const address = new URL(url);
  address.hostname = 'localhost';
  address.search = '?apart';
  return address.href;
}

/**
 * The address as people type it, with which a browser pairs itself: the gateway states the one it listens on.
 * @param {string} url
 * @param {string | undefined} code
 */
function paired(url, code) {
  const address = new URL(url);
  address.hostname = 'localhost';
  address.pathname = '/';
  if (code !== undefined) address.searchParams.set('pair', code);
  return address.href;
}
