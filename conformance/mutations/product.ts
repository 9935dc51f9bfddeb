import { dialectOf } from '../../dialects/draw';
import { runProduct } from '../product/run';
import { DIALECT_SEED } from '../product/seed';
import { PRODUCT_TABLE } from '../product/table';
import type { Outcome } from '../run';

/** Rows of the product that they were put together with, on the platform that the table is run on by default. */
export const run = (ids: readonly string[]): Promise<readonly Outcome[]> =>
  runProduct(
    PRODUCT_TABLE.filter(({ id }) => ids.includes(id)),
    { dialect: dialectOf(DIALECT_SEED) },
  );
