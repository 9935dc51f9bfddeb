import * as z from 'zod/mini';
import { Forms, Mapping, Zone } from './mapping';
import { OPERATIONS, type OperationName } from './operations';

const path = () =>
  z
    .string()
    .check(
      z.regex(
        /^\/[\w./{}~:@,;=()'!$*+-]*$/,
        'must be a path that begins with /, such as /v2/trades/{trade-id}, and no whole address',
      ),
    );

const VERSION = /^\/v(\d+)(?:\.(\d+))?\//;
const MINOR_MAX = 1_000;
const ordered = (major: number, minor: number): number => major * MINOR_MAX + minor;

/**
 * A path whose records carry a spread price. In older versions than `since` its sign was another (interface document,
 * section 2, spread price rule 6), and the product would show and send it wrongly.
 */
const spreadPath = (since: { major: number; minor: number }) =>
  path().check(
    z.refine((written) => {
      const version = VERSION.exec(written);
      if (!version) return true;
      const given = ordered(Number(version[1]), Number(version[2] ?? 0));
      return given >= ordered(since.major, since.minor);
    }, `needs v${since.major}.${since.minor} or newer: before it spread prices had another sign`),
  );
const quotePath = () => spreadPath({ major: 2, minor: 1 });
const counterofferPath = () => spreadPath({ major: 2, minor: 2 });

const LIST_PATHS = new Set([
  'trades',
  'openRequests',
  'concludedRequests',
  'quotes',
  'proposals',
  'counteroffers',
  'smartRecipients',
  'requestLoadShapes',
  'tradeLoadShapes',
  'risks',
]);
const isListPath = (name: string): boolean => LIST_PATHS.has(name);

/** A filter of a list by a period is two filters of ours, its start and its end. */
const PERIODS = ['traded-at', 'created-at', 'concluded-at'] as const;

/** The filters of lists. */
const FILTERS = [
  'commodity',
  'market',
  'traded-at-from',
  'traded-at-to',
  'created-at-from',
  'created-at-to',
  'concluded-at-from',
  'concluded-at-to',
] as const;

const OPERATION_NAMES = ['authenticate', ...operationNames()] as const;
function operationNames(): OperationName[] {
  return Object.keys(OPERATIONS).filter((name): name is OperationName => name in OPERATIONS);
}
/** Ids by which each path may be asked. */
const inPath = (template: string): string[] =>
  [...template.matchAll(/\{([^{}]*)\}/g)].map(([, id = '']) => id);

/** Ids that a path may name beside those of its default: of the offer that is accepted or answered. */
const OFFER_IDS: Readonly<Record<string, readonly string[]>> = {
  executeTrade: ['quotation-id'],
  executeProposal: ['request-id', 'price-proposal-id'],
  sendCounteroffer: ['quotation-id'],
};

/** A braced name that the operation has no id for would be asked for at every call. */
function bracesProblem(
  paths: Readonly<Record<string, string | undefined>>,
  name: string,
): string | undefined {
  const byDefault = Object.entries(DEFAULT_PROFILE.paths).find(([own]) => own === name)?.[1] ?? '';
  const known = [...inPath(byDefault), ...(OFFER_IDS[name] ?? [])];
  const stranger = inPath(paths[name] ?? '').find((id) => !known.includes(id));
  if (stranger === undefined && !/[{}]/.test((paths[name] ?? '').replace(/\{[\w-]+\}/g, '')))
    return undefined;
  const may =
    known.length === 0 ? 'it has no ids' : `there may be ${known.map((id) => `{${id}}`).join(', ')}`;
  return `has braces that do not belong to it: ${may}`;
}

/** Only of two operations that share a path, and whose version says nothing of a price, one may have another. */
function ownPathProblem(operation: string, own: string): string | undefined {
  if (operation !== 'read-risk-settings' && operation !== 'write-risk-settings')
    return 'is for read-risk-settings and write-risk-settings, which share a path: write the path into paths';
  return bracesProblem({ riskSettings: own }, 'riskSettings');
}

/** A name or value that may stand in a header. */
const headerName = () => z.string().check(z.regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be the name of a header'));
const headerText = () =>
  z.string().check(z.regex(/^[\x20-\x7e]*$/, 'must be plain text as a header may hold it'));

/** A signature of the body by a secret that both sides know. */
const Hmac = z
  .strictObject({
    header: headerName(),
    algorithm: z.enum(['sha1', 'sha256', 'sha384', 'sha512']),
    secretEnv: z.string(),
    /** The secret's own form, where it is no plain text. */
    secretAs: z.optional(z.enum(['hex', 'base64'])),
    /** Without it hexadecimal and base64 are understood. */
    encoding: z.optional(z.enum(['hex', 'base64'])),
    /** Before the signature, such as "v0="; without it the name of the algorithm may stand there. */
    prefix: z.optional(headerText()),
    /** The name of its part in a header of several, such as "v1" in "t=…,v1=…". */
    part: z.optional(z.string().check(z.minLength(1))),
    /** What is signed: `{body}`, `{timestamp}` and, by their names in braces, other headers. */
    signed: z.optional(z.string().check(z.includes('{body}', 'must have {body} in it'))),
    /** When it was signed, in a header of its own or in a part of the signature's. */
    timestamp: z.optional(
      z.strictObject({
        header: z.optional(headerName()),
        part: z.optional(z.string().check(z.minLength(1))),
        /** An older delivery, or one of the future, is refused. */
        secondsMax: z.int().check(z.gte(1), z.lte(86_400)),
      }),
    ),
  })
  .check(({ value, issues }) => {
    const { timestamp, signed = '{body}' } = value;
    const isSigned = signed.includes('{timestamp}');
    if (timestamp && timestamp.header === undefined && timestamp.part === undefined)
      issues.push({
        code: 'custom',
        path: ['timestamp'],
        message: 'needs header or part: where it stands',
        input: value,
      });
    if (isSigned !== (timestamp !== undefined))
      issues.push({
        code: 'custom',
        path: ['signed'],
        message: isSigned
          ? 'has {timestamp}, and webhooks.hmac.timestamp does not say where it stands'
          : 'must have {timestamp} in it, for a timestamp that is not signed proves nothing',
        input: value,
      });
  });

/**
 * The settings of one service: everything that the interface document leaves open, each with a default that is an
 * assumption, not a fact. An integrator overrides any part of it in a JSON file; the rest keeps its default.
 */
export const Profile = z
  .strictObject({
    paths: z.strictObject({
      authenticate: path(),
      trades: path(),
      trade: path(),
      openRequests: path(),
      createRequest: path(),
      request: path(),
      concludedRequests: path(),
      analytics: path(),
      quotes: quotePath(),
      sendQuote: quotePath(),
      withdrawQuote: path(),
      proposals: path(),
      addStandardSpreadProposal: path(),
      addProposal: path(),
      deleteProposals: path(),
      counteroffers: counterofferPath(),
      sendCounteroffer: counterofferPath(),
      executeTrade: path(),
      /** Where a price proposal is accepted, if not where a quote is. */
      executeProposal: z.optional(path()),
      smartRecipients: path(),
      requestLoadShapes: path(),
      tradeLoadShapes: path(),
      risks: path(),
      riskToggle: path(),
      riskSettings: path(),
      ping: path(),
    }),
    /** How single operations are called otherwise. */
    operations: z.partialRecord(
      z.enum(OPERATION_NAMES),
      z.strictObject({
        method: z.optional(z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])),
        /** Where it shares a path with another operation, its own. */
        path: z.optional(path()),
        /** Always in its query; `{request-id}` is the id of the call. */
        query: z.optional(z.record(z.string().check(z.minLength(1)), z.string())),
        headers: z.optional(z.record(headerName(), headerText())),
      }),
    ),
    auth: z.strictObject({
      /** Names and values of RFC 6749, section 4.4, in the place of the ones below. */
      standard: z.optional(z.literal('oauth2')),
      credentialsIn: z.enum(['form', 'query', 'json', 'basic']),
      idName: z.string().check(z.minLength(1)),
      secretName: z.string().check(z.minLength(1)),
      /** What is sent beside them, such as a scope. */
      fields: z.record(z.string(), z.string()),
      /** Field of the answer with the token: a dotted path. */
      tokenField: z.string().check(z.minLength(1)),
      /** Field with the seconds that the token lasts: a dotted path. */
      expiresField: z.optional(z.string().check(z.minLength(1))),
      /** IANA zone of the service's day: token end, quota day, "today". */
      zone: Zone(),
      /** When a token ends of which neither it nor the answer says it: at midnight in `zone`, or when it is refused. */
      unsaidEnd: z.enum(['midnight', 'refused']),
      /** A new token ends the one before it, so none is asked for while one holds. */
      newTokenEndsOld: z.boolean(),
      /** Statuses, beside 401, that may mean that the token has ended: it is renewed once before the refusal is believed. */
      endedStatuses: z.array(z.int().check(z.gte(400), z.lte(499))),
      /** Statuses of an answer to a write that prove that nothing was executed. */
      provesNotExecuted: z.array(z.int().check(z.gte(400), z.lte(599))),
    }),
    lists: z.strictObject({
      /** `whole`: the service does not page, and one call brings every record. */
      style: z.enum(['page', 'offset', 'cursor', 'link', 'whole']),
      /** The lists that come whole where others are paged, by the name of their path. */
      whole: z.array(z.string().check(z.refine(isListPath, 'is not the name of a list in paths'))),
      /** The number of the first page. */
      firstPage: z.int().check(z.gte(0), z.lte(1)),
      /** Where in an answer the records stand, as a dotted path; empty: the one array that can hold them. */
      items: z.string(),
      /** A success without a body is an empty list. Otherwise that is status 204 alone, for whatever stands in between may lose a body. */
      emptyBody: z.optional(z.boolean()),
      pageName: z.string(),
      pageSizeName: z.string(),
      offsetName: z.string(),
      cursorName: z.string(),
      /** Field of a list's answer that holds the cursor of its next page: a dotted path, a name at any depth, or a header. */
      cursorField: z.string(),
      pageSize: z.int().check(z.gte(1), z.lte(1000)),
      pagesMax: z.int().check(z.gte(1), z.lte(1000)),
      /** Filters under other names or in other forms; null: the platform has none, and they are applied here alone. */
      filters: z.partialRecord(
        z.enum(FILTERS),
        z.union([
          z.string().check(z.minLength(1)),
          z.null(),
          z.strictObject({ name: z.string().check(z.minLength(1)), as: z.optional(Forms.time) }),
        ]),
      ),
      /** Periods that are one filter, such as `{from}/{to}`, in the place of the two. */
      periods: z.partialRecord(
        z.enum(PERIODS),
        z.strictObject({
          name: z.string().check(z.minLength(1)),
          written: z.string().check(z.regex(/\{from\}.*\{to\}/, 'must have {from} and {to} in it')),
          as: z.optional(Forms.time),
        }),
      ),
    }),
    mapping: Mapping,
    records: z.strictObject({
      /** Venue words of trades that come from no request, however they are spelt. Every other word may be the request-for-quote venue. */
      otherVenues: z.array(z.string().check(z.minLength(1))),
      /** The name under which the desk's own offers are listed; without it the desk learns it from offers known as its own. */
      ownName: z.optional(z.string().check(z.minLength(1))),
      /** What the list of open requests says of each: all that its own record does, or only some of it. Whole unless said. */
      openRequests: z.optional(z.enum(['whole', 'references'])),
    }),
    /** Addresses in the platform's web client, to which the pane links. */
    webClient: z.strictObject({
      /** Of a request. */
      request: z.optional(
        z
          .string()
          .check(
            z.regex(
              /^https:\/\/[^\s{}]+(?:\{request-id\}[^\s{}]*)?$/,
              'must be an https address, in which {request-id} may stand',
            ),
          ),
      ),
    }),
    /** Versions whose end the operator has announced, such as "v2.2", with its day. */
    endsOfLife: z.record(
      z.string().check(z.regex(/^v\d+(?:\.\d+)?$/, 'must be a version, such as v2.2')),
      z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day, such as 2027-03-31')),
    ),
    /** What refusals mean. */
    errors: z.strictObject({
      /** Codes or words with which an execution at a price of before is refused. */
      priceMoved: z.array(z.string().check(z.minLength(3))),
      /** Statuses of one call too many, or of a spent day: words, headers and the desk's own count tell them apart. */
      throttledStatuses: z.array(z.int().check(z.gte(400), z.lte(599))),
      /** Statuses that mean a spent day and nothing else. */
      spentStatuses: z.array(z.int().check(z.gte(400), z.lte(599))),
      /** Words of a spent day, beside the usual ones. */
      spentWords: z.array(z.string().check(z.minLength(3))),
    }),
    limits: z.strictObject({
      ratePerSecond: z.number().check(z.gt(0)),
      burst: z.int().check(z.gte(1)),
      perDay: z.int().check(z.gte(1)),
      /** Zone in which the day of the calls begins, where that is not `auth.zone`. */
      zone: z.optional(Zone()),
    }),
    webhooks: z.strictObject({
      /** Where in a delivery the events stand, as a dotted path; empty: a list is all that it is. Without it each delivers one. */
      items: z.optional(z.string()),
      hmac: z.optional(Hmac),
      /** A secret in a header, as it is. */
      token: z.optional(
        z.strictObject({
          header: headerName(),
          secretEnv: z.string().check(z.minLength(1)),
          /** Before the secret, such as "Bearer ". */
          prefix: z.optional(headerText()),
        }),
      ),
      /** HTTP Basic. */
      basic: z.optional(z.strictObject({ user: z.string(), passwordEnv: z.string().check(z.minLength(1)) })),
      allowFrom: z.array(z.string()),
    }),
  })
  .check(({ value, issues }) => {
    for (const name of Object.keys(value.paths)) {
      const message = bracesProblem(value.paths, name);
      if (message !== undefined)
        issues.push({ code: 'custom', path: ['paths', name], message, input: value });
    }
    for (const [operation, { path: own } = {}] of Object.entries(value.operations)) {
      if (own === undefined) continue;
      const message = ownPathProblem(operation, own);
      if (message !== undefined)
        issues.push({ code: 'custom', path: ['operations', operation, 'path'], message, input: value });
    }
  });
export type Profile = z.infer<typeof Profile>;
/** The paths that there always are. */
export type PathName = Exclude<keyof Profile['paths'], 'executeProposal'>;

const tender = '/v2.3/tender/requests';
const one = `${tender}/{request-id}`;

export const DEFAULT_PROFILE: Profile = {
  paths: {
    authenticate: '/v2.0/authenticate',
    trades: '/v2/trades',
    trade: '/v2.0/trades/{trade-id}',
    openRequests: tender,
    createRequest: tender,
    request: one,
    concludedRequests: `${tender}/concluded`,
    analytics: `${one}/analytics`,
    quotes: `${one}/quotations`,
    sendQuote: `${one}/quotations`,
    withdrawQuote: `${one}/quotations/{quotation-id}`,
    proposals: `${one}/price-proposals`,
    addStandardSpreadProposal: `${one}/price-proposals`,
    addProposal: '/v2.2/tender/requests/{request-id}/price-proposal',
    deleteProposals: '/v2.2/tender/requests/{request-id}/price-proposal',
    counteroffers: `${one}/individual-counteroffers`,
    sendCounteroffer: `${one}/individual-counteroffers`,
    executeTrade: '/v2.2/tender/requests/{request-id}/trade',
    smartRecipients: '/v2.3/tender/smart-recipients',
    requestLoadShapes: `${one}/load-shapes`,
    tradeLoadShapes: '/v2.3/trades/{trade-id}/load-shapes',
    risks: '/v2.2/risk/commodities',
    riskToggle: '/v2.2/risk/commodities/{commodity}',
    riskSettings: '/v2.2/risk/commodities/{commodity}/settings',
    ping: '/ping',
  },
  operations: {},
  auth: {
    credentialsIn: 'form',
    idName: 'client-id',
    secretName: 'client-secret',
    fields: {},
    tokenField: 'access-token',
    zone: 'Europe/Berlin',
    unsaidEnd: 'midnight',
    newTokenEndsOld: false,
    endedStatuses: [403, 419, 498],
    provesNotExecuted: [400, 401, 403, 404, 405, 409, 415, 422, 429],
  },
  lists: {
    style: 'page',
    whole: [],
    firstPage: 1,
    items: '',
    pageName: 'page',
    pageSizeName: 'page-size',
    offsetName: 'offset',
    cursorName: 'cursor',
    cursorField: 'next-cursor',
    pageSize: 100,
    pagesMax: 50,
    filters: {},
    periods: {},
  },
  mapping: {},
  records: { otherVenues: ['market', 'green'] },
  webClient: {},
  endsOfLife: {},
  errors: {
    priceMoved: ['price-mismatch'],
    throttledStatuses: [429],
    spentStatuses: [],
    spentWords: [],
  },
  limits: { ratePerSecond: 10, burst: 100, perDay: 5000 },
  webhooks: { allowFrom: [] },
};

/** What OAuth 2.0 says of signing in with client credentials (RFC 6749, sections 4.4 and 5.1). */
const OAUTH2 = {
  idName: 'client_id',
  secretName: 'client_secret',
  fields: { grant_type: 'client_credentials' },
  tokenField: 'access_token',
  expiresField: 'expires_in',
};

const Sections = z.record(z.string(), z.unknown());
const Standard = z.looseObject({ auth: z.optional(z.looseObject({ standard: z.literal('oauth2') })) });

/**
 * Partial profile files laid over the defaults and over each other, key by key. Throws zod's error naming what is wrong in
 * them.
 */
export function profileFrom(...overrides: readonly unknown[]): Profile {
  const given = overrides.map((override) => Sections.parse(withoutSchema(override)));
  const isOauth2 = given.some((file) => Standard.safeParse(file).data?.auth !== undefined);
  const start = isOauth2 ? merged(DEFAULT_PROFILE, { auth: OAUTH2 }) : DEFAULT_PROFILE;
  return Profile.parse(given.reduce<unknown>(merged, start));
}

/** The address of the schema, by which editors know what may stand in the file. */
function withoutSchema(file: unknown): unknown {
  if (typeof file !== 'object' || file === null || Array.isArray(file)) return file;
  return Object.fromEntries(Object.entries(file).filter(([name]) => name !== '$schema'));
}

export const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One partial profile laid over another, key by key. */
export function merged(below: unknown, above: unknown): unknown {
  if (!isPlainObject(below) || !isPlainObject(above)) return above;
  const both = new Map<string, unknown>(Object.entries(below));
  for (const [name, value] of Object.entries(above)) both.set(name, merged(both.get(name), value));
  return Object.fromEntries(both);
}
