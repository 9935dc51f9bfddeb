import type { Weighed } from '../campaign/seeds';
import { falseLeader } from '../../test/postgres-desk';
import type { Cluster } from './cluster';
import type { Member } from './member';
import type { Stop } from './stops';

/** What a fault is played on. */
export interface Desk {
  readonly cluster: Cluster;
  readonly members: readonly Member[];
  /** Who leads, as far as anybody has said. */
  readonly leader: () => Member;
}

/** What was done, and how it is made good afterwards. */
interface Played {
  readonly restore: () => Promise<void>;
  /** What went wrong in itself, beside what the judgement finds. */
  readonly wrong?: string | undefined;
}

export interface Fault {
  readonly name: string;
  readonly play: (desk: Desk) => Promise<Played>;
}

const DARK_MS = 6_000;
const LAG_MS = 2_500;
const later = (ms: number, work: () => void): (() => Promise<void>) => {
  const at = performance.now() + ms;
  return () =>
    new Promise((resolve) => {
      setTimeout(
        () => {
          work();
          resolve();
        },
        Math.max(0, at - performance.now()),
      );
    });
};
const killed = async (member: Member): Promise<Played> => {
  await member.kill();
  return { restore: later(1_000, () => member.start()) };
};
const stopped =
  (stop: Stop) =>
  async ({ leader }: Desk): Promise<Played> => {
    const member = leader();
    member.pauseAt(stop);
    return { restore: later(DARK_MS, () => member.resume()) };
  };

/** What no program can exclude: from there a send may come late, though never twice. */
export const MAY_BE_LATE = 'the leader stands still after its last look';

/** Each as often as it weighs. */
export const FAULTS: Weighed<Fault> = [
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
      name: 'the leader stands still for 6 s',
      async play({ leader }) {
        const member = leader();
        member.pause();
        return { restore: later(DARK_MS, () => member.resume()) };
      },
    },
    2,
  ],
  [{ name: 'the leader stands still between commit and send', play: stopped('committed') }, 2],
  [{ name: MAY_BE_LATE, play: stopped('looked') }, 2],
  [
    {
      name: 'the leader is cut off from PostgreSQL for 6 s',
      async play({ leader }) {
        const { lines } = leader();
        lines.cut();
        return { restore: later(DARK_MS, () => lines.mend()) };
      },
    },
    2,
  ],
  [
    {
      name: 'PostgreSQL restarts at once',
      async play({ cluster }) {
        await cluster.restart();
        return { restore: async () => undefined };
      },
    },
    2,
  ],
  [
    {
      name: 'the primary dies, and a standby is promoted',
      async play({ cluster }) {
        const { rest } = await cluster.failover();
        return { restore: rest };
      },
    },
    1,
  ],
  [
    {
      name: 'the standbys lag, and then the primary dies',
      async play({ cluster }) {
        const { rest } = await cluster.failover({ lagMs: LAG_MS });
        return { restore: rest };
      },
    },
    1,
  ],
  [{ name: 'a false second leader writes', play: intruded }, 2],
];

async function intruded({ cluster }: Desk): Promise<Played> {
  return { restore: async () => undefined, wrong: await falseLeader(cluster.primary) };
}
