import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { runCommand } from '../scripts/command.mjs';
import { systemChance } from '../src/effects/chance';
import { systemClock } from '../src/effects/clock';
import { anyPort } from '../scripts/port.mjs';
import { startPostgres } from '../test/postgres';
import { load, minutesSince, numberOf } from './campaign/command-line';
import { between } from './campaign/seeds';
import { aligned } from './campaign/table';
import { Cluster } from './desk/cluster';
import type { Member } from './desk/member';
import { Scene, TEN_A_SECOND } from './desk/scene';
import { Presses, type OnePress } from './upgrade/presses';
import { startProxy } from './upgrade/proxy';
import { buildVersion, VERSIONS } from './upgrade/versions';

/**
 * A desk of three gateways is brought to other versions while people press, one gateway after the other: to one that adds to the
 * tables, back, forward again, and to one that takes the old away. No press may fail. chaos/README.md says how.
 */
const { values } = parseArgs({
  options: {
    traders: { type: 'string', default: '4' },
    /** Of no meaning here, where one desk is tried: campaigns are started with it. */
    workers: { type: 'string' },
  },
});

const GATEWAYS = 3;
const ANSWERS_MS_MAX = 60_000;
/** So long it is traded on with all gateways of one version. */
const WHOLE_MS = 3_000;
const WAY: readonly (keyof typeof VERSIONS)[] = ['expanded', 'now', 'expanded', 'contracted'];
const Legs = z.array(z.object({ quantity: z.number() }));

await runCommand(async (children) => {
  const traders = numberOf('traders', values.traders);
  const startedMs = systemClock.monotonicMs();
  const scene = await Scene.set({
    servers: await startPostgres({ standbys: 2, durable: true }),
    limits: TEN_A_SECOND,
  });
  children.beforeEnd(() => scene.end());
  const { servers, platform, programs, programKey, folder } = scene;
  const at = join(programs.gateway, '..');
  const gateways = new Map(
    await Promise.all(
      Object.keys(VERSIONS).map(async (version) => [version, await built(version, at)] as const),
    ),
  );
  const of = (version: keyof typeof VERSIONS) => ({
    ...programs,
    gateway: gateways.get(version) ?? programs.gateway,
  });
  await new Cluster(servers).prepare(true);
  const port = await anyPort();
  const members: Member[] = [];
  const ports: number[] = [];
  for (let number = 0; number < GATEWAYS; number += 1) {
    const own = await anyPort();
    ports.push(own);
    const env = { DESK_NAMES: `127.0.0.1:${port}` };
    members.push(await scene.member(number, { port: own, env, programs: of('now') }));
  }
  const endProxy = startProxy(ports, { port, eventsPort: await anyPort(), folder });
  children.beforeEnd(async () => endProxy());
  for (const member of members) member.start();
  await Promise.all(members.map(answers));
  const presses = new Presses(`http://127.0.0.1:${port}`, programKey, () => between(systemChance, 300, 900));
  children.beforeEnd(() => presses.close());
  const first = await presses.press(0);
  if (first.told !== 'done') throw new Error(`The desk does not trade: its first press is ${first.told}`);
  console.error(`Load average ${load()}. The desk trades.`);
  const trading = Array.from({ length: traders }, (_, person) => presses.goOn(person));
  const rows: (readonly string[])[] = [];
  let unclean = 0;
  for (const version of WAY) {
    const from = presses.all.length;
    for (const member of members) {
      if ((await member.stop()) !== 0) unclean += 1;
      member.start(of(version));
      await answers(member);
    }
    await pause(WHOLE_MS);
    rows.push(rowOf(`to ${version}`, presses.all.slice(from)));
    console.error(rows.at(-1)?.join('  '));
  }
  presses.end();
  await Promise.all(trading);
  const executed = new Map<string, number>();
  for (const request of (await platform.truth()).requests) {
    const quantity = String(Legs.safeParse(request['legs']).data?.[0]?.quantity);
    executed.set(quantity, (executed.get(quantity) ?? 0) + 1);
  }
  const failed = presses.all.filter(({ told }) => told !== 'done');
  const all = {
    'failed presses': failed.length,
    'not executed exactly once': presses.all.filter(
      ({ quantity, told }) => told === 'done' && executed.get(String(Number(quantity))) !== 1,
    ).length,
    'refused by the platform': await platform.refusals(),
    'gateways that did not stop in order': unclean,
  };
  console.log(aligned([['step', 'presses', 'failed', 'median ms', 'longest ms'], ...rows]));
  console.log(
    `\n${presses.all.length} presses in ${minutesSince(startedMs).toFixed(1)} minutes; load average ${load()}.`,
  );
  for (const [name, count] of Object.entries(all)) console.log(`${name}: ${count}`);
  for (const { id, told, tookMs } of failed) console.log(`  ${id} after ${Math.round(tookMs)} ms: ${told}`);
  return Object.values(all).some((count) => count > 0) ? 1 : 0;
});

function built(version: string, folder: string): Promise<string> {
  if (version in VERSIONS) return buildVersion(version as keyof typeof VERSIONS, folder);
  throw new Error(`There is no version ${version}.`);
}

/** Once its door answers, the next one may go. */
async function answers(member: Member): Promise<void> {
  const sinceMs = performance.now();
  while (performance.now() - sinceMs < ANSWERS_MS_MAX) {
    const answer = await fetch(new URL('api/health', member.url)).catch(() => undefined);
    if (answer?.ok) return;
    await pause(100);
  }
  throw new Error(`Gateway ${member.number} does not answer.`);
}

function rowOf(name: string, presses: readonly OnePress[]): readonly string[] {
  const times = presses.map(({ tookMs }) => Math.round(tookMs)).sort((a, b) => a - b);
  const failed = presses.filter(({ told }) => told !== 'done').length;
  const median = times[Math.floor((times.length - 1) / 2)];
  return [name, String(presses.length), String(failed), String(median), String(times.at(-1))];
}
