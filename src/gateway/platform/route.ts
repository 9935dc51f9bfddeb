import type { PathName, Profile } from '../../contract/service/profile';
import { failed, success, type Outcome } from '../../domain/failure';

/** Ids for the placeholders in path templates. */
export interface PathIds {
  readonly 'request-id'?: string;
  readonly 'quotation-id'?: string;
  readonly 'trade-id'?: string;
  readonly commodity?: string;
}
export type Query = Readonly<Record<string, string>>;

// "." and ".." mean another place in a path, and no encoding changes that.
const NAMES = /\{([\w-]+)\}/g;
const STEPS = new Set(['.', '..']);

/**
 * The address of an operation: the profile's template with every id encoded. An id that cannot stand in a path is
 * refused, for with it a different resource would be addressed.
 */
export function addressOf(
  base: URL,
  paths: Profile['paths'],
  to: { path: PathName; ids?: PathIds; query?: Query },
): Outcome<URL> {
  const ids: Readonly<Record<string, string | undefined>> = { ...to.ids };
  const wrong = Object.values(ids).find((id) => id !== undefined && STEPS.has(id));
  if (wrong !== undefined) {
    return failed({
      kind: 'invalid-argument',
      message: `"${wrong}" is not an identifier of the platform.`,
      next: 'Enter the identifier as the platform shows it.',
    });
  }
  const template = paths[to.path];
  const missing = [...template.matchAll(NAMES)].find(([, name]) => name === undefined || !ids[name]);
  if (missing) {
    return failed({
      kind: 'unsupported',
      message: `The profile's paths.${to.path} asks for ${missing[0]}, which does not belong to this operation.`,
      next: 'Correct the service profile and start the gateway again.',
    });
  }
  const path = template.replace(NAMES, (_, name: string) => encodeURIComponent(ids[name] ?? ''));
  const url = new URL(base.href.replace(/\/$/, '') + path);
  for (const [name, value] of Object.entries(to.query ?? {})) url.searchParams.set(name, value);
  return success(url);
}

const LENGTH_MAX = 100;

/** A commodity that stands in a path. The platform's list of them is open, so any text that can be written there is one. */
export function commodityIds(commodity: string): Outcome<PathIds> {
  const isWritable = commodity.trim() !== '' && commodity.length <= LENGTH_MAX && !UNWRITABLE.test(commodity);
  if (isWritable) return success({ commodity });
  return failed({
    kind: 'invalid-argument',
    message: 'That is not a commodity name.',
    next: 'Enter it as the platform shows it, such as "power".',
  });
}

const UNWRITABLE = /[\p{Cc}\p{Cs}]/u;
