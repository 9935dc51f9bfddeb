import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readProfile } from '../../../src/contract/service/profile-file';
import { fastClock } from '../../../src/effects/fast-clock';
import { silentLog } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import { probeCommand } from '../../../src/gateway/cli/probe-command';
import { openConnections } from '../../../src/gateway/platform/http';
import { CALLS_MAX, PLAN } from '../../../src/gateway/probe/calls';
import type { Finding } from '../../../src/gateway/probe/findings';
import { PROFILE_KEYS } from '../../../src/gateway/probe/profile-keys';
import { CREDENTIALS } from '../../../src/simulator/http/access';
import { startSimulator, type Simulator } from '../../../src/simulator/server';
import { DIALECTS, type Truth } from './dialects';
import { frontOf, OFFSETS } from './fronts';

const MORNING = Date.parse('2026-11-20T09:20:00.000Z');
let simulator: Simulator;
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'probe-'));
  simulator = await startSimulator({ seed: 1, speed: 0, port: 0, clock: new ManualClock(MORNING) });
});
afterEach(async () => {
  await simulator.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The pace of the calls is kept. */
const TIMES = 4;

interface Json {
  readonly findings: readonly Finding[];
  readonly notes: readonly string[];
  readonly calls: number;
}

async function probed(
  url: string,
  words: readonly string[] = ['--yes', '--json'],
  confirm?: () => Promise<boolean>,
) {
  const [out, problems] = [new PassThrough(), new PassThrough()];
  const code = await probeCommand(['--environment', 'simulator', '--url', url, ...words], {
    out,
    problems,
    environment: { DESK_DATA: ':memory:' },
    clock: fastClock(MORNING, TIMES),
    log: silentLog,
    connect: openConnections,
    ...(confirm && { confirm }),
  });
  return { code, text: String(out.read() ?? ''), said: String(problems.read() ?? '') };
}

const jsonOf = (text: string): Json => JSON.parse(text) as Json;
const keysOf = ({ findings }: Json, verdict: Finding['verdict']): string[] =>
  findings.filter((one) => one.verdict === verdict).map(({ key }) => key);

/** Claims that are not so: a key that is as the default has it and is contradicted, or the other way round, or a wrong value. */
function wrongClaims(findings: readonly Finding[], truth: Truth): string[] {
  return findings.flatMap(({ key, verdict, found, likely }) => {
    const real = truth[key];
    const isWrong =
      (verdict === 'contradicted' && real === undefined) ||
      (verdict === 'holds' && real !== undefined) ||
      (verdict === 'contradicted' && found !== undefined && !same(found, real?.found)) ||
      (likely !== undefined && !same(likely, real?.likely));
    return isWrong ? [`${key}: ${verdict} ${JSON.stringify({ found, likely, real })}`] : [];
  });
}

function same(a: unknown, b: unknown): boolean {
  const sorted = (value: unknown): unknown =>
    typeof value === 'object' && value !== null
      ? Object.entries(value)
          .map(([name, part]) => [name, sorted(part)])
          .sort()
      : value;
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

describe('against a platform that speaks as the default profile says', () => {
  it('finds that everything holds which reading can show, and needs no more calls than it said', async () => {
    const { code, text } = await probed(simulator.url);
    const report = jsonOf(text);
    expect(keysOf(report, 'contradicted')).toEqual([]);
    const open = keysOf(report, 'cannot be known from here');
    const unanswerable = PROFILE_KEYS.filter(({ isProbed }) => !isProbed).map(({ key }) => key);
    expect(open.filter((key) => !unanswerable.includes(key))).toEqual([
      // Its lists are shorter than a page, nobody has made a counteroffer, and it states no limits.
      'lists.pageSize',
      'mapping.words.proposal-state',
      'mapping.words.counteroffer-state',
      'mapping.words.trade-state',
      'mapping.words.price-type',
      'mapping.words.commodity',
      'mapping.words.market',
      'mapping.words.load-profile',
      'mapping.words.quantity-unit',
      'mapping.words.price-unit',
      'mapping.words.currency',
      'mapping.records.counteroffer',
      'limits.ratePerSecond',
      'limits.burst',
      'limits.perDay',
    ]);
    expect(report.calls).toBeLessThanOrEqual(CALLS_MAX);
    expect(code).toBe(0);
  });

  it('has a plan that adds up to the most calls there may be', () => {
    expect(Object.values(PLAN).reduce((sum, { callsMax }) => sum + callsMax, 0)).toBe(CALLS_MAX);
  });
});

describe.each(Object.entries(DIALECTS))(
  'against a platform of another dialect: %s',
  (_, { speaks, truth }) => {
    it('finds what is otherwise, claims nothing that is not so, and only reads', async () => {
      const front = await frontOf(simulator.url, speaks);
      try {
        const out = join(folder, 'draft.json');
        const { code, text } = await probed(front.url, ['--yes', '--json', '--out', out]);
        expect(code).toBe(1);
        const { findings, calls } = jsonOf(text);
        expect(wrongClaims(findings, truth)).toEqual([]);
        const missed = Object.keys(truth).filter(
          (key) =>
            truth[key]?.unknown !== true &&
            findings.find((one) => one.key === key)?.verdict === 'cannot be known from here' &&
            truth[key]?.likely === undefined,
        );
        expect(missed).toEqual([]);
        expect(calls).toBe(front.calls.length);
        expect(calls).toBeLessThanOrEqual(CALLS_MAX);
        expect(
          front.calls.filter(
            ({ method, url }) => method !== 'GET' && !url.pathname.endsWith('/authenticate'),
          ),
        ).toEqual([]);
        expect(readProfile([readFileSync(out, 'utf8')]).ok).toBe(true);
      } finally {
        await front.close();
      }
    });

    it('shows no credentials, token, price or name', async () => {
      const front = await frontOf(simulator.url, speaks);
      try {
        const out = join(folder, 'draft.json');
        const json = await probed(front.url, ['--yes', '--json']);
        const table = await probed(front.url, ['--yes', '--out', out]);
        const all = json.text + json.said + table.text + readFileSync(out, 'utf8');
        const secrets = [CREDENTIALS.apiKey, CREDENTIALS.clientSecret, 'opaque-4711', 'eyJhbGciOi'];
        expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
        const { trades, quotes } = (await (await fetch(`${simulator.url}/simulator/truth`)).json()) as Record<
          'trades' | 'quotes',
          Record<string, unknown>[]
        >;
        const names = [...trades, ...quotes].map((one) => String(one['counterparty']));
        expect(names.length).toBeGreaterThan(0);
        expect(names.filter((name) => all.includes(name))).toEqual([]);
        const prices = JSON.stringify([trades, quotes]).match(/"(?:spread-)?price":-?\d+\.\d+/g) ?? [];
        const digits = prices
          .map((price) => price.split(':')[1] ?? '')
          .filter((price) => !/^-?9*\.9*$/.test(price));
        expect(digits.length).toBeGreaterThan(5);
        expect(digits.filter((price) => all.includes(price))).toEqual([]);
      } finally {
        await front.close();
      }
    });
  },
);

describe('the draft', () => {
  it('probed again as the profile has nothing left that it proves otherwise', async () => {
    const front = await frontOf(simulator.url, OFFSETS);
    try {
      const out = join(folder, 'draft.json');
      await probed(front.url, ['--yes', '--out', out]);
      const again = jsonOf((await probed(front.url, ['--yes', '--json', '--profile', out])).text);
      // The names of its filters nobody has found.
      expect(keysOf(again, 'contradicted')).toEqual(['lists.filters']);
    } finally {
      await front.close();
    }
  });

  it('never goes over a file without a word', async () => {
    const out = join(folder, 'draft.json');
    writeFileSync(out, 'mine');
    const refused = await probed(simulator.url, ['--yes', '--out', out]);
    expect(refused).toMatchObject({ code: 2, said: expect.stringContaining('is there already') as string });
    expect(readFileSync(out, 'utf8')).toBe('mine');
    const forced = await probed(simulator.url, ['--yes', '--out', out, '--force']);
    expect(forced.said).toContain('over what was there');
    expect(readProfile([readFileSync(out, 'utf8')]).ok).toBe(true);
  });
});

describe('before it calls', () => {
  it('shows the calls and asks; without a terminal and without --yes it refuses', async () => {
    const front = await frontOf(simulator.url, OFFSETS);
    try {
      const silent = await probed(front.url, []);
      expect(silent.code).toBe(2);
      expect(silent.said).toContain(`at most ${CALLS_MAX} calls`);
      expect(silent.said).toContain('There is no terminal');
      const declined = await probed(front.url, [], () => Promise.resolve(false));
      expect(declined).toMatchObject({
        code: 2,
        said: expect.stringContaining('Nothing was called.') as string,
      });
      expect(front.calls).toEqual([]);
    } finally {
      await front.close();
    }
  });

  it('needs an environment and an address that is there', async () => {
    expect((await probed('http://127.0.0.1:1', ['--yes'])).code).toBe(2);
    expect((await probed('http://example.com', ['--yes'])).said).toContain('https');
  });
});

describe('a sign-in that nothing opens', () => {
  it('is given up after the calls that were shown, without the secret in what it says', async () => {
    const front = await frontOf(simulator.url, { ...OFFSETS, credentials: () => undefined });
    try {
      const { code, said, text } = await probed(front.url);
      expect(code).toBe(2);
      expect(front.calls.length).toBeLessThanOrEqual(PLAN['sign-in'].callsMax);
      expect(said + text).not.toContain(CREDENTIALS.clientSecret);
    } finally {
      await front.close();
    }
  });
});
