import { describe, expect, it } from 'vitest';
import { runProduct } from '../../conformance/product/run';
import { DIALECT_SEED } from '../../conformance/product/seed';
import { PRODUCT_TABLE } from '../../conformance/product/table';
import { dialectOf, differing, dimensions } from '../../dialects/draw';

describe('the product', () => {
  it('has an id of its own and a check for every row', () => {
    const ids = PRODUCT_TABLE.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, check } of PRODUCT_TABLE) {
      expect(id).toMatch(/^P\.[1-9]\./);
      expect(check?.needs).toBe('product');
    }
  });

  it('is driven in a dialect that is hardly ours', () => {
    expect(differing(dialectOf(DIALECT_SEED)).length).toBeGreaterThanOrEqual(dimensions.length - 1);
  });

  it('does on a platform of another dialect what it tells, row by row', async () => {
    const outcomes = await runProduct(PRODUCT_TABLE, { dialect: dialectOf(DIALECT_SEED) });
    const others = outcomes.filter(({ result }) => result !== 'held');
    expect(others.map(({ row, met }) => `${row.id}: ${met}`)).toEqual([]);
    expect(outcomes).toHaveLength(PRODUCT_TABLE.length);
  }, 300_000);
});
