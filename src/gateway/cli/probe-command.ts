import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import type { Dispatcher } from 'undici';
import { Environment } from '../../domain/desk-status';
import { failed, sentence, success, type Outcome } from '../../domain/failure';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import { readProfile } from '../../contract/service/profile-file';
import { TIMEOUTS } from '../platform/http';
import { Limiter } from '../platform/rate-limit/limiter';
import { rateLimits } from '../platform/rate-limit/rate-limits';
import { redacted, type Credentials } from '../platform/secrets';
import { CALLS_MAX, PLAN, ProbeCalls } from '../probe/calls';
import { Draft, draftText } from '../probe/draft';
import type { Finding } from '../probe/findings';
import { NEEDED_KEYS } from '../probe/profile-keys';
import { probe, type ProbeReport } from '../probe/probe';
import { readSettings, type Settings } from '../settings/settings';
import { openStores } from '../storage/stores';
import { IN_MEMORY } from '../storage/place';

/** 0: all needed keys hold. 1: a key is contradicted. 2: it could not be run, or there was too little to see. */
type ExitCode = 0 | 1 | 2;

const HELP = `SpreadDesk probe: signs in to a platform and finds out, by reading alone, what of the service profile holds there.

  npm run probe -- --environment sandbox --out draft.json

  --environment  simulator, sandbox or production: its address, profile and credentials are in the settings of the gateway
  --url          another address
  --profile      another profile than the settings name
  --out          writes a draft of a profile, for a person to complete
  --force        writes over a draft that is there
  --json         JSON in the place of the table
  --yes          does not ask before it calls
  --help         shows this

It needs SERVICE_API_KEY, SERVICE_CLIENT_ID and SERVICE_CLIENT_SECRET. It makes at most ${CALLS_MAX} calls, which count against the day of the
API key, and shows them before. It never writes to the platform.

Ends with 0 when all needed keys hold, 1 when a key is contradicted, and 2 when it could not be run or saw too little.`;

interface ProbePorts {
  readonly out: Writable;
  readonly problems: Writable;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly log: Log;
  /** Opens connections to a platform. */
  readonly connect: (url: string) => Dispatcher;
  /** Asks a person; absent without a terminal. */
  readonly confirm?: (question: string) => Promise<boolean>;
}

const KNOWN = {
  environment: { type: 'string' },
  url: { type: 'string' },
  profile: { type: 'string' },
  out: { type: 'string' },
  force: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;
type Options = ReturnType<typeof parseArgs<{ options: typeof KNOWN }>>['values'];

interface Prepared {
  readonly settings: Settings;
  readonly credentials: Credentials;
  readonly texts: readonly string[];
}

/** Carries out `npm run probe`. */
export async function probeCommand(words: readonly string[], outside: ProbePorts): Promise<ExitCode> {
  const complain = (text: string): 2 => {
    outside.problems.write(`${text}\n`);
    return 2;
  };
  const options = optionsIn(words);
  if (typeof options === 'string') return complain(`${options} See npm run probe -- --help.`);
  if (options.help) {
    outside.out.write(`${HELP}\n`);
    return 0;
  }
  const { out, force } = options;
  const isThere = out !== undefined && existsSync(out);
  if (isThere && !force)
    return complain(`${out} is there already. Name another file, or say --force to write over it.`);
  const prepared = prepare(options, outside.environment);
  if (!prepared.ok) return complain(sentence(prepared.failure));
  const plan = planText(prepared.value);
  if (!options.yes && !outside.confirm)
    return complain(
      `${plan}\nThere is no terminal to confirm it at, so nothing was called. Say --yes to call without asking.`,
    );
  outside.problems.write(`${plan}\n`);
  if (!options.yes && !(await outside.confirm?.('Make these calls? (y/n) ')))
    return complain('Nothing was called.');
  const report = await run(prepared.value, outside);
  const { apiKey, clientId, clientSecret } = prepared.value.credentials;
  if (!report.ok) return complain(redacted(sentence(report.failure), [apiKey, clientSecret, clientId]));
  const { value } = report;
  const hidden = [apiKey, clientSecret, clientId, value.token, ...value.names];
  const show = (text: string): string => redacted(text, hidden);
  outside.out.write(`${show(options.json ? jsonOf(value) : tableOf(value))}\n`);
  if (out !== undefined) {
    const problem = written(out, show(draftText(value.draft, value.findings, schemaFrom(out))));
    if (problem !== undefined) return complain(`${out} could not be written (${problem}).`);
    const over = isThere ? ', over what was there' : '';
    outside.problems.write(`The draft is written to ${out}${over}. Complete it: docs/connecting.md.\n`);
  }
  return exitOf(value.findings);
}

function optionsIn(words: readonly string[]): Options | string {
  try {
    return parseArgs({ args: [...words], options: KNOWN }).values;
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'That is not right.';
  }
}

function prepare(options: Options, variables: ProbePorts['environment']): Outcome<Prepared> {
  const environment = Environment.safeParse(options.environment);
  if (!environment.success) return wrong('--environment must be simulator, sandbox or production.');
  const { data: name } = environment;
  const url = options.url === undefined ? {} : { [`SERVICE_URL_${name.toUpperCase()}`]: options.url };
  const settings = readSettings({ ...variables, ...url, SERVICE_ENVIRONMENT: name }, []);
  if (!settings.ok) return settings;
  const { credentials, profilePath, environmentProfiles } = settings.value;
  if (!credentials) return wrong('The credentials are missing.');
  const paths = options.profile === undefined ? [profilePath, environmentProfiles[name]] : [options.profile];
  try {
    const texts = paths.flatMap((path) => (path === undefined ? [] : [readFileSync(path, 'utf8')]));
    const profile = readProfile(texts);
    return profile.ok ? success({ settings: settings.value, credentials, texts }) : profile;
  } catch (error) {
    return wrong(
      `The profile could not be read (${error instanceof Error ? error.message : String(error)}).`,
    );
  }
}

const wrong = (message: string): Outcome<never> =>
  failed({ kind: 'invalid-argument', message, next: 'See npm run probe -- --help.' });

function planText({ settings }: Prepared): string {
  const { environment, url } = settings.service;
  return [
    `${environment}, ${url}: at most ${CALLS_MAX} calls, of which none writes.`,
    ...Object.values(PLAN).map(({ callsMax, does }) => `  up to ${String(callsMax).padStart(2)}  ${does}`),
  ].join('\n');
}

async function run(
  { settings, credentials, texts }: Prepared,
  { clock, log, connect }: ProbePorts,
): Promise<Outcome<ProbeReport & { readonly token: string }>> {
  const draft = new Draft(texts);
  const { url, environment } = settings.service;
  const stores = await openStores(
    { dataFolder: IN_MEMORY, environment },
    { clock, log, onNotKept: () => undefined },
  );
  if (!stores.ok) return stores;
  const limiter = await Limiter.open(rateLimits(draft.profile), {
    clock,
    log,
    store: stores.value.usage('probe'),
  });
  const dispatcher = connect(url);
  try {
    const http = { dispatcher, clock, limits: TIMEOUTS };
    const calls = new ProbeCalls({ base: new URL(url), http, limiter, apiKey: credentials.apiKey });
    const report = await probe(calls, { draft, credentials });
    return report.ok ? success({ ...report.value, token: calls.token }) : report;
  } finally {
    await limiter.close();
    await dispatcher.close();
    await stores.value.close();
  }
}

/** The schema beside the documents, from where the draft lies. */
const schemaFrom = (out: string): string =>
  relative(dirname(out), join(import.meta.dirname, '../../../docs/service-profile.schema.json')).replaceAll(
    '\\',
    '/',
  );

function written(path: string, text: string): string | undefined {
  try {
    writeFileSync(path, text, { mode: 0o600 });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function exitOf(findings: readonly Finding[]): ExitCode {
  if (findings.some(({ verdict }) => verdict === 'contradicted')) return 1;
  const holding = new Set(findings.filter(({ verdict }) => verdict === 'holds').map(({ key }) => key));
  return NEEDED_KEYS.every((key) => holding.has(key)) ? 0 : 2;
}

const KEY_WIDTH = 34;

function tableOf({ findings, callsMade, notes }: ProbeReport): string {
  const lines = findings.flatMap(({ key, verdict, says, evidence, found, likely, ask }) => [
    `${verdict.padEnd(26)}${key.padEnd(KEY_WIDTH)}${says}`,
    ...(found === undefined || verdict !== 'contradicted'
      ? []
      : [`${' '.repeat(26)}found: ${JSON.stringify(found)}`]),
    ...(likely === undefined ? [] : [`${' '.repeat(26)}likely, to be compared: ${JSON.stringify(likely)}`]),
    ...(evidence === undefined || verdict === 'holds' ? [] : [`${' '.repeat(26)}seen: ${evidence}`]),
    ...(ask === undefined ? [] : [`${' '.repeat(26)}ask: ${ask}`]),
  ]);
  const missing = NEEDED_KEYS.filter(
    (key) => findings.find((one) => one.key === key)?.verdict === 'cannot be known from here',
  );
  const short = missing.length > 0 ? [`Too little was to be seen for ${missing.join(', ')}.`] : [];
  return [...lines, '', ...notes, ...short, `${totals(findings)} in ${callsMade} calls.`].join('\n');
}

const totals = (findings: readonly Finding[]): string =>
  (['holds', 'contradicted', 'cannot be known from here'] as const)
    .map((verdict) => `${findings.filter((one) => one.verdict === verdict).length} ${verdict}`)
    .join(', ');

const jsonOf = ({ findings, callsMade, notes, draft }: ProbeReport): string =>
  JSON.stringify({ findings, notes, calls: callsMade, draft }, null, 2);
