import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runCommand } from '../scripts/command.mjs';
import { systemClock } from '../src/effects/clock';
import { seededChance, systemChance } from '../src/effects/chance';
import { startPostgres } from '../test/postgres';
import { journalOf } from '../test/postgres-desk';
import { campaignSeed, load, minutesSince, numberOf } from './campaign/command-line';
import { between, weighed, type Weighed } from './campaign/seeds';
import { Cluster } from './desk/cluster';
import { circumstances } from './desk/circumstances';
import { FAULTS, MAY_BE_LATE, UNDER_PATRONI, WITHDRAWN_ALONE, type Desk, type Fault } from './desk/faults';
import { judged } from './desk/judgement';
import { Balancer } from './desk/balancer';
import type { Member } from './desk/member';
import { PatroniServers } from './desk/patroni';
import { faultTable, reportOf, type Tried } from './desk/report';
import { Quotes } from './desk/quotes';
import { Scene, TEN_A_SECOND } from './desk/scene';
import { endDone, Traders } from './desk/traders';

/**
 * A desk of three gateways over PostgreSQL with two standbys, at a simulator that counts: faults one after the other while people
 * press, and at the end the platform's truth against the journal. chaos/README.md says how.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    seed: { type: 'string' },
    only: { type: 'string', default: '' },
    /** The first run of this seed that is played: those before it are drawn, and left out. */
    from: { type: 'string', default: '1' },
    traders: { type: 'string', default: '4' },
    /** Commits wait for no standby: shows what the wait is for. */
    unconfirmed: { type: 'boolean', default: false },
    /** Patroni keeps the servers up, and machines die under it. */
    patroni: { type: 'boolean', default: false },
    /** Of no meaning here, where one desk is tried: campaigns are started with it. */
    workers: { type: 'string' },
  },
});

const GATEWAYS = 3;
const AGAIN_MS_MAX = 60_000;
const SETTLED_MS_MAX = 90_000;
/**
 * How long a person waits between two presses. Each change of leader loses up to ten calls: were they pressed faster, no call
 * would be left after some faults, and what is measured would be the platform's pace.
 */
const BETWEEN_MS = [1_500, 4_500] as const;

await runCommand(async (children) => {
  const runs = numberOf('runs', values.runs);
  const from = numberOf('from', values.from);
  const seed = campaignSeed(values.seed);
  // What people do takes nothing from what the seed draws: a run is the same fault, whichever came before it.
  const chance = seededChance(seed);
  const startedMs = systemClock.monotonicMs();
  const { servers, bag, primary } = await (values.patroni ? keptByPatroni() : keptByHand());
  const scene = await Scene.set({
    servers,
    limits: TEN_A_SECOND,
    env: values.unconfirmed ? { DESK_STORE_ACCEPTS: 'commits-that-no-standby-confirms' } : {},
  });
  children.beforeEnd(() => scene.end());
  const { platform, programKey } = scene;
  const members: Member[] = [];
  let newest = 0;
  for (let number = 0; number < GATEWAYS; number += 1)
    members.push(await scene.member(number, { onLeads: () => (newest = number) }));
  const balancer = new Balancer(members);
  children.beforeEnd(async () => balancer.end());
  const quotes = new Quotes(balancer, programKey, platform);
  const traders = new Traders(balancer, programKey, () => between(systemChance, ...BETWEEN_MS));
  for (const member of members) member.start();
  balancer.start();
  const leader = (): Member => members[newest] ?? fail();
  const first = await traders.press(0);
  if (first.told !== 'done') throw new Error(`The desk does not trade: its first press is ${first.told}.`);
  console.error(`Seed ${seed}; load average ${load()}. The desk trades.`);
  const trading = Array.from({ length: numberOf('traders', values.traders) }, (_, at) => traders.trade(at));
  const tried: Tried[] = [];
  for (let run = 0; run < runs; run += 1) {
    // Each kind once before chance draws.
    const fault = bag[run]?.[0] ?? weighed(bag, chance);
    const afterMs = between(chance, 500, 2_000);
    if (run + 1 < from) continue;
    // Each fault meets a desk that is whole.
    await balancer.untilAllAnswer();
    await endDone(traders.presses, platform);
    await pause(afterMs);
    const { restore, wrong, sinceMs, note } = await fault.play({ members, leader, quotes });
    // Somebody presses just then: that nobody else does for a while says nothing of the desk.
    const pressed = traders.press(run);
    const doneMs = await traders.doneAfter(sinceMs, AGAIN_MS_MAX);
    if (doneMs === undefined) console.error(await circumstances(primary(), traders.presses));
    await restore();
    await pressed;
    const one = {
      name: fault.name,
      againMs: doneMs === undefined ? undefined : doneMs - sinceMs,
      wrong,
      note,
    };
    tried.push(one);
    console.error(`${run + 1}. ${reportOf(one)}`);
  }
  traders.end();
  await Promise.all(trading);
  const verdict = async () =>
    judged(traders.presses, {
      truth: await platform.truth(),
      lines: await journalOf(primary()),
      refusals: await platform.refusals(),
      mayBeLate: tried.filter(({ name }) => name === MAY_BE_LATE).length,
      withdrawnAlone: tried.filter(({ name }) => name === WITHDRAWN_ALONE).length,
    });
  let end = await verdict();
  const sinceMs = performance.now();
  while (
    Object.values(end.wrong).some((count) => count > 0) &&
    performance.now() - sinceMs < SETTLED_MS_MAX
  ) {
    await pause(2_000);
    end = await verdict();
  }
  const intruders = tried.filter(({ wrong }) => wrong !== undefined).length;
  const unreached = tried.filter(({ againMs }) => againMs === undefined).length;
  const all = {
    ...end.wrong,
    'a fault that went wrong in itself': intruders,
    'no trading within a minute': unreached,
  };
  const wrong = Object.entries(all).filter(([, count]) => count > 0);
  console.log(faultTable(tried));
  console.log(
    `\n${tried.length} runs in ${minutesSince(startedMs).toFixed(1)} minutes; seed ${seed}; load average ${load()}.`,
  );
  console.log(
    `${traders.presses.length} presses: ${JSON.stringify(end.states)}; ${end.lines} lines of the journal.`,
  );
  console.log(
    Object.entries(all)
      .map(([name, count]) => `${name}: ${count}`)
      .join('\n'),
  );
  if (wrong.length > 0)
    console.log(
      `\nWrong:\n${wrong.map(([name, count]) => `${name}: ${count}`).join('\n')}\n  Again: npm run chaos -- desk --seed ${seed} --runs ${runs}`,
    );
  return wrong.length > 0 ? 1 : 0;
});

/** The servers of the desk, what may happen to it, and who takes writes just then. */
async function keptByHand() {
  const servers = await startPostgres({ standbys: 2, durable: true });
  const cluster = new Cluster(servers);
  await cluster.prepare(!values.unconfirmed);
  return { servers, bag: bagOf(FAULTS, cluster), primary: () => cluster.primary };
}

async function keptByPatroni() {
  const servers = await PatroniServers.start();
  return { servers, bag: bagOf(UNDER_PATRONI, servers), primary: () => servers.primary };
}

function bagOf<C>(faults: Weighed<Fault<C>>, cluster: C) {
  return faults
    .filter(([{ name }]) => name.includes(values.only))
    .map(
      ([{ name, play }, weight]) =>
        [{ name, play: (desk: Omit<Desk, 'cluster'>) => play({ ...desk, cluster }) }, weight] as const,
    );
}

function fail(): never {
  throw new Error('There is no gateway.');
}
