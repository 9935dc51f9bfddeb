import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import type { Dispatcher } from 'undici';
import { Environment } from '../../domain/desk-status';
import { failed, sentence, success, type Outcome } from '../../domain/failure';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import { RequestId } from '../../domain/identifiers';
import { priceOf } from '../../domain/price';
import { quantityOf } from '../../domain/quantity';
import { readProfile } from '../../contract/service/profile-file';
import { TIMEOUTS } from '../platform/http';
import type { ProxyOptions } from '../platform/proxy';
import { Limiter } from '../platform/rate-limit/limiter';
import { rateLimits } from '../platform/rate-limit/rate-limits';
import { redacted, type Credentials } from '../platform/secrets';
import { CALLS_MAX, PLAN, ProbeCalls } from '../probe/calls';
import { Draft, draftText } from '../probe/draft';
import type { Finding } from '../probe/findings';
import { NEEDED_KEYS } from '../probe/profile-keys';
import { probe, type ProbeReport } from '../probe/probe';
import { TRIAL_SIGN_INS, tried } from '../probe/trials';
import { TRIAL_READS_MAX, TRIAL_WRITES_MAX, type Trial } from '../probe/write-trial';
import { readSettings, type Settings } from '../settings/settings';
import { openStores } from '../storage/stores';
import { IN_MEMORY } from '../storage/place';
import { ROOT, typed } from './program';
import { emptyProblem, optionProblem } from './typed-options';

/** 0: all needed keys hold. 1: a key is contradicted. 2: it could not be run, or there was too little to see. */
type ExitCode = 0 | 1 | 2;

const HELP = `SpreadDesk probe: signs in to a platform and finds out, by reading alone, what of the service profile holds there.

  ${typed('probe')} --environment sandbox --out draft.json

  --environment  simulator, sandbox or production: its address, profile and credentials are in the settings of the gateway
  --url          another address
  --profile      another profile than the settings name
  --out          writes a draft of a profile, for a person to complete
  --force        writes over a draft that is there
  --json         JSON in the place of the table
  --yes          does not ask before it reads
  --writes       tries quote, withdrawal, price proposal and counteroffer as well, each after a yes of its own; never in production
  --request      the request to try them on; may be said again, such as for one of your own
  --price        the price for that request, far from the market; with a price for each leg, 1/2
  --quantity     how much is offered; without it 1, or the whole where no part is taken
  --help         shows this

It needs SERVICE_API_KEY, SERVICE_CLIENT_ID and SERVICE_CLIENT_SECRET. It makes at most ${CALLS_MAX} calls, which count against the day of the
API key, and shows them before. Without --writes it never writes to the platform.

Ends with 0 when all needed keys hold, 1 when a key is contradicted, and 2 when it could not be run or saw too little.`;

interface ProbePorts {
  readonly out: Writable;
  readonly problems: Writable;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly log: Log;
  /** Opens connections to a platform. */
  readonly connect: (url: string, proxy: ProxyOptions | undefined) => Dispatcher | Promise<Dispatcher>;
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
  writes: { type: 'boolean', default: false },
  request: { type: 'string', multiple: true },
  price: { type: 'string', multiple: true },
  quantity: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;
type Options = ReturnType<typeof parseArgs<{ options: typeof KNOWN }>>['values'];

interface Prepared {
  readonly settings: Settings;
  readonly credentials: Credentials;
  readonly texts: readonly string[];
  /** What is tried once everything is read; nothing without --writes. */
  readonly trials: readonly Trial[];
}

/** Carries out `npm run probe`. */
export async function probeCommand(words: readonly string[], outside: ProbePorts): Promise<ExitCode> {
  const complain = (text: string): 2 => {
    outside.problems.write(`${text}\n`);
    return 2;
  };
  const options = optionsIn(words);
  if (typeof options === 'string') return complain(`${options} See ${typed('probe')} --help.`);
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
  if (prepared.value.trials.length > 0 && !outside.confirm)
    return complain('--writes needs a terminal: each step is confirmed there. Nothing was called.');
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
    const { values } = parseArgs({ args: [...words], options: KNOWN });
    return emptyProblem(values) ?? values;
  } catch (error) {
    return optionProblem(error, words, KNOWN);
  }
}

function prepare(options: Options, variables: ProbePorts['environment']): Outcome<Prepared> {
  const environment = Environment.safeParse(options.environment);
  if (!environment.success) return wrong('--environment must be simulator, sandbox or production.');
  const { data: name } = environment;
  const trials = trialsIn(options);
  if (!trials.ok) return trials;
  if (options.writes && (name === 'production' || isProduction(options.url, variables)))
    return wrong('--writes is for a test environment: in production nothing is tried.');
  const url = options.url === undefined ? {} : { [`SERVICE_URL_${name.toUpperCase()}`]: options.url };
  const settings = readSettings({ ...variables, ...url, SERVICE_ENVIRONMENT: name }, []);
  if (!settings.ok) return settings;
  const { credentials, profilePath, environmentProfiles } = settings.value;
  if (!credentials) return wrong('The credentials are missing.');
  const paths = options.profile === undefined ? [profilePath, environmentProfiles[name]] : [options.profile];
  try {
    const texts = paths.flatMap((path) => (path === undefined ? [] : [readFileSync(path, 'utf8')]));
    const profile = readProfile(texts);
    if (!profile.ok) return profile;
    const { service } = settings.value;
    if (options.writes && isProduction(service.url, variables))
      return wrong('--writes is for a test environment, and this is the address of production.');
    return success({ settings: settings.value, credentials, texts, trials: trials.value });
  } catch (error) {
    return wrong(
      `The profile could not be read (${error instanceof Error ? error.message : String(error)}).`,
    );
  }
}

/** What --writes is to try, and where. */
function trialsIn({ writes, request = [], price = [], quantity }: Options): Outcome<readonly Trial[]> {
  if (!writes)
    return request.length + price.length > 0 || quantity !== undefined
      ? wrong('--request, --price and --quantity belong to --writes.')
      : success([]);
  if (request.length === 0 || request.length !== price.length)
    return wrong('--writes needs a --request and, for each, a --price.');
  const offered = quantity === undefined ? undefined : quantityOf(quantity);
  if (quantity !== undefined && offered === undefined) return wrong('--quantity must be a number above 0.');
  const trials: Trial[] = [];
  for (const [at, text] of request.entries()) {
    const id = RequestId.safeParse(text);
    if (!id.success) return wrong(`--request ${text} is no identifier.`);
    const prices = (price[at] ?? '').split('/').flatMap((one) => priceOf(one) ?? []);
    if (prices.length !== (price[at] ?? '').split('/').length)
      return wrong(`--price ${price[at] ?? ''} is no price.`);
    trials.push({ requestId: id.data, prices, ...(offered !== undefined && { quantity: offered }) });
  }
  return success(trials);
}

/** Whether an address is on the host that the settings give for production. */
function isProduction(url: string | undefined, variables: ProbePorts['environment']): boolean {
  const hostOf = (text: string | undefined): string | undefined =>
    text !== undefined && URL.canParse(text) ? new URL(text).host : undefined;
  const host = hostOf(url);
  return host !== undefined && host === hostOf(variables['SERVICE_URL_PRODUCTION']);
}

const wrong = (message: string): Outcome<never> =>
  failed({ kind: 'invalid-argument', message, next: `See ${typed('probe')} --help.` });

function planText({ settings, trials }: Prepared): string {
  const { environment, url } = settings.service;
  const line = (callsMax: number, does: string): string => `  up to ${String(callsMax).padStart(2)}  ${does}`;
  const writes = trials.length * TRIAL_WRITES_MAX;
  const further =
    trials.length === 0 ? 0 : trials.length * (TRIAL_READS_MAX + TRIAL_WRITES_MAX) + TRIAL_SIGN_INS;
  const which = writes === 0 ? 'none writes' : `at most ${writes} write, each after a yes of its own`;
  return [
    `${environment}, ${url}: at most ${CALLS_MAX + further} calls, of which ${which}.`,
    ...Object.values(PLAN).map(({ callsMax, does }) => line(callsMax, does)),
    ...(further === 0
      ? []
      : [
          line(TRIAL_SIGN_INS, 'POST to sign in anew, by the profile as it was given'),
          line(trials.length * TRIAL_READS_MAX, 'GET the request and its offers, before and after each step'),
          line(writes, 'quote, withdrawal, price proposal, deletion, counteroffer'),
        ]),
  ].join('\n');
}

async function run(
  { settings, credentials, texts, trials }: Prepared,
  { clock, log, connect, confirm, problems }: ProbePorts,
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
  const dispatcher = await connect(url, settings.proxy);
  try {
    const http = { dispatcher, clock, limits: TIMEOUTS };
    const calls = new ProbeCalls({ base: new URL(url), http, limiter, apiKey: credentials.apiKey });
    const further = tried(trials, {
      credentials,
      confirm: confirm ?? (() => Promise.resolve(false)),
      tell: (line) => void problems.write(`${line}\n`),
      service: { baseUrl: url, profile: draft.profile, dispatcher, clock, limiter, log },
    });
    const report = await probe(calls, { draft, credentials, ...(trials.length > 0 && { further }) });
    return report.ok ? success({ ...report.value, token: calls.token }) : report;
  } finally {
    await limiter.close();
    await dispatcher.close();
    await stores.value.close();
  }
}

/** The schema beside the documents, from where the draft lies. */
const schemaFrom = (out: string): string =>
  relative(dirname(out), join(ROOT, 'docs/service-profile.schema.json')).replaceAll('\\', '/');

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
