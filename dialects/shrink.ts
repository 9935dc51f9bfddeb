import { differing, OWN, withReading, type Dialect } from './draw';

/**
 * The same failure in fewer dimensions: each is set back to the simulator's own reading, one after the other, and stays so where the
 * failure stays. What is left is needed, all of it.
 */
export async function shrunk(
  dialect: Dialect,
  fails: (dialect: Dialect) => Promise<boolean>,
): Promise<Dialect> {
  const dimensions = differing(dialect);
  // Most of a failure hangs on a few: half of the rest at once saves most of the runs.
  const half = dimensions.slice(0, Math.floor(dimensions.length / 2));
  let smallest = dialect;
  for (const some of [half, dimensions.slice(half.length)]) {
    const tried = some.reduce((one, dimension) => withReading(one, dimension, OWN[dimension]), smallest);
    if (some.length > 0 && (await fails(tried))) smallest = tried;
  }
  for (const dimension of differing(smallest)) {
    const tried = withReading(smallest, dimension, OWN[dimension]);
    if (await fails(tried)) smallest = tried;
  }
  return smallest;
}
