import type { Rect } from '../grid/cell';
import { invalid } from './failure';

export interface Property<N> {
  get?: (native: N) => unknown;
  set?: (native: N, value: unknown) => void;
}

/** One kind of object of Excel's model as a table: what it has, what hangs off it, what it can do. */
export interface Kind<N> {
  name: string;
  /** What office.js keeps to find the object again in a later request. */
  identity?(native: N): Record<string, unknown>;
  /** The cells it stands for, when it may be given where a range is wanted. */
  rect?(native: N): Rect;
  properties?: Readonly<Record<string, Property<N>>>;
  children?: Readonly<Record<string, (native: N) => Handle>>;
  /** A method gives another object, null for a null object, or a plain value. */
  methods?: Readonly<Record<string, (native: N, args: Args) => unknown>>;
  items?: (native: N) => Handle[];
  item?: (native: N, key: string) => Handle;
}

/** Names on the wire are PascalCase, those in a load are as the author wrote them. */
function member<T>(of: Readonly<Record<string, T>> | undefined, name: string): [string, T] | null {
  const wanted = name.toLowerCase();
  return Object.entries(of ?? {}).find(([key]) => key.toLowerCase() === wanted) ?? null;
}

/** An object on the host's side: a kind bound to what it stands for in the grid. */
export class Handle {
  referenceId: string | null = null;
  readonly kind: string;
  readonly rect: Rect | null;
  readonly identity: () => Record<string, unknown>;
  readonly property: (name: string) => [string, { get?(): unknown; set?(value: unknown): void }] | null;
  readonly propertyNames: readonly string[];
  readonly child: (name: string) => [string, Handle] | null;
  readonly method: (name: string) => ((args: Args) => unknown) | null;
  readonly items: (() => Handle[]) | null;
  readonly item: ((key: string) => Handle) | null;

  private constructor(
    options: Omit<Handle, 'referenceId' | 'identity'>,
    identity: () => Record<string, unknown>,
  ) {
    this.kind = options.kind;
    this.rect = options.rect;
    this.property = options.property;
    this.propertyNames = options.propertyNames;
    this.child = options.child;
    this.method = options.method;
    this.items = options.items;
    this.item = options.item;
    this.identity = () => ({
      ...identity(),
      ...(this.referenceId ? { _ReferenceId: this.referenceId } : {}),
    });
  }

  static of<N>(kind: Kind<N>, native: N): Handle {
    const { items, item } = kind;
    const parts = {
      kind: kind.name,
      rect: kind.rect?.(native) ?? null,
      property: (name: string) => bound(kind, native, name),
      propertyNames: Object.keys(kind.properties ?? {}),
      child: (name: string) => {
        const found = member(kind.children, name);
        return found && ([found[0], found[1](native)] satisfies [string, Handle]);
      },
      method: (name: string) => {
        const found = member(kind.methods, name);
        return found && ((args: Args) => found[1](native, args));
      },
      items: items ? () => items(native) : null,
      item: item ? (key: string) => item(native, key) : null,
    };
    return new Handle(parts, () => kind.identity?.(native) ?? {});
  }
}

function bound<N>(kind: Kind<N>, native: N, name: string): ReturnType<Handle['property']> {
  const found = member(kind.properties, name);
  if (!found) return null;
  const [key, { get, set }] = found;
  return [
    key,
    {
      ...(get ? { get: () => get(native) } : {}),
      ...(set ? { set: (value: unknown) => set(native, value) } : {}),
    },
  ];
}

/** The arguments of one call, checked as they are taken. A proxy has already become a handle, or null. */
export class Args {
  constructor(private readonly values: readonly unknown[]) {}

  at(index: number): unknown {
    return this.values[index];
  }
  text(index: number): string {
    const value = this.values[index];
    if (typeof value === 'string') return value;
    if (typeof value === 'number') return String(value);
    return invalid(`Argument ${index + 1} is not a text.`);
  }
  textOr<T>(index: number, otherwise: T): string | T {
    return this.has(index) ? this.text(index) : otherwise;
  }
  number(index: number): number {
    const value = this.values[index];
    return typeof value === 'number' ? value : invalid(`Argument ${index + 1} is not a number.`);
  }
  numberOr(index: number, otherwise: number): number {
    return this.has(index) ? this.number(index) : otherwise;
  }
  /** A range proxy, or an address that `find` looks up. */
  range(index: number, find: (address: string) => Rect): Rect {
    const value = this.values[index];
    if (value instanceof Handle && value.rect) return value.rect;
    return find(this.text(index));
  }
  private has(index: number): boolean {
    return this.values[index] !== null && this.values[index] !== undefined;
  }
}
