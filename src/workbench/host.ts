import { CallTable } from './calls/call-table';
import type { FunctionMeta } from './calls/metadata';
import { RemoteFunctions } from './calls/remote';
import type { Cell } from './grid/cell';
import type { Grid } from './grid/port';
import type { Time } from './grid/time';
import { sheetName, type References } from './model/book';
import { WireFailure } from './model/failure';
import type { Handle } from './model/kind';
import { createModel } from './model/workbook';
import { createFreshness } from './wire/freshness';
import type { Transport } from './wire/messages';
import { Requests } from './wire/requests';
import type { Unkind } from './unkind';
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
  /** What the add-in keeps in the workbook. */
  settings?: Map<string, unknown>;
  unkind?: ReadonlySet<Unkind>;
  /** Whether a person is editing a cell. */
  isEditing?: () => boolean;
}

/** Excel's side of an add-in: answers its requests, calls its functions, runs its actions. */
export interface Host {
  readonly calls: CallTable;
  /** Resolves when the add-in's functions have announced themselves for the first time. */
  readonly ready: Promise<void>;
  register(functions: readonly FunctionMeta[], namespace: string | null): void;
  /** As a key does. */
  runAction(id: string): void;
  /** As a button of the ribbon does. */
  press(action: string): void;
  /** Each time when a page has been loaded and hears presses. */
  onActionsReady(act: () => void): void;
  /** As F9 does. */
  calculate(): void;
  recalculateAll(): void;
  /** What the add-in asked for that this host does not have. */
  unknown(): string[];
  stats(): Readonly<Record<string, number>>;
}

const UNKNOWN_MAX = 500;
const KIND: ReadonlySet<Unkind> = new Set();

export function createHost({
  grid,
  transport,
  time,
  pane,
  settings = new Map(),
  unkind = KIND,
  isEditing = () => false,
}: HostOptions): Host {
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
    {
      hidesAddresses: unkind.has('no-addresses'),
      wantsPlainBlocks: unkind.has('array-errors'),
      startsTwice: unkind.has('starts-twice'),
    },
  );
  const calculate = (): void => calls.release(volatileCells(grid));
  const calculation = createCalculation(unkind.has('manual-calculation'), calculate);
  const calls = new CallTable(grid, remote, time, () => calculation.mode === 'Manual');
  const presses = createPresses(transport);
  const readyListeners: (() => void)[] = [];
  const freshness = createFreshness(grid.calculation, time);
  const model = createModel({
    grid,
    references: createReferences(),
    settings,
    calculation,
    runtime: {
      startState: 'Inactive',
      actionsReady: () => readyListeners.forEach((act) => act()),
      visible: () => pane.visible(),
      show: (visible) => presses.over().then(() => pane.show(visible)),
    },
    functions: remote,
    wrote: () => freshness.wrote(),
    calculate,
    recalculateAll: () => calls.reset(),
    notImplemented(what) {
      note(what);
      throw new WireFailure('NotImplemented', `The workbench does not have ${what}.`);
    },
  });
  const requests = new Requests(model, freshness, note, () => unkind.has('edit-mode') && isEditing());
  answerRequests(transport, requests, note);
  raiseEvents(grid, model, entries);
  pane.onVisibility((visible) => raiseVisibility(entries, visible));
  return {
    calls,
    ready,
    register: (functions, namespace) => grid.calculation.register(calls.functions(functions, namespace)),
    runAction: (id) => runAction(entries, id),
    press(action) {
      if (unkind.has('show-pane-late')) presses.press(action);
      else runAction(entries, action);
      if (unkind.has('restart-streams')) calls.reset();
    },
    onActionsReady: (act) => void readyListeners.push(act),
    calculate,
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

/** Excel's mode of calculation; whoever leaves calculating by hand has everything calculated. */
function createCalculation(isByHand: boolean, calculate: () => void): { mode: string } {
  let mode = isByHand ? 'Manual' : 'Automatic';
  return {
    get mode() {
      return mode;
    },
    set mode(wanted) {
      mode = wanted;
      if (wanted !== 'Manual') calculate();
    },
  };
}

const VOLATILE = /\b(?:NOW|TODAY|RAND|RANDBETWEEN)\(/i;

/** Cells that every calculation evaluates, whatever has changed. */
function volatileCells({ sheets, cells }: Grid): Cell[] {
  return sheets.all().flatMap(({ id: sheet }) => {
    const used = cells.used(sheet);
    const rows = used ? cells.read(used) : [];
    return rows.flatMap((row, down) =>
      row.flatMap(({ formula }, col) => (VOLATILE.test(formula) ? [{ sheet, row: down, col }] : [])),
    );
  });
}

interface Presses {
  press(action: string): void;
  /** Resolves when none is waiting to be completed. */
  over(): Promise<void>;
}

function createPresses(transport: Transport): Presses {
  const open = new Set<number>();
  let last = 0;
  let waiting: (() => void)[] = [];
  transport.onCompleted((press) => {
    open.delete(press);
    if (open.size > 0) return;
    for (const go of waiting) go();
    waiting = [];
  });
  return {
    press(action) {
      open.add(++last);
      transport.press(last, action);
    },
    over: () => (open.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
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
