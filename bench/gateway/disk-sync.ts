import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../src/effects/clock';
import { percentile } from '../report/report';

const SYNCS = 50;
const PAGE = Buffer.alloc(4096, 1);

/** The median in ms of a page written to this disk and synchronised: no line that is to survive a power cut costs less. */
export function syncMs(folder: string): number {
  const file = openSync(join(folder, 'synchronised'), 'w');
  const tookMs = Array.from({ length: SYNCS }, () => {
    const startedMs = systemClock.monotonicMs();
    writeSync(file, PAGE);
    fsyncSync(file);
    return systemClock.monotonicMs() - startedMs;
  });
  closeSync(file);
  return percentile(tookMs, 0.5);
}
