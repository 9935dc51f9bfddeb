/**
 * Tells every listener. One that throws is a bug and stays loud as an unhandled error of the page, but the others
 * are told all the same. Listeners that leave or join meanwhile do not disturb the round.
 */
export function tellAll<T>(listeners: Iterable<(told: T) => void>, told: T): void {
  for (const listener of [...listeners]) {
    try {
      listener(told);
    } catch (bug) {
      queueMicrotask(() => {
        throw bug;
      });
    }
  }
}
