import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../src/effects/clock';
import { keptTrades } from './kept-trades';
import { SUBJECTS } from './subjects';
import type { Written } from './writing-process';

/** Writes one file of trades in a process of its own, so that its memory is nobody else's, and tells what that took. */
const [name = '', folder = '', store = ''] = process.argv.slice(2);
const subject = SUBJECTS.find((known) => known.name === name);
if (!subject) throw new Error(`There is no way of writing called "${name}".`);

const KILOBYTE = 1_024;
const peakBytes = (): number => process.resourceUsage().maxRSS * KILOBYTE;

const file = join(folder, `trades-${process.pid}`);
const restingBytes = peakBytes();
const startedMs = systemClock.monotonicMs();
await subject.write(keptTrades(store), file);
const wallMs = systemClock.monotonicMs() - startedMs;
const cpu = process.cpuUsage();
const written: Written = {
  wallMs,
  cpuMs: (cpu.user + cpu.system) / 1_000,
  restingBytes,
  peakBytes: peakBytes(),
  fileBytes: (await stat(file)).size,
};
process.send?.(written);
