import { failureAnswer, missing, WireFailure } from '../model/failure';
import { Args, Handle } from '../model/kind';
import type { Model } from '../model/workbook';
import type { Freshness } from './freshness';
import {
  ACTION,
  PATH,
  type Action,
  type ArgumentInfo,
  type Batch,
  type ObjectPath,
  type QueryInfo,
} from './messages';

interface Answer {
  Results: { ActionId: number; Value: unknown }[];
  TraceIds: number[];
  Error: ReturnType<typeof failureAnswer> | null;
}

/** Events that the host raises; they are always sent, and office.js drops those that nobody listens to. */
const RAISED = /^_(?:Unr|R)egister(?:Activated|DataChanged|SelectionChanged|StateChange)Event$/;
const DEPENDS_ON_CALCULATION = /\*|values|text|formulas|valueTypes|hasSpill/i;

const EDITING = new WireFailure(
  'InvalidOperationInCellEditMode',
  'Excel is in cell-editing mode. Please exit the edit mode by pressing ENTER or TAB or selecting another cell, and then try again.',
);

/** Services, such as the shared runtime, answer at any time. */
const asksWorkbook = ({ ObjectPaths }: Batch): boolean =>
  Object.values(ObjectPaths).some(({ ObjectPathType }) => ObjectPathType === PATH.root);

/** Executes what the page asks for: batches of actions over objects that are named by paths. */
export class Requests {
  actions = 0;

  constructor(
    private readonly model: Model,
    private readonly freshness: Freshness,
    private readonly note: (what: string) => void,
    private readonly isEditing: () => boolean = () => false,
  ) {}

  /** A batch stops at its first failure; what went before stays done. */
  async execute(batch: Batch): Promise<Answer> {
    const paths = new Paths(this.model, batch.ObjectPaths, this.note);
    const answer: Answer = { Results: [], TraceIds: [], Error: null };
    if (this.isEditing() && asksWorkbook(batch)) return { ...answer, Error: failureAnswer(EDITING, -1) };
    for (const [index, action] of batch.Actions.entries()) {
      this.actions++;
      try {
        await this.act(action, paths, answer);
      } catch (thrown) {
        return { ...answer, Error: failureAnswer(thrown, index) };
      }
    }
    return answer;
  }

  private async act(action: Action, paths: Paths, answer: Answer): Promise<void> {
    if (action.ActionType === ACTION.trace) {
      answer.TraceIds.push(action.Id);
      answer.Results.push({ ActionId: action.Id, Value: null });
      return;
    }
    if (
      action.ActionType === ACTION.query &&
      DEPENDS_ON_CALCULATION.test(selected(action.QueryInfo).join())
    ) {
      await this.freshness.calculated();
    }
    const value = await this.perform(action, paths);
    if (action.ActionType !== ACTION.setProperty) {
      answer.Results.push({ ActionId: action.Id, Value: value === undefined ? null : value });
    }
  }

  private perform(action: Action, paths: Paths): unknown {
    const handle = paths.resolve(action.ObjectPathId ?? 0);
    const name = action.Name ?? '';
    switch (action.ActionType) {
      case ACTION.instantiate:
        return handle && handle.identity();
      case ACTION.query:
        return handle && read(handle, action.QueryInfo, this.note);
      case ACTION.setProperty:
        return write(handle ?? missing(name), name, paths.args(action.ArgumentInfo).at(0));
      case ACTION.method:
        return plainValue(paths.call(handle, name, paths.args(action.ArgumentInfo)));
      default:
        return this.model.book.notImplemented(`action ${action.ActionType} ${name}`);
    }
  }
}

/** A method that makes an object and is called as an action has nothing to tell. */
function plainValue(value: unknown): unknown {
  return value instanceof Handle ? null : value;
}

function write(handle: Handle, name: string, value: unknown): void {
  const property = handle.property(name);
  if (!property?.[1].set)
    throw new WireFailure('NotImplemented', `${handle.kind}.${name} can't be set here.`);
  try {
    property[1].set(value);
  } catch (thrown) {
    if (!(thrown instanceof WireFailure) || thrown.where) throw thrown;
    throw new WireFailure(
      thrown.code,
      thrown.message,
      `${handle.kind}.${name[0]?.toLowerCase() ?? ''}${name.slice(1)}`,
    );
  }
}

/** The objects of one request. Each path is followed once: that is when `tables.add` happens. */
class Paths {
  private readonly found = new Map<number, Handle | null>();

  constructor(
    private readonly model: Model,
    private readonly paths: Readonly<Record<string, ObjectPath>>,
    private readonly note: (what: string) => void,
  ) {}

  resolve(id: number): Handle | null {
    const known = this.found.get(id);
    if (known !== undefined) return known;
    const handle = this.follow(this.paths[id] ?? missing(`object ${id}`));
    this.found.set(id, handle);
    return handle;
  }

  /** Proxies travel as the id of their path, in a list beside the arguments. */
  args(info: ArgumentInfo | null | undefined): Args {
    const ids = info?.ReferencedObjectPathIds ?? [];
    const resolved = (info?.Arguments ?? []).map((value, index) => {
      const id = ids[index];
      return typeof id === 'number' && id > 0 ? this.resolve(id) : value;
    });
    return new Args(resolved);
  }

  call(handle: Handle | null, name: string, args: Args): unknown {
    if (name === '_KeepReference') {
      if (handle) this.model.book.references.keep(handle);
      return undefined;
    }
    if (!handle) return missing(name);
    if (RAISED.test(name)) return undefined;
    const method = handle.method(name) ?? this.model.book.notImplemented(`${handle.kind}.${name}`);
    return method(args);
  }

  private follow(path: ObjectPath): Handle | null {
    const name = path.Name ?? '';
    switch (path.ObjectPathType) {
      case PATH.root:
        return this.model.root;
      case PATH.nullObject:
        return null;
      case PATH.reference:
        return this.model.book.references.find(name) ?? missing(`reference ${name}`);
      case PATH.newObject:
        return this.model.service(name) ?? this.model.book.notImplemented(`new ${name}`);
      default:
        return this.fromParent(path, name);
    }
  }

  /** What hangs off a null object is a null object. */
  private fromParent(path: ObjectPath, name: string): Handle | null {
    const parent = this.resolve(path.ParentObjectPathId ?? 0);
    if (!parent) return null;
    const args = this.args(path.ArgumentInfo);
    const { book } = this.model;
    if (path.ObjectPathType === PATH.indexer) {
      return (parent.item ?? book.notImplemented(`items of ${parent.kind}`))(args.text(0));
    }
    if (path.ObjectPathType === PATH.property) {
      return parent.child(name)?.[1] ?? book.notImplemented(`${parent.kind}.${name}`);
    }
    const made = this.call(parent, name, args);
    if (made === null || made instanceof Handle) return made;
    this.note(`${parent.kind}.${name} gives no object`);
    return null;
  }
}

type Note = (what: string) => void;

/** The properties asked for, as paths: `format/fill/color`; `*` for all that the kind has. */
function selected(query: QueryInfo | null | undefined): string[] {
  const all = [...(query?.Select ?? []), ...(query?.Expand ?? [])].map((path) => path.replaceAll('.', '/'));
  return all.length > 0 ? all : ['*'];
}

function read(handle: Handle, query: QueryInfo | null | undefined, note: Note): Record<string, unknown> {
  const paths = selected(query);
  return handle.items
    ? readCollection(handle, handle.items(), { paths, query, note })
    : readObject(handle, paths, note);
}

const isCount = (path: string): boolean => path.toLowerCase() === 'count';
const ofItems = (path: string): string => path.replace(/^items\//i, '');

interface CollectionQuery {
  paths: string[];
  query: QueryInfo | null | undefined;
  note: Note;
}
function readCollection(handle: Handle, all: Handle[], ask: CollectionQuery): Record<string, unknown> {
  const { paths, query, note } = ask;
  const from = query?.Skip ?? 0;
  const items = all.slice(from, query?.Top == null ? undefined : from + query.Top);
  const wanted = paths.filter((path) => !isCount(path)).map(ofItems);
  const counted = paths.some((path) => path === '*' || isCount(path));
  return {
    ...handle.identity(),
    _Items: items.map((item) => readObject(item, wanted, note)),
    ...(counted ? { Count: all.length } : {}),
  };
}

function readObject(handle: Handle, paths: string[], note: Note): Record<string, unknown> {
  return paths.reduce((out, path) => ({ ...out, ...readPath(handle, path, note) }), handle.identity());
}

function readPath(handle: Handle, path: string, note: Note): Record<string, unknown> {
  const [head = '', ...rest] = path.split('/');
  if (head === '*') return readAll(handle);
  const child = handle.child(head);
  if (child) {
    const [name, object] = child;
    const query = { Select: [rest.join('/') || '*'] };
    return { [name]: read(object, query, note) };
  }
  const property = handle.property(head);
  if (property?.[1].get) return { [property[0]]: property[1].get() };
  note(`${handle.kind}.${head}`);
  throw new WireFailure('InvalidArgument', `There is no property ${head} to load.`, `${handle.kind}.load`);
}

function readAll(handle: Handle): Record<string, unknown> {
  const known = handle.propertyNames.map((name) => handle.property(name));
  return Object.fromEntries(
    known.flatMap((property) => (property?.[1].get ? [[property[0], property[1].get()]] : [])),
  );
}
