import type { Kind, Mapping } from '../../../contract/service/mapping';
import { fieldPlans, type FieldPlan, type Section } from './field-plans';
import { shown, Wrong } from './moments';
import { SAME } from './values';

/** What a map found wrong, by our own path of the field and the key of the profile. */
export interface MapProblem {
  readonly path: string;
  readonly message: string;
  readonly key: string;
}

/** The ids in a call's address. */
export type AddressIds = Readonly<Record<string, string | undefined>>;
export type Fields = Record<string, unknown>;

export interface Passing {
  readonly ids: AddressIds;
  readonly problems: MapProblem[];
}

/** A place in the platform's record: which fields stand there, and what lies below. */
interface Place {
  readonly plans: FieldPlan[];
  below: Map<string, Place>;
}

const NOTHING_BELOW = new Map<string, Place>();

/** Maps for every kind of one section, compiled when they are first wanted. */
export class RecordMaps {
  private readonly compiled = new Map<Kind, RecordMap | undefined>();

  constructor(
    private readonly mapping: Mapping,
    private readonly section: Section,
  ) {}

  /** The map of a kind; `undefined` where it is written as our own. */
  of(kind: Kind): RecordMap | undefined {
    if (!this.compiled.has(kind)) {
      const map = new RecordMap(fieldPlans(this.mapping, this.section, kind), (inside) => this.of(inside));
      this.compiled.set(kind, map.isNothing ? undefined : map);
    }
    return this.compiled.get(kind);
  }
}

const isSame = (plan: FieldPlan): boolean =>
  plan.conversion === SAME &&
  plan.empty === undefined &&
  plan.value === undefined &&
  plan.theirs.length === 1 &&
  plan.theirs[0]?.join('.') === plan.name;

/** A leftover of the platform's whose name is one of ours, and which is something else. */
const asSent = (name: string): string => `${name} (as sent)`;

/** Reads one kind of record in one pass; what no field names stays as it came. */
export class RecordMap {
  private readonly plans: readonly FieldPlan[];
  private readonly root: Place = { plans: [], below: new Map() };
  /** Our names that the map gives a place of their own: nothing else may stand under them. */
  private readonly claimed: ReadonlySet<string>;
  private readonly late: readonly FieldPlan[];
  private readonly hasIndexes: boolean;

  constructor(
    plans: readonly FieldPlan[],
    private readonly mapOf: (kind: Kind) => RecordMap | undefined,
  ) {
    this.plans = plans.filter(
      (plan) => !isSame(plan) || (plan.inside && mapOf(plan.inside.kind) !== undefined),
    );
    this.claimed = new Set(this.plans.map(({ ours }) => ours[0] ?? ''));
    this.late = this.plans.filter(
      ({ theirs, address, value }) => theirs.length > 1 || address !== undefined || value !== undefined,
    );
    this.hasIndexes = this.plans.some(({ ours }) => ours.some((step) => INDEX.test(step)));
    for (const plan of this.plans) {
      for (const path of plan.theirs) placeAt(this.root, path).plans.push(plan);
    }
  }

  get isNothing(): boolean {
    return this.plans.length === 0;
  }

  /** Our own record. What cannot be read is left out, and stands in `passing.problems`. */
  read(raw: object, passing: Passing, prefix = ''): Fields {
    const record: Fields = {};
    const to: Reading = { record, passing, prefix };
    const left = this.walk(raw, this.root, to);
    for (const name in left) keep(record, this.claimed.has(name) ? asSent(name) : name, left[name]);
    for (const plan of this.late) this.readLate(plan, raw, to);
    if (this.hasIndexes) this.noHoles(record, passing, prefix);
    return record;
  }

  /** Takes what the places below name, and returns the rest under the platform's own names. */
  private walk(raw: object, place: Place, to: Reading): Fields | undefined {
    let left: Fields | undefined;
    for (const name of Object.keys(raw)) {
      const value = (raw as Fields)[name];
      const there = place.below.get(name);
      if (there === undefined) {
        keep((left ??= {}), name, value);
        continue;
      }
      for (const plan of there.plans) if (plan.theirs.length === 1) this.take(plan, value, to);
      if (there.below === NOTHING_BELOW) continue;
      const rest = typeof value === 'object' && value !== null ? this.walk(value, there, to) : undefined;
      if (rest !== undefined) keep((left ??= {}), name, rest);
    }
    return left;
  }

  private take(plan: FieldPlan, value: unknown, to: Reading): void {
    const read = value === null || plan.empty?.has(value) ? null : this.converted(plan, value, to);
    if (read === undefined || (read === null && plan.ours.length > 1)) return;
    setAt(to.record, plan.ours, read);
  }

  private converted(plan: FieldPlan, value: unknown, to: Reading): unknown {
    if (plan.inside) return this.readInside(plan, value, to);
    const read = plan.conversion.read(value);
    if (!(read instanceof Wrong)) return read;
    to.passing.problems.push(problem(plan, read.message, to.prefix));
    return undefined;
  }

  private readInside({ inside, ours }: FieldPlan, value: unknown, to: Reading): unknown {
    const map = inside && this.mapOf(inside.kind);
    if (!inside || !map) return value;
    const at = to.prefix + pathOf(ours);
    const one = (part: unknown, place: string): unknown =>
      isObject(part) ? map.read(part, to.passing, `${place}.`) : part;
    if (!inside.many) return one(value, at);
    return Array.isArray(value) ? value.map((part, index) => one(part, `${at}[${index}]`)) : value;
  }

  /** Fields of several places, of the address, and those that are always the same. */
  private readLate(plan: FieldPlan, raw: object, to: Reading): void {
    const { address, theirs, value } = plan;
    if (address !== undefined) {
      const id = to.passing.ids[address];
      if (id !== undefined) setAt(to.record, plan.ours, id);
    } else if (theirs.length > 1) {
      const parts = theirs
        .map((path) => valueAt(raw, path))
        .filter((part) => part !== null && part !== undefined);
      if (parts.length === theirs.length) this.take(plan, parts.map(String).join(plan.join), to);
      else if (parts.length > 0)
        to.passing.problems.push(problem(plan, 'a part of it is missing', to.prefix, plan.key));
    }
    const known = valueAt(to.record, plan.ours);
    if (value !== undefined && (known === undefined || known === null)) setAt(to.record, plan.ours, value);
  }

  private noHoles(record: Fields, passing: Passing, prefix: string): void {
    for (const [name, value] of Object.entries(record)) {
      if (!Array.isArray(value)) continue;
      const hole = Array.from(value).findIndex((part) => part === undefined);
      const plan = this.plans.find(({ ours }) => ours[0] === name);
      if (hole >= 0 && plan)
        passing.problems.push(problem(plan, `${name}[${hole}] is missing`, prefix, plan.key));
    }
  }

  /** The platform's body. What cannot be written stands in `passing.problems`, and then nothing may be sent. */
  write(body: object, passing: Passing, { nulls, prefix = '' }: { nulls: boolean; prefix?: string }): Fields {
    const rest = copyOf(body);
    const written: Fields = {};
    const deepestFirst = [...this.plans].sort((a, b) => b.ours.length - a.ours.length);
    for (const plan of deepestFirst) {
      const value = takenFrom(rest, plan.ours);
      if (plan.theirs.length === 0) continue;
      const said =
        value === undefined || isEmptied(value)
          ? undefined
          : this.out(plan, value, { passing, nulls, prefix });
      if (said !== undefined) this.put(written, plan, said, { passing, prefix });
      else if (nulls && plan.isNamed && value === undefined)
        this.put(written, plan, null, { passing, prefix });
    }
    for (const [name, value] of Object.entries(rest)) {
      if (isEmptied(value)) continue;
      if (!Object.hasOwn(written, name)) keep(written, name, value);
      else
        passing.problems.push({
          path: prefix + name,
          message: 'its place is taken by another field',
          key: `mapping.bodies`,
        });
    }
    return written;
  }

  private out(
    plan: FieldPlan,
    value: unknown,
    how: { passing: Passing; nulls: boolean; prefix: string },
  ): unknown {
    const map = plan.inside && this.mapOf(plan.inside.kind);
    const at = how.prefix + pathOf(plan.ours);
    if (plan.inside) {
      const one = (part: unknown, prefix: string): unknown =>
        map && isObject(part) ? map.write(part, how.passing, { ...how, prefix }) : part;
      return Array.isArray(value)
        ? value.map((part, index) => one(part, `${at}[${index}].`))
        : one(value, `${at}.`);
    }
    if (value === null) return null;
    const written = plan.conversion.write(value);
    if (!(written instanceof Wrong)) return written;
    how.passing.problems.push(problem(plan, written.message, how.prefix));
    return undefined;
  }

  private put(
    written: Fields,
    plan: FieldPlan,
    value: unknown,
    { passing, prefix }: { passing: Passing; prefix: string },
  ): void {
    const [path = [], ...more] = plan.theirs;
    const known = valueAt(written, path);
    if (more.length === 0) {
      if (known !== undefined && known !== null && value !== null)
        passing.problems.push(problem(plan, `${path.join('.')} is taken by another field`, prefix, plan.key));
      else setAt(written, path, value);
      return;
    }
    const pieces = typeof value === 'string' ? value.split(plan.join) : [];
    if (pieces.length === plan.theirs.length)
      plan.theirs.forEach((place, index) => setAt(written, place, pieces[index]));
    else passing.problems.push(problem(plan, `${shown(value)} cannot be split`, prefix, plan.key));
  }
}

interface Reading {
  readonly record: Fields;
  readonly passing: Passing;
  readonly prefix: string;
}

const problem = (plan: FieldPlan, message: string, prefix: string, key = plan.valueKey): MapProblem => ({
  path: prefix + pathOf(plan.ours),
  message,
  key,
});

const INDEX = /^\d+$/;

/** `legs[0].price` */
const pathOf = (steps: readonly string[]): string =>
  steps.reduce((text, step) => (INDEX.test(step) ? `${text}[${step}]` : text ? `${text}.${step}` : step), '');

function placeAt(root: Place, path: readonly string[]): Place {
  let place = root;
  for (const step of path) {
    if (place.below === NOTHING_BELOW) place.below = new Map();
    let next = place.below.get(step);
    if (!next) place.below.set(step, (next = { plans: [], below: NOTHING_BELOW }));
    place = next;
  }
  return place;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Assigned where it can be: a field may be called __proto__. */
export function keep(record: Fields, name: string, value: unknown): void {
  if (name === '__proto__') Object.defineProperty(record, name, { value, enumerable: true });
  else record[name] = value;
}

export function setAt(record: Fields, path: readonly string[], value: unknown): void {
  if (path.length === 1) return keep(record, path[0] ?? '', value);
  let holder = record;
  path.forEach((step, at) => {
    if (at === path.length - 1) return keep(holder, step, value);
    const known = Object.hasOwn(holder, step) ? holder[step] : undefined;
    const next =
      typeof known === 'object' && known !== null ? known : INDEX.test(path[at + 1] ?? '') ? [] : {};
    keep(holder, step, next);
    holder = next as Fields;
  });
}

export function valueAt(record: unknown, path: readonly string[]): unknown {
  let value = record;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Fields)[step];
  }
  return value;
}

/** The value at the path, which is then no longer there. */
function takenFrom(record: Fields, path: readonly string[]): unknown {
  const holder = valueAt(record, path.slice(0, -1));
  const last = path.at(-1) ?? '';
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, last)) return undefined;
  const value = (holder as Fields)[last];
  if (!Array.isArray(holder)) delete (holder as Fields)[last];
  else holder[Number(last)] = {};
  return value;
}

/** Everything that was in it has been put elsewhere. */
const isEmptied = (value: unknown): boolean =>
  (isObject(value) && Object.keys(value).length === 0) ||
  (Array.isArray(value) && value.length > 0 && value.every(isEmptied));

const copyOf = (body: object): Fields => structuredClone(body) as Fields;
