import { Complaint } from '../../scripts/complaint.mjs';
import { DEFAULT_PROFILE } from '../../src/contract/service/profile';
import { success } from '../../src/domain/failure';
import { systemClock } from '../../src/effects/clock';
import { silentLog } from '../../src/effects/log';
import { Limiter } from '../../src/gateway/platform/rate-limit/limiter';
import { rateLimits } from '../../src/gateway/platform/rate-limit/rate-limits';
import { benchStores } from '../kit/stores';
import { PEERS } from '../peers/peers';
import type { Pacer, Place, Subject } from './pacer';

/** The day must not end within a benchmark. */
const PER_DAY = 1_000_000;

/** The gateway's limiter, with the gateway's own file under it. */
export async function openOwn({ allowance, folder, full }: Place): Promise<Pacer> {
  const stores = await benchStores(folder);
  const store = stores.usage('bench');
  const { ratePerSecond, burst } = allowance;
  if (full) await store.saveLevel({ tokens: burst, at: systemClock.now() });
  const limiter = await Limiter.open(
    rateLimits({ limits: { ratePerSecond, burst, perDay: PER_DAY }, auth: DEFAULT_PROFILE.auth }),
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
      await stores.close();
    },
  };
}

const OWN: Subject = {
  name: 'ours',
  setting: "the gateway's limiter as it is: lanes, 5 tokens held back, calls counted in its SQLite file",
  peer: false,
  open: openOwn,
};

export const SUBJECTS: readonly Subject[] = [OWN, ...PEERS];

/**
 * The subjects that `names` (separated by commas) picks: by its whole name, or both settings of one package; all when
 * nothing is said. An unknown name is a complaint.
 */
export function pickedSubjects(names: string | undefined): readonly Subject[] {
  if (names === undefined) return SUBJECTS;
  const wanted = names.split(',').map((name) => name.trim());
  const stranger = wanted.find((name) => !SUBJECTS.some((subject) => belongs(subject, name)));
  if (stranger !== undefined) {
    const known = SUBJECTS.map(({ name }) => name).join(', ');
    throw new Complaint(`There is no subject "${stranger}"; --only takes some of ${known}.`);
  }
  return SUBJECTS.filter((subject) => wanted.some((name) => belongs(subject, name)));
}

const belongs = (subject: Subject, name: string): boolean =>
  subject.name === name || subject.name === `${name} plain`;
