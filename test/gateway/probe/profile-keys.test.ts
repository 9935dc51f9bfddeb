import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { connectingPage } from '../../../scripts/manual/connecting-page';
import { BODIES, RECORDS, WORDS } from '../../../src/contract/service/mapping';
import { profileSchema } from '../../../src/contract/service/profile-file';
import { operatorChecklist, PROFILE_KEYS } from '../../../src/gateway/probe/profile-keys';

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

it('the page on connecting has the checklist of the keys that reading does not show', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../../docs/connecting.md'), 'utf8');
  expect(operatorChecklist().split('\n').length).toBeGreaterThan(20);
  expect(page).toBe(connectingPage(page));
});
