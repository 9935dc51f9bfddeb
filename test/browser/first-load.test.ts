import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkFirstLoad } from '../../scripts/first-load.mjs';

it('loads no more at first than it may, as it was built for these tests', () => {
  const said: string[] = [];
  checkFirstLoad({ root: join(import.meta.dirname, '../..'), say: (line) => said.push(line) });
  expect(said).toHaveLength(2);
});
