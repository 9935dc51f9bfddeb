import { join } from 'node:path';
import { buildProgram } from '../../scripts/programs.mjs';

export const ROOT = join(import.meta.dirname, '..', '..');

/** Puts a gateway under test with its packages into one file: it starts with two thirds of the work that its many take. */
export const buildGateway = (entry: string, file: string): Promise<void> =>
  buildProgram(join(ROOT, 'chaos', entry, 'gateway-under-test.ts'), file);
