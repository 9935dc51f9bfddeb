import { CallTable } from './calls/call-table';
import type { FunctionMeta } from './calls/metadata';
import { RemoteFunctions } from './calls/remote';
import type { Grid } from './grid/port';
import { sheetName } from './model/book';
import { createModel } from './model/workbook';
import type { Time } from './time';
import { WireFailure } from './wire/failure';
import { createFreshness } from './wire/freshness';
import { createReferences } from './wire/references';
import { Requests } from './wire/requests';
import type { Transport } from './wire/transport';
import { answerRequests, createEntries, raiseEvents, raiseVisibility, runAction } from './wire/wire';

/** The pane as the shared runtime sees it. */
export interface Visibility {
  visible(): boolean;
  show(visible: boolean): void;
  onVisibility(act: (visible: boolean) => void): void;
}

export interface HostParts {
  grid: Grid;
  transport: Transport;
  time: Time;
  pane: Visibility;
}

/** Excel's side of an add-in: answers its requests, calls its functions, runs its actions. */
export interface Host {
  readonly calls: CallTable;
  /** Resolves when the add-in's functions have announced themselves for the first time. */
  readonly ready: Promise<void>;
  register(functions: readonly FunctionMeta[], namespace: string | null): void;
  runAction(id: string): void;
  recalculateAll(): void;
  /** What the add-in asked for that this host does not have. */
  unknown(): string[];
  stats(): Readonly<Record<string, number>>;
}

const UNKNOWN_MAX = 500;

export function createHost({ grid, transport, time, pane }: HostParts): Host {
  const unknown: string[] = [];
  const note = (what: string): void => void (unknown.length < UNKNOWN_MAX && unknown.push(what));
  const entries = createEntries((text) => transport.send(text));
  let announce = (): void => undefined;
  const ready = new Promise<void>((resolve) => (announce = resolve));
  const remote = new RemoteFunctions(
    entries,
    (id) => sheetName(grid, id),
    (again) => {
      announce();
      // A page that was loaded anew has forgotten its calls.
      if (again) calls.reset();
    },
  );
  const calls = new CallTable(grid, remote, time);
  const freshness = createFreshness(grid.calculation, time);
  const model = createModel({
    grid,
    references: createReferences(),
    settings: new Map(),
    runtime: { startState: 'Inactive', visible: () => pane.visible(), show: (visible) => pane.show(visible) },
    functions: remote,
    wrote: () => freshness.wrote(),
    recalculateAll: () => calls.reset(),
    notImplemented(what) {
      note(what);
      throw new WireFailure('NotImplemented', `The workbench does not have ${what}.`);
    },
  });
  const requests = new Requests(model, freshness, note);
  answerRequests(transport, requests, note);
  raiseEvents(grid, model, entries);
  pane.onVisibility((visible) => raiseVisibility(entries, visible));
  return {
    calls,
    ready,
    register: (functions, namespace) => grid.calculation.register(calls.functions(functions, namespace)),
    runAction: (id) => runAction(entries, id),
    recalculateAll: () => calls.reset(),
    unknown: () => [...unknown],
    stats: () => ({
      ...remote.stats,
      ...calls.stats,
      actions: requests.actions,
      streams: calls.streams(),
      pending: calls.pending(),
    }),
  };
}
