import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { BODIES, RECORDS, WORDS } from '../../../src/contract/service/mapping';
import { profileSchema } from '../../../src/contract/service/profile-file';
import { PROFILE_KEYS } from '../../../src/gateway/probe/profile-keys';

const Part = z.looseObject({ properties: z.optional(z.record(z.string(), z.unknown())) });

/** Every key of the schema, down to where any name may stand. */
function keysIn(schema: unknown, at = ''): string[] {
  const { properties } = Part.parse(schema);
  if (!properties) return [at];
  return Object.entries(properties).flatMap(([name, part]) =>
    keysIn(part, at === '' ? name : `${at}.${name}`),
  );
}

it('every key of the profile is judged or asked for, and no other', () => {
  const spread: Record<string, readonly string[]> = {
    'mapping.words': Object.keys(WORDS),
    'mapping.records': RECORDS,
    'mapping.bodies': BODIES,
  };
  const keys = keysIn(profileSchema())
    .filter((key) => key !== '$schema')
    .map(
      (key) => /^webhooks\.(?:hmac|token|basic)|^mapping\.(?:standardSpread|tradeSide)/.exec(key)?.[0] ?? key,
    )
    .map((key) => (key.startsWith('mapping.empty') ? 'mapping.empty' : key))
    .flatMap((key) => spread[key]?.map((name) => `${key}.${name}`) ?? [key]);
  expect([...new Set(PROFILE_KEYS.map(({ key }) => key))].sort()).toEqual([...new Set(keys)].sort());
  expect(PROFILE_KEYS.filter(({ ask }) => ask.length < 15)).toEqual([]);
});

it('the page on service profiles marks every key that no read shows, to be asked of the operator', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../../docs/service-profile.md'), 'utf8');
  const marked = page
    .split('\n')
    .filter((line) => line.startsWith('- ') && line.includes('☐'))
    .flatMap((line) => [...line.matchAll(/`([\w.]*\w)/g)].map(([, name]) => name));
  const hidden = PROFILE_KEYS.filter(({ isProbed }) => !isProbed).map(({ key }) => key);
  expect(hidden.length).toBeGreaterThan(20);
  // A key may stand without its section: `spentWords` for `errors.spentWords`, `bodies` for `mapping.bodies.quote`.
  const isMarked = (key: string): boolean => marked.includes(key) || marked.includes(key.split('.')[1]);
  expect(hidden.filter((key) => !isMarked(key))).toEqual([]);
});
