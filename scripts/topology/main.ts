import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { makeDeskKey } from '../../src/gateway/storage/vault/desk-key';
import { openMachines, type Machine } from './machines';

// A whole desk on several machines, on one: three gateways, three PostgreSQL servers with confirmed commits, HAProxy and the simulator.

const ROOT = join(import.meta.dirname, '..', '..');
const DEBIAN = '/usr/lib/postgresql';
const SIMULATOR_PORT = 3001;

const children: ChildProcess[] = [];
const folder = mkdtempSync(join(tmpdir(), 'spreaddesk-topology-'));
const machines = openMachines();

/** Ends what was started, the last first, and takes every trace away. */
async function end(code: number): Promise<never> {
  for (const child of children.splice(0).reverse()) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGINT');
    await Promise.race([new Promise((resolve) => child.once('exit', resolve)), setTimeout(5_000)]);
    child.kill('SIGKILL');
  }
  machines.end();
  rmSync(folder, { recursive: true, force: true });
  process.exit(code);
}

function start(machine: Machine, command: readonly string[], env: Record<string, string> = {}): ChildProcess {
  const [program = '', ...words] = [...machine.prefix, ...command];
  const child = spawn(program, words, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  const file = join(folder, `${machine.name}.log`);
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => appendFileSync(file, text));
  children.push(child);
  return child;
}

const run = (machine: Machine, command: readonly string[]): string => {
  const [program = '', ...words] = [...machine.prefix, ...command];
  return execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], cwd: tmpdir() });
};

async function reached(address: string, port: number): Promise<void> {
  for (;;) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, address, () => resolve(true));
      socket.on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });
    if (isOpen) return;
    await setTimeout(100);
  }
}

/** PostgreSQL refuses to run as root. */
const asOwner =
  process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : [];

function programs(): string {
  const newest = existsSync(DEBIAN)
    ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a))[0]
    : undefined;
  if (newest === undefined || !existsSync('/usr/sbin/haproxy'))
    throw new Error('PostgreSQL or HAProxy is missing. Debian: apt-get install postgresql-15 haproxy');
  return join(DEBIAN, newest, 'bin');
}

/** A primary and two standbys, of which one confirms each commit. Gives back where they are. */
async function startStores(): Promise<string> {
  const bin = programs();
  const stores: string[] = [];
  const [first] = machines.all;
  let primary = { port: 0, address: first?.address ?? '' };
  for (const [at, machine] of machines.all.entries()) {
    const port = await machine.port(5432);
    const data = join(folder, 'stores', machine.name);
    if (at === 0) {
      run(machine, [
        ...asOwner,
        join(bin, 'initdb'),
        '-D',
        data,
        '-U',
        'postgres',
        '-A',
        'trust',
        '-E',
        'UTF8',
        '--locale=C',
      ]);
      appendFileSync(
        join(data, 'pg_hba.conf'),
        'host all all 10.77.0.0/24 trust\nhost replication all 10.77.0.0/24 trust\n',
      );
      primary = { port, address: machine.address };
    } else {
      const from = ['-h', primary.address, '-p', String(primary.port), '-U', 'postgres'];
      run(machine, [...asOwner, join(bin, 'pg_basebackup'), '-D', data, '-R', '-c', 'fast', ...from]);
    }
    const settings = [
      `port=${port}`,
      `listen_addresses=${machine.address}`,
      'unix_socket_directories=',
      'wal_retrieve_retry_interval=200ms',
      'max_connections=100',
    ].flatMap((one) => ['-c', one]);
    start(machine, [...asOwner, join(bin, 'postgres'), '-D', data, ...settings]);
    await reached(machine.address, port);
    const sql = (text: string): string =>
      run(machine, [
        join(bin, 'psql'),
        '-h',
        machine.address,
        '-p',
        String(port),
        '-U',
        'postgres',
        '-qc',
        text,
      ]);
    if (at === 0) {
      for (let tries = 0; ; tries += 1) {
        try {
          sql('CREATE ROLE desk LOGIN');
          break;
        } catch (error) {
          if (tries > 50) throw error;
          await setTimeout(100);
        }
      }
      sql('GRANT pg_monitor TO desk');
      sql('CREATE DATABASE desk OWNER desk');
    }
    stores.push(`${machine.address}:${port}`);
  }
  const psql = [
    join(bin, 'psql'),
    '-h',
    primary.address,
    '-p',
    String(primary.port),
    '-U',
    'postgres',
    '-qc',
  ];
  if (first) {
    run(first, [...psql, "ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (*)'"]);
    run(first, [...psql, 'SELECT pg_reload_conf()']);
  }
  return stores.join(',');
}

/** HAProxy by the example of deploy/, with the addresses of these machines. */
async function startProxy(doors: readonly { address: string; port: number }[], pages: number): Promise<void> {
  let text = readFileSync(join(ROOT, 'deploy', 'haproxy.cfg'), 'utf8')
    .replace('bind :443', `bind ${machines.edge.address}:${pages}`)
    .replace(
      'bind :8443 ssl crt /etc/haproxy/events.pem',
      `bind ${machines.edge.address}:${await machines.edge.port(8443)}`,
    );
  for (const [at, { address, port }] of doors.entries())
    text = text
      .replaceAll(`10.0.0.${at + 1}:3000`, `${address}:${port}`)
      .replaceAll(`10.0.0.${at + 1}:3100`, `${address}:${port}`);
  const path = join(folder, 'haproxy.cfg');
  writeFileSync(path, text);
  start(machines.edge, ['/usr/sbin/haproxy', '-db', '-f', path]);
}

/** The simulator is this machine's own, and the gateways go to it over loopback, each of its own namespace. */
const forward = (to: string): string =>
  `const n=require('node:net');n.createServer(a=>{const b=n.connect(${SIMULATOR_PORT},'${to}');a.pipe(b);b.pipe(a);a.on('error',()=>b.destroy());b.on('error',()=>a.destroy())}).listen(${SIMULATOR_PORT},'127.0.0.1')`;

async function main(): Promise<void> {
  process.on('SIGINT', () => void end(0));
  process.on('SIGTERM', () => void end(0));
  const owner =
    asOwner.length > 0 ? Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' })) : undefined;
  mkdirSync(join(folder, 'stores'));
  if (owner !== undefined) {
    chownSync(folder, owner, -1);
    chownSync(join(folder, 'stores'), owner, -1);
  }
  const hasOwnAddresses = machines.edge.address !== '127.0.0.1';
  start(machines.edge, [process.execPath, '--import', 'tsx', 'src/simulator/main.ts'], {
    SIMULATOR_HOST: machines.edge.address,
    SIMULATOR_PORT: String(SIMULATOR_PORT),
  });
  const stores = await startStores();
  const keyPath = join(folder, 'desk.key');
  makeDeskKey(keyPath);
  const pages = await machines.edge.port(8080);
  const doors = [];
  for (const machine of machines.all) {
    if (hasOwnAddresses) start(machine, [process.execPath, '-e', forward(machines.edge.address)]);
    const port = await machine.port(3000);
    const gateway = start(
      machine,
      [process.execPath, '--import', 'tsx', 'src/gateway/main.ts', '--workbench'],
      {
        DESK_HOST: machine.address,
        DESK_PORT: String(port),
        DESK_OTHER_MACHINES: 'may-trade-once-paired',
        DESK_NAMES: `${machines.edge.address}:${pages}`,
        DESK_STORE: `postgres://desk@${stores}/desk?sslmode=disable`,
        DESK_KEY_FILE: keyPath,
        DESK_PEER_HOST: machine.address,
        DESK_PEER_PORT: String(await machine.port(3200)),
        DESK_DATA: join(folder, machine.name),
        SERVICE_ENVIRONMENT: 'simulator',
        SERVICE_URL_SIMULATOR: `http://127.0.0.1:${SIMULATOR_PORT}`,
      },
    );
    gateway.on('message', (said: { type?: string; code?: string }) => {
      if (said.type === 'pairing-code')
        process.stdout.write(
          `  ${machine.name} leads. The next browser: http://${machine.address}:${port}/?pair=${said.code}\n`,
        );
    });
    gateway.on('exit', () => process.stdout.write(`  The gateway of ${machine.name} has ended.\n`));
    doors.push({ address: machine.address, port });
    process.stdout.write(`${machine.name}: http://${machine.address}:${port}/ (process ${gateway.pid})\n`);
  }
  await startProxy(doors, pages);
  process.stdout.write(
    `all of them: http://${machines.edge.address}:${pages}/\nLogs are in ${folder}. Ctrl-C ends everything.\n`,
  );
}

await main().catch(async (error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  await end(1);
});
