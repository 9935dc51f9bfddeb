/** How many runs of each campaign are made of so many in all. */
export interface Shares {
  readonly actions: number;
  readonly events: number;
  readonly disk: number;
}

const EVENTS_SHARE = 0.2;
const DISK_SHARE = 0.05;

/** Three quarters are actions, a fifth is events, the rest are trials of the disk. Nothing is lost by rounding. */
export function sharesOf(runs: number): Shares {
  const events = Math.round(runs * EVENTS_SHARE);
  const disk = Math.round(runs * DISK_SHARE);
  return { actions: runs - events - disk, events, disk };
}

/** One after the other, and from the first one again, until there are so many; where it begins, the seed decides. */
export const inTurn = <T>(items: readonly T[], count: number, seed: number): readonly T[] =>
  Array.from({ length: count }, (_, at) => items[(seed + at) % items.length]).flatMap((item) => item ?? []);
