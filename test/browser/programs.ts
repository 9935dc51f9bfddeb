import { join } from 'node:path';
import { buildProgram, ROOT } from '../../chaos/campaign/built-gateway';

const ROOMS = ['simulator', 'gateway'] as const;
export type Room = (typeof ROOMS)[number];

/** Two folders below the root as their sources are: the gateway finds what it serves from there. */
export const programOf = (room: Room): string => join(ROOT, 'dist', 'programs', `${room}.mjs`);

/** Each of the two in one file: every test file starts both, at a quarter of what it takes to translate them anew. */
export async function buildPrograms(): Promise<void> {
  await Promise.all(ROOMS.map((room) => buildProgram(join(ROOT, 'src', room, 'main.ts'), programOf(room))));
}
