import { at, same, shown } from '../fields';
import { meets } from '../findings';
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
    key: 'limits.burst',
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
    key: 'limits.ratePerSecond',
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
    key: 'limits.burst',
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
    key: 'limits.perDay',
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
    key: 'limits.perDay',
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
      const served = await servedAtOnce(site, 200);
      replies.push(await service.get('ping'), await service.get('ping'));
      const calls = replies.length + served + 1;
      const used = Number(await usedToday(site)) - Number(before);
      const codes = replies.map(({ status }) => status).join(', ');
      return finding(used === calls, `${codes}: ${calls} calls, ${used} counted`);
    }),
  },
  {
    id: '8.1b',
    kind: 'limit',
    key: 'limits.perDay',
    sentence: 'A call too many, and one after the last of the day, are refused in words that tell them apart',
    check: simulated(async (site) => {
      await servedAtOnce(site, 200);
      const throttled = await site.service.get('ping');
      await site.simulator.control('tokens/steal', { count: STOLEN });
      const spent = await site.service.get('ping');
      const [soon, late] = [throttled, spent].map(({ headers }) => Number(headers['retry-after']));
      const words = [throttled, spent].map(({ errors }) => errors[0]?.code);
      return meets(
        {
          'both are 429': [throttled, spent].every(({ status }) => status === 429),
          'their words differ': words[0] !== undefined && words[1] !== undefined && words[0] !== words[1],
          'the first asks for seconds': soon !== undefined && soon >= 1 && soon <= 60,
          'the second for the rest of the day': late !== undefined && late > 3_600,
        },
        `${words.join(', ')}: wait ${soon} s, ${late} s`,
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
