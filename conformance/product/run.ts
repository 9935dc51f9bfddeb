import type { Dialect } from '../../dialects/draw';
import type { Row } from '../row';
import { outcomeOf, type Outcome } from '../run';
import { withProduct } from './site';

const ROW_MS_MAX = 60_000;

/** Runs rows of the product, each with a gateway and a platform of its own. */
export async function runProduct(
  rows: readonly Row[],
  { dialect, rowMsMax = ROW_MS_MAX }: { readonly dialect: Dialect; readonly rowMsMax?: number },
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const row of rows) {
    outcomes.push(
      await outcomeOf(row, async (check) => {
        if (check.needs !== 'product') return { outcome: 'absent', met: 'needs the platform' };
        return withProduct((site) => check.run(site), { dialect, msMax: rowMsMax });
      }),
    );
  }
  return outcomes;
}
