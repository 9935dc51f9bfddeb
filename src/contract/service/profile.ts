import * as z from 'zod/mini';

const path = () => z.string().check(z.regex(/^\/[\w./{}-]*$/));

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

/**
 * The settings of one service: everything that the interface document leaves open, each with a default that is an
 * assumption, not a fact. An integrator overrides any part of it in a JSON file; the rest keeps its default.
 */
export const Profile = z.strictObject({
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
    smartRecipients: path(),
    requestLoadShapes: path(),
    tradeLoadShapes: path(),
    risks: path(),
    riskToggle: path(),
    riskSettings: path(),
    ping: path(),
  }),
  auth: z.strictObject({
    credentialsIn: z.enum(['form', 'query', 'json']),
    tokenField: z.string().check(z.minLength(1)),
    /** IANA zone of the service's day: token end, quota day, "today". */
    zone: z.string().check(z.minLength(1)),
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
    pageName: z.string(),
    pageSizeName: z.string(),
    offsetName: z.string(),
    cursorName: z.string(),
    /** Field of a list's answer that holds the cursor of its next page: a dotted path, a name at any depth, or a header. */
    cursorField: z.string(),
    pageSize: z.int().check(z.gte(1), z.lte(1000)),
    pagesMax: z.int().check(z.gte(1), z.lte(1000)),
  }),
  records: z.strictObject({
    /** Venue words of trades that come from no request, however they are spelt. Every other word may be the request-for-quote venue. */
    otherVenues: z.array(z.string().check(z.minLength(1))),
    /** The name under which the desk's own offers are listed; without it the desk learns it from offers known as its own. */
    ownName: z.optional(z.string().check(z.minLength(1))),
  }),
  limits: z.strictObject({
    ratePerSecond: z.number().check(z.gt(0)),
    burst: z.int().check(z.gte(1)),
    perDay: z.int().check(z.gte(1)),
  }),
  webhooks: z.strictObject({
    hmac: z.optional(
      z.strictObject({ header: z.string(), algorithm: z.enum(['sha256', 'sha512']), secretEnv: z.string() }),
    ),
    allowFrom: z.array(z.string()),
  }),
});
export type Profile = z.infer<typeof Profile>;
export type PathName = keyof Profile['paths'];

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
  auth: {
    credentialsIn: 'form',
    tokenField: 'access-token',
    zone: 'Europe/Berlin',
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
  },
  records: { otherVenues: ['market', 'green'] },
  limits: { ratePerSecond: 10, burst: 100, perDay: 5000 },
  webhooks: { allowFrom: [] },
};

/** A partial profile file laid over the defaults, section by section. Throws zod's error naming what is wrong in it. */
export function profileFrom(override: unknown): Profile {
  const given = z.record(z.string(), z.record(z.string(), z.unknown())).parse(override);
  const merged: Record<string, unknown> = { ...DEFAULT_PROFILE };
  for (const [section, values] of Object.entries(given)) {
    merged[section] = { ...(merged[section] ?? {}), ...values };
  }
  return Profile.parse(merged);
}
