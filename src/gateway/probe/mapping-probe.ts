import {
  inStyle,
  KINDS,
  LIKE,
  OPEN_KINDS,
  RECORDS,
  WORDS,
  type Enumeration,
  type Field,
  type FieldType,
  type Mapping,
  type RecordKind,
  type Style,
} from '../../contract/service/mapping';
import { readCounteroffer, readProposal, readQuote } from '../../contract/service/read-offers';
import {
  readAnalytics,
  readRecipient,
  readRisk,
  readRiskSettings,
} from '../../contract/service/read-records';
import { readRequest } from '../../contract/service/read-request';
import { readTrade, readTradeReference } from '../../contract/service/read-trade';
import type { Outcome } from '../../domain/failure';
import { Dialect } from '../platform/dialect/dialect';
import { fieldPlans } from '../platform/dialect/field-plans';
import { blotted } from './blot';
import type { Draft } from './draft';
import { fieldPlaces, ownIdOf, unexplained, type FieldPlace } from './field-places';
import type { Findings } from './findings';
import { isObject, said, shapeOf, type Shape } from './shapes';
import { classesOf, dayClass, hasFraction, isWhole, provenScale, timeClass, timeForm } from './value-forms';
import { meaningsOf, strangers, styleOf } from './words';

/** A record that was read, and the id of the address at which it stood. */
export interface Sample {
  readonly record: object;
  readonly ids: Readonly<Record<string, string>>;
  /** The list that it came from says its state. */
  readonly isOpen?: boolean;
  /** It had come in a list before. */
  readonly isRepeat?: boolean;
}
type SamplesByKind = ReadonlyMap<RecordKind, readonly Sample[]>;

const READERS: Partial<Readonly<Record<RecordKind, (raw: unknown) => Outcome<unknown>>>> = {
  request: readRequest,
  quote: readQuote,
  proposal: readProposal,
  counteroffer: readCounteroffer,
  'trade-reference': readTradeReference,
  trade: readTrade,
  analytics: readAnalytics,
  recipient: readRecipient,
  risk: readRisk,
  'risk-settings': readRiskSettings,
};

/** Without these a record of the kind is of no use. */
const REQUIRED: Partial<Readonly<Record<RecordKind, readonly string[]>>> = {
  request: ['request-id', 'state', 'contract', 'legs'],
  leg: ['action'],
  quote: ['quotation-id', 'state', 'price-direction'],
  proposal: ['price-proposal-id', 'kind', 'price-direction'],
  counteroffer: ['counteroffer-id', 'price-direction'],
  'offer-leg': ['price'],
  'trade-reference': ['trade-id', 'traded-at'],
  trade: ['trade-id', 'traded-at'],
  risk: ['commodity', 'risk-management'],
  event: ['eventType'],
};

const PRICES_MIN = 5;
const PRICE = /price/;
const STYLE_MIN = 2;

interface Known {
  readonly kind: RecordKind;
  readonly samples: readonly Sample[];
  readonly shape: Shape;
  readonly places: Map<string, FieldPlace>;
}

/** Finds names, words and forms of values in records that were read, without a call. */
export class MappingProbe {
  private readonly known = new Map<RecordKind, Known>();
  private readonly given: Mapping;
  /** Places behind the point that a field beside a price proves, by kind and field. */
  private readonly scales = new Map<string, number>();
  private readonly likelyScales = new Map<string, number>();
  private style: Style;

  constructor(
    private readonly samples: SamplesByKind,
    private readonly draft: Draft,
    private readonly findings: Findings,
  ) {
    this.given = draft.profile.mapping;
    this.style = this.given.names ?? 'kebab-case';
  }

  async run(): Promise<void> {
    this.names();
    for (const kind of RECORDS) this.place(kind, this.samples.get(kind) ?? []);
    this.inner();
    this.values();
    this.words();
    for (const kind of RECORDS) await this.record(kind);
  }

  /** The identifier of a record as an address takes it. */
  static idsOf(kind: RecordKind, records: readonly object[], style: Style): readonly string[] {
    const name = ownIdOf(kind) ?? '';
    const shape = shapeOf(records);
    const place = fieldPlaces(kind, shape, style).get(name);
    return place ? said(shape.values.get(place.path)).map(String) : [];
  }

  private place(kind: RecordKind, samples: readonly Sample[]): void {
    const repeats = samples.filter(({ isRepeat }) => isRepeat === true).length;
    const shape = shapeOf(
      samples.map(({ record }) => record),
      repeats,
    );
    this.known.set(kind, { kind, samples, shape, places: fieldPlaces(kind, shape, this.style) });
  }

  /** Records inside records: legs, and what they hold. */
  private inner(): void {
    const inside = (from: readonly RecordKind[], field: string): Sample[] =>
      from.flatMap((kind) => {
        const known = this.known.get(kind);
        const path = known?.places.get(field)?.path;
        return (path === undefined ? [] : (known?.shape.parts.get(path) ?? [])).map((record) => ({
          record,
          ids: {},
        }));
      });
    this.place('leg', inside(['request', 'trade'], 'legs'));
    this.place('offer-leg', inside(['quote', 'proposal', 'counteroffer'], 'legs'));
    this.place('clearing', inside(['leg'], 'clearing'));
  }

  private names(): void {
    const keys = new Set<string>();
    const collect = (value: unknown, depth: number): void => {
      if (Array.isArray(value)) value.forEach((one) => collect(one, depth + 1));
      else if (isObject(value) && depth < 6)
        for (const [name, part] of Object.entries(value)) {
          keys.add(name);
          collect(part, depth + 1);
        }
    };
    for (const samples of this.samples.values()) samples.forEach(({ record }) => collect(record, 0));
    const ours = [...new Set(RECORDS.flatMap((kind) => Object.keys(KINDS[kind])))].filter((name) =>
      name.includes('-'),
    );
    const { style, count } = styleOf(ours, keys, this.style);
    if (count < STYLE_MIN)
      return this.findings.unknown('mapping.names', 'Too few fields of ours were seen under any style.');
    if (style === this.style) this.findings.holds('mapping.names', `${count} fields are named in ${style}.`);
    else {
      this.findings.contradicted('mapping.names', `${count} fields are named in ${style}.`, { found: style });
      this.draft.learn({ mapping: { names: style } });
    }
    this.style = style;
  }

  /** Every field that was found and has values, by what it holds. */
  private fieldsOf(test: (type: FieldType) => boolean) {
    return [...this.known.values()].flatMap(({ kind, shape, places }) =>
      [...places].flatMap(([name, place]) => {
        const type = KINDS[kind][name];
        const values = said(shape.values.get(place.path));
        return type && test(type) && values.length > 0 ? [{ kind, name, place, type, values, shape }] : [];
      }),
    );
  }

  private valuesOf(type: FieldType['type']): readonly unknown[] {
    return this.fieldsOf((one) => one.type === type).flatMap(({ place, values }) =>
      place.isSure ? values : [],
    );
  }

  private form(
    name: string,
    as: {
      is: unknown;
      usual: unknown;
      says: string;
      values: readonly unknown[];
      words?: ReadonlySet<string>;
    },
  ): void {
    const key = `mapping.values.${name}`;
    const given = new Map<string, unknown>(Object.entries(this.given.values ?? {})).get(name) ?? as.usual;
    const evidence = blotted(as.values.slice(0, 2), as.words);
    if (JSON.stringify(given) === JSON.stringify(as.is))
      return this.findings.holds(key, as.says, { evidence });
    this.draft.learn({ mapping: { values: { [name]: as.is } } });
    this.findings.contradicted(key, as.says, { evidence, found: as.is });
  }

  private values(): void {
    this.ids();
    this.times();
    this.days();
    this.ends();
    this.flags();
    this.decimals();
  }

  private ids(): void {
    const ids = this.fieldsOf(({ type }) => type === 'id').flatMap(({ values }) => values);
    if (ids.length === 0) return;
    const forms = new Set(ids.map(idForm));
    const key = 'mapping.values.id';
    if (forms.has('text') && forms.size > 1)
      return this.findings.unknown(key, 'Some identifiers are numbers, and some are text.');
    // Of a number that no double carries the digits came, as they do of a text.
    if (!forms.has('text') && !forms.has('number'))
      return this.findings.unknown(key, 'All identifiers are long numbers, or the digits of one as text.', {
        evidence: blotted(ids.slice(0, 2)),
        likely: 'number',
      });
    const is = forms.has('text') ? 'text' : 'number';
    const says = `All ${ids.length} identifiers are ${is === 'number' ? 'numbers' : 'text'}.`;
    this.form('id', { is, usual: 'text', says, values: ids });
  }

  private times(): void {
    const values = this.valuesOf('time');
    const classes = classesOf(values, timeClass);
    const [first] = classes;
    const { zone } = this.draft.profile.auth;
    const key = 'mapping.values.time';
    if (first === undefined) return;
    const given = this.given.values?.time;
    if (classes.length > 1)
      return this.findings.unknown(
        key,
        `Times are written in ${classes.length} ways (${classes.join(', ')}).`,
        {
          evidence: blotted(values.slice(0, 2)),
        },
      );
    if (first === 'local' || first === 'day') {
      const isSaid = typeof given === 'object' && first in given;
      if (isSaid)
        return this.findings.unknown(
          key,
          'The times have no zone. Whether it is the one of the profile cannot be seen.',
        );
      const words = first === 'local' ? 'Times have no zone' : 'Times are days';
      return this.findings.unknown(key, `${words}: whose clocks they follow cannot be seen.`, {
        evidence: blotted(values.slice(0, 1)),
        likely: timeForm(first, zone),
      });
    }
    this.form('time', { is: first, usual: 'iso', says: `All ${values.length} times are ${first}.`, values });
  }

  private days(): void {
    const values = this.valuesOf('day');
    const classes = classesOf(values, dayClass);
    const [first] = classes;
    if (first === undefined || classes.length > 1) return;
    if (first !== 'time')
      return this.form('day', {
        is: first,
        usual: 'iso',
        says: `All ${values.length} delivery days are ${first}.`,
        values,
      });
    const as = classesOf(values, timeClass)[0];
    this.findings.unknown(
      'mapping.values.day',
      'Delivery days are written as times: in whose zone the day counts cannot be seen.',
      {
        evidence: blotted(values.slice(0, 1)),
        likely: { of: this.draft.profile.auth.zone, ...(as !== 'iso' && as !== 'local' && { as }) },
      },
    );
  }

  /** Of deliveries that begin with a month the end tells: no product of whole months ends on the first day of one. */
  private ends(): void {
    const pairs = [...this.known.values()].flatMap(({ shape, places }) => {
      const [starts, ends] = ['delivery-start', 'delivery-end'].map((name) =>
        said(shape.values.get(places.get(name)?.path ?? '')).map(String),
      );
      return starts && ends && starts.length === ends.length
        ? starts.map((start, at) => [start, ends[at] ?? ''] as const)
        : [];
    });
    const whole = pairs.filter(([start, end]) => FIRST.test(start) && end.slice(0, 10) > start.slice(0, 10));
    const first = whole.filter(([, end]) => FIRST.test(end));
    if (whole.length < ENDS_MIN || (first.length > 0 && first.length < whole.length)) return;
    const isAfter = first.length > 0;
    this.form('deliveryEnd', {
      is: isAfter ? 'day-after' : 'last-day',
      usual: 'last-day',
      says: `All ${whole.length} deliveries that begin with a month end ${isAfter ? 'with the first day of one' : 'before the first day of one'}.`,
      values: whole.map(([, end]) => end),
    });
  }

  private flags(): void {
    const values = this.valuesOf('flag');
    if (values.length === 0) return;
    if (values.every((value) => typeof value === 'boolean'))
      return this.form('flag', {
        is: 'boolean',
        usual: 'boolean',
        says: 'Yes and no are true and false.',
        values,
      });
    const seen = [...new Set(values)];
    const of = (words: readonly string[]): unknown =>
      seen.find((value) => words.includes(String(value).toLowerCase()));
    const form = {
      true: of(['y', 'yes', '1', 'j', 'ja', 'true']),
      false: of(['n', 'no', '0', 'nein', 'false']),
    };
    if (seen.length === 2 && form.true !== undefined && form.false !== undefined)
      return this.form('flag', {
        is: form,
        usual: 'boolean',
        says: 'Yes and no are written as words.',
        values: seen,
        words: new Set(seen.map(String)),
      });
    this.findings.unknown('mapping.values.flag', `Only one word was seen for yes or no.`);
  }

  /** Each price is judged by itself: a field beside another may be written in another way. */
  private decimals(): void {
    const key = 'mapping.values.decimal';
    const all = this.fieldsOf(({ type }) => type === 'decimal').filter(({ place }) => place.isSure);
    const given = this.given.values?.decimal;
    const scaled = all
      .filter(({ name }) => PRICE.test(name))
      .map((field) => ({ field, scale: scaleOf(field) }));
    for (const { field, scale } of scaled) {
      const isSaid = typeof given === 'object' && given.scaled === scale;
      if (scale !== undefined && !isSaid) this.scales.set(`${field.kind} ${field.name}`, scale);
    }
    // Where one price is scaled, another of whole numbers alone is so most likely, and nothing proves it.
    const [proven] = this.scales.values();
    for (const { field } of proven === undefined ? [] : scaled)
      if (!this.scales.has(`${field.kind} ${field.name}`) && field.values.every(isWhole))
        this.likelyScales.set(`${field.kind} ${field.name}`, proven ?? 0);
    const fields = all.filter(({ kind, name }) => !this.scales.has(`${kind} ${name}`));
    const prices = fields.filter(({ name }) => PRICE.test(name));
    const doubtful = prices.filter(({ values }) => values.length >= PRICES_MIN && values.every(isWhole));
    if (doubtful.length > 0)
      return this.findings.unknown(
        key,
        `Every ${doubtful.map(({ kind, name }) => `${kind}.${name}`).join(', ')} is a whole number: whether it is scaled, and by how much, cannot be seen.`,
        { evidence: blotted(doubtful.flatMap(({ values }) => values).slice(0, 2)) },
      );
    const values = prices.flatMap((field) => field.values);
    if (!values.some(hasFraction)) return this.findings.unknown(key, 'Too few prices were seen.');
    const types = new Set(fields.flatMap((field) => field.values.map((value) => typeof value)));
    if (types.size > 1)
      return this.findings.unknown(key, 'Some prices and quantities are numbers, and some are text.');
    const is = types.has('string') ? 'text' : 'number';
    const says = `Prices and quantities are written as ${is}, with their point.`;
    this.form('decimal', { is, usual: 'number', says, values });
  }

  private words(): void {
    const seen = new Map<Enumeration, Set<string>>();
    for (const { place, type, values } of this.fieldsOf(({ type: one }) => one === 'word')) {
      if (type.type !== 'word' || !(place.isSure || WORDS[type.words].listed)) continue;
      const words = seen.get(type.words) ?? new Set<string>();
      seen.set(type.words, words);
      values.forEach((value) => words.add(String(value)));
    }
    const usual = [...seen].filter(([name]) => WORDS[name].words.length > 0);
    // A table says how its words are written, whatever the style of the others.
    const styled = usual.filter(([name]) => this.given.words?.[name] === undefined);
    const ours = [...new Set(styled.flatMap(([name]) => WORDS[name].words as readonly string[]))];
    const givenStyle = this.given.wordStyle ?? 'kebab-case';
    const words = new Set(styled.flatMap(([, one]) => [...one]));
    const { style, count, isOnly } = styleOf(ours, words, givenStyle);
    const isStyled = count >= STYLE_MIN && style !== givenStyle;
    if (isStyled) {
      this.draft.learn({ mapping: { wordStyle: style } });
      this.findings.contradicted('mapping.wordStyle', `${count} words are written in ${style}.`, {
        found: style,
      });
    } else if (count >= STYLE_MIN && isOnly)
      this.findings.holds('mapping.wordStyle', `${count} words are written in ${style}.`);
    else
      this.findings.unknown(
        'mapping.wordStyle',
        'The words that were seen are written alike in several styles.',
      );
    for (const [name, seenWords] of usual)
      this.enumeration(name, [...seenWords], isStyled ? style : givenStyle);
    for (const name of seen.keys())
      if (WORDS[name].words.length === 0)
        this.findings.unknown(
          `mapping.words.${name}`,
          'Its words are shown as they come. Whether they mean what ours mean cannot be seen.',
        );
  }

  private enumeration(name: Enumeration, seen: readonly string[], style: Style): void {
    const key = `mapping.words.${name}`;
    const table = this.given.words?.[name];
    const says = `The ${seen.length} words that were seen are known.`;
    const isHeld = strangers(name, seen, { table, style: this.given.wordStyle }).length === 0;
    if (isHeld) this.findings.holds(key, says);
    const strange = strangers(name, seen, { table, style });
    if (strange.length === 0) return this.findings.holds(key, says);
    if (
      !WORDS[name].listed &&
      table === undefined &&
      !strange.some((word) => meaningsOf(name, [word], new Map()).sure)
    )
      return this.findings.unknown(
        key,
        `${strange.length} of ${seen.length} words are other than ours, and shown as they come. What they mean cannot be seen.`,
      );
    const meanings = meaningsOf(name, seen, this.provenStates(name));
    const evidence = blotted(seen, wordsShown(name, seen));
    const sure = Object.keys(meanings.sure).length > 0;
    if (sure && this.draft.allows({ mapping: { words: { [name]: meanings.sure } } }))
      this.draft.learn({ mapping: { words: { [name]: meanings.sure } } });
    if (isHeld) return;
    const likely = Object.keys(meanings.likely).length > 0 ? { likely: meanings.likely } : {};
    const rest = meanings.strange.length > 0 ? ` ${meanings.strange.length} have no known meaning.` : '';
    this.findings.contradicted(
      key,
      `${strange.length} of ${seen.length} words are other than the profile's.${rest}`,
      {
        evidence,
        ...(sure && { found: meanings.sure }),
        ...likely,
      },
    );
  }

  /** All records of the open list have one state, which the concluded list has not: that is the word for open. */
  private provenStates(name: Enumeration): ReadonlyMap<string, string> {
    if (name !== 'request-state') return new Map();
    const known = this.known.get('request');
    const path = known?.places.get('state')?.path;
    if (!known || path === undefined) return new Map();
    const states = (isOpen: boolean): Set<string> =>
      new Set(
        known.samples
          .filter((sample) => sample.isOpen === isOpen)
          .flatMap(({ record }) => said(shapeOf([record]).values.get(path)).map(String)),
      );
    const [open, over] = [[...states(true)], states(false)];
    const [word] = open;
    return open.length === 1 && word !== undefined && over.size > 0 && !over.has(word)
      ? new Map([[word, 'open']])
      : new Map();
  }

  private async record(kind: RecordKind): Promise<void> {
    const key = `mapping.records.${kind}`;
    const known = this.known.get(kind);
    if (!known || known.samples.length === 0) return this.findings.unknown(key, `No ${kind} was to be seen.`);
    if (OPEN_KINDS.has(kind) && READERS[kind] === undefined)
      return this.findings.holds(key, 'Its fields are shown as they come.');
    this.addressed(known);
    const { sure, likely } = this.otherPlaces(known);
    const fields = { mapping: { records: { [kind]: { fields: sure } } } };
    if (Object.keys(sure).length > 0 && this.draft.allows(fields)) this.draft.learn(fields);
    const missing = (REQUIRED[kind] ?? []).filter((name) => !known.places.has(name));
    const readable = await this.readable(known);
    const total = known.samples.length;
    const says =
      readable === undefined ? `${total} were seen.` : `${readable} of ${total} are readable with the draft.`;
    const evidence = blotted(known.samples[0]?.record);
    const wrong = [...Object.keys(sure), ...Object.keys(likely)];
    const scaled = this.likelyScaled(known);
    const strange = unexplained(kind, known.shape, known.places);
    if (wrong.length === 0 && missing.length === 0 && strange.length > 0)
      return this.findings.unknown(
        key,
        `${says} What ${strange.length} other fields hold may be what a field of ours holds.`,
        { evidence },
      );
    if (wrong.length === 0 && missing.length === 0) {
      if (Object.keys(scaled).length === 0) return this.findings.holds(key, says);
      const whole = `${Object.keys(scaled).join(', ')} may be scaled as other prices are.`;
      return this.findings.unknown(key, `${says} ${whole}`, { evidence, likely: { fields: scaled } });
    }
    const lost = missing.length > 0 ? ` Not found: ${missing.join(', ')}.` : '';
    const elsewhere = wrong.length > 0 ? ` Elsewhere, or written otherwise: ${wrong.join(', ')}.` : '';
    this.findings.contradicted(key, `${says}${elsewhere}${lost}`, {
      evidence,
      ...(Object.keys(sure).length > 0 && { found: { fields: sure } }),
      ...(Object.keys({ ...likely, ...scaled }).length > 0 && {
        likely: { fields: { ...likely, ...scaled } },
      }),
    });
  }

  /** A record of a list of one request that does not name it: the address does. */
  private addressed({ kind, samples, places, shape }: Known): void {
    const ids = samples.map(({ ids: own }) => own['request-id']);
    if (
      KINDS[kind]['request-id'] === undefined ||
      ids.some((id) => id === undefined) ||
      places.has('request-id')
    )
      return;
    const path = [...shape.values].find(
      ([, values]) => values.length === ids.length && values.every((value, at) => String(value) === ids[at]),
    )?.[0];
    places.set('request-id', { path: path ?? '{request-id}', isSure: true });
  }

  /** Fields that are not where the given profile, in the style and with the envelope that were found, has them. */
  private otherPlaces({ kind, shape, places }: Known): {
    sure: Record<string, Field>;
    likely: Record<string, Field>;
  } {
    const sure: Record<string, Field> = {};
    const likely: Record<string, Field> = {};
    const plans = fieldPlans({ ...this.given, names: this.style }, 'records', kind);
    for (const [name, place] of places) {
      const plan = plans.find((one) => one.name === name);
      const expected = (plan?.theirs ?? []).map((steps) => steps.join('.'));
      const isThere =
        expected.length > 0 && expected.every((path) => shape.values.has(path) || shape.parts.has(path));
      const isAddress = plan?.address !== undefined && place.path === `{${plan.address}}`;
      const like = RECORDS.find((one) => one === LIKE[kind]);
      const likeLearnt = like ? this.draft.profile.mapping.records?.[like]?.fields?.[name] : undefined;
      const isOverruled = likeLearnt !== undefined && place.path === inStyle(name, this.style);
      const scale = this.scales.get(`${kind} ${name}`);
      if (scale !== undefined) sure[name] = { at: place.path, as: { scaled: scale } };
      if (scale !== undefined) continue;
      if ((isThere && !isOverruled) || isAddress || plan?.value !== undefined) continue;
      (place.isSure ? sure : likely)[name] = place.path;
    }
    return { sure, likely };
  }

  private likelyScaled({ kind, places }: Known): Record<string, Field> {
    return Object.fromEntries(
      [...places].flatMap(([name, { path }]) => {
        const scale = this.likelyScales.get(`${kind} ${name}`);
        return scale === undefined ? [] : [[name, { at: path, as: { scaled: scale } }]];
      }),
    );
  }

  /** How many the product's own reader reads with the draft. */
  private async readable({ kind, samples }: Known): Promise<number | undefined> {
    const read = READERS[kind];
    if (!read) return undefined;
    const dialect = new Dialect(this.draft.profile.mapping);
    const translate = dialect.records(kind) ?? ((raw: unknown) => raw);
    const reader = dialect.reader(kind, read);
    let count = 0;
    for (const { record, ids } of samples) if (reader(await translate(record, ids)).ok) count += 1;
    return count;
  }
}

const LONG_NUMBER = /^[1-9]\d{15,}$/;
const idForm = (id: unknown): 'number' | 'text' | 'digits' =>
  typeof id === 'number' ? 'number' : LONG_NUMBER.test(String(id)) ? 'digits' : 'text';

function scaleOf({ place, shape }: { place: FieldPlace; shape: Shape }): number | undefined {
  const all = said(shape.values.get(place.path));
  const others = [...shape.values].filter(([path]) => path !== place.path).map(([, values]) => said(values));
  return provenScale(all, others);
}

/** Words of a closed list are no names: they may be shown, where there are few of them and they are short. */
const wordsShown = (name: Enumeration, seen: readonly string[]): ReadonlySet<string> =>
  new Set(
    WORDS[name].listed && seen.length <= 8 ? seen.filter((word) => /^[A-Za-z][\w-]{0,23}$/.test(word)) : [],
  );

/** The first day of a month. */
const FIRST = /^\d{4}-\d{2}-01(?:T|$)/;
const ENDS_MIN = 3;
