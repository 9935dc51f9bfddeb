import { CURSORS, LINKS, OFFSETS, PAGES, WHOLE, type SpokenDialect } from './fronts';

/** What a platform does otherwise than the default profile says, by key. `likely`: reading cannot prove it. */
export interface Truth {
  readonly [key: string]: { readonly found?: unknown; readonly likely?: unknown; readonly unknown?: true };
}

/** Not where the default has it, and nothing is found in its place. */
const FILTERS = { 'lists.filters': {} };
const quantity = { likely: { fields: { quantity: 'volume.amount' } } };
const v22 = (path: string) => ({ found: `/v2.2/${path}` });

export const DIALECTS: Readonly<Record<string, { readonly speaks: SpokenDialect; readonly truth: Truth }>> = {
  offsets: {
    speaks: OFFSETS,
    truth: {
      ...FILTERS,
      'auth.credentialsIn': { found: 'json' },
      'auth.tokenField': { found: 'result.token' },
      'auth.expiresField': { found: 'result.expires_in' },
      'lists.items': { found: 'found' },
      'lists.style': { found: 'offset' },
      'lists.pageSizeName': { found: 'limit' },
      'mapping.names': { found: 'snake_case' },
      'mapping.values.id': { found: 'number' },
      'mapping.values.time': { found: 'epoch-seconds' },
    },
  },
  cursors: {
    speaks: CURSORS,
    truth: {
      ...FILTERS,
      'auth.credentialsIn': { found: 'query' },
      'lists.style': { found: 'cursor' },
      'lists.pageSizeName': { found: 'pageSize' },
      'lists.cursorName': { found: 'after' },
      'lists.cursorField': { found: 'Meta.NextCursor' },
      'mapping.names': { found: 'PascalCase' },
      'mapping.values.time': { likely: { local: 'Europe/Berlin' } },
      'mapping.values.decimal': { unknown: true },
    },
  },
  pages: {
    speaks: PAGES,
    truth: {
      ...FILTERS,
      'auth.credentialsIn': { found: 'basic' },
      'auth.tokenField': { found: 'access.jwt' },
      'lists.firstPage': { found: 0 },
      'lists.pageSizeName': { found: 'size' },
      'lists.pageSize': { found: 10 },
      'limits.ratePerSecond': { found: 8 },
      'mapping.envelope': { found: 'payload' },
      'mapping.values.day': { found: 'compact' },
      'mapping.values.flag': { found: { true: 'Y', false: 'N' } },
      'mapping.words.request-state': {
        found: { open: 'LIVE', traded: 'TRADED' },
        likely: { closed: 'OVER' },
      },
      'mapping.words.quote-state': { found: { active: 'ACTIVE' } },
      'mapping.words.role': { found: { initiator: 'INITIATOR', recipient: 'RECIPIENT' } },
      'mapping.words.contract': {
        found: { single: 'SINGLE', spread: 'SPREAD', 'standard-spread': 'STANDARD_SPREAD' },
      },
      'mapping.words.direction': { likely: { bid: 'BUYER', ask: 'SELLER' } },
      'mapping.words.side': { found: { buy: 'B', sell: 'S' } },
      'mapping.records.leg': quantity,
      'mapping.records.quote': quantity,
      'mapping.records.trade': quantity,
    },
  },
  links: {
    speaks: LINKS,
    truth: {
      ...FILTERS,
      'paths.openRequests': v22('tender/requests'),
      'paths.concludedRequests': v22('tender/requests/concluded'),
      'paths.request': v22('tender/requests/{request-id}'),
      'paths.analytics': v22('tender/requests/{request-id}/analytics'),
      'paths.quotes': v22('tender/requests/{request-id}/quotations'),
      'paths.proposals': v22('tender/requests/{request-id}/price-proposals'),
      'paths.counteroffers': v22('tender/requests/{request-id}/individual-counteroffers'),
      'paths.requestLoadShapes': v22('tender/requests/{request-id}/load-shapes'),
      'paths.tradeLoadShapes': v22('trades/{trade-id}/load-shapes'),
      'paths.smartRecipients': v22('tender/smart-recipients'),
      'auth.tokenField': { found: 'access_token' },
      'lists.style': { found: 'link' },
      'lists.pageSizeName': { found: 'per_page' },
      'mapping.values.deliveryEnd': { found: 'day-after' },
      'mapping.records.quote': { found: { fields: { 'quotation-id': 'id' } } },
      'mapping.records.leg': { found: { fields: { price: { at: 'price', as: { scaled: 2 } } } } },
      'mapping.records.offer-leg': { found: { fields: { price: { at: 'price', as: { scaled: 2 } } } } },
      // Too few trades for a proof.
      'mapping.records.trade': { likely: { fields: { price: { at: 'price', as: { scaled: 2 } } } } },
    },
  },
  whole: {
    speaks: WHOLE,
    truth: {
      ...FILTERS,
      'auth.standard': { found: 'oauth2' },
      // A longer list may be paged all the same.
      'lists.style': { likely: 'whole' },
    },
  },
};
