import { CallTable } from './calls/call-table';
import type { FunctionMeta } from './calls/metadata';
import { RemoteFunctions } from './calls/remote';
import type { Grid } from './grid/port';
import type { Time } from './grid/time';
import { sheetName, type References } from './model/book';
import { WireFailure } from './model/failure';
import type { Handle } from './model/kind';
import { createModel } from './model/workbook';
import { createFreshness } from './wire/freshness';
import type { Transport } from './wire/messages';
import { Requests } from './wire/requests';
import { answerRequests, createEntries, raiseEvents, raiseVisibility, runAction } from './wire/wire';

/** The pane as the shared runtime sees it. */
interface Visibility {
  visible(): boolean;
  show(visible: boolean): void;
  onVisibility(act: (visible: boolean) => void): void;
}

interface HostOptions {
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

export function createHost({ grid, transport, time, pane }: HostOptions): Host {
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
    calculation: { mode: 'Automatic' },
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

const REFERENCES_MAX = 5000;
const DROPPED_WHEN_FULL = 1000;

/** Every changed-event keeps a range for a handler that may ask for it, so the oldest have to go at some point. */
function createReferences(): References {
  const kept = new Map<string, Handle>();
  let last = 0;
  const shed = (): void => {
    for (const id of [...kept.keys()].slice(0, DROPPED_WHEN_FULL)) kept.delete(id);
  };
  return {
    keep(handle) {
      if (handle.referenceId !== null) return handle.referenceId;
      if (kept.size >= REFERENCES_MAX) shed();
      handle.referenceId = `ref${++last}`;
      kept.set(handle.referenceId, handle);
      return handle.referenceId;
    },
    find: (id) => kept.get(id) ?? null,
    drop(id) {
      const handle = kept.get(id);
      if (handle) handle.referenceId = null;
      kept.delete(id);
    },
    dropAll: () => kept.clear(),
    count: () => kept.size,
  };
}
