import type { PathName } from './profile';

/**
 * Every call that can be made to the service. A write is never sent twice by itself; a read may be repeated once
 * after a new sign-in.
 */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: PathName;
  readonly write: boolean;
}

export const OPERATIONS = {
  'list-trades': { method: 'GET', path: 'trades', write: false },
  'read-trade': { method: 'GET', path: 'trade', write: false },
  'list-open-requests': { method: 'GET', path: 'openRequests', write: false },
  'list-concluded-requests': { method: 'GET', path: 'concludedRequests', write: false },
  'read-request': { method: 'GET', path: 'request', write: false },
  'read-analytics': { method: 'GET', path: 'analytics', write: false },
  'list-quotes': { method: 'GET', path: 'quotes', write: false },
  'send-quote': { method: 'POST', path: 'sendQuote', write: true },
  'withdraw-quote': { method: 'DELETE', path: 'withdrawQuote', write: true },
  'execute-trade': { method: 'POST', path: 'executeTrade', write: true },
} as const satisfies Record<string, Operation>;
export type OperationName = keyof typeof OPERATIONS;
