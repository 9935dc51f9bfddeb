import type { Failure } from '../../domain/failure';

/** Under which names the gateway may be called, and from which pages. */
export interface Door {
  readonly hosts: ReadonlySet<string>;
  readonly origins: ReadonlySet<string>;
}

interface Caller {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
  readonly 'sec-fetch-site'?: string | string[] | undefined;
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const DEFAULT_PORTS: readonly number[] = [80, 443];
const EVERYWHERE = ['0.0.0.0', '::'];

/** Whether an address to listen on is one that this machine alone reaches. */
export const isLoopback = (host: string): boolean => ['localhost', '127.0.0.1', '::1'].includes(host);

/** This machine's own names, and the one that the gateway was told to listen on. */
export function doorOf(host: string, port: number): Door {
  const named = host.includes(':') ? `[${host}]` : host.toLowerCase();
  const names = new Set(EVERYWHERE.includes(host) ? LOOPBACK : [...LOOPBACK, named]);
  const withPort = [...names].map((name) => `${name}:${port}`);
  const hosts = new Set(DEFAULT_PORTS.includes(port) ? [...withPort, ...names] : withPort);
  return { hosts, origins: new Set([...hosts].flatMap((name) => [`http://${name}`, `https://${name}`])) };
}

/**
 * A page of another address may make a browser call here under a name of its own (DNS rebinding). A target that is a whole
 * address names a host of its own, which counts in place of the header (RFC 9112, 3.2.2): nobody is served under one.
 */
export const hostProblem = (door: Door, { host }: Caller, target: string): Failure | undefined =>
  host !== undefined && door.hosts.has(host.toLowerCase()) && target.startsWith('/')
    ? undefined
    : denied('The gateway has no such host name.', 'Open it as http://localhost with its port.');

/** Only the gateway's own pages may use its interface. Programs that are no browser send neither header. */
export function originProblem(door: Door, { origin, 'sec-fetch-site': site }: Caller): Failure | undefined {
  const isForeign = origin !== undefined && !door.origins.has(origin.toLowerCase());
  const isCrossSite = site !== undefined && site !== 'same-origin' && site !== 'none';
  if (!isForeign && !isCrossSite) return undefined;
  return denied('Another page tried to use the gateway.', 'Use the pane that the gateway serves itself.');
}

const denied = (message: string, next: string): Failure => ({ kind: 'denied', message, next });
