import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mutated } from '../../chaos/mutations/mutant';
import { MUTATIONS } from '../../conformance/mutations';
import { PRODUCT_TABLE } from '../../conformance/product/table';
import { TABLE } from '../../conformance/rows/table';

const all = [...MUTATIONS.platform, ...MUTATIONS.product];

it.each(all)('can take back that $name', (mutation) => {
  const text = readFileSync(join(import.meta.dirname, '../..', mutation.file), 'utf8');
  expect(mutated(text, mutation)).not.toBe(text);
});

it('names rows that there are, for at least 27 mutations, each once', () => {
  expect(all.length).toBeGreaterThanOrEqual(27);
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  const tables = { platform: TABLE, product: PRODUCT_TABLE };
  for (const half of ['platform', 'product'] as const) {
    const ids = new Set(tables[half].map(({ id }) => id));
    for (const { name, rows } of MUTATIONS[half]) {
      expect([name, rows.filter((id) => !ids.has(id))]).toEqual([name, []]);
      expect([name, rows.length > 0]).toEqual([name, true]);
    }
  }
});
