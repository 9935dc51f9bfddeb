import type { Dialect } from '../draw';
import { pathsOf, STATED_PATHS, type Kind, type PathName } from '../vocabulary';

/** One call that the platform knows, as the simulator has it. */
export interface Operation {
  readonly method: string;
  readonly path: PathName;
  /** Of the records in its list. */
  readonly list?: Kind;
  /** Of the record that it answers with. */
  readonly record?: Kind;
  readonly body?: Kind;
  readonly isWrite?: true;
}

const OPERATIONS: readonly Operation[] = [
  { method: 'POST', path: 'authenticate' },
  { method: 'GET', path: 'trades', list: 'trade-reference' },
  { method: 'GET', path: 'trade', record: 'trade' },
  { method: 'GET', path: 'openRequests', list: 'request' },
  { method: 'GET', path: 'concludedRequests', list: 'request' },
  { method: 'GET', path: 'request', record: 'request' },
  { method: 'GET', path: 'analytics', record: 'analytics' },
  { method: 'GET', path: 'quotes', list: 'quote' },
  { method: 'POST', path: 'sendQuote', body: 'quote', record: 'quote', isWrite: true },
  { method: 'DELETE', path: 'withdrawQuote', record: 'quote', isWrite: true },
  { method: 'GET', path: 'proposals', list: 'proposal' },
  { method: 'POST', path: 'addStandardSpreadProposal', body: 'proposal', record: 'proposal', isWrite: true },
  { method: 'POST', path: 'addProposal', body: 'proposal', record: 'proposal', isWrite: true },
  { method: 'DELETE', path: 'deleteProposals', record: 'proposal', isWrite: true },
  { method: 'GET', path: 'counteroffers', list: 'counteroffer' },
  { method: 'POST', path: 'sendCounteroffer', body: 'counteroffer', record: 'counteroffer', isWrite: true },
  { method: 'POST', path: 'executeTrade', body: 'execution', record: 'trade', isWrite: true },
  { method: 'GET', path: 'ping', record: 'event' },
];

/** A call that was understood; ids as they stand in the address. */
export interface Named {
  readonly operation: Operation;
  readonly ids: Readonly<Record<string, string>>;
}

interface Address {
  readonly operation: Operation;
  readonly method: string;
  readonly action: string | null;
  readonly pattern: RegExp;
  readonly names: readonly string[];
}

/** The addresses of a dialect; those without ids come first. */
export function addressesOf(dialect: Dialect): (method: string, url: URL) => Named | undefined {
  const paths = pathsOf(dialect);
  const addresses = OPERATIONS.map((operation): Address => {
    const template = paths[operation.path];
    const names = [...template.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
    const isTaken = operation.method === 'DELETE';
    const style = dialect['taking back'];
    const method = !isTaken
      ? operation.method
      : style === 'DELETE'
        ? 'DELETE'
        : style.slice(0, style.indexOf(' '));
    const action = isTaken && style === 'PUT with a query' ? 'cancel' : null;
    return {
      operation,
      method,
      action,
      names,
      pattern: new RegExp(`^${template.replace(/\{[^}]*\}/g, '([^/]+)')}$`),
    };
  }).sort((one, other) => one.names.length - other.names.length);
  return (method, url) => {
    for (const { operation, pattern, names, ...wanted } of addresses) {
      const match = pattern.exec(url.pathname);
      if (!match || wanted.method !== method || url.searchParams.get('action') !== wanted.action) continue;
      const ids = names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? '')]);
      return { operation, ids: Object.fromEntries(ids) as Record<string, string> };
    }
    return undefined;
  };
}

/** The simulator's own address of it. */
export const ownAddress = ({ path }: Operation, ids: Readonly<Record<string, string>>): string =>
  STATED_PATHS[path].replace(/\{([^}]*)\}/g, (_, name: string) => ids[name] ?? '');
