import { expect, it } from 'vitest';
import pureSchemas from '../../scripts/pure-schemas.mjs';

it('each making of a schema is marked, also within another, so that the build may leave it out', () => {
  expect(pureSchemas('const A = z.object({ b: z.optional(z.string().check(z.minLength(1))) });')).toBe(
    'const A = /*#__PURE__*/z.object({ b: /*#__PURE__*/z.optional(/*#__PURE__*/z.string().check(/*#__PURE__*/z.minLength(1))) });',
  );
});

it('what only looks like one stays as it is', () => {
  const other = 'fuzz.object({}); axis.z.scale(2); const t = z.regexes; Price.parse("1");';
  expect(pureSchemas(other)).toBe(other);
});
