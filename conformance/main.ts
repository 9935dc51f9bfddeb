import { described, dialectOf, differing } from '../dialects/draw';
import type { Profile } from '../src/contract/service/profile';
import { systemClock } from '../src/effects/clock';
import { runMutations } from './mutations';
import { runProduct } from './product/run';
import { DIALECT_SEED } from './product/seed';
import { PRODUCT_TABLE } from './product/table';
import { jsonOf, tableOf } from './report';
import { TABLE } from './rows/table';
import { runForeign, runSimulated, type Outcome } from './run';
import { Complaint, HELP, mutationsIn, settingsFrom, type ForeignSettings, type Settings } from './settings';
import { withForeign } from './site/foreign';

const print = (text: string): void => void process.stdout.write(`${text}\n`);

async function main([first = '', ...rest]: readonly string[]): Promise<void> {
  if (first === 'mutations') {
    const missed = await runMutations({ ...mutationsIn(rest), halves: ['platform', 'product'] }, print);
    if (missed > 0) process.exitCode = 1;
    return;
  }
  const settings = settingsFrom(process.argv.slice(2), process.env);
  if (settings.help) print(HELP);
  else await check(settings);
}

/** Runs the rows that are wanted, half by half, and prints them. */
async function check({ json, profile, foreign, dialect = DIALECT_SEED }: Settings): Promise<void> {
  const halves = foreign
    ? [{ title: `The platform at ${foreign.url}`, run: () => checkedAt(foreign, profile) }]
    : [
        { title: 'The platform: our simulator', run: () => runSimulated(TABLE, { profile }) },
        {
          title: productTitle(dialect),
          run: () => runProduct(PRODUCT_TABLE, { dialect: dialectOf(dialect) }),
        },
      ];
  const outcomes: Outcome[] = [];
  for (const { title, run } of halves) {
    const startedMs = systemClock.monotonicMs();
    const half = await run();
    const seconds = ((systemClock.monotonicMs() - startedMs) / 1000).toFixed(0);
    if (!json) print(`${title}\n\n${tableOf(half)}, in ${seconds} s\n`);
    outcomes.push(...half);
  }
  if (json) print(jsonOf(outcomes));
  if (outcomes.some(({ result }) => result === 'failed')) process.exitCode = 1;
}

function productTitle(seed: number): string {
  const dialect = dialectOf(seed);
  const others = differing(dialect);
  return `The product, in dialect ${seed} (${others.length} dimensions are not the simulator's own)\n${described(dialect, others)}`;
}

function checkedAt(foreign: ForeignSettings, profile: Profile): Promise<readonly Outcome[]> {
  const { url, credentials, write } = foreign;
  return withForeign({ baseUrl: url, profile, credentials, clock: systemClock }, async (site) => {
    const reply = await site.service.signIn();
    if (!reply.ok || site.service.accessToken === '') {
      throw new Complaint(`${url} did not sign in: ${reply.summary} Check address, credentials and profile.`);
    }
    return runForeign(TABLE, site, { write });
  });
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Complaint ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
