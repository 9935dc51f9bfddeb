import { sentence } from '../../src/domain/failure';
import { systemClock } from '../../src/effects/clock';
import { silentLog } from '../../src/effects/log';
import { openStores, type Stores } from '../../src/gateway/storage/stores';

/** The gateway's own stores in a folder of a benchmark. */
export async function benchStores(dataFolder: string): Promise<Stores> {
  const onNotKept = (): never => {
    throw new Error('The disk did not keep what was written.');
  };
  const place = { dataFolder, environment: 'simulator' } as const;
  const opened = await openStores(place, { clock: systemClock, log: silentLog, onNotKept });
  if (!opened.ok) throw new Error(sentence(opened.failure));
  return opened.value;
}
