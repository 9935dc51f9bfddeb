import { CELL_INVERTED_INDEX_CACHE } from '@univerjs/engine-formula';

/**
 * A comparison reads its cells as they are now. The engine (Univer 0.25.1) keeps during a calculation what a compared cell held: asked
 * again, `A1=""` of an error is FALSE and no error, and that of a cell which was evaluated meanwhile goes by its former value.
 */
export function compareAsCellsAre(): void {
  CELL_INVERTED_INDEX_CACHE.canUseCache = () => ({ rowsInCache: [], rowsNotInCache: [] });
  CELL_INVERTED_INDEX_CACHE.set = () => undefined;
}
