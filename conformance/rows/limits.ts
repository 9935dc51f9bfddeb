import { at, same, shown } from '../fields';
import { finding, simulated, type Row } from '../row';
import type { SimulatedSite } from '../site/site';

const DAY_MS = 86_400_000;
const STOLEN = 4_990;

/** How many calls at one moment are served before one is refused. */
async function servedAtOnce({ service }: SimulatedSite, most: number): Promise<number> {
  for (let served = 0; served < most; served++) {
    if ((await service.get('ping')).status === 429) return served;
  }
  return most;
}

/** Calls made so far today, the one that signed in included. */
const usedToday = async ({ simulator }: SimulatedSite): Promise<unknown> =>
  at(await simulator.stats(), 'usage', 'usedToday');

/** Section 8: limits. */
export const LIMIT_ROWS: readonly Row[] = [
  {
    id: '8.plan',
    kind: 'limit',
    sentence: 'The plan belongs to the API key, and is a bucket of tokens',
    check: simulated(async (site) => {
      const before = await servedAtOnce(site, 200);
      await site.service.signIn();
      const again = await servedAtOnce(site, 200);
      await site.simulator.advance(500);
      const later = await servedAtOnce(site, 200);
      const holds = before > 0 && again === 0 && later === 5;
      return finding(holds, `${before} at once, ${again} with a new token, ${later} after half a second`);
    }),
  },
  {
    id: '8.table.1',
    kind: 'limit',
    sentence: 'Throttling: 10 requests per second',
    check: simulated(async (site) => {
      await servedAtOnce(site, 200);
      const served = [];
      for (let second = 0; second < 3; second++) {
        await site.simulator.advance(1_000);
        served.push(await servedAtOnce(site, 200));
      }
      return finding(same(served, [10, 10, 10]), `second by second ${shown(served)}`);
    }),
  },
  {
    id: '8.table.2',
    kind: 'limit',
    sentence: 'Burst: the bucket holds 100',
    check: simulated(async (site) => {
      await site.simulator.advance(60_000);
      const served = await servedAtOnce(site, 200);
      return finding(served === 100, `${served} at once after a minute of rest`);
    }),
  },
  {
    id: '8.table.3',
    kind: 'limit',
    sentence: 'Quota: 5000 requests per day',
    check: simulated(async (site) => {
      const { service, simulator } = site;
      await simulator.control('tokens/steal', { count: STOLEN });
      await simulator.advance(60_000);
      const served = await servedAtOnce(site, 90);
      const spent = await service.get('ping');
      await simulator.advance(DAY_MS);
      const nextDay = await service.signIn();
      const holds = served + STOLEN + 1 === 5_000 && spent.status === 429 && nextDay.ok;
      return finding(
        holds,
        `${served + STOLEN + 1} served, then ${spent.summary} A day later ${nextDay.summary}`,
      );
    }),
  },
  {
    id: '8.1',
    kind: 'limit',
    sentence: 'Every request counts against the plan',
    check: simulated(async (site) => {
      const { service } = site;
      const before = await usedToday(site);
      const replies = [
        await service.get('ping'),
        await service.authenticate(),
        await service.get('ping', {}, { authorization: null }),
        await service.get('request', { request: 'no-such-request' }),
        await service.authenticate({ clientSecret: null }),
      ];
      const after = await usedToday(site);
      const codes = replies.map(({ status }) => status).join(', ');
      return finding(
        Number(after) - Number(before) === replies.length,
        `${codes}: ${shown(before)}, then ${shown(after)}`,
      );
    }),
  },
  {
    id: '8.2',
    kind: 'limit',
    sentence: 'The limits are soft: the operator raises them on request',
    untestable: 'it is arranged out of band',
  },
];
