import { runSimulated, type Outcome } from '../run';
import { TABLE } from '../rows/table';

/** A row takes a fraction of a second; one that hangs says so after this. */
const ROW_MS_MAX = 6_000;

/** Rows of the platform against the simulator that they were put together with. */
export const run = (ids: readonly string[]): Promise<readonly Outcome[]> =>
  runSimulated(
    TABLE.filter(({ id }) => ids.includes(id)),
    { rowMsMax: ROW_MS_MAX },
  );
