import { CELL_INVERTED_INDEX_CACHE } from '@univerjs/engine-formula';

/** Shorter ranges are compared cell by cell: that takes no time. */
const LONG_ROWS = 100;

/**
 * A comparison reads its cells as they are now. The engine (Univer 0.25.1) keeps during a calculation what a compared cell held: asked
 * again, `A1=""` of an error is FALSE and no error, and that of a cell which was evaluated meanwhile goes by its former value. Here that
 * serves long columns alone, each until one of its cells is evaluated.
 */
export function compareAsCellsAre(): void {
  const known = CELL_INVERTED_INDEX_CACHE;
  const kept = ['_cache', '_continueBuildingCache'].map((name): unknown => Reflect.get(known, name));
  if (!kept.every(isByColumn))
    throw new Error('The formula engine is not the version that this page was made for.');
  const canUse = known.canUseCache.bind(known);
  const set = known.set.bind(known);
  known.canUseCache = (...asked) => {
    const [, , , first, last] = asked;
    return last - first < LONG_ROWS ? { rowsInCache: [], rowsNotInCache: [] } : canUse(...asked);
  };
  known.set = (...said) => {
    const [unit, sheet, column, , , isEvaluated] = said;
    if (isEvaluated) for (const one of kept) one.get(unit)?.get(sheet)?.delete(column);
    else set(...said);
  };
}

type ByColumn = ReadonlyMap<string, ReadonlyMap<string, Map<number, unknown>>>;
const isByColumn = (kept: unknown): kept is ByColumn => kept instanceof Map;
