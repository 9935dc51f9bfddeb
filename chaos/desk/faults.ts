import type { Weighed } from '../campaign/seeds';
import { falseLeader, wrongLeader } from '../../test/postgres-desk';
import type { Cluster } from './cluster';
import type { Member } from './member';
import type { Quotes } from './quotes';
import type { Stop } from './stops';

import type { PatroniServers } from './patroni';

/** What a fault is played on: `C` is what may happen to its servers. */
export interface Desk<C = unknown> {
  readonly cluster: C;
  readonly members: readonly Member[];
  readonly quotes: Quotes;
  /** Who leads, as far as anybody has said. */
  readonly leader: () => Member;
}

/** What was done, and how it is made good once the desk trades again without that. */
interface Played {
  /** From when on it was so. */
  readonly sinceMs: number;
  readonly restore: () => Promise<void>;
  /** What went wrong in itself, beside what the judgement finds. */
  readonly wrong?: string | undefined;
  /** What else was measured. */
  readonly note?: string;
}

export interface Fault<C = unknown> {
  readonly name: string;
  readonly play: (desk: Desk<C>) => Promise<Played>;
}

const LAG_MS = 2_500;
const nothing = async (): Promise<void> => undefined;
const killed = async (member: Member): Promise<Played> => {
  const sinceMs = performance.now();
  await member.kill();
  return { sinceMs, restore: async () => member.start() };
};
const stopped =
  (stop: Stop) =>
  async ({ leader }: Desk): Promise<Played> => {
    const member = leader();
    await member.pauseAt(stop);
    return { sinceMs: performance.now(), restore: async () => member.resume() };
  };

/** What no program can exclude: from there a send may come late, though never twice. */
export const MAY_BE_LATE = 'the leader stands still after its last look';

/** Each time there has to be a line of the journal that says so. */
export const WITHDRAWN_ALONE = 'PostgreSQL is gone, and everything is withdrawn';

const OF_GATEWAYS: Weighed<Fault> = [
  [{ name: 'kill -9 of the leader', play: ({ leader }) => killed(leader()) }, 5],
  [
    {
      name: 'kill -9 of another gateway',
      play: ({ leader, members }) => killed(members.find((member) => member !== leader()) ?? leader()),
    },
    2,
  ],
  [
    {
      name: 'the leader stands still',
      async play({ leader }) {
        const member = leader();
        member.pause();
        return { sinceMs: performance.now(), restore: async () => member.resume() };
      },
    },
    2,
  ],
  [{ name: 'the leader stands still between commit and send', play: stopped('committed') }, 2],
  [{ name: MAY_BE_LATE, play: stopped('looked') }, 2],
  [
    {
      name: 'the leader is cut off from PostgreSQL',
      async play({ leader }) {
        const { lines } = leader();
        lines.cut();
        return { sinceMs: performance.now(), restore: async () => lines.mend() };
      },
    },
    2,
  ],
];

/** Each as often as it weighs. */
export const FAULTS: Weighed<Fault<Cluster>> = [
  ...OF_GATEWAYS,
  [
    {
      name: 'PostgreSQL restarts at once',
      async play({ cluster }) {
        const sinceMs = performance.now();
        await cluster.restart();
        return { sinceMs, restore: nothing };
      },
    },
    2,
  ],
  [
    {
      name: 'the primary dies, and a standby is promoted',
      async play({ cluster }) {
        const sinceMs = performance.now();
        const { rest } = await cluster.failover();
        return { sinceMs, restore: rest };
      },
    },
    1,
  ],
  [
    {
      name: 'the standbys lag, and then the primary dies',
      async play({ cluster }) {
        const sinceMs = performance.now();
        const { rest } = await cluster.failover({ lagMs: LAG_MS });
        return { sinceMs, restore: rest };
      },
    },
    1,
  ],
  [{ name: 'a false second leader writes', play: intruded }, 1],
  [{ name: WITHDRAWN_ALONE, play: withdrawn }, 2],
  [{ name: 'a program that takes the lead writes what was sent already', play: misled }, 1],
];

/** The same where Patroni says who takes writes. */
export const UNDER_PATRONI: Weighed<Fault<PatroniServers>> = [
  [
    {
      name: 'the machine of the primary dies under Patroni',
      async play({ cluster }) {
        const sinceMs = performance.now();
        const { rest, note } = await cluster.failover();
        return { sinceMs, restore: rest, note };
      },
    },
    6,
  ],
  ...OF_GATEWAYS,
];

/** Longer than it may take until everything is off the market; what is left of it says so. */
const WITHDRAWN_MS_MAX = 4_000;
async function withdrawn({ cluster, quotes }: Desk<Cluster>): Promise<Played> {
  const ids = await quotes.send();
  await cluster.primary.stop('SIGQUIT');
  const goneMs = performance.now();
  await quotes.withdrawAll();
  const tookMs = performance.now() - goneMs;
  const live = await quotes.live(ids);
  const wrong = [
    live.length > 0 && `${live.length} of ${ids.length} quotes are live after Withdraw all`,
    tookMs > WITHDRAWN_MS_MAX && `Withdraw all took ${Math.round(tookMs)} ms`,
  ];
  await cluster.primary.start();
  return {
    sinceMs: performance.now(),
    restore: nothing,
    wrong: wrong.filter((one) => one !== false).join(', ') || undefined,
    note: `${ids.length} quotes off the market after ${Math.round(tookMs)} ms`,
  };
}

async function intruded({ cluster }: Desk<Cluster>): Promise<Played> {
  const sinceMs = performance.now();
  return { sinceMs, restore: nothing, wrong: await falseLeader(cluster.primary) };
}

async function misled({ cluster }: Desk<Cluster>): Promise<Played> {
  const sinceMs = performance.now();
  return { sinceMs, restore: nothing, wrong: await wrongLeader(cluster.primary) };
}
