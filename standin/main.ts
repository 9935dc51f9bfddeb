import { NO_LIMITS } from '../chaos/actions/no-limits';
import { Desk, freePort, Program } from './desk';
import { Journeys, newSecret } from './journeys';
import { Platform } from './platform';

const seed = process.argv[2] ?? '7';
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
  await journeys.all(process.argv[3]);
} finally {
  const { usage, writes } = await platform.truth();
  console.log(
    `${journeys.passed.length} in order, ${journeys.complaints.length} complaints, ${Math.round((Date.now() - startedAt) / 1000)} s, ${usage['desk']?.usedToday ?? 0} calls, ${writes.length} writes.`,
  );
  if (process.env['LOG']) console.log(desk.log.slice(-6000));
  await desk.end();
  await standIn.end();
}
process.exit(journeys.complaints.length === 0 ? 0 : 1);
