import type { GatewayClient } from '../../src/client/client';
import { resourceKey, type Resource } from '../../src/domain/resources/resource';
import type { Formula } from '../../src/functions/cells/context';
import { stream, type CellPage } from '../../src/functions/cells/stream';
import { openPage, START } from '../client/page';
import { STATUS } from './formula-context';

/** Stands in for the class that Excel's runtime gives to a page. */
class OfficeError {
  constructor(
    readonly code: string,
    readonly message?: string,
  ) {}
}

/** Gives the page Excel's `CustomFunctions`, and takes it away again. */
export function installOffice(): () => void {
  const associated = new Map<string, unknown>();
  const office = {
    Error: OfficeError,
    ErrorCode: { invalidValue: '#VALUE!', notAvailable: '#N/A' },
    associate: (id: string, fn: unknown) => associated.set(id, fn),
    associated,
  };
  Reflect.set(globalThis, 'CustomFunctions', office);
  return () => void Reflect.deleteProperty(globalThis, 'CustomFunctions');
}

/** One cell that Excel calculates: every result that it was sent, errors as "#N/A sentence". */
export interface ExcelCell {
  readonly results: unknown[];
  readonly last: unknown;
  cancel(): void;
}

const written = (value: unknown): unknown => {
  if (value instanceof OfficeError) return `${value.code} ${value.message}`;
  return Array.isArray(value) ? value.map(written) : value;
};

type Invocation = CustomFunctions.StreamingInvocation<unknown[][]>;

/** A cell that waits for results, with what Excel says of the call beside its arguments. */
export function resultsOf(said: Partial<Invocation> = {}): ExcelCell & { invocation: Invocation } {
  const results: unknown[] = [];
  const invocation: Invocation = { ...said, setResult: (value) => void results.push(written(value)) };
  return {
    results,
    invocation,
    get last() {
      return results.at(-1);
    },
    cancel: () => invocation.onCanceled?.(),
  };
}

/** What the cells of one page share. */
export const cellPageOf = (client: GatewayClient): CellPage => ({
  client: () => client,
  cells: () => client.cells,
});

/** A workbook with the add-in's page and its gateway. */
export async function openWorkbook(arrange?: Parameters<typeof openPage>[0]) {
  const page = await openPage(arrange);
  const calculate = (
    read: () => Formula,
    at: { address?: string; functionName?: string } = {},
  ): ExcelCell => {
    const cell = resultsOf(at);
    stream(cell.invocation, read, cellPageOf(page.client));
    return cell;
  };
  const answers = (resource: Resource, value: unknown, over: object = {}): void =>
    page.gateway.answer({
      key: resourceKey(resource),
      state: 'fresh',
      fetchedAt: START,
      ...(value !== undefined && { value }),
      ...over,
    });
  /** The gateway says where it is signed in, as it does at once on every line. */
  const greet = (over: object = {}): void => answers({ kind: 'status' }, { ...STATUS, ...over });
  return { ...page, calculate, answers, greet };
}
