import type { Dialect } from './draw';

/**
 * What some readings stand for: other places of fields, other words. Speaker and profile are both made from these tables, each
 * in its own way.
 */
export type Kind =
  | 'request'
  | 'leg'
  | 'clearing'
  | 'quote'
  | 'proposal'
  | 'counteroffer'
  | 'offer-leg'
  | 'trade-reference'
  | 'trade'
  | 'analytics'
  | 'recipient'
  | 'risk'
  | 'risk-settings'
  | 'event'
  | 'execution'
  | 'last-seen-price';

/** Our field → the platform's dotted path; null where the platform has none of its own. */
export type Places = Partial<Record<Kind, Readonly<Record<string, string | null>>>>;

const OFFERS: readonly Kind[] = ['quote', 'proposal', 'counteroffer'];
const onOffers = (places: Readonly<Record<string, string | null>>): Places =>
  Object.fromEntries(OFFERS.map((kind) => [kind, places]));

const RENAMED: Readonly<Record<Dialect['other names'], Places>> = {
  none: {},
  "a trader's": {
    request: {
      contract: 'structure',
      'remaining-quantity': 'openVolume',
      'all-or-none': 'fillOrKill',
      'created-at': 'asked',
    },
    leg: { action: 'verb', 'delivery-start': 'delivery.from', 'delivery-end': 'delivery.to', market: 'hub' },
    quote: {
      'quotation-id': 'offerNo',
      'price-direction': 'way',
      counterparty: 'firm',
      'all-or-none': 'fillOrKill',
    },
    proposal: {
      'price-proposal-id': 'indicationNo',
      kind: 'commitment',
      'price-direction': 'way',
      counterparty: 'firm',
    },
    counteroffer: { 'counteroffer-id': 'replyNo', 'quotation-id': 'offerNo', 'price-direction': 'way' },
    trade: { counterparty: 'firm', action: 'verb', 'all-or-none': 'fillOrKill', venue: 'book' },
    execution: { 'quotation-id': 'offerNo', 'price-proposal-id': 'indicationNo', 'last-seen-price': 'seen' },
    analytics: { 'best-price': 'top', 'traded-price': 'done' },
  },
  abbreviations: {
    request: { 'request-id': 'rid', legs: 'l', state: 'st', role: 'ro' },
    leg: { action: 'a', commodity: 'c', 'load-profile': 'lp', 'quantity-unit': 'qu', 'price-unit': 'pu' },
    quote: { 'request-id': 'rid', 'quotation-id': 'qid', state: 'st', 'created-at': 'ts', type: 'ty' },
    proposal: { 'request-id': 'rid', 'price-proposal-id': 'pid', 'created-at': 'ts' },
    counteroffer: { 'request-id': 'rid', 'counteroffer-id': 'cid', 'quotation-id': 'qid' },
    trade: { 'trade-id': 'tid', 'request-id': 'rid', 'traded-at': 'ts', price: 'px', legs: 'l' },
    execution: { 'quotation-id': 'qid', 'price-proposal-id': 'pid' },
    'last-seen-price': { type: 'ty', 'spread-price': 'net' },
    risk: { 'risk-management': 'rm' },
  },
};

const VOLUME = { quantity: 'volume.amount' };
const NESTED: Readonly<Record<Dialect['nesting'], Places>> = {
  flat: {},
  volumes: {
    leg: { ...VOLUME, 'quantity-unit': 'volume.unit' },
    trade: { ...VOLUME, 'quantity-unit': 'volume.unit' },
    execution: VOLUME,
    ...onOffers(VOLUME),
  },
  money: {
    leg: { price: 'money.value', 'price-unit': 'money.unit' },
    trade: { price: 'money.value', 'price-unit': 'money.unit', currency: 'money.currency' },
    'offer-leg': { price: 'money.value' },
    'last-seen-price': { 'spread-price': 'net.value' },
    ...onOffers({ 'spread-price': 'net.value' }),
  },
  head: {
    request: { 'request-id': 'head.id', state: 'head.state', role: 'head.role', 'created-at': 'head.at' },
    quote: {
      'quotation-id': 'head.id',
      'request-id': 'head.of',
      state: 'head.state',
      'created-at': 'head.at',
    },
    proposal: { 'price-proposal-id': 'head.id', 'request-id': 'head.of', kind: 'head.kind' },
    counteroffer: { 'counteroffer-id': 'head.id', 'request-id': 'head.of', 'quotation-id': 'head.answers' },
    trade: { 'trade-id': 'head.id', 'traded-at': 'head.at', venue: 'head.venue' },
  },
};

const FLAT_LEGS: Places = onOffers({
  'legs.0.price': 'price_1',
  'legs.1.price': 'price_2',
  'legs.2.price': 'price_3',
  legs: null,
});

const EVENT_IDS = ['request-id', 'trade-id', 'quotation-id', 'price-proposal-id', 'counteroffer-id'];
const EVENTS: Readonly<Record<Dialect['events'], Places>> = {
  stated: { event: Object.fromEntries(['eventType', ...EVENT_IDS].map((name) => [name, name])) },
  'in the style of names': {},
  nested: {
    event: {
      eventType: 'meta.what',
      ...Object.fromEntries(EVENT_IDS.map((name) => [name, `payload.${name.replaceAll('-', '_')}`])),
    },
  },
};

/** Where the fields of each kind stand that no style of names says. */
export function placesOf(dialect: Dialect): Places {
  const tables: readonly Places[] = [
    RENAMED[dialect['other names']],
    NESTED[dialect.nesting],
    ...(dialect['legs of offers'] === 'fields' ? [FLAT_LEGS] : []),
    EVENTS[dialect.events],
  ];
  const all = new Map<string, Record<string, string | null>>();
  for (const table of tables) {
    for (const [kind, places] of Object.entries(table)) all.set(kind, { ...all.get(kind), ...places });
  }
  // The list names trades as their details do.
  const { 'trade-id': id, 'traded-at': at, venue } = all.get('trade') ?? {};
  const reference = {
    ...(id !== undefined && { 'trade-id': id }),
    ...(at !== undefined && { 'traded-at': at }),
    ...(venue !== undefined && { venue }),
  };
  if (Object.keys(reference).length > 0) all.set('trade-reference', reference);
  return Object.fromEntries(all);
}

/** The platform's words of each enumeration, where no style says them. */
export type WordTables = Readonly<Record<string, Readonly<Record<string, string>>>>;

const OTHER_WORDS: WordTables = {
  side: { buy: 'purchase', sell: 'sale' },
  direction: { bid: 'BUYER', ask: 'SELLER' },
  'request-state': { open: 'live', closed: 'ended', traded: 'dealt' },
  'quote-state': { active: 'standing', withdrawn: 'pulled', accepted: 'hit', rejected: 'lost' },
  role: { initiator: 'owner', recipient: 'invitee' },
  contract: { single: 'outright', spread: 'custom spread', 'standard-spread': 'listed spread' },
  'proposal-kind': { firm: 'binding', indicative: 'informal' },
  'price-type': { 'standard-spread': 'NET', 'per-leg': 'LEGS' },
  venue: { tender: 'rfq', market: 'orderbook', green: 'certificates' },
  'event-type': {
    'request-created': 'rfq.opened',
    'quotation-created': 'offer.made',
    'quotation-withdrawn': 'offer.pulled',
  },
};
const LETTERS: WordTables = {
  side: { buy: 'B', sell: 'S' },
  direction: { bid: 'B', ask: 'A' },
  'request-state': { open: 'O', closed: 'C', traded: 'T' },
  'quote-state': { active: 'A', withdrawn: 'W', accepted: 'X', rejected: 'R' },
  role: { initiator: 'I', recipient: 'R' },
  contract: { single: 'S', spread: 'C', 'standard-spread': 'N' },
  'spread-type': { time: 'T', location: 'L', efp: 'E' },
  'swap-type': { 'green-grey-swap': 'GG', 'grey-green-swap': 'YG' },
  'proposal-kind': { firm: 'F', indicative: 'I' },
};
const numbered = (table: Readonly<Record<string, string>>, from: number): Record<string, string> =>
  Object.fromEntries(Object.keys(table).map((word, index) => [word, String(from + index)]));

const WORD_TABLES: Readonly<Record<Dialect['words'], WordTables>> = {
  own: {},
  'other words': OTHER_WORDS,
  letters: LETTERS,
  numbers: Object.fromEntries(Object.entries(LETTERS).map(([name, table]) => [name, numbered(table, 1)])),
};
const COMMODITIES: WordTables = {
  commodity: { power: 'EL', gas: 'NG', goo: 'CERT' },
  market: {
    DE: 'Germany',
    FR: 'France',
    NL: 'Netherlands',
    AT: 'Austria',
    THE: 'Hub-THE',
    TTF: 'Hub-TTF',
    'EU-HYDRO': 'Hydro',
    'EU-WIND': 'Wind',
    'EU-SOLAR': 'Solar',
  },
};

export const wordTablesOf = (dialect: Dialect): WordTables => ({
  ...WORD_TABLES[dialect.words],
  ...(dialect['names of commodities'] === 'other' ? COMMODITIES : {}),
});

export const PAGING: Readonly<
  Record<Dialect['names of paging'], Readonly<Record<'page' | 'size' | 'offset' | 'cursor', string>>>
> = {
  stated: { page: 'page', size: 'page-size', offset: 'offset', cursor: 'cursor' },
  short: { page: 'p', size: 'limit', offset: 'skip', cursor: 'after' },
  camelCase: { page: 'pageNumber', size: 'pageSize', offset: 'startAt', cursor: 'pageToken' },
};

/** Paths with ids in braces, by their names in the profile. */
export const STATED_PATHS = {
  authenticate: '/v2.0/authenticate',
  trades: '/v2/trades',
  trade: '/v2.0/trades/{trade-id}',
  openRequests: '/v2.3/tender/requests',
  createRequest: '/v2.3/tender/requests',
  request: '/v2.3/tender/requests/{request-id}',
  concludedRequests: '/v2.3/tender/requests/concluded',
  analytics: '/v2.3/tender/requests/{request-id}/analytics',
  quotes: '/v2.3/tender/requests/{request-id}/quotations',
  sendQuote: '/v2.3/tender/requests/{request-id}/quotations',
  withdrawQuote: '/v2.3/tender/requests/{request-id}/quotations/{quotation-id}',
  proposals: '/v2.3/tender/requests/{request-id}/price-proposals',
  addStandardSpreadProposal: '/v2.3/tender/requests/{request-id}/price-proposals',
  addProposal: '/v2.2/tender/requests/{request-id}/price-proposal',
  deleteProposals: '/v2.2/tender/requests/{request-id}/price-proposal',
  counteroffers: '/v2.3/tender/requests/{request-id}/individual-counteroffers',
  sendCounteroffer: '/v2.3/tender/requests/{request-id}/individual-counteroffers',
  executeTrade: '/v2.2/tender/requests/{request-id}/trade',
  ping: '/ping',
} as const;
export type PathName = keyof typeof STATED_PATHS;

const OTHER_PATHS: Readonly<Record<PathName, string>> = {
  authenticate: '/oauth/token',
  trades: '/deals',
  trade: '/deals/{trade-id}',
  openRequests: '/rfqs/live',
  createRequest: '/rfqs',
  request: '/rfqs/one/{request-id}',
  concludedRequests: '/rfqs/archive',
  analytics: '/rfqs/one/{request-id}/statistics',
  quotes: '/rfqs/one/{request-id}/offers',
  sendQuote: '/offers/for/{request-id}',
  withdrawQuote: '/rfqs/one/{request-id}/offers/{quotation-id}',
  proposals: '/rfqs/one/{request-id}/indications',
  addStandardSpreadProposal: '/indications/net/for/{request-id}',
  addProposal: '/indications/for/{request-id}',
  deleteProposals: '/rfqs/one/{request-id}/indications',
  counteroffers: '/rfqs/one/{request-id}/replies',
  sendCounteroffer: '/replies/for/{request-id}',
  executeTrade: '/rfqs/one/{request-id}/deal',
  ping: '/ping',
};

export function pathsOf(dialect: Dialect): Readonly<Record<PathName, string>> {
  const paths: Readonly<Record<PathName, string>> =
    dialect.paths === 'other words' ? OTHER_PATHS : STATED_PATHS;
  const prefix = dialect.paths === 'prefixed' ? '/rfq-api' : '';
  const suffix = dialect['taking back'] === 'POST to a path' ? '/cancel' : '';
  const prefixed = Object.entries(paths).map(([name, path]) => [name, prefix + path]);
  return {
    ...(Object.fromEntries(prefixed) as Record<PathName, string>),
    withdrawQuote: prefix + paths.withdrawQuote + suffix,
    deleteProposals: prefix + paths.deleteProposals + suffix,
  };
}

/** A list that is nothing but its array has no place for a cursor or a total. */
export const cursorOf = ({ array, cursor }: Dialect): Dialect['cursor'] =>
  array === 'bare' ? 'header' : cursor;

type Style = Dialect['names'];
const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** A name or a word of ours in another style. */
export function styled(name: string, style: Style): string {
  if (style === 'kebab-case') return name;
  const spelt = name === 'spreadType' ? 'swap-type' : name === 'eventType' ? 'event-type' : name;
  const words = spelt.split('-');
  switch (style) {
    case 'camelCase':
      return words.map((word, index) => (index === 0 ? word : capital(word))).join('');
    case 'PascalCase':
      return words.map(capital).join('');
    case 'snake_case':
      return words.join('_');
    case 'UPPER_SNAKE':
      return words.join('_').toUpperCase();
  }
}

/** Where a field of a kind stands on the platform. */
export const placeOf = (dialect: Dialect, places: Places, kind: Kind, name: string): string | null => {
  const said = places[kind]?.[name];
  return said === undefined ? styled(name, dialect.names) : said;
};

/** Where a spread says whether it is a standard one, on a platform that has a flag for it. */
export const STANDARD_FLAG = 'listing.standard';
/** Where a trade says whether the desk made its request, on a platform whose trades state the side of the maker. */
export const TRADE_ROLE = 'deal.role';

/** Amounts that are written by the dimension `quantities`. */
export const QUANTITIES: Partial<Record<Kind, readonly string[]>> = {
  request: ['remaining-quantity'],
  leg: ['quantity'],
  quote: ['quantity'],
  proposal: ['quantity'],
  counteroffer: ['quantity'],
  trade: ['quantity'],
  execution: ['quantity'],
};
