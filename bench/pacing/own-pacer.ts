import { join } from 'node:path';
import { DEFAULT_PROFILE } from '../../src/contract/service/profile';
import { success } from '../../src/domain/failure';
import { systemClock } from '../../src/effects/clock';
import { silentLog } from '../../src/effects/log';
import { Limiter } from '../../src/gateway/service/limiter/limiter';
import { pacingLimits } from '../../src/gateway/service/limiter/limits';
import { openDatabase } from '../../src/gateway/store/database';
import { SqliteUsageStore } from '../../src/gateway/store/usage-store';
import type { Pacer, Place, Subject } from './pacer';

/** The day must not end within a benchmark. */
const PER_DAY = 1_000_000;

/** The gateway's limiter, with the gateway's own file under it. */
async function openOwn({ allowance, folder, full }: Place): Promise<Pacer> {
  const database = openDatabase(join(folder, 'limiter.sqlite'));
  if (!database.ok) throw new Error(database.failure.message);
  const store = new SqliteUsageStore(database.value, 'bench');
  const { ratePerSecond, burst } = allowance;
  if (full) await store.saveLevel({ tokens: burst, at: systemClock.now() });
  const limiter = await Limiter.open(
    pacingLimits({ limits: { ratePerSecond, burst, perDay: PER_DAY }, auth: DEFAULT_PROFILE.auth }),
    { clock: systemClock, store, log: silentLog },
  );
  return {
    async run(call, { urgent }) {
      const entry = { lane: urgent ? ('withdraw' as const) : ('visible' as const), operation: 'read-trade' };
      const outcome = await limiter.run(entry, async (turn) => {
        const said = await call();
        if (said === 'refused') turn.refused({ hint: 'throttled' });
        return success(said);
      });
      if (!outcome.ok) throw new Error(outcome.failure.message);
      return outcome.value;
    },
    async close() {
      await limiter.close();
      database.value.close();
    },
  };
}

export const OWN: Subject = {
  name: 'ours',
  setting: "the gateway's limiter as it is: lanes, 5 tokens held back, calls counted in its SQLite file",
  peer: false,
  open: openOwn,
};
