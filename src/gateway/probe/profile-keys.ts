import { BODIES, RECORDS, WORDS } from '../../contract/service/mapping';
import { OPERATIONS, type Operation } from '../../contract/service/operations';
import { DEFAULT_PROFILE } from '../../contract/service/profile';

/** A key of the service profile: what to ask the operator where reading does not answer it. */
interface ProfileKey {
  readonly key: string;
  /** Reading may answer it. */
  readonly isProbed: boolean;
  readonly ask: string;
}

const key = (name: string, ask: string): ProfileKey => ({ key: name, isProbed: true, ask });
/** No reading call answers it. */
const hidden = (name: string, ask: string): ProfileKey => ({ key: name, isProbed: false, ask });

const PATH_WORDS: Readonly<Record<string, string>> = {
  authenticate: 'sign in',
  trades: 'list trades',
  trade: 'read one trade',
  openRequests: 'list open requests',
  createRequest: 'make a request',
  request: 'read one request',
  concludedRequests: 'list concluded requests',
  analytics: 'read the analytics of a request',
  quotes: 'list the quotes of a request',
  sendQuote: 'send a quote',
  withdrawQuote: 'withdraw a quote',
  proposals: 'list the price proposals of a request',
  addStandardSpreadProposal: 'propose a price for a standard spread',
  addProposal: 'propose a price for everything else',
  deleteProposals: 'delete price proposals',
  counteroffers: 'list the counteroffers of a request',
  sendCounteroffer: 'send a counteroffer',
  executeTrade: 'accept a quote or a price proposal',
  smartRecipients: 'list suggested recipients',
  requestLoadShapes: 'read the load shape of a request',
  tradeLoadShapes: 'read the load shape of a trade',
  risks: 'list the risk state of all commodities',
  riskToggle: 'switch risk management',
  riskSettings: 'read and set the risk settings of a commodity',
  ping: 'ask for an example of an event',
};

const READ_PATHS = new Set<string>([
  'authenticate',
  ...Object.values<Operation>(OPERATIONS)
    .filter(({ write }) => !write)
    .map(({ path }) => path),
]);

const kindWords = (kind: string): string => kind.replaceAll('-', ' ');

/** Every key of the service profile. A test compares it with the profile's schema. */
export const PROFILE_KEYS: readonly ProfileKey[] = [
  ...Object.keys(DEFAULT_PROFILE.paths).map((name) =>
    (READ_PATHS.has(name) ? key : hidden)(
      `paths.${name}`,
      `With which path do we ${PATH_WORDS[name] ?? name}?`,
    ),
  ),
  hidden('operations', 'Does any call want another method, constant headers or query parameters?'),
  key('auth.standard', 'Is the sign-in OAuth 2.0 with client credentials, by the names of RFC 6749?'),
  key(
    'auth.credentialsIn',
    'Do client id and client secret travel as a form, in the query, as JSON or by HTTP Basic?',
  ),
  key('auth.idName', 'What is the client id called in the sign-in?'),
  key('auth.secretName', 'What is the client secret called in the sign-in?'),
  key('auth.fields', 'Does the sign-in want anything beside them, such as a scope?'),
  key('auth.tokenField', 'In which field of the answer is the token?'),
  key('auth.expiresField', 'Does the answer state the life of the token, in which field and in which unit?'),
  hidden('auth.unsaidEnd', 'Does a token without a stated end last until midnight, or until refused?'),
  hidden('auth.newTokenEndsOld', 'Does a new token end the one before it?'),
  hidden('auth.endedStatuses', 'Which statuses, beside 401, may answer a token that has ended?'),
  hidden('paths.executeProposal', 'Is a price proposal accepted at another path than a quote?'),
  key('auth.zone', 'In which time zone do the token, the day of the quota and the trading day end?'),
  hidden(
    'auth.provesNotExecuted',
    'Which statuses prove, even through a proxy, that a write was not executed?',
  ),
  key('lists.style', 'How are lists paged: by pages, offsets, cursors, the Link header, or not at all?'),
  key('lists.whole', 'Which lists are not paged?'),
  key('lists.firstPage', 'Is the first page number 0 or 1?'),
  key('lists.items', 'Where in the answer of a list do the records stand?'),
  hidden('lists.emptyBody', 'Is an empty list sent as nothing at all, not even brackets?'),
  key('lists.pageName', 'What is the page number called in the query?'),
  key('lists.pageSizeName', 'What is the page size called in the query?'),
  key('lists.offsetName', 'What is the offset called in the query?'),
  key('lists.cursorName', 'What is the cursor called in the query?'),
  key('lists.cursorField', 'Where does the next cursor stand?'),
  key('lists.pageSize', 'What is the largest page?'),
  hidden('lists.pagesMax', 'How many records can the longest list have?'),
  key(
    'lists.filters',
    'By which names, and in which form of time, are lists filtered by commodity, market, and times?',
  ),
  hidden('lists.periods', 'Is a period one filter, such as from/to, and how is it written?'),
  key('mapping.names', 'In which style are fields named?'),
  key('mapping.wordStyle', 'In which style are the words of enumerations written?'),
  ...Object.keys(WORDS).map((name) =>
    key(
      `mapping.words.${name}`,
      `Which words can the field "${kindWords(name)}" have, and what does each mean?`,
    ),
  ),
  key('mapping.values.id', 'Are identifiers text or numbers, and can they have leading zeros?'),
  key(
    'mapping.values.decimal',
    'Are prices and quantities numbers, text, or whole numbers of a fixed scale?',
  ),
  key('mapping.values.time', 'How are times written, and by the clocks of which zone?'),
  key('mapping.values.day', 'How are delivery days written, and in which zone does a day begin?'),
  key('mapping.values.deliveryEnd', 'Is the end of a delivery its last day, or the day after it?'),
  key('mapping.values.flag', 'How are yes and no written?'),
  hidden('mapping.empty', 'Which values mean that there is none, such as "N/A" or -1?'),
  hidden('mapping.unsaid', 'In what we send, are fields without a value left out, or null?'),
  key('mapping.envelope', 'Where in an answer does a single record stand?'),
  hidden('mapping.tradeSide', 'Does a trade state its maker’s side or our own, and where our role?'),
  hidden(
    'mapping.standardSpread',
    'Does a request say by its contract or by a flag that it is a standard spread?',
  ),
  ...RECORDS.map((kind) =>
    key(
      `mapping.records.${kind}`,
      `What are the fields of "${kindWords(kind)}" called, and what do they hold?`,
    ),
  ),
  ...BODIES.map((kind) =>
    hidden(
      `mapping.bodies.${kind}`,
      `What are the fields of "${kindWords(kind)}" called when we send it, and which are needed?`,
    ),
  ),
  key(
    'records.otherVenues',
    'Which venues are there, and which of them are not the request-for-quote venue?',
  ),
  hidden('records.openRequests', 'Does the list of open requests have whole records?'),
  hidden('records.ownName', 'Under which name are our own offers listed?'),
  hidden('webClient.request', 'At which address does the web client show a request?'),
  hidden('endsOfLife', 'Which versions are marked deprecated, and when does each end?'),
  hidden('errors.priceMoved', 'Which code or words refuse an execution at an old price?'),
  hidden('errors.throttledStatuses', 'Which statuses refuse one call too many?'),
  hidden('errors.spentStatuses', 'Which statuses mean that the day’s calls are used up?'),
  hidden('errors.spentWords', 'Which words say that the day’s calls are used up?'),
  key('limits.ratePerSecond', 'How many calls a second does our API key have?'),
  key('limits.burst', 'How large is its burst?'),
  key('limits.perDay', 'How many calls a day does it have, and when does the day begin?'),
  hidden('limits.zone', 'In which zone does the day of the calls begin, if not the trading day’s?'),
  hidden('webhooks.items', 'Can one delivery hold several events, and where?'),
  hidden('webhooks.hmac', 'Are events signed: with which header, hash, encoding, timestamp and secret?'),
  hidden('webhooks.token', 'Do events carry a fixed secret in a header, and in which?'),
  hidden('webhooks.basic', 'Are events delivered with HTTP Basic, and as which user?'),
  hidden('webhooks.allowFrom', 'From which addresses do events come?'),
];

/** What must hold before anything else is worth looking at. */
export const NEEDED_KEYS: readonly string[] = [
  'paths.authenticate',
  'auth.credentialsIn',
  'auth.tokenField',
  'paths.openRequests',
  'paths.trades',
  'lists.items',
  'lists.style',
  'mapping.records.request',
  'mapping.records.trade-reference',
];

export const askFor = (name: string): string => PROFILE_KEYS.find((one) => one.key === name)?.ask ?? '';
