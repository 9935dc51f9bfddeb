import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { systemIds, uuidOf } from '../../src/effects/ids';

it('makes a UUID of random bytes where the browser makes none', () => {
  expect(uuidOf(new Uint8Array(16).fill(255))).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
  expect(uuidOf(new Uint8Array(16))).toBe('00000000-0000-4000-8000-000000000000');
  expect(z.uuidv4().safeParse(systemIds.uuid()).success).toBe(true);
});
