import type { Profile } from '../src/contract/service/profile';
import { systemClock } from '../src/effects/clock';
import { jsonOf, tableOf } from './report';
import { TABLE } from './rows/table';
import { runForeign, runSimulated, type Outcome } from './run';
import { Complaint, HELP, settingsFrom, type ForeignSettings } from './settings';
import { withForeign } from './site/foreign';

async function main(): Promise<void> {
  const { help, json, profile, foreign } = settingsFrom(process.argv.slice(2), process.env);
  if (help) {
    process.stdout.write(`${HELP}\n`);
    return;
  }
  const outcomes = foreign ? await checkedAt(foreign, profile) : await runSimulated(TABLE, profile);
  process.stdout.write(`${json ? jsonOf(outcomes) : tableOf(outcomes)}\n`);
  if (outcomes.some(({ result }) => result === 'failed')) process.exitCode = 1;
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

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Complaint ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
