import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { numberOf } from '../chaos/campaign/command-line';
import { runCommand } from '../scripts/command.mjs';
import { systemClock } from '../src/effects/clock';
import { described, dialectOf, differing } from './draw';
import { profileOf } from './profile';
import { Speaker } from './speaker/speaker';

/** The simulator as a platform of a drawn dialect, and the profile that describes it: to be tried by hand. */
const SIMULATOR = fileURLToPath(new URL('../src/simulator/main.ts', import.meta.url));
const PORT = '3001';

await runCommand(async (children) => {
  const { values } = parseArgs({ options: { dialect: { type: 'string', default: '' } } });
  const seed = numberOf('dialect', values.dialect);
  const dialect = dialectOf(seed);
  const { SIMULATOR_PORT = PORT, ...environment } = process.env;
  const simulator = fork(SIMULATOR, [], { env: { ...environment, SIMULATOR_PORT: '0' } });
  const [{ url }] = (await once(simulator, 'message')) as [{ url: string }];
  const speaker = await Speaker.open(url, dialect, () => systemClock.now(), Number(SIMULATOR_PORT));
  children.beforeEnd(async () => {
    simulator.kill();
    await speaker.close();
  });
  const profile = join(tmpdir(), `spreaddesk-dialect-${seed}.json`);
  await writeFile(profile, `${JSON.stringify(profileOf(dialect), null, 2)}\n`);
  console.log(`It speaks ${described(dialect, differing(dialect))}.`);
  console.log(`Its address: ${speaker.url}; that of the simulator behind it, for /simulator/…: ${url}`);
  console.log(`Its profile: ${profile}`);
  console.log(
    `Try: SERVICE_PROFILE_SIMULATOR=${profile} SERVICE_URL_SIMULATOR=${speaker.url} npm run gateway`,
  );
  await once(simulator, 'exit');
  return 0;
});
