import type { PriceShape } from '../../domain/request';

/**
 * Every call that can be made to the service. A write is never sent twice by itself; a read may be repeated once
 * after a new sign-in.
 */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Which path of the profile serves it, and with the path its version. */
  readonly path: string;
  readonly write: boolean;
  /** The interface document names the path; any other is an assumption, and a service may not have it. */
  readonly stated: boolean;
}

const read = { method: 'GET', write: false } as const;
const add = { method: 'POST', write: true } as const;
const change = { method: 'PUT', write: true } as const;
const remove = { method: 'DELETE', write: true } as const;

/**
 * Which path serves which operation for which contract. Versions are in the paths' defaults. v2.3 reads and writes
 * every contract; below it a standard spread can only be read: creating, quoting and analysing one answers 422
 * (section 4, version behaviour). The one operation with a path by contract is adding a price proposal, see
 * {@link proposalOperation}.
 */
export const OPERATIONS = {
  // "GET /v2/trades. Filter by commodity, traded-at date, pagination. Ordered by traded-at."
  'list-trades': { ...read, path: 'trades', stated: true },
  // "GET /trades/{id} (version-prefixed)": the version is assumed.
  'read-trade': { ...read, path: 'trade', stated: true },
  // "Load shapes: split into an endpoint for active requests and one for traded deals."
  'read-trade-load-shape': { ...read, path: 'tradeLoadShapes', stated: false },
  'read-request-load-shape': { ...read, path: 'requestLoadShapes', stated: false },
  // "GET /{version}/tender/requests. Open requests. Query filters: created-at, concluded-at (period)."
  'list-open-requests': { ...read, path: 'openRequests', stated: true },
  // "Fetching closed (concluded) requests through a dedicated endpoint."
  'list-concluded-requests': { ...read, path: 'concludedRequests', stated: false },
  // "POST /{version}/tender/requests. A standard spread is detected automatically; its creation needs v2.3."
  'create-request': { ...add, path: 'createRequest', stated: true },
  // "GET /{version}/tender/requests/{request-id}. Standard spread payloads are readable on v2.2."
  'read-request': { ...read, path: 'request', stated: true },
  // "GET .../analytics; standard-spread analytics supported on v2.3."
  'read-analytics': { ...read, path: 'analytics', stated: true },
  // "Fetching quotes and price proposals for requests."
  'list-quotes': { ...read, path: 'quotes', stated: false },
  // "POST .../quotations. Accepts the standard-spread quote object on v2.3."
  'send-quote': { ...add, path: 'sendQuote', stated: true },
  // "Withdrawing quotes from open requests."
  'withdraw-quote': { ...remove, path: 'withdrawQuote', stated: false },
  'list-proposals': { ...read, path: 'proposals', stated: false },
  // "POST .../price-proposals. Add a price proposal (v2.3 accepts the standard-spread quote object)."
  'add-standard-spread-proposal': { ...add, path: 'addStandardSpreadProposal', stated: true },
  // "POST /v2.2/.../price-proposal. Adds a firm or indicative price proposal; replaces any existing proposals."
  'add-proposal': { ...add, path: 'addProposal', stated: true },
  // "DELETE /v2.2/.../price-proposal. Deletes existing price proposals", whatever the contract.
  'delete-proposals': { ...remove, path: 'deleteProposals', stated: true },
  'list-counteroffers': { ...read, path: 'counteroffers', stated: false },
  // "POST .../individual-counteroffers. Accepts the standard-spread quote object on v2.3."
  'send-counteroffer': { ...add, path: 'sendCounteroffer', stated: true },
  // "POST /v2.2/.../trade", for every contract: the last-seen-price is the standard-spread or the per-leg shape.
  'execute-trade': { ...add, path: 'executeTrade', stated: true },
  // "Smart recipient suggestions."
  'list-smart-recipients': { ...read, path: 'smartRecipients', stated: false },
  // "Risk endpoints: toggle risk management per commodity, update detailed risk settings per commodity."
  'list-risks': { ...read, path: 'risks', stated: false },
  'toggle-risk': { ...change, path: 'riskToggle', stated: false },
  'read-risk-settings': { ...read, path: 'riskSettings', stated: false },
  'write-risk-settings': { ...change, path: 'riskSettings', stated: false },
  // "GET /ping. Returns an example of the webhook payload."
  ping: { ...read, path: 'ping', stated: true },
} as const satisfies Record<string, Operation>;
export type OperationName = keyof typeof OPERATIONS;

/** A standard spread's proposal goes to the path of v2.3, every other to that of v2.2, which does not know it. */
export const proposalOperation = (shape: PriceShape): OperationName =>
  shape === 'standard-spread' ? 'add-standard-spread-proposal' : 'add-proposal';
