import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  fingerprint,
  keptAt,
  Stamp,
  STAMP_FILE,
  stamped,
  versionOf,
  withVersion,
} from '../../scripts/manifest/version';

const ROOT = resolve(import.meta.dirname, '../..');
const json = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
const stamp = Stamp.parse(json(STAMP_FILE));
const kept = await keptAt(ROOT);

it('the version of the manifest moved with what Excel keeps of it: else run "npm run manifest -- --stamp"', () => {
  expect(fingerprint(kept)).toBe(stamp.of);
  const { version } = z.object({ version: z.string() }).parse(json('package.json'));
  expect(kept.manifest).toContain(`<Version>${versionOf(version, stamp)}</Version>`);
});

describe('the version', () => {
  it.each<[what: string, part: keyof typeof kept]>([
    ['a changed manifest', 'manifest'],
    ['changed declarations of functions', 'functions'],
    ['changed shortcuts', 'shortcuts'],
  ])('is moved by %s', (_what, part) => {
    const changed = {
      ...kept,
      [part]: kept[part].replace('Shows', 'Displays').replace('Show', 'Display').replace('"id"', '"Id"'),
    };
    expect(stamped(stamp, changed)).toMatchObject({ build: stamp.build + 1 });
  });

  it('is not moved by nothing, nor by itself', () => {
    expect(stamped(stamp, kept)).toEqual(stamp);
    expect(stamped(stamp, { ...kept, manifest: withVersion(kept.manifest, '9.9.9.9') })).toEqual(stamp);
  });
});
