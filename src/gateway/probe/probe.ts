import type { RecordKind } from '../../contract/service/mapping';
import { OPERATIONS, type OperationName } from '../../contract/service/operations';
import type { PathName, Profile } from '../../contract/service/profile';
import { success, type Outcome } from '../../domain/failure';
import { plain } from '../platform/contradiction';
import { pageOf } from '../platform/list-page';
import type { PathIds, Query } from '../platform/route';
import type { Credentials } from '../platform/secrets';
import { blotted, namesIn } from './blot';
import { isSuccess, type Answered, type Part, type ProbeCalls } from './calls';
import type { Draft } from './draft';
import { fieldPlaces } from './field-places';
import { Findings, type Finding } from './findings';
import { MappingProbe, type Sample } from './mapping-probe';
import { PagingProbe, type BareList } from './paging';
import { isSignedIn, probeSignIn } from './sign-in';
import { isObject, said, shapeOf } from './shapes';
import { timeClass } from './value-forms';
import { styleOf } from './words';

export interface ProbeReport {
  readonly findings: readonly Finding[];
  readonly draft: Profile;
  readonly callsMade: number;
  /** What else was seen on the way, such as announced ends of life. */
  readonly notes: readonly string[];
  /** Names of companies and people that came with the records: they are shown nowhere. */
  readonly names: readonly string[];
}

const REQUESTS = 3;
const TRADES = 3;
/** Versions in existence (interface document, section 9). */
const VERSIONS = ['v2.3', 'v2.2', 'v2.1', 'v2.0', 'v2'];
const VERSIONS_TRIED = 2;
const ITEM_PATHS_DEPTH = 3;

/** What is tried once everything is read. It adds to the findings, and to the report. */
export type Further = (findings: Findings) => Promise<Pick<ProbeReport, 'callsMade' | 'notes' | 'names'>>;

interface ProbeOptions {
  readonly draft: Draft;
  /** Absent: the calls are those of a desk that is signed in by this profile. */
  readonly credentials?: Credentials;
  readonly further?: Further;
}

/** Signs in and reads, and finds out what of the profile holds. A failure means that there is nothing to judge. */
export async function probe(
  calls: ProbeCalls,
  { draft, credentials, further }: ProbeOptions,
): Promise<Outcome<ProbeReport>> {
  const findings = new Findings();
  const signedIn = credentials
    ? await probeSignIn(calls, { draft, findings, credentials })
    : success(isSignedIn(findings));
  if (!signedIn.ok) return signedIn;
  const report = await new Probe(calls, draft, findings).run();
  if (!further) return success(report);
  const { callsMade, notes, names } = await further(findings);
  return success({
    ...report,
    findings: findings.all(),
    callsMade: report.callsMade + callsMade,
    notes: [...report.notes, ...notes],
    names: [...report.names, ...names],
  });
}

class Probe {
  private readonly samples = new Map<RecordKind, Sample[]>();
  private version: string | undefined;

  constructor(
    private readonly calls: ProbeCalls,
    private readonly draft: Draft,
    private readonly findings: Findings,
  ) {}

  async run(): Promise<ProbeReport> {
    const trades = await this.list('list-trades', 'trade-reference');
    const open = await this.list('list-open-requests', 'request', { isOpen: true });
    const concluded = await this.list('list-concluded-requests', 'request', { isOpen: false });
    const lists = [trades, open, concluded].filter((one): one is BareList => one !== undefined);
    if (!this.findings.get('lists.items') && lists.length > 0)
      this.findings.holds('lists.items', 'The records of every list were found where the profile has them.');
    const [longest] = [...lists].sort((a, b) => b.items.length - a.items.length);
    if (longest) await new PagingProbe(this.calls, this.draft, this.findings, longest).run();
    await this.requests(open?.items ?? [], concluded?.items ?? []);
    await this.trades(trades?.items ?? []);
    await this.others();
    await new MappingProbe(this.samples, this.draft, this.findings).run();
    if (longest) await this.fullPage(longest);
    if (trades) await this.filters(trades);
    this.venues();
    this.limits();
    return {
      findings: this.findings.all(),
      draft: this.draft.profile,
      callsMade: this.calls.made.length,
      notes: this.notes(),
      names: namesIn([...this.samples.values()].flat().map(({ record }) => record)),
    };
  }

  private add(
    kind: RecordKind,
    items: readonly unknown[],
    about: Omit<Sample, 'record'> = { ids: {} },
  ): void {
    const held = this.samples.get(kind) ?? [];
    held.push(...items.filter(isObject).map((record) => ({ ...about, record })));
    this.samples.set(kind, held);
  }

  /** Reads at the profile's path; one that is not there is tried under other versions. */
  private async read(
    part: Part,
    operation: OperationName,
    { ids = {}, query = {} }: { ids?: PathIds; query?: Query } = {},
  ): Promise<Answered | undefined> {
    const { path } = OPERATIONS[operation];
    const key = `paths.${path}`;
    const answer = await this.calls.get(part, operation, { profile: this.draft.profile, ids, query });
    if (!answer.ok) {
      this.findings.unknown(key, `It was not read: ${answer.failure.message}`);
      return undefined;
    }
    const { status } = answer.value;
    if (isSuccess(answer.value)) {
      if (!this.findings.get(key)) this.findings.holds(key, 'It answers.');
      return answer.value;
    }
    if (this.findings.get(key)?.verdict === 'holds') return undefined;
    if (status === 404) return this.elsewhere(operation, key, { ids, query });
    this.findings.unknown(key, `It answered with status ${status}.`);
    return undefined;
  }

  private async elsewhere(
    operation: OperationName,
    key: string,
    asked: { ids: PathIds; query: Query },
  ): Promise<Answered | undefined> {
    const name: PathName = OPERATIONS[operation].path;
    const given = this.draft.profile.paths[name];
    const others = VERSIONS.map((version) => given.replace(/^\/v\d+(?:\.\d+)?\//, `/${version}/`)).filter(
      (path) => path !== given && this.draft.allows({ paths: { [name]: path } }),
    );
    const { version } = this;
    const isFirst = (path: string): boolean => version !== undefined && path.startsWith(`/${version}/`);
    const tried = [...others]
      .sort((a, b) => Number(isFirst(b)) - Number(isFirst(a)))
      .slice(0, VERSIONS_TRIED);
    for (const path of tried) {
      const profile = this.draft.with({ paths: { [name]: path } });
      const answer = await this.calls.get('versions', operation, { profile, ...asked });
      if (!answer.ok || !isSuccess(answer.value)) continue;
      this.draft.learn({ paths: { [name]: path } });
      this.version = path.split('/')[1];
      this.findings.contradicted(key, `${given} is not there (404); ${path} is.`, { found: path });
      return answer.value;
    }
    if (given.includes('{'))
      this.findings.unknown(key, 'It answered with status 404: it is not there, or not for this record.');
    else this.findings.contradicted(key, `${given} is not there (404).`);
    return undefined;
  }

  private async list(
    operation: OperationName,
    kind: RecordKind,
    about: { isOpen?: boolean; ids?: Readonly<Record<string, string>>; part?: Part; query?: Query } = {},
  ): Promise<BareList | undefined> {
    const { part = 'lists', ids = {}, query = {}, ...rest } = about;
    const answer = await this.read(part, operation, { ids, query });
    if (!answer) return undefined;
    const items = this.itemsOf(answer, kind);
    if (!items) return undefined;
    this.add(kind, items, { ids, ...rest });
    return { operation, answer, items };
  }

  /** As the product reads it; else the one list whose records have most fields of ours. */
  private itemsOf(answer: Answered, kind: RecordKind): readonly unknown[] | undefined {
    const page = pageOf(answer, this.draft.profile.lists);
    if (page.ok) return page.value.items;
    // Other answers may be lists at one platform, and single records at another.
    if (kind !== 'trade-reference' && kind !== 'request') return undefined;
    const [best, second] = arraysIn(answer.json)
      .map(({ path, items }) => ({
        path,
        items,
        fields: fieldPlaces(kind, shapeOf(items.filter(isObject)), this.style).size,
      }))
      .sort((a, b) => b.fields - a.fields);
    const evidence = { evidence: blotted(answer.json) };
    if (!best || best.fields < FIELDS_MIN || second?.fields === best.fields) {
      this.findings.contradicted('lists.items', 'No list was found in the answer.', evidence);
      return undefined;
    }
    this.draft.learn({ lists: { items: best.path } });
    this.findings.contradicted('lists.items', `The records are in "${best.path}".`, {
      ...evidence,
      found: best.path,
    });
    return best.items;
  }

  private get style() {
    const keys = new Set([...this.samples.values()].flat().flatMap(({ record }) => Object.keys(record)));
    const given = this.draft.profile.mapping.names ?? 'kebab-case';
    return styleOf(['request-id', 'created-at', 'trade-id', 'traded-at', 'concluded-at'], keys, given).style;
  }

  private async requests(open: readonly unknown[], concluded: readonly unknown[]): Promise<void> {
    const ids = MappingProbe.idsOf('request', open.filter(isObject), this.style);
    const chosen = spread(ids, REQUESTS);
    for (const id of chosen) {
      const about = { ids: { 'request-id': id }, part: 'records' } as const;
      await this.single('read-request', 'request', { ids: about.ids, isOpen: true });
      await this.list('list-quotes', 'quote', about);
      await this.list('list-proposals', 'proposal', about);
      await this.list('list-counteroffers', 'counteroffer', about);
    }
    const [first] = chosen;
    const [over] = MappingProbe.idsOf('request', concluded.filter(isObject), this.style);
    const id = over ?? first;
    if (id !== undefined) await this.single('read-analytics', 'analytics', { ids: { 'request-id': id } });
    if (first !== undefined)
      await this.list('read-request-load-shape', 'load-shape-point', {
        ids: { 'request-id': first },
        part: 'records',
      });
  }

  private async trades(items: readonly unknown[]): Promise<void> {
    const ids = MappingProbe.idsOf('trade-reference', items.filter(isObject), this.style);
    const chosen = spread(ids, TRADES);
    for (const id of chosen) await this.single('read-trade', 'trade', { ids: { 'trade-id': id } });
    const [first] = chosen;
    if (first !== undefined)
      await this.list('read-trade-load-shape', 'load-shape-point', {
        ids: { 'trade-id': first },
        part: 'records',
      });
  }

  private async others(): Promise<void> {
    const risks = await this.list('list-risks', 'risk');
    const shape = shapeOf((risks?.items ?? []).filter(isObject));
    const path = fieldPlaces('risk', shape, this.style).get('commodity')?.path ?? '';
    const commodity = said(shape.values.get(path)).find((one) => typeof one === 'string');
    if (typeof commodity === 'string')
      await this.single('read-risk-settings', 'risk-settings', { ids: { commodity } });
    await this.list('list-smart-recipients', 'recipient', {
      query: typeof commodity === 'string' ? { commodity } : {},
    });
    await this.single('ping', 'event', { ids: {}, part: 'lists' });
  }

  private async single(
    operation: OperationName,
    kind: RecordKind,
    { ids, part = 'records', isOpen }: { ids: PathIds; part?: Part; isOpen?: boolean },
  ): Promise<void> {
    const answer = await this.read(part, operation, { ids });
    if (!answer) return;
    const record = this.opened(answer.json, kind);
    if (record)
      this.add(kind, [record], { ids: { ...ids }, ...(isOpen !== undefined && { isOpen, isRepeat: true }) });
  }

  /** The record in an answer: where the profile has it, else in the one object that holds nothing beside it. */
  private opened(json: unknown, kind: RecordKind): object | undefined {
    if (!isObject(json)) return undefined;
    const { envelope } = this.draft.profile.mapping;
    const inside = envelope === undefined ? json : at(json, envelope);
    const hasFields = (value: unknown): value is object =>
      isObject(value) && fieldPlaces(kind, topOf(value), this.style).size >= FIELDS_MIN;
    const key = 'mapping.envelope';
    // An event is pushed as it is, with or without the envelope of records, and its ids may stand in something of its own.
    if (kind === 'event') return isObject(inside) && !hasFields(json) ? inside : json;
    if (hasFields(inside)) {
      const where = envelope === undefined ? 'the whole answer' : `at "${envelope}"`;
      this.findings.holds(key, `A single record is ${where}.`);
      return inside;
    }
    const wrapped = objectsIn(json).find(({ value }) => hasFields(value));
    if (wrapped) {
      if (wrapped.path !== '') this.draft.learn({ mapping: { envelope: wrapped.path } });
      this.findings.contradicted(key, `A single record is at "${wrapped.path}".`, {
        evidence: blotted(json),
        found: wrapped.path,
      });
      return isObject(wrapped.value) ? wrapped.value : undefined;
    }
    return kind === 'risk-settings' && isObject(inside) ? inside : undefined;
  }

  /** Asks for as much as the product does, to see whether the page is cut. */
  private async fullPage(list: BareList): Promise<void> {
    const { lists } = this.draft.profile;
    const key = 'lists.pageSize';
    if (lists.style === 'whole' || this.findings.get('lists.style')?.verdict === 'cannot be known from here')
      return;
    const query = { [lists.pageSizeName]: String(lists.pageSize) };
    const answer = await this.calls.get('filters', list.operation, { profile: this.draft.profile, query });
    if (!answer.ok) return this.findings.unknown(key, 'It was not tried.');
    if (!isSuccess(answer.value))
      return this.findings.contradicted(
        key,
        `A page of ${lists.pageSize} is refused with status ${answer.value.status}.`,
      );
    const page = pageOf(answer.value, lists);
    if (!page.ok) return;
    const { total, items, link, cursor } = page.value;
    if (items.length >= lists.pageSize) return this.findings.holds(key, `A page of ${items.length} came.`);
    const hasMore =
      (total !== undefined && total > items.length) ||
      link?.next !== undefined ||
      (lists.style === 'cursor' && cursor !== undefined);
    if (!hasMore)
      return this.findings.unknown(
        key,
        `The list has only ${items.length} records: whether longer pages are cut cannot be seen.`,
      );
    this.draft.learn({ lists: { pageSize: items.length } });
    this.findings.contradicted(key, `A page is cut to ${items.length} records.`, { found: items.length });
  }

  private async filters(trades: BareList): Promise<void> {
    const key = 'lists.filters';
    if (this.draft.profile.lists.periods['traded-at'])
      return this.findings.unknown(key, 'The profile has one period in their place, which was not tried.');
    const shape = shapeOf(trades.items.filter(isObject));
    const path = fieldPlaces('trade-reference', shape, this.style).get('traded-at')?.path;
    const values = said(path === undefined ? [] : shape.values.get(path));
    const times = values.map(epochMs).filter((ms): ms is number => ms !== undefined);
    const middle = [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)];
    if (path === undefined || middle === undefined || Math.min(...times) === middle)
      return this.findings.unknown(key, 'Too few trades were seen to try a filter.');
    const query = { 'traded-at-from': new Date(middle).toISOString() };
    const answer = await this.calls.get('filters', 'list-trades', { profile: this.draft.profile, query });
    if (!answer.ok) return this.findings.unknown(key, 'It was not tried.');
    const page = isSuccess(answer.value) ? pageOf(answer.value, this.draft.profile.lists) : undefined;
    if (!page?.ok)
      return this.findings.contradicted(key, `traded-at-from is refused with status ${answer.value.status}.`);
    const came = said(shapeOf(page.value.items.filter(isObject)).values.get(path)).map(epochMs);
    if (came.length === 0) return this.findings.unknown(key, 'The filtered list was empty.');
    const classes = new Set(values.map(timeClass));
    const isChanged = JSON.stringify(page.value.items) !== JSON.stringify(trades.items);
    if (isChanged && (classes.has('local') || classes.has('day')))
      return this.findings.unknown(key, 'Times have no zone, so what a filter leaves out cannot be judged.');
    if (came.every((ms) => ms !== undefined && ms >= middle))
      this.findings.holds(key, 'traded-at-from left out the earlier trades.');
    else
      this.findings.contradicted(
        key,
        'traded-at-from changes nothing, so lists are read whole and filtered here.',
      );
  }

  private venues(): void {
    const key = 'records.otherVenues';
    const trades = this.samples.get('trade-reference') ?? [];
    const shape = shapeOf(trades.map(({ record }) => record));
    const path = fieldPlaces('trade-reference', shape, this.style).get('venue')?.path;
    const words = [
      ...new Set(said(path === undefined ? [] : shape.values.get(path)).map((one) => plain(String(one)))),
    ];
    const known = new Set(['tender', ...this.draft.profile.records.otherVenues].map(plain));
    if (words.length === 0) return this.findings.unknown(key, 'No venue was seen.');
    const strange = words.filter((word) => !known.has(word));
    if (strange.length === 0)
      this.findings.holds(key, `The ${words.length} venues that were seen are known.`);
    else this.findings.unknown(key, `${strange.length} of ${words.length} venues are unknown.`);
  }

  /** Only a header that says its window proves a limit. */
  private limits(): void {
    const { limits } = this.draft.profile;
    const stated = this.calls.headersSeen
      .map((headers) => headers['ratelimit-policy'])
      .find((one) => one !== undefined);
    const policies = [...(stated ?? '').matchAll(/(\d+)\s*;[^,]*?\bw=(\d+)/g)].map(([, count, window]) => ({
      count: Number(count),
      window: Number(window),
    }));
    const judge = (name: 'ratePerSecond' | 'perDay', window: number): void => {
      const key = `limits.${name}`;
      const policy = policies.find((one) => one.window === window);
      if (!policy) return this.findings.unknown(key, 'No answer states it.');
      if (policy.count === limits[name])
        return this.findings.holds(key, 'The header ratelimit-policy states it.');
      if (policy.count > 0) this.draft.learn({ limits: { [name]: policy.count } });
      this.findings.contradicted(key, `The header ratelimit-policy states ${policy.count} in ${window} s.`, {
        found: policy.count,
      });
    };
    judge('ratePerSecond', 1);
    judge('perDay', 86_400);
    this.findings.unknown('limits.burst', 'No answer states it.');
  }

  private notes(): string[] {
    const headers = this.calls.headersSeen;
    const seen = (name: string): boolean => headers.some((one) => one[name] !== undefined);
    const encodings = [...new Set(headers.flatMap((one) => one['content-encoding'] ?? []))].filter((one) =>
      /^[\w, -]{1,30}$/.test(one),
    );
    const refused = this.calls.made.filter(({ status }) => status === 429).length;
    const rates = [...new Set(headers.flatMap((one) => Object.keys(one)))].filter((name) =>
      /^(?:x-)?rate-?limit/.test(name),
    );
    return [
      ...(encodings.length > 0 ? [`Answers came packed (${encodings.join(', ')}), and were read.`] : []),
      ...(refused > 0 ? [`${refused} calls were refused as too many (429).`] : []),
      ...(rates.length > 0 ? [`Answers have headers about limits: ${rates.join(', ')}.`] : []),
      ...(seen('deprecation') ? ['A path is marked as deprecated: ask the operator what follows it.'] : []),
      ...(seen('sunset')
        ? ['The end of life of a path is announced: ask the operator what follows it.']
        : []),
    ];
  }
}

const FIELDS_MIN = 2;

/** The fields of an object itself, for telling a record from what holds one. */
function topOf(value: object) {
  const shape = shapeOf([value]);
  const isTop = ([path]: readonly [string, unknown]): boolean => !path.includes('.');
  return {
    ...shape,
    values: new Map([...shape.values].filter(isTop)),
    parts: new Map([...shape.parts].filter(isTop)),
  };
}

const at = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (holder, name) =>
        isObject(holder) ? new Map<string, unknown>(Object.entries(holder)).get(name) : undefined,
      value,
    );

function objectsIn(value: unknown, path = '', depth = 0): { path: string; value: unknown }[] {
  if (!isObject(value) || depth > ITEM_PATHS_DEPTH) return [];
  return [
    { path, value },
    ...Object.entries(value).flatMap(([name, part]) =>
      objectsIn(part, path === '' ? name : `${path}.${name}`, depth + 1),
    ),
  ];
}

/** Lists of records in an answer, by their paths. */
const arraysIn = (json: unknown): { path: string; items: readonly unknown[] }[] =>
  objectsIn(json).flatMap(({ path, value }) =>
    Object.entries(isObject(value) ? value : {}).flatMap(([name, part]) =>
      Array.isArray(part) && part.some(isObject)
        ? [{ path: path === '' ? name : `${path}.${name}`, items: part }]
        : [],
    ),
  );

/** So many of them, from the first to the last. */
function spread<T>(all: readonly T[], count: number): readonly T[] {
  const last = all.length - 1;
  const places = Array.from({ length: count }, (_, index) =>
    Math.round((index * last) / Math.max(1, count - 1)),
  );
  return [...new Set(places)].flatMap((place) => all[place] ?? []);
}

function epochMs(value: unknown): number | undefined {
  switch (timeClass(value)) {
    case 'epoch-ms':
      return Number(value);
    case 'epoch-seconds':
      return Number(value) * 1000;
    case undefined:
      return undefined;
    default: {
      const ms = Date.parse(String(value));
      return Number.isNaN(ms) ? undefined : ms;
    }
  }
}
