import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { failed, success, type Outcome } from '../../../domain/failure';
import type { Accepted } from './accepted';

/** Where the PostgreSQL of a desk is: several servers, of which one takes writes. */
export interface PostgresAddress {
  readonly hosts: readonly PostgresHost[];
  readonly user: string;
  readonly database: string;
  /** Whether connections are encrypted, and the name of the server proven. */
  readonly tls: boolean;
}

export interface PostgresHost {
  readonly host: string;
  readonly port: number;
}

/** An address with what opens it. */
export interface PostgresPlace extends PostgresAddress {
  /** Asked for at each connection, so that a new password needs no restart. */
  readonly password?: () => string;
  /** The certificates (PEM) that are trusted instead of the system's, and their file. */
  readonly ca?: string;
  readonly caPath?: string;
}

/** The address, and the files that open it. */
export interface StoreSettings {
  readonly address: PostgresAddress;
  readonly accepts: readonly Accepted[];
  readonly caPath?: string;
  readonly passwordPath?: string;
}

const PORT = 5432;
const ADDRESS = /^postgres(?:ql)?:\/\/([^:@/?#]+)@([^@/?#]+)\/([^/?#]+)(?:\?([^#]*))?$/;
const HOST = /^(\[[0-9a-f:]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?$/i;

/**
 * `postgres://user@host:port,host:port/database`, as PostgreSQL's own programs read it. Off this machine connections are encrypted unless
 * `?sslmode=disable` stands behind it. A password in it is refused: addresses are shown and logged.
 */
export function postgresAddress(written: string): PostgresAddress | undefined {
  const [, user, hosts, database, options] = ADDRESS.exec(written) ?? [];
  if (user === undefined || hosts === undefined || database === undefined) return undefined;
  const read = hosts.split(',').map(hostOf);
  const known = read.filter((host) => host !== undefined);
  const mode = modeOf(options);
  const names = [user, database].map(decoded);
  const [name, place] = names;
  if (known.length < read.length || mode === undefined || name === undefined || place === undefined)
    return undefined;
  const tls = mode === 'verify-full' || (mode === 'unsaid' && !known.every(({ host }) => isLocal(host)));
  return { hosts: known, user: name, database: place, tls };
}

function hostOf(written: string): PostgresHost | undefined {
  const [, host, port] = HOST.exec(written) ?? [];
  const digits = Number(port ?? PORT);
  if (host === undefined || digits < 1 || digits > 65_535) return undefined;
  return { host: host.replace(/^\[|\]$/g, ''), port: digits };
}

const isLocal = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

function modeOf(options: string | undefined): 'unsaid' | 'disable' | 'verify-full' | undefined {
  if (options === undefined || options === '') return 'unsaid';
  if (options === 'sslmode=disable') return 'disable';
  return options === 'sslmode=verify-full' ? 'verify-full' : undefined;
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** The place with the files that its settings name. */
export function placeOf({
  address,
  caPath,
  passwordPath,
}: Omit<StoreSettings, 'accepts'>): Outcome<PostgresPlace> {
  const ca = caPath === undefined ? success(undefined) : textOf('DESK_STORE_CA', caPath);
  if (!ca.ok) return ca;
  const trusted = ca.value === undefined || caPath === undefined ? {} : { ca: ca.value, caPath };
  if (passwordPath === undefined) return success({ ...address, ...trusted });
  const password = textOf('DESK_STORE_PASSWORD_FILE', passwordPath);
  if (!password.ok) return password;
  return success({ ...address, ...trusted, password: () => readFileSync(passwordPath, 'utf8').trim() });
}

function textOf(setting: string, path: string): Outcome<string> {
  try {
    return success(readFileSync(path, 'utf8'));
  } catch (error) {
    return failed({
      kind: 'unavailable',
      message: `${setting} names ${path}, which cannot be read (${String(error)}).`,
      next: 'Check that the file is there and that this account may read it.',
    });
  }
}

/** For a person: which servers, without who signs in there. */
export const shownHosts = ({ hosts }: Pick<PostgresAddress, 'hosts'>): string =>
  hosts.map(({ host, port }) => `${host}:${port}`).join(', ');
