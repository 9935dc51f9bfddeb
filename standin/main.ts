import { NO_LIMITS } from '../chaos/actions/no-limits';
import { Complaint } from '../scripts/complaint.mjs';
import { isHelpAsked } from '../scripts/usage.mjs';
import { Desk, freePort, Program } from './desk';
import { Journeys, newSecret } from './journeys';
import { Platform } from './platform';

const USAGE = [
  "npm run standin -- [SEED] ['quote|accept']",
  '',
  'A gateway on a platform by somebody else, through the journeys of a day; dialects/README.md says how.',
  'SEED        the market that is drawn: a whole number, 7 unless said',
  "'quote|…'   only the journeys whose name has this in it, a regular expression",
].join('\n');
/** Its market has a subject for every journey. */
const DEFAULT_SEED = '7';

const [seed, only] = argumentsOf(process.argv.slice(2));
const startedAt = Date.now();
const port = await freePort();
const platform = new Platform(`http://127.0.0.1:${port}`);
const standIn = new Program(['standin/server.mjs', '--port', String(port), '--seed', seed]);
await standIn.isReached(`${platform.url}/__credentials`);
const [own] = (await (await fetch(`${platform.url}/__credentials`)).json()) as {
  apiKey: string;
  clientId: string;
  clientSecret: string;
}[];
const secret = newSecret();
const desk = await Desk.start({
  SERVICE_ENVIRONMENT: 'sandbox',
  SERVICE_URL_SANDBOX: platform.url,
  SERVICE_PROFILE_SANDBOX: 'standin/profile.json',
  SERVICE_API_KEY: own?.apiKey,
  SERVICE_CLIENT_ID: own?.clientId,
  SERVICE_CLIENT_SECRET: own?.clientSecret,
  WEBHOOK_SECRET: secret,
});
const journeys = new Journeys(desk, platform, secret);
try {
  await desk.page.setLimits(NO_LIMITS.limits);
  await journeys.all(only);
} finally {
  const { usage, writes } = await platform.truth();
  console.log(
    `${journeys.passed.length} in order, ${journeys.notToBeHad.length} not to be had, ${journeys.complaints.length} complaints, ${Math.round((Date.now() - startedAt) / 1000)} s, ${usage['desk']?.usedToday ?? 0} calls, ${writes.length} writes.`,
  );
  if (process.env['LOG']) console.log(desk.log.slice(-6000));
  await desk.end();
  await standIn.end();
}
const isAllTried = seed !== DEFAULT_SEED || journeys.notToBeHad.length === 0;
process.exit(journeys.complaints.length === 0 && isAllTried ? 0 : 1);

/** Ends here when help is asked for, or what is given is no seed. */
function argumentsOf(words: readonly string[]): readonly [seed: string, only: string | undefined] {
  const [given = DEFAULT_SEED, wanted, ...more] = words;
  try {
    const known = [
      ...(/^\d+$/.test(given) ? [given] : []),
      ...(wanted?.startsWith('-') === false ? [wanted] : []),
    ];
    if (isHelpAsked(USAGE, [given, ...(wanted === undefined ? [] : [wanted]), ...more], known))
      process.exit(0);
  } catch (error) {
    if (!(error instanceof Complaint)) throw error;
    console.error(error.message);
    process.exit(1);
  }
  return [given, wanted];
}
