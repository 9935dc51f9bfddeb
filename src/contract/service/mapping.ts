import * as z from 'zod/mini';
import { EVENT_TYPES } from '../../domain/event';

/**
 * How a platform's records and bodies differ from the ones of this product (`wire.ts`): the section `mapping` of the service
 * profile. It only says so; `gateway/platform/dialect` compiles and applies it.
 */

/** One of the closed lists of words that a field may have. Each has its words in {@link WORDS}. */
export type Enumeration = keyof typeof WORDS;

/** The words of each enumeration. `listed`: a word that the profile does not name makes the record unreadable. */
export const WORDS = {
  'request-state': { listed: true, words: ['open', 'closed', 'traded'] },
  'quote-state': { listed: true, words: ['active', 'withdrawn', 'accepted', 'rejected'] },
  'proposal-state': { listed: true, words: ['active', 'withdrawn', 'accepted', 'rejected'] },
  'counteroffer-state': { listed: true, words: ['active', 'withdrawn', 'accepted', 'rejected'] },
  'trade-state': { listed: false, words: ['executed', 'cancelled'] },
  role: { listed: true, words: ['initiator', 'recipient'] },
  contract: { listed: true, words: ['single', 'spread', 'standard-spread'] },
  'spread-type': { listed: true, words: ['time', 'location', 'efp'] },
  'swap-type': { listed: true, words: ['green-grey-swap', 'grey-green-swap'] },
  direction: { listed: true, words: ['bid', 'ask'] },
  side: { listed: true, words: ['buy', 'sell'] },
  'proposal-kind': { listed: true, words: ['firm', 'indicative'] },
  'price-type': { listed: true, words: ['standard-spread', 'per-leg'] },
  venue: { listed: false, words: ['tender', 'market', 'green'] },
  'event-type': { listed: false, words: EVENT_TYPES },
  commodity: { listed: false, words: [] },
  market: { listed: false, words: [] },
  'load-profile': { listed: false, words: [] },
  'quantity-unit': { listed: false, words: [] },
  'price-unit': { listed: false, words: [] },
  currency: { listed: false, words: [] },
} as const satisfies Record<string, { listed: boolean; words: readonly string[] }>;

/** What a field holds. `part` is a record inside the record, `parts` a list of them. */
export type FieldType =
  | { readonly type: 'id' | 'decimal' | 'time' | 'day' | 'flag' | 'text' | 'any' }
  /** The last day of a delivery. */
  | { readonly type: 'day'; readonly isEnd: true }
  | { readonly type: 'word'; readonly words: Enumeration }
  | { readonly type: 'part' | 'parts'; readonly kind: Kind };
type Fields = Readonly<Record<string, FieldType>>;

const id = { type: 'id' } as const;
const decimal = { type: 'decimal' } as const;
const time = { type: 'time' } as const;
const day = { type: 'day' } as const;
const flag = { type: 'flag' } as const;
const text = { type: 'text' } as const;
const any = { type: 'any' } as const;
const word = (words: Enumeration) => ({ type: 'word', words }) as const;
const parts = (kind: Kind) => ({ type: 'parts', kind }) as const;
const part = (kind: Kind) => ({ type: 'part', kind }) as const;

const product: Fields = {
  commodity: word('commodity'),
  market: word('market'),
  'delivery-start': day,
  'delivery-end': { type: 'day', isEnd: true },
  'load-profile': word('load-profile'),
  'quantity-unit': word('quantity-unit'),
  'price-unit': word('price-unit'),
};
const offer: Fields = {
  'request-id': id,
  'price-direction': word('direction'),
  type: word('price-type'),
  'spread-price': decimal,
  counterparty: text,
  'all-or-none': flag,
  quantity: decimal,
  'quantity-unit': word('quantity-unit'),
  'remaining-quantity': decimal,
  'created-at': time,
};

/** What is read from the platform: records, and the records inside them. */
export const RECORDS = [
  'request',
  'leg',
  'clearing',
  'quote',
  'proposal',
  'counteroffer',
  'offer-leg',
  'trade-reference',
  'trade',
  'analytics',
  'recipient',
  'risk',
  'risk-settings',
  'load-shape-point',
  'event',
] as const;
/** What is sent: bodies, and the records inside them. */
export const BODIES = [
  'request',
  'leg',
  'clearing',
  'quote',
  'proposal',
  'counteroffer',
  'offer-leg',
  'execution',
  'last-seen-price',
  'risk',
  'risk-settings',
] as const;
export type RecordKind = (typeof RECORDS)[number];
export type BodyKind = (typeof BODIES)[number];
export type Kind = RecordKind | BodyKind;

/** Every kind of record and body, with the fields that the product uses by name, as `wire.ts` names them. */
export const KINDS: Readonly<Record<Kind, Fields>> = {
  request: {
    'request-id': id,
    state: word('request-state'),
    role: word('role'),
    contract: word('contract'),
    'spread-type': word('spread-type'),
    spreadType: word('swap-type'),
    commodity: word('commodity'),
    'created-at': time,
    'concluded-at': time,
    'all-or-none': flag,
    'remaining-quantity': decimal,
    recipients: any,
    legs: parts('leg'),
  },
  leg: { ...product, action: word('side'), quantity: decimal, price: decimal, clearing: part('clearing') },
  clearing: { type: text, house: text },
  quote: {
    'quotation-id': id,
    state: word('quote-state'),
    ...offer,
    legs: parts('offer-leg'),
  },
  proposal: {
    'price-proposal-id': id,
    kind: word('proposal-kind'),
    state: word('proposal-state'),
    ...offer,
    legs: parts('offer-leg'),
  },
  counteroffer: {
    'counteroffer-id': id,
    'quotation-id': id,
    state: word('counteroffer-state'),
    ...offer,
    legs: parts('offer-leg'),
  },
  'offer-leg': { price: decimal },
  'trade-reference': {
    'trade-id': id,
    'traded-at': time,
    commodity: word('commodity'),
    venue: word('venue'),
  },
  trade: {
    'trade-id': id,
    'traded-at': time,
    'request-id': id,
    state: word('trade-state'),
    venue: word('venue'),
    contract: word('contract'),
    'spread-type': word('spread-type'),
    spreadType: word('swap-type'),
    ...product,
    currency: word('currency'),
    action: word('side'),
    price: decimal,
    quantity: decimal,
    counterparty: text,
    'all-or-none': flag,
    legs: parts('leg'),
    'pre-trade': any,
    execution: any,
  },
  analytics: {
    'request-id': id,
    'contract-type': word('contract'),
    type: word('price-type'),
    'price-direction': word('direction'),
    'best-price': decimal,
    'worst-price': decimal,
    'average-price': decimal,
    'traded-price': decimal,
    'quotes-count': any,
    'participants-count': any,
    'feedback-comment': text,
    'concluded-at': time,
  },
  recipient: { counterparty: text, name: text, recipient: text },
  risk: { commodity: word('commodity'), 'risk-management': flag },
  'risk-settings': {},
  'load-shape-point': {},
  event: {
    eventType: word('event-type'),
    'request-id': id,
    'trade-id': id,
    'quotation-id': id,
    'price-proposal-id': id,
    'counteroffer-id': id,
  },
  execution: {
    'quotation-id': id,
    'price-proposal-id': id,
    quantity: decimal,
    'quantity-unit': word('quantity-unit'),
    'last-seen-price': part('last-seen-price'),
  },
  'last-seen-price': {
    type: word('price-type'),
    'spread-price': decimal,
    legs: parts('offer-leg'),
  },
};

/** Kinds whose fields are the platform's own, so that any name may be given to one. */
export const OPEN_KINDS: ReadonlySet<Kind> = new Set<Kind>([
  'analytics',
  'recipient',
  'risk-settings',
  'load-shape-point',
]);

/** A kind that says nothing of a field is read like the kind here, if that one has the field too. */
export const LIKE: Partial<Readonly<Record<Kind, Kind>>> = { 'trade-reference': 'trade', 'offer-leg': 'leg' };

/** The type of a field by its path, such as `legs.0.price`; `undefined` where the product knows none of that name. */
export function typeOf(kind: Kind, path: string): FieldType | undefined {
  const [name = '', ...rest] = path.split('.');
  const own = KINDS[kind][name] ?? (OPEN_KINDS.has(kind) ? any : undefined);
  if (rest.length === 0 || own === undefined) return own;
  if (own.type === 'any') return any;
  if (own.type === 'part') return typeOf(own.kind, rest.join('.'));
  const [index = '', ...inside] = rest;
  if (own.type !== 'parts' || !/^[0-2]$/.test(index)) return undefined;
  return inside.length === 0 ? { type: 'part', kind: own.kind } : typeOf(own.kind, inside.join('.'));
}

export const STYLES = ['kebab-case', 'camelCase', 'PascalCase', 'snake_case', 'UPPER_SNAKE'] as const;
const Style = z.enum(STYLES);
export type Style = z.infer<typeof Style>;

const styled: Readonly<Record<Style, (words: readonly string[]) => string>> = {
  'kebab-case': (words) => words.join('-'),
  camelCase: (words) => words.map((one, at) => (at === 0 ? one : capital(one))).join(''),
  PascalCase: (words) => words.map(capital).join(''),
  snake_case: (words) => words.join('_'),
  UPPER_SNAKE: (words) => words.join('_').toUpperCase(),
};
const capital = (one: string): string => one.charAt(0).toUpperCase() + one.slice(1);

/** Two names that differ in their style alone would become one: the kind of a swap is called by this one in any other style. */
const UNSTYLED: Readonly<Record<string, string>> = { spreadType: 'swap-type', eventType: 'event-type' };

/** A name or word of the product in another style. */
export const inStyle = (name: string, style: Style): string =>
  style === 'kebab-case' ? name : styled[style]((UNSTYLED[name] ?? name).split('-'));

const path = () =>
  z
    .string()
    .check(
      z.regex(
        /^(?:\{[a-z-]+\}|[^.{}]+(?:\.[^.{}]+)*)$/,
        'must be names with dots between them, such as "price.value", or one id of the address in braces',
      ),
    );
/** An IANA zone that this machine knows. */
export const Zone = () =>
  z.string().check(z.refine(isZone, 'must be a zone such as Europe/Berlin that this machine knows'));

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** How many digits of a scaled integer stand behind the point. */
const Scaled = z.strictObject({ scaled: z.int().check(z.gte(0), z.lte(12)) });
const TimeWords = z.enum(['iso', 'epoch-seconds', 'epoch-ms']);

/** What each form allows, for whoever wrote another one. */
const FORM_WORDS: Readonly<Record<'id' | 'decimal' | 'time' | 'day' | 'flag', string>> = {
  id: '"text" or "number"',
  decimal: '"number", "text" or {"scaled": 0 to 12}',
  time: '"iso", "epoch-seconds", "epoch-ms", {"local": a zone} or {"day": a zone}',
  day: '"iso", "compact" or {"of": a zone, "as": "iso", "epoch-seconds" or "epoch-ms"}',
  flag: '"boolean" or {"true": a word, "false": a word}',
};
const DeliveryEnd = z.enum(['last-day', 'day-after']);
export type DeliveryEnd = z.infer<typeof DeliveryEnd>;

/** How a value is written, by what the field holds. */
export const Forms = {
  id: z.enum(['text', 'number'], `must be ${FORM_WORDS.id}`),
  decimal: z.union([z.enum(['number', 'text']), Scaled], `must be ${FORM_WORDS.decimal}`),
  /** `local`: a time without a zone, by the clocks of this one. `day`: a day alone, which stands for its first moment there. */
  time: z.union(
    [TimeWords, z.strictObject({ local: Zone() }), z.strictObject({ day: Zone() })],
    `must be ${FORM_WORDS.time}`,
  ),
  /** `compact`: 20270101. `of`: a time, of which the day in this zone counts. */
  day: z.union(
    [z.enum(['iso', 'compact']), z.strictObject({ of: Zone(), as: z.optional(TimeWords) })],
    `must be ${FORM_WORDS.day}`,
  ),
  flag: z.union(
    [
      z.literal('boolean'),
      z.strictObject({ true: z.union([z.string(), z.number()]), false: z.union([z.string(), z.number()]) }),
    ],
    `must be ${FORM_WORDS.flag}`,
  ),
};
export type TimeForm = z.infer<typeof Forms.time>;
export type DayForm = z.infer<typeof Forms.day>;
export type FlagForm = z.infer<typeof Forms.flag>;
export type DecimalForm = z.infer<typeof Forms.decimal>;

const Words = z.record(
  z.string(),
  z.union([z.string(), z.array(z.string()).check(z.minLength(1))], 'must be a word or a list of words'),
);
export type WordTable = z.infer<typeof Words>;

const Field = z.union(
  [
    path(),
    z.null(),
    z.strictObject({
      /** One dotted path, or several whose texts are joined; `{request-id}` is the id in the call's own address. */
      at: z.optional(
        z.union([path(), z.array(path()).check(z.minLength(2))], 'must be a path or a list of two or more'),
      ),
      /** What stands between the joined texts. */
      join: z.optional(z.string()),
      as: z.optional(z.unknown()),
      words: z.optional(Words),
      /** Values that mean that there is none. */
      empty: z.optional(z.array(z.union([z.string(), z.number()], 'must be a text or a number'))),
      /** What it always is, where the platform does not say it. */
      value: z.optional(z.union([z.string(), z.boolean()], 'must be a text, true or false')),
    }),
  ],
  'must be a path, null where the platform has no such field, or {"at": a path, …}',
);
export type Field = z.infer<typeof Field>;

const fields = z.record(z.string(), Field);
const expression = z.string().check(z.minLength(1));
const RecordMap = z.strictObject({ fields: z.optional(fields), expression: z.optional(expression) });
const BodyMap = z.strictObject({
  fields: z.optional(fields),
  /** What the platform wants in every such body, by its dotted path. */
  constants: z.optional(
    z.record(
      path(),
      z.union([z.string(), z.number(), z.boolean()], 'must be a text, a number, true or false'),
    ),
  ),
  expression: z.optional(expression),
});
const enumerations = Object.keys(WORDS).filter((name): name is Enumeration => name in WORDS);

export const Mapping = z
  .strictObject({
    /** The style of every name that no map names. */
    names: z.optional(Style),
    /** The style of every word that no table names. */
    wordStyle: z.optional(Style),
    words: z.optional(z.partialRecord(z.enum(enumerations), Words)),
    /** How values are written where a field does not say it. */
    values: z.optional(
      z.strictObject({
        id: z.optional(Forms.id),
        decimal: z.optional(Forms.decimal),
        time: z.optional(Forms.time),
        day: z.optional(Forms.day),
        flag: z.optional(Forms.flag),
        /** Which day the end of a delivery names; unset, a midnight by clocks that are told ends the day before it. */
        deliveryEnd: z.optional(DeliveryEnd),
      }),
    ),
    /** Texts and numbers that mean that there is no value. */
    empty: z.optional(z.array(z.union([z.string(), z.number()], 'must be a text or a number'))),
    /** What becomes of a field that has no value in a sent body. */
    unsaid: z.optional(z.enum(['left-out', 'null'])),
    /** Where the record stands in an answer that is not a list. */
    envelope: z.optional(path()),
    /** The flag of a spread that is a standard one, where its contract does not say it; every spread has to have it. */
    standardSpread: z.optional(
      z.strictObject({
        at: path(),
        is: z
          .array(z.union([z.string(), z.number(), z.boolean()], 'must be a text, a number, true or false'))
          .check(z.minLength(1)),
      }),
    ),
    /** Trades state the sides of the request's maker, and here the desk's role: a recipient's sides are the other ones. */
    tradeSide: z.optional(z.strictObject({ role: path() })),
    records: z.optional(z.partialRecord(z.enum(RECORDS), RecordMap)),
    bodies: z.optional(z.partialRecord(z.enum(BODIES), BodyMap)),
  })
  .check((context) => {
    for (const { path: at, message } of [...fieldProblems(context.value), ...wordProblems(context.value)]) {
      context.issues.push({ code: 'custom', path: [...at], message, input: context.value });
    }
  });
export type Mapping = z.infer<typeof Mapping>;

/** Enumerations by which money is read: they have these words and no others. */
const CLOSED: ReadonlySet<string> = new Set<Enumeration>([
  'role',
  'contract',
  'direction',
  'side',
  'proposal-kind',
  'price-type',
]);

/** The platform's words of an enumeration: those of its table, and for all others our own in the style of words. */
export function wordsOf(
  enumeration: Enumeration,
  { table = {}, style = 'kebab-case' }: { table?: WordTable | undefined; style?: Style | undefined },
): ReadonlyMap<string, readonly string[]> {
  const ours = WORDS[enumeration].words.map((word) => [word, [inStyle(word, style)]] as const);
  const theirs = Object.entries(table).map(
    ([word, named]) => [word, typeof named === 'string' ? [named] : named] as const,
  );
  return new Map<string, readonly string[]>([...ours, ...theirs]);
}

/** Words that are none of ours, and words of the platform that would mean two things. */
function tableProblems(enumeration: Enumeration, table: WordTable, style: Style | undefined): Problem[] {
  const ours: readonly string[] = WORDS[enumeration].words;
  const stranger = CLOSED.has(enumeration)
    ? Object.keys(table).find((word) => !ours.includes(word))
    : undefined;
  const theirs = [...wordsOf(enumeration, { table, style }).values()].flat();
  const twice = theirs.find((word, at) => theirs.indexOf(word) !== at);
  return [
    ...(stranger === undefined
      ? []
      : [{ path: [stranger], message: `there is no such word; there are ${ours.join(', ')}` }]),
    ...(twice === undefined ? [] : [{ path: [], message: `must not give "${twice}" two meanings` }]),
  ];
}

const within = (path: readonly string[], problems: readonly Problem[]): Problem[] =>
  problems.map((problem) => ({ ...problem, path: [...path, ...problem.path] }));

/** What is wrong in the common tables of words. */
const wordProblems = ({ words, wordStyle }: Written): Problem[] =>
  enumerations.flatMap((name) => {
    const table = words?.[name];
    return table === undefined ? [] : within(['words', name], tableProblems(name, table, wordStyle));
  });

interface Problem {
  readonly path: readonly string[];
  readonly message: string;
}

interface WrittenMap {
  readonly fields?: Record<string, Field> | undefined;
  readonly constants?: unknown;
  readonly expression?: string | undefined;
}
interface Written {
  readonly wordStyle?: Style | undefined;
  readonly words?: Partial<Record<Enumeration, WordTable>> | undefined;
  readonly records?: Partial<Record<RecordKind, WrittenMap>> | undefined;
  readonly bodies?: Partial<Record<BodyKind, WrittenMap>> | undefined;
}

/** What no schema can say: fields that there are not, forms that do not fit, money that is made up. */
function fieldProblems({ records, bodies, wordStyle }: Written): Problem[] {
  const maps = [
    ...RECORDS.map((kind) => ({ section: 'records', kind, map: records?.[kind] })),
    ...BODIES.map((kind) => ({ section: 'bodies', kind, map: bodies?.[kind] })),
  ];
  return maps.flatMap(({ section, kind, map = {} }) =>
    within(
      [section, kind],
      [
        ...besideExpression(map),
        ...Object.entries(map.fields ?? {}).flatMap(([name, field]) =>
          within(['fields', name], problemsOf(kind, { name, field, wordStyle })),
        ),
      ],
    ),
  );
}

/** An expression takes the place of a map; what else stands there would do nothing. */
const besideExpression = ({ expression, fields: others, constants }: WrittenMap): Problem[] =>
  expression === undefined
    ? []
    : [...(others === undefined ? [] : ['fields']), ...(constants === undefined ? [] : ['constants'])].map(
        (name) => ({ path: [name], message: 'must not stand beside "expression", which takes its place' }),
      );

function problemsOf(
  kind: Kind,
  { name, field, wordStyle }: { name: string; field: Field; wordStyle: Style | undefined },
): Problem[] {
  const type = typeOf(kind, name);
  if (type === undefined) {
    return [
      { path: [], message: `there is no such field; there are ${Object.keys(KINDS[kind]).join(', ')}` },
    ];
  }
  if (field === null || typeof field === 'string') return [];
  const form = type.type in Forms ? Forms[type.type as keyof typeof Forms] : undefined;
  return [
    ...(field.at === undefined && field.value === undefined
      ? [{ path: [], message: 'needs "at", the path where it stands, or "value"' }]
      : []),
    ...(field.as !== undefined && form?.safeParse(field.as).success !== true
      ? [
          {
            path: ['as'],
            message: `must be ${form ? FORM_WORDS[type.type as keyof typeof Forms] : 'absent: this field has one form only'}`,
          },
        ]
      : []),
    ...(field.words !== undefined && type.type !== 'word'
      ? [{ path: ['words'], message: 'is for fields with words, such as state, and this is none' }]
      : []),
    ...(field.words !== undefined && type.type === 'word'
      ? within(['words'], tableProblems(type.words, field.words, wordStyle))
      : []),
    ...(field.value !== undefined && (type.type === 'decimal' || type.type === 'id')
      ? [{ path: ['value'], message: 'must be absent: prices, quantities and identifiers are never made up' }]
      : []),
  ];
}
