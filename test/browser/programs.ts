import { join } from 'node:path';
import { buildProgram, ROOT } from '../../chaos/campaign/built-gateway';

const ROOMS = ['simulator', 'gateway'] as const;
export type Room = (typeof ROOMS)[number];

/** Two folders below the root as their sources are: the gateway finds what it serves from there. */
export const programOf = (room: Room): string => join(ROOT, 'dist', 'programs', `${room}.mjs`);

/** The gateway starts it for each file of trades, from beside itself. */
const FILE_THREAD = {
  main: join(ROOT, 'src', 'gateway', 'trades', 'export', 'file-thread-main.ts'),
  file: join(ROOT, 'dist', 'programs', 'trade-file.mjs'),
};

/** Each of the two in one file: every test file starts both, at a quarter of what it takes to translate them anew. */
export async function buildPrograms(): Promise<void> {
  const rooms = ROOMS.map((room) => buildProgram(join(ROOT, 'src', room, 'main.ts'), programOf(room)));
  await Promise.all([...rooms, buildProgram(FILE_THREAD.main, FILE_THREAD.file)]);
}
