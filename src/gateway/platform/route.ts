import { OPERATIONS, type OperationName } from '../../contract/service/operations';
import type { TimeForm } from '../../contract/service/mapping';
import type { PathName, Profile } from '../../contract/service/profile';
import { failed, success, type Outcome } from '../../domain/failure';
import type { Dialect } from './dialect/dialect';
import { readTime, writtenTime, Wrong } from './dialect/moments';

/** Ids for the placeholders in path templates. */
export interface PathIds {
  readonly 'request-id'?: string;
  readonly 'quotation-id'?: string;
  readonly 'price-proposal-id'?: string;
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
  to: {
    path: PathName | 'executeProposal';
    ids?: Readonly<Record<string, string | undefined>>;
    query?: Query;
  },
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
  const template = paths[to.path] ?? '';
  const missing = [...template.matchAll(NAMES)].find(([, name]) => name === undefined || !ids[name]);
  if (missing) {
    return failed({
      kind: 'unsupported',
      message: `The profile's paths.${to.path} asks for ${missing[0]}, which does not belong to this operation.`,
      next:
        to.path === 'executeTrade'
          ? 'Set paths.executeProposal in the service profile to where price proposals are accepted, and start the gateway again.'
          : 'Correct the service profile and start the gateway again.',
    });
  }
  const path = template.replace(NAMES, (_, name: string) => encodeURIComponent(ids[name] ?? ''));
  const url = new URL(base.href.replace(/\/$/, '') + path);
  for (const [name, value] of Object.entries(to.query ?? {})) url.searchParams.set(name, value);
  return success(url);
}

/** What an address is made of besides the call. */
export interface AddressParts {
  readonly base: URL;
  readonly profile: Profile;
  readonly dialect: Dialect;
}

/** The address of a call, with its filters and words as the platform wants them, and what the profile always adds. */
export function callAddress(
  { base, profile, dialect }: AddressParts,
  call: {
    readonly operation: OperationName;
    readonly ids: PathIds;
    readonly offerIds?: PathIds;
    readonly query?: Query;
  },
): Outcome<URL> {
  const ids = dialect.addressIds({ ...call.ids, ...call.offerIds });
  const isProposal = call.operation === 'execute-trade' && ids['price-proposal-id'] !== undefined;
  const path =
    isProposal && profile.paths.executeProposal !== undefined
      ? 'executeProposal'
      : OPERATIONS[call.operation].path;
  const own = profile.operations[call.operation]?.path;
  const paths = own === undefined ? profile.paths : { ...profile.paths, [path]: own };
  const query = {
    ...filters(profile.lists, dialect, call.query),
    ...constants(profile, call.operation, ids),
  };
  return addressOf(base, paths, { path, ids, query });
}

function filters(
  { filters: renamed, periods }: Profile['lists'],
  dialect: Dialect,
  asked: Query = {},
): Query {
  const joined = joinedPeriods(periods, asked);
  const rest = Object.entries(asked).filter(([name]) => !joined.taken.has(name));
  const others = Object.fromEntries(
    rest.flatMap(([name, value]) => {
      const entry = Object.entries(renamed).find(([ours]) => ours === name);
      const there = entry === undefined ? name : entry[1];
      if (there === null || there === undefined) return [];
      const said = dialect.filterWord(name, value);
      if (typeof there === 'string') return [[there, said]];
      const time = there.as === undefined ? said : writtenEdge(name, said, there.as);
      return [[there.name, time instanceof Wrong ? said : String(time)]];
    }),
  );
  return { ...others, ...joined.query };
}

/**
 * The start or end of a period. In a coarser form the end is the next one after it, and a start that may be read as an hour later is an hour
 * earlier: what the platform gives too much is left out here, and what it would leave out is missed.
 */
function writtenEdge(name: string, at: string, form: TimeForm): string | number | Wrong {
  const written = writtenTime(at, form);
  if (written instanceof Wrong) return written;
  if (!name.endsWith('-to'))
    return isTwofold(at, written, form) ? writtenTime(moved(at, -HOUR_MS), form) : written;
  const moment = readTime(written, form);
  const missingMs = moment instanceof Wrong ? 0 : Date.parse(at) - Date.parse(moment);
  if (missingMs <= 0) return written;
  const stepMs = form === 'epoch-seconds' ? SECOND_MS : DAY_MS_MAX;
  return writtenTime(moved(at, stepMs), form);
}

/** Whether clocks show it once more an hour later, as on the day on which they go back: it may be read as that. */
const isTwofold = (at: string, written: string | number, form: TimeForm): boolean =>
  typeof form === 'object' && 'local' in form && writtenTime(moved(at, HOUR_MS), form) === written;

const moved = (at: string, byMs: number): string => new Date(Date.parse(at) + byMs).toISOString();

const HOUR_MS = 3_600_000;
const SECOND_MS = 1_000;
/** Of a day on which the clocks go back. */
const DAY_MS_MAX = 90_000_000;

/** Periods that the platform has as one filter, and the two of ours that each takes the place of. */
function joinedPeriods(
  periods: Profile['lists']['periods'],
  asked: Query,
): { readonly query: Query; readonly taken: ReadonlySet<string> } {
  const query: Record<string, string> = {};
  const taken = new Set<string>();
  for (const [period, said] of Object.entries(periods)) {
    const ends = [`${period}-from`, `${period}-to`] as const;
    const [from, to] = ends.map((name) => asked[name]);
    if (said === undefined || from === undefined || to === undefined) continue;
    const written = (name: string, at: string): string => {
      const time = said.as === undefined ? at : writtenEdge(name, at, said.as);
      return time instanceof Wrong ? at : String(time);
    };
    const [start, end] = [written(ends[0], from), written(ends[1], to)];
    query[said.name] = said.written.replace('{from}', start).replace('{to}', end);
    for (const name of ends) taken.add(name);
  }
  return { query, taken };
}

/** What the profile always adds to the query of an operation. */
export function constants(
  { operations }: Profile,
  operation: OperationName | 'authenticate',
  ids: Readonly<Record<string, string | undefined>>,
): Query {
  const query = operations[operation]?.query ?? {};
  return Object.fromEntries(
    Object.entries(query).map(([name, text]) => [
      name,
      text.replace(NAMES, (written, id: string) => ids[id] ?? written),
    ]),
  );
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
