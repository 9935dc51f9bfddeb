import { Limits } from './limits';

/** The version of the levels that are written down today. */
export const STORED_VERSION = 5;

/** From each version to the next: what it had is kept as it was, and nothing in it becomes looser. */
const MIGRATIONS: Readonly<Record<number, (levels: unknown) => unknown>> = {
  // Sections for a day came with 2; levels of 1 have none, as they had none before.
  1: (levels) => levels,
  // A price through the market came with 3; without it such a price was not warned of.
  2: (levels) => (levels instanceof Object ? { throughMarket: 'warn', ...levels } : levels),
  // A price without a reference came with 4; without it such a price was told of and sent.
  3: (levels) => (levels instanceof Object ? { noReference: 'warn', ...levels } : levels),
  // The nearest trade came with 5; without it such a price was ticked like any other without a reference.
  4: (levels) => (levels instanceof Object ? { nearestTrade: { warnTimes: '3' }, ...levels } : levels),
};

/**
 * Levels as an earlier version or this one wrote them down; `null` where they were given up. Throws for a newer version, and for
 * anything in them that is not understood: levels that are half read would be looser than those that were set.
 */
export function storedLimits(version: number, levels: unknown): Limits | null {
  if (version > STORED_VERSION) {
    throw new Error(`they were written by a newer SpreadDesk (version ${version} of the limits)`);
  }
  if (levels === null) return null;
  let now: unknown = levels;
  for (let at = version; at < STORED_VERSION; at++) {
    const migrate = MIGRATIONS[at];
    if (!migrate) throw new Error(`version ${at} of the limits is not known`);
    now = migrate(now);
  }
  return Limits.parse(now);
}
