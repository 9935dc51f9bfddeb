/** What a call to the service is about, read from its address as the interface document names them. */
export type Sort =
  | 'sign-in'
  | 'trades'
  | 'trade'
  | 'open requests'
  | 'requests'
  | 'request'
  | 'quotes'
  | 'quote'
  | 'proposals'
  | 'counteroffers'
  | 'execution'
  | 'risks'
  | 'risk'
  | 'risk settings'
  | 'else';

export interface CallTarget {
  readonly sort: Sort;
  readonly isWrite: boolean;
  readonly requestId?: string | undefined;
  /** Of the one record that the address names: a trade, a quote, a commodity. */
  readonly id?: string | undefined;
}

const REQUESTS = '/v[\\d.]+/tender/requests';
const ADDRESSES: readonly (readonly [RegExp, Sort, (found: readonly string[]) => Partial<CallTarget>])[] = [
  [/^(?:\/v[\d.]+)?\/authenticate$/, 'sign-in', () => ({})],
  [/^\/v[\d.]+\/trades$/, 'trades', () => ({})],
  [/^\/v[\d.]+\/trades\/([^/]+)$/, 'trade', ([, id]) => ({ id })],
  [new RegExp(`^${REQUESTS}$`), 'open requests', () => ({})],
  [new RegExp(`^${REQUESTS}/concluded$`), 'requests', () => ({})],
  [new RegExp(`^${REQUESTS}/([^/]+)$`), 'request', ([, requestId]) => ({ requestId })],
  [new RegExp(`^${REQUESTS}/([^/]+)/quotations$`), 'quotes', ([, requestId]) => ({ requestId })],
  [
    new RegExp(`^${REQUESTS}/([^/]+)/quotations/([^/]+)$`),
    'quote',
    ([, requestId, id]) => ({ requestId, id }),
  ],
  [new RegExp(`^${REQUESTS}/([^/]+)/price-proposals?$`), 'proposals', ([, requestId]) => ({ requestId })],
  [
    new RegExp(`^${REQUESTS}/([^/]+)/individual-counteroffers$`),
    'counteroffers',
    ([, requestId]) => ({ requestId }),
  ],
  [new RegExp(`^${REQUESTS}/([^/]+)/trade$`), 'execution', ([, requestId]) => ({ requestId })],
  [/^\/v[\d.]+\/risk\/commodities$/, 'risks', () => ({})],
  [/^\/v[\d.]+\/risk\/commodities\/([^/]+)$/, 'risk', ([, id]) => ({ id })],
  [/^\/v[\d.]+\/risk\/commodities\/([^/]+)\/settings$/, 'risk settings', ([, id]) => ({ id })],
];

export function callTargetOf(method: string, url: string): CallTarget {
  const [path = ''] = url.split('?');
  for (const [address, sort, named] of ADDRESSES) {
    const found = address.exec(path);
    const texts = (found ?? []).map((text) => decodeURIComponent(text));
    if (found) return { sort, isWrite: method !== 'GET' && sort !== 'sign-in', ...named(texts) };
  }
  return { sort: 'else', isWrite: method !== 'GET' };
}

const LISTS: readonly Sort[] = [
  'trades',
  'open requests',
  'requests',
  'quotes',
  'proposals',
  'counteroffers',
  'risks',
];

export const isList = ({ sort, isWrite }: CallTarget): boolean => !isWrite && LISTS.includes(sort);
