import { exactJsonText } from '../../../contract/service/exact-json';
import {
  BODIES,
  KINDS,
  RECORDS,
  type BodyKind,
  type Mapping,
  type RecordKind,
} from '../../../contract/service/mapping';
import { unreadable } from '../../../contract/service/reading';
import { failed, success, type Failure, type Outcome } from '../../../domain/failure';
import type { Side } from '../../../domain/leg';
import { oppositeOf } from '../../../domain/role';
import { checkedRecord, Expression, inexactIn } from './expression';
import { shown, Wrong } from './moments';
import { RecordMaps, setAt, valueAt, type AddressIds, type MapProblem, type Passing } from './record-map';
import { SAME, words } from './values';

type Reader<T> = (raw: unknown) => Outcome<T>;
/** A record of the platform as our own. */
type Translate = (raw: unknown, ids: AddressIds) => unknown;

/**
 * The platform's own names, nesting, values and words, in both directions. Where the profile says nothing of a kind, nothing
 * is done: records and bodies pass as they are.
 */
export class Dialect {
  private readonly incoming: RecordMaps;
  private readonly outgoing: RecordMaps;
  private readonly expressions = new Map<string, Expression>();
  /** Why a record could not be translated, by what could be translated of it. */
  private readonly failures = new WeakMap<object, Failure>();
  private readonly isPlain: boolean;

  constructor(private readonly mapping: Mapping) {
    this.incoming = new RecordMaps(mapping, 'records');
    this.outgoing = new RecordMaps(mapping, 'bodies');
    this.isPlain = Object.keys(mapping).length === 0;
    for (const kind of RECORDS)
      this.add(`mapping.records.${kind}.expression`, mapping.records?.[kind]?.expression);
    for (const kind of BODIES)
      this.add(`mapping.bodies.${kind}.expression`, mapping.bodies?.[kind]?.expression);
  }

  private add(key: string, source: string | undefined): void {
    if (source !== undefined) this.expressions.set(key, new Expression(key, source));
  }

  /** Compiles every expression; the first one that is none is the failure. */
  async check(): Promise<Outcome<undefined>> {
    for (const expression of this.expressions.values()) {
      const checked = await expression.check();
      if (!checked.ok) return checked;
    }
    return success(undefined);
  }

  /** How records of a kind become our own; `undefined` where they are. A promise is given by an expression alone. */
  records(kind: RecordKind): Translate | undefined {
    if (this.isPlain) return undefined;
    const expression = this.expressions.get(expressionOf(kind));
    if (expression) return (raw, ids) => this.evaluated(kind, { expression, raw, ids });
    const map = this.incoming.of(kind);
    const flag = WITH_CONTRACT.has(kind) ? this.mapping.standardSpread : undefined;
    const side = kind === 'trade' ? this.mapping.tradeSide : undefined;
    if (!map && !flag && !side) return undefined;
    return (raw, ids) => {
      if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw;
      const passing: Passing = { ids, problems: [] };
      const record = map ? map.read(raw, passing) : { ...raw };
      if (flag) markStandardSpread(record, raw, { ...flag, problems: passing.problems });
      if (side) this.takeOwnSide(record, valueAt(raw, side.role.split('.')), passing.problems);
      if (passing.problems.length > 0)
        this.failures.set(record, untranslated(kind, record, passing.problems));
      return record;
    };
  }

  /** A trade states the sides of the request's maker: of a recipient they are turned. Without a role nobody knows whose they are. */
  private takeOwnSide(record: Record<string, unknown>, said: unknown, problems: MapProblem[]): void {
    const { legs } = record;
    const holders = Array.isArray(legs) ? [record, ...(legs as unknown[])] : [record];
    // The ids alone, as in an answer, are nobody's side.
    if (!holders.some((holder) => sideOf(holder) !== undefined)) return;
    const { words: tables, wordStyle: style } = this.mapping;
    const role = words('role', { table: tables?.role, style }).read(said);
    if (role === 'initiator') return;
    if (role !== 'recipient') {
      const message = `its role is ${shown(said)}, and does not say whose side it is`;
      return void problems.push({ path: 'action', message, key: 'mapping.tradeSide' });
    }
    const turned = (holder: unknown): unknown => {
      const side = sideOf(holder);
      return side === undefined ? holder : { ...(holder as object), action: oppositeOf(side) };
    };
    Object.assign(record, turned(record));
    if (Array.isArray(legs)) record['legs'] = legs.map(turned);
  }

  private async evaluated(
    kind: RecordKind,
    { expression, raw, ids }: { expression: Expression; raw: unknown; ids: AddressIds },
  ): Promise<unknown> {
    const record = checkedRecord(kind, await expression.evaluate(raw, ids));
    if (!(record instanceof Wrong)) return record;
    // Nothing of it may be taken for a field of ours.
    const kept = { 'as sent': raw };
    this.failures.set(
      kept,
      untranslated(kind, {}, [{ path: '', message: record.message, key: expression.key }]),
    );
    return kept;
  }

  /** Reads translated records: one that could not be translated is unreadable, and a failure names the keys of the profile. */
  reader<T>(kind: RecordKind, read: Reader<T>): Reader<T> {
    if (this.records(kind) === undefined) return read;
    return (record) => {
      const failure = typeof record === 'object' && record !== null ? this.failures.get(record) : undefined;
      if (failure) return failed(failure);
      const outcome = read(record);
      if (outcome.ok) return outcome;
      return failed({ ...outcome.failure, next: setAside(`mapping.records.${kind}`) });
    };
  }

  /** Why this record could not be translated, if it was one of those. */
  failureOf(record: unknown): Failure | undefined {
    return typeof record === 'object' && record !== null ? this.failures.get(record) : undefined;
  }

  /** The record in an answer that is not a list. */
  opened(answer: unknown): Outcome<unknown> {
    const { envelope } = this.mapping;
    if (envelope === undefined) return success(answer);
    const inside = valueAt(answer, envelope.split('.'));
    return inside === undefined ? failed(notInEnvelope(envelope)) : success(inside);
  }

  /** Whether answers to writes are other than our own. */
  translatesAnswers(kind: RecordKind): boolean {
    return this.mapping.envelope !== undefined || this.records(kind) !== undefined;
  }

  /** An answer to a write, everything in it that may be a record of this kind as our own; what cannot be translated is a failure. */
  async answered(kind: RecordKind, answer: unknown, ids: AddressIds): Promise<Outcome<unknown>> {
    const envelope = this.opened(answer);
    const inside = envelope.ok ? envelope.value : answer;
    const translate = this.records(kind) ?? ((raw: unknown) => raw);
    const problems: Failure[] = [];
    const all = async (value: unknown, depth: number): Promise<unknown> => {
      if (typeof value !== 'object' || value === null || depth > ANSWER_DEPTH_MAX) return value;
      if (Array.isArray(value)) return Promise.all(value.map((one) => all(one, depth + 1)));
      const record = await translate(value, ids);
      const failure = this.failureOf(record);
      if (failure) problems.push(failure);
      if (typeof record !== 'object' || record === null) return record;
      // What a field of ours holds has been translated with it.
      const entries = Object.entries(record).map(async ([name, part]) => {
        const isOurs = KINDS[kind][name] !== undefined || this.expressions.has(expressionOf(kind));
        return [name, isOurs ? part : await all(part, depth + 1)] as const;
      });
      return Object.fromEntries(await Promise.all(entries));
    };
    const record = await all(inside, 0);
    const [first] = problems;
    return first ? failed(first) : success(record);
  }

  /**
   * A body as the platform wants it, as JSON; `undefined` where that is our own. `known` is what a body of ours does not say:
   * an expression has it at hand, and a map sends what it names of it.
   */
  body(
    kind: BodyKind,
    body: unknown,
    ids: AddressIds,
    known: Readonly<Record<string, unknown>> = {},
  ): Promise<Outcome<string>> | undefined {
    if (this.isPlain || typeof body !== 'object' || body === null) return undefined;
    const expression = this.expressions.get(`mapping.bodies.${kind}.expression`);
    const map = this.outgoing.of(kind);
    const constants = this.mapping.bodies?.[kind]?.constants;
    if (!expression && !map && !constants) return undefined;
    const more = Object.entries(known).filter(
      ([name]) => expression !== undefined || this.isNamed(kind, name),
    );
    return this.written(kind, { ...body, ...Object.fromEntries(more) }, { ids, expression });
  }

  private isNamed(kind: BodyKind, name: string): boolean {
    const { bodies, records = {} } = this.mapping;
    const record = RECORDS.find((one) => one === kind);
    return (bodies?.[kind]?.fields?.[name] ?? (record && records[record]?.fields?.[name])) !== undefined;
  }

  private async written(
    kind: BodyKind,
    body: object,
    { ids, expression }: { ids: AddressIds; expression: Expression | undefined },
  ): Promise<Outcome<string>> {
    if (expression) {
      const made = await expression.evaluate(body, ids);
      const wrong = made instanceof Wrong ? made : inexactIn(made);
      if (wrong) return failed(unwritable([{ path: '', message: wrong.message, key: expression.key }]));
      if (typeof made !== 'object' || made === null)
        return failed(unwritable([{ path: '', message: `it gives ${shown(made)}`, key: expression.key }]));
      return success(exactJsonText(made));
    }
    const passing: Passing = { ids, problems: [] };
    const map = this.outgoing.of(kind);
    const written = map?.write(body, passing, { nulls: this.mapping.unsaid === 'null' }) ?? { ...body };
    for (const [path, value] of Object.entries(this.mapping.bodies?.[kind]?.constants ?? {}))
      setAt(written, path.split('.'), value);
    return passing.problems.length > 0
      ? failed(unwritable(passing.problems))
      : success(exactJsonText(written));
  }

  /** Ids of an address: a commodity is written in the platform's word. */
  addressIds(ids: AddressIds): AddressIds {
    const { commodity } = ids;
    return commodity === undefined || this.mapping.words?.commodity === undefined
      ? ids
      : { ...ids, commodity: this.commodity(commodity) };
  }

  /** A word of a filter that the platform may call otherwise. */
  filterWord(name: string, value: string): string {
    if (name === 'commodity') return this.commodity(value);
    if (name !== 'market') return value;
    return String(words('market', { table: this.mapping.words?.market }).write(value));
  }

  private commodity(value: string): string {
    const table = this.mapping.words?.commodity;
    const conversion = table === undefined ? SAME : words('commodity', { table });
    return String(conversion.write(value));
  }
}

function sideOf(holder: unknown): Side | undefined {
  if (typeof holder !== 'object' || holder === null || !('action' in holder)) return undefined;
  const { action } = holder;
  return action === 'buy' || action === 'sell' ? action : undefined;
}

const WITH_CONTRACT: ReadonlySet<RecordKind> = new Set<RecordKind>(['request', 'trade']);

/** A spread whose flag says that it is a standard one. Without the flag nobody knows how it is priced, so it is not read. */
function markStandardSpread(
  record: Record<string, unknown>,
  raw: object,
  { at, is, problems }: NonNullable<Mapping['standardSpread']> & { readonly problems: MapProblem[] },
): void {
  if (record['contract'] !== 'spread') return;
  const said = valueAt(raw, at.split('.'));
  if (said === undefined || said === null)
    problems.push({
      path: 'contract',
      message: `"${at}" is missing, which says whether it is a standard spread`,
      key: 'mapping.standardSpread',
    });
  else if (is.some((one) => JSON.stringify(one) === JSON.stringify(said)))
    record['contract'] = 'standard-spread';
}

/** So many records of an expression are translated before anything else has its turn: a few milliseconds. */
const AT_ONCE_MAX = 100;

/** Records of a list, one after the other: an expression has a time limit of its own. */
export async function translatedList(
  items: readonly unknown[],
  translate: (item: unknown) => unknown,
): Promise<readonly unknown[]> {
  const records: unknown[] = [];
  for (const item of items) {
    const record = translate(item);
    records.push(record instanceof Promise ? await record : record);
    if (record instanceof Promise && records.length % AT_ONCE_MAX === 0)
      await new Promise((resolve) => setImmediate(resolve));
  }
  return records;
}

const ANSWER_DEPTH_MAX = 4;
const expressionOf = (kind: RecordKind): string => `mapping.records.${kind}.expression`;

const setAside = (keys: string): string =>
  `It is kept as it came, unread. If the platform means it so, correct ${keys} in the service profile; else report it to the operator.`;

const keysOf = (problems: readonly MapProblem[]): string =>
  [...new Set(problems.map(({ key }) => key))].slice(0, 3).join(', ');

const inWords = (problems: readonly MapProblem[]) =>
  problems.slice(0, 5).map(({ path, message, key }) => ({ path, message: `${message} (${key})` }));

const NAMES: Partial<Record<RecordKind, string>> = {
  'trade-reference': 'a trade reference',
  analytics: 'analytics',
  proposal: 'a price proposal',
  risk: 'the risk state of a commodity',
  recipient: 'a suggested recipient',
  event: 'an event',
  'risk-settings': 'risk settings',
  'load-shape-point': 'a point of a load shape',
};
const IDS = ['trade-id', 'quotation-id', 'price-proposal-id', 'counteroffer-id', 'request-id'];

function untranslated(
  kind: RecordKind,
  record: Record<string, unknown>,
  problems: readonly MapProblem[],
): Failure {
  const named = NAMES[kind] ?? `a ${kind}`;
  const id = IDS.map((name) => record[name]).find((one) => typeof one === 'string');
  const what = typeof id === 'string' ? `${named.replace(/^an? /, 'the ')} ${id}` : named;
  return { ...unreadable(what, inWords(problems)), next: setAside(keysOf(problems)) };
}

const unwritable = (problems: readonly MapProblem[]): Failure => ({
  kind: 'invalid-argument',
  message: `The platform's form has no place for this (${inWords(problems)
    .map(({ path, message }) => `${path || 'the body'}: ${message}`)
    .join('; ')}), so nothing was sent.`,
  next: `Correct ${keysOf(problems)} in the service profile, or the figures.`,
});

const notInEnvelope = (envelope: string): Failure => ({
  kind: 'unreadable',
  message: `The platform's answer has no record at "${envelope}" (mapping.envelope).`,
  next: 'Correct mapping.envelope in the service profile and start the gateway again.',
});
