import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RULES } from '../../chaos/desk/patroni';

/** "ttl: 20": each rule that is no group, without quotes. */
const linesOf = (rules: object): string[] =>
  Object.entries(rules).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? linesOf(value) : [`${name}: ${String(value)}`],
  );

it('kills servers that have the rules of the example for a firm, all of them', () => {
  const example = readFileSync(join(import.meta.dirname, '../../deploy/patroni/patroni.yml'), 'utf8');
  const dcs = example.slice(example.indexOf('dcs:'), example.indexOf('initdb:'));
  const written = dcs
    .split('\n')
    .map((line) => line.trim().replaceAll("'", ''))
    .filter((line) => /^\w+: ./.test(line));
  expect(written).toEqual(linesOf(RULES));
});
