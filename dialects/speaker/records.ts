import type { Dialect } from '../draw';
import {
  placeOf,
  placesOf,
  QUANTITIES,
  STANDARD_FLAG,
  styled,
  TRADE_ROLE,
  wordTablesOf,
  type Kind,
  type Places,
  type WordTables,
} from '../vocabulary';
import {
  NotUnderstood,
  readDecimal,
  readFlag,
  readId,
  writtenDay,
  writtenDecimal,
  writtenFlag,
  writtenId,
  writtenTime,
} from './values';

export type Fields = Record<string, unknown>;

/** What stands in a field of the simulator's: a word by its enumeration, a record or records inside by their kind. */
type Holds =
  | 'id'
  | 'decimal'
  | 'time'
  | 'day'
  | 'flag'
  | 'text'
  | { readonly word: string }
  | { readonly part: Kind }
  | { readonly parts: Kind };

const word = (name: string): Holds => ({ word: name });
const PRODUCT = {
  commodity: word('commodity'),
  market: word('market'),
  'delivery-start': 'day',
  'delivery-end': 'day',
  'load-profile': 'text',
  'quantity-unit': 'text',
  'price-unit': 'text',
} as const;
const OFFER = {
  'request-id': 'id',
  'price-direction': word('direction'),
  type: word('price-type'),
  'spread-price': 'decimal',
  counterparty: 'text',
  'all-or-none': 'flag',
  quantity: 'decimal',
  'created-at': 'time',
  legs: { parts: 'offer-leg' },
} as const;
const IDS = {
  'request-id': 'id',
  'trade-id': 'id',
  'quotation-id': 'id',
  'price-proposal-id': 'id',
  'counteroffer-id': 'id',
} as const;

const HOLDS: Readonly<Record<Kind, Readonly<Record<string, Holds>>>> = {
  request: {
    'request-id': 'id',
    state: word('request-state'),
    role: word('role'),
    contract: word('contract'),
    'spread-type': word('spread-type'),
    spreadType: word('swap-type'),
    commodity: word('commodity'),
    'created-at': 'time',
    'concluded-at': 'time',
    'all-or-none': 'flag',
    'remaining-quantity': 'decimal',
    legs: { parts: 'leg' },
  },
  leg: {
    ...PRODUCT,
    action: word('side'),
    quantity: 'decimal',
    price: 'decimal',
    clearing: { part: 'clearing' },
  },
  clearing: { type: 'text', house: 'text' },
  quote: { 'quotation-id': 'id', state: word('quote-state'), ...OFFER },
  proposal: {
    'price-proposal-id': 'id',
    kind: word('proposal-kind'),
    state: word('proposal-state'),
    ...OFFER,
  },
  counteroffer: {
    'counteroffer-id': 'id',
    'quotation-id': 'id',
    state: word('counteroffer-state'),
    ...OFFER,
  },
  'offer-leg': { price: 'decimal' },
  'trade-reference': {
    'trade-id': 'id',
    'traded-at': 'time',
    commodity: word('commodity'),
    venue: word('venue'),
  },
  trade: {
    'trade-id': 'id',
    'traded-at': 'time',
    'request-id': 'id',
    venue: word('venue'),
    contract: word('contract'),
    'spread-type': word('spread-type'),
    spreadType: word('swap-type'),
    ...PRODUCT,
    currency: 'text',
    action: word('side'),
    price: 'decimal',
    quantity: 'decimal',
    counterparty: 'text',
    'all-or-none': 'flag',
    legs: { parts: 'leg' },
  },
  analytics: {
    'request-id': 'id',
    'contract-type': word('contract'),
    type: word('price-type'),
    'price-direction': word('direction'),
    'best-price': 'decimal',
    'worst-price': 'decimal',
    'average-price': 'decimal',
    'traded-price': 'decimal',
    'feedback-comment': 'text',
    'concluded-at': 'time',
  },
  recipient: {},
  risk: { commodity: word('commodity'), 'risk-management': 'flag' },
  'risk-settings': {},
  event: { eventType: word('event-type'), ...IDS },
  execution: {
    'quotation-id': 'id',
    'price-proposal-id': 'id',
    quantity: 'decimal',
    'last-seen-price': { part: 'last-seen-price' },
  },
  'last-seen-price': {
    type: word('price-type'),
    'spread-price': 'decimal',
    legs: { parts: 'offer-leg' },
  },
};

const ENUMERATIONS: ReadonlySet<string> = new Set(
  Object.values(HOLDS).flatMap((fields) =>
    Object.values(fields).flatMap((holds) =>
      typeof holds === 'object' && 'word' in holds ? holds.word : [],
    ),
  ),
);

/** Enumerations of which the simulator alone knows words: no style is theirs. */
const UNSTYLED = new Set(['commodity', 'market']);
const EMPTY: Readonly<Record<Dialect['no value'], unknown>> = {
  null: null,
  missing: undefined,
  'empty text': '',
  'N/A': 'N/A',
};

/** The simulator's records in another dialect, and bodies of that dialect as the simulator's. */
export class Records {
  private readonly places: Places;
  private readonly words: WordTables;

  constructor(private readonly dialect: Dialect) {
    this.places = placesOf(dialect);
    this.words = wordTablesOf(dialect);
  }

  /** A record as the platform writes it. */
  theirs(kind: Kind, record: Fields): Fields {
    if (kind !== 'trade' || this.dialect['sides of trades'] === 'own') return this.flagged(kind, record);
    // Whose request it was follows from its number; that of a recipient states the side of the other.
    const role = /[13579]$/.test(String(record['trade-id'])) ? 'recipient' : 'initiator';
    const written = this.flagged(kind, role === 'recipient' ? turned(record) : record);
    putAt(written, TRADE_ROLE, this.writtenWord('role', role));
    return written;
  }

  private flagged(kind: Kind, record: Fields): Fields {
    const { contract } = record;
    const isFlagged = this.dialect['standard spreads'] === 'flag' && (kind === 'request' || kind === 'trade');
    if (!isFlagged || (contract !== 'spread' && contract !== 'standard-spread'))
      return this.asItIs(kind, record);
    const written = this.asItIs(kind, { ...record, contract: 'spread' });
    putAt(written, STANDARD_FLAG, contract === 'standard-spread' ? 1 : 0);
    return written;
  }

  private asItIs(kind: Kind, record: Fields): Fields {
    const written: Fields = {};
    for (const [name, value] of Object.entries(record)) {
      const holds = HOLDS[kind][name];
      if (holds === undefined) {
        written[styled(name, this.dialect.names)] = this.unknown(value);
        continue;
      }
      const place = placeOf(this.dialect, this.places, kind, name);
      if (place === null) this.spread(kind, { name, value, written });
      else {
        const said =
          value === null ? EMPTY[this.dialect['no value']] : this.written(kind, name, { holds, value });
        if (said !== undefined) putAt(written, place, said);
      }
    }
    return written;
  }

  /** A list whose fields stand each in a place of its own. */
  private spread(
    kind: Kind,
    { name, value, written }: { name: string; value: unknown; written: Fields },
  ): void {
    for (const [index, part] of (value as Fields[]).entries()) {
      const place = this.places[kind]?.[`${name}.${index}.price`];
      if (typeof place !== 'string') throw new Error(`${kind} has no place for ${name}[${index}].`);
      putAt(written, place, writtenDecimal(Number(part['price']), this.dialect.prices));
    }
  }

  /** What the product has no name for: it is the platform's own, in its own style. */
  private unknown(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((part) => this.unknown(part));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [styled(name, this.dialect.names), this.unknown(part)]),
    );
  }

  private written(kind: Kind, name: string, { holds, value }: { holds: Holds; value: unknown }): unknown {
    const { dialect } = this;
    // What a fault has spoilt stays spoilt.
    const isScalar = typeof holds === 'string' || 'word' in holds;
    if (isScalar && typeof value === 'object' && value !== null) return value;
    if (typeof holds === 'object') {
      if ('word' in holds) return this.writtenWord(holds.word, String(value));
      if ('part' in holds) return this.theirs(holds.part, value as Fields);
      return (value as Fields[]).map((part) => this.theirs(holds.parts, part));
    }
    switch (holds) {
      case 'id':
        return writtenId(String(value), dialect);
      case 'decimal':
        return writtenDecimal(Number(value), this.decimalStyle(kind, name));
      case 'time':
        return writtenTime(String(value), dialect);
      case 'day':
        return writtenDay(String(value), dialect);
      case 'flag':
        return writtenFlag(value === true, dialect);
      case 'text':
        return value;
    }
  }

  private decimalStyle(
    kind: Kind,
    name: string,
  ): Exclude<Dialect['quantities'], 'as prices'> | Dialect['prices'] {
    const { prices, quantities } = this.dialect;
    if (quantities === 'as prices') return prices;
    return (QUANTITIES[kind] ?? []).includes(name) ? quantities : prices;
  }

  /** A word of the simulator's in the platform's own. */
  writtenWord(enumeration: string, own: string): unknown {
    const said = this.words[enumeration]?.[own];
    if (said !== undefined)
      return this.dialect.words === 'numbers' && /^\d+$/.test(said) ? Number(said) : said;
    return UNSTYLED.has(enumeration) ? own : styled(own, this.dialect['style of words']);
  }

  /** Whether a word is what the platform has for one of the simulator's, in any enumeration, or for none. */
  writes(own: unknown, said: unknown): boolean {
    if (typeof own !== 'string') return said === EMPTY[this.dialect['no value']];
    return [...ENUMERATIONS].some((name) => String(this.writtenWord(name, own)) === said);
  }

  /** A body as the simulator wants it. */
  own(kind: Kind, body: Fields): Fields {
    const left = structuredClone(body);
    const read = this.ownPart(kind, left);
    for (const [path, wanted] of Object.entries(CONSTANTS[this.dialect['constants in bodies']])) {
      if (takenFrom(left, path) !== wanted) throw new NotUnderstood(422, `${path} must be ${wanted}.`);
    }
    const stranger = strangerIn(left);
    if (stranger !== undefined && this.dialect['unknown fields'] === 'refused')
      throw new NotUnderstood(422, `${stranger} is no field of this.`);
    return read;
  }

  private ownPart(kind: Kind, body: Fields): Fields {
    const read: Fields = {};
    for (const [name, holds] of Object.entries(HOLDS[kind])) {
      const place = placeOf(this.dialect, this.places, kind, name);
      if (place === null) {
        const legs = this.gathered(kind, name, body);
        if (legs.length > 0) read[name] = legs;
        continue;
      }
      const value = takenFrom(body, place);
      if (value === undefined || value === null) continue;
      read[name] = this.read(kind, name, { holds, value });
    }
    return read;
  }

  private gathered(kind: Kind, name: string, body: Fields): Fields[] {
    return [0, 1, 2].flatMap((index) => {
      const place = this.places[kind]?.[`${name}.${index}.price`] ?? '';
      const value = takenFrom(body, place);
      return value === undefined || value === null
        ? []
        : [{ price: readDecimal(value, this.dialect.prices) }];
    });
  }

  private read(kind: Kind, name: string, { holds, value }: { holds: Holds; value: unknown }): unknown {
    const { dialect } = this;
    if (typeof holds === 'object') {
      if ('word' in holds) return this.readWord(holds.word, value);
      if ('part' in holds) return this.inside(holds.part, value);
      if (!Array.isArray(value)) throw new NotUnderstood(422, `${name} is no list.`);
      return value.map((part) => this.inside(holds.parts, part));
    }
    switch (holds) {
      case 'id':
        return readId(value, dialect);
      case 'decimal':
        return readDecimal(value, this.decimalStyle(kind, name));
      case 'flag':
        return readFlag(value, dialect);
      case 'time':
      case 'day':
      case 'text':
        return value;
    }
  }

  private inside(kind: Kind, part: unknown): Fields {
    if (typeof part !== 'object' || part === null) throw new NotUnderstood(422, `${kind} is no object.`);
    return this.ownPart(kind, part as Fields);
  }

  private readWord(enumeration: string, value: unknown): string {
    const said = String(value);
    const table = this.words[enumeration] ?? {};
    const own = Object.entries(table).find(([, theirs]) => theirs === said)?.[0];
    if (own !== undefined) return own;
    const style = this.dialect['style of words'];
    const known = WORDS[enumeration]?.find((one) => table[one] === undefined && styled(one, style) === said);
    if (known === undefined) throw new NotUnderstood(422, `${said} is none of our words.`);
    return known;
  }
}

/** Words of bodies. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  direction: ['bid', 'ask'],
  'price-type': ['standard-spread', 'per-leg'],
  'proposal-kind': ['firm', 'indicative'],
};

const CONSTANTS: Readonly<Record<Dialect['constants in bodies'], Readonly<Record<string, string | number>>>> =
  {
    none: {},
    flat: { channel: 'API' },
    nested: { 'origin.channel': 'API', 'origin.number': 7 },
  };

function putAt(record: Fields, path: string, value: unknown): void {
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  let holder = record;
  for (const step of steps) holder = (holder[step] ??= {}) as Fields;
  if (holder[last] !== undefined) throw new Error(`Two fields stand at ${path}.`);
  holder[last] = value;
}

function takenFrom(record: Fields, path: string): unknown {
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  let holder: unknown = record;
  for (const step of steps) holder = isFields(holder) ? holder[step] : undefined;
  if (!isFields(holder)) return undefined;
  const value = holder[last];
  // What stands inside it is taken from it one by one.
  if (typeof value !== 'object' || value === null) delete holder[last];
  return value;
}

/** A trade from the other side, with its legs. */
function turned(record: Fields): Fields {
  const { action, legs } = record;
  return {
    ...record,
    ...(action !== undefined && action !== null && { action: action === 'buy' ? 'sell' : 'buy' }),
    ...(Array.isArray(legs) && { legs: legs.map((leg: unknown) => (isFields(leg) ? turned(leg) : leg)) }),
  };
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first thing in a body that nobody has taken. */
function strangerIn(value: unknown, path = ''): string | undefined {
  if (Array.isArray(value))
    return value.map((part) => strangerIn(part, path)).find((found) => found !== undefined);
  if (!isFields(value)) return path;
  return Object.entries(value)
    .map(([name, part]) => strangerIn(part, path === '' ? name : `${path}.${name}`))
    .find((found) => found !== undefined);
}
