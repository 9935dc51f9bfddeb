import type { Action } from '../../domain/action';
import type { ActionId } from '../../domain/identifiers';
import type { Checked } from './check';
import type { Intent, SheetRow } from './row';

/**
 * Which id the action of a row has. The same row with the same content keeps its id however often it is looked at. An id
 * beside a row that the desk never took is used again: should it have been on its way after all, it is one action still. One
 * that stands beside several rows was copied, and gives none of them anything.
 */
export class RowIds {
  private readonly made = new Map<string, ActionId>();
  private readonly used = new Set<ActionId>();

  constructor(private readonly newId: () => ActionId) {}

  /** Handed to the desk: another action needs another id. */
  use(id: ActionId): void {
    this.used.add(id);
  }

  naming(rows: readonly SheetRow[], written: ReadonlyMap<ActionId, Action>) {
    const copies = new Map<ActionId, number>();
    for (const { written: id } of rows) if (id !== undefined) copies.set(id, (copies.get(id) ?? 0) + 1);
    return ({ row, written: id }: Intent, { content }: Checked): ActionId => {
      if (id !== undefined && copies.get(id) === 1 && !written.has(id)) return id;
      const key = JSON.stringify([row, content]);
      const known = this.made.get(key);
      if (known !== undefined && !this.used.has(known)) return known;
      const fresh = this.newId();
      this.made.set(key, fresh);
      return fresh;
    };
  }
}
