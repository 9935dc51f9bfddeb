import type { Operation } from '../http/call';
import type { Profile } from '../../contract/service/profile';

/** One address that the server listens on, and the version that it belongs to. */
export interface Address {
  readonly method: Operation['method'];
  /** In the web server's own notation, e.g. `/v2.3/tender/requests/:request_id`. */
  readonly url: string;
  readonly version: string;
  readonly operation: Operation;
}

const VERSION = /^\/v(\d+(?:\.\d+)?)\//;
const NEWEST = '2.3';

/**
 * Every address of the operations: their path of the profile, and the same path in the other versions that have it.
 * Where two operations meet on one address the first has it.
 */
export function addressesOf(operations: readonly Operation[], profile: Profile): readonly Address[] {
  const addresses = new Map<string, Address>();
  const claim = (address: Address): void => {
    const key = JSON.stringify([address.method, address.url]);
    if (!addresses.has(key)) addresses.set(key, address);
  };
  for (const operation of operations) claim(ownAddress(operation, profile));
  for (const operation of operations) siblings(operation, profile).forEach(claim);
  return [...addresses.values()];
}

function ownAddress(operation: Operation, profile: Profile): Address {
  const path = profile.paths[operation.path];
  return address(operation, path, VERSION.exec(path)?.[1] ?? NEWEST);
}

function siblings(operation: Operation, profile: Profile): readonly Address[] {
  const path = profile.paths[operation.path];
  if (!VERSION.test(path)) return [];
  const versioned = operation.versions.map((version) =>
    address(operation, path.replace(VERSION, `/v${version}/`), version),
  );
  // The older endpoint without a version is deprecated, not gone.
  if (operation.name !== 'authenticate') return versioned;
  return [...versioned, address(operation, path.replace(VERSION, '/'), NEWEST)];
}

const address = (operation: Operation, path: string, version: string): Address => ({
  method: operation.method,
  url: path.replace(/\{([\w-]+)\}/g, (_, name: string) => `:${name.replaceAll('-', '_')}`),
  version,
  operation,
});
