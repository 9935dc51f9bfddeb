import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dialectOf } from '../../../dialects/draw';
import { profileOf } from '../../../dialects/profile';
import { Speaker } from '../../../dialects/speaker/speaker';
import { idText } from '../../../dialects/speaker/values';
import { fastClock } from '../../../src/effects/fast-clock';
import { silentLog } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import { probeCommand } from '../../../src/gateway/cli/probe-command';
import { openConnections } from '../../../src/gateway/platform/http';
import type { Finding } from '../../../src/gateway/probe/findings';
import { CREDENTIALS } from '../../../src/simulator/http/access';
import { startSimulator, type Simulator } from '../../../src/simulator/server';
import { DESK } from '../../../src/simulator/world/counterparty';
import type { TenderRequest } from '../../../src/simulator/world/tender-request';

const MORNING = Date.parse('2026-11-20T09:20:00.000Z');
const PRICE = '947.31';
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

const TIMES = 10;

interface Trying {
  readonly url?: string;
  readonly profile?: object;
  readonly words: readonly string[];
  readonly says?: (question: string) => boolean;
  readonly environment?: string;
  readonly settings?: Readonly<Record<string, string>>;
}

async function tried({ url = simulator.url, profile = {}, words, says, environment, settings }: Trying) {
  const [out, problems] = [new PassThrough(), new PassThrough()];
  const given = join(folder, 'given.json');
  writeFileSync(given, JSON.stringify(profile));
  const asked: string[] = [];
  const code = await probeCommand(
    [
      ...['--environment', environment ?? 'simulator', '--url', url, '--profile', given],
      ...['--yes', '--json', '--writes', ...words],
    ],
    {
      out,
      problems,
      environment: { DESK_DATA: ':memory:', ...settings },
      clock: fastClock(MORNING, TIMES),
      log: silentLog,
      connect: openConnections,
      ...(says && {
        confirm: (question: string) => {
          asked.push(question);
          return Promise.resolve(says(question));
        },
      }),
    },
  );
  const text = String(out.read() ?? '');
  const report = (text === '' ? { findings: [], notes: [] } : JSON.parse(text)) as {
    findings: readonly Finding[];
    notes: readonly string[];
  };
  const verdictOf = (key: string) => report.findings.find((one) => one.key === key)?.verdict;
  const told = String(problems.read() ?? '');
  return { code, text, told, asked, verdictOf, ...report };
}

const yes = (): boolean => true;

function requestOf(role: 'initiator' | 'recipient', isWanted: (one: TenderRequest) => boolean = () => true) {
  const found = [...simulator.world.requests.values()].find(
    (one) =>
      one.role === role && one.state === 'open' && one.legs.length === 1 && !one.allOrNone && isWanted(one),
  );
  if (!found) throw new Error(`There is no single of the ${role}.`);
  return found.id;
}
const ownQuotes = (id: string) =>
  (simulator.world.quotes.get(id) ?? []).filter(({ maker }) => maker === DESK);
const liveOf = (id: string) => ownQuotes(id).filter(({ state }) => state === 'active');

describe('against a platform as the default profile has it', () => {
  it('goes through the steps, each confirmed, and takes back what it put up', async () => {
    const [asked, own] = [requestOf('recipient'), requestOf('initiator')];
    const before = simulator.world.quotes.get(asked)?.length ?? 0;
    const run = await tried({
      words: ['--request', asked, '--price', PRICE, '--request', own, '--price', PRICE],
      says: yes,
    });
    expect(run.asked.map((question) => question.split(' ').slice(0, 3).join(' '))).toEqual([
      'Send quote: ask',
      expect.stringMatching(/^Withdraw quote QT-/),
      'Send price proposal:',
      expect.stringMatching(/^Delete price proposal/),
      'Send price proposal:',
      expect.stringMatching(/^Delete price proposal/),
      'Send counteroffer: bid',
    ]);
    const holding = ['sendQuote', 'withdrawQuote', 'addProposal', 'deleteProposals', 'sendCounteroffer'];
    for (const path of holding) expect([path, run.verdictOf(`paths.${path}`)]).toEqual([path, 'holds']);
    for (const body of ['quote', 'proposal', 'counteroffer'])
      expect([body, run.verdictOf(`mapping.bodies.${body}`)]).toEqual([body, 'holds']);
    expect(simulator.world.quotes.get(asked)?.length).toBeGreaterThan(before);
    expect(liveOf(asked)).toEqual([]);
    expect(simulator.world.proposals.get(asked) ?? []).toEqual([]);
    // Nothing of the interface takes a counteroffer back: it is named.
    const [counteroffer] = simulator.world.counteroffers.get(own) ?? [];
    expect(run.notes.join(' ')).toContain(`Counteroffer ${counteroffer?.id ?? 'none'}`);
  });

  it('shows no secret, price or name in its report', async () => {
    const id = requestOf('recipient');
    const run = await tried({ words: ['--request', id, '--price', PRICE], says: yes });
    const names = (simulator.world.quotes.get(id) ?? []).map(({ maker }) => maker);
    expect(names.length).toBeGreaterThan(1);
    const hidden = [PRICE, CREDENTIALS.apiKey, CREDENTIALS.clientSecret, 'eyJhbGciOi', ...names];
    expect(hidden.filter((one) => run.text.includes(one))).toEqual([]);
  });

  it('sends nothing that was not confirmed, and says what stays when its withdrawal was not', async () => {
    const id = requestOf('recipient');
    const none = await tried({ words: ['--request', id, '--price', PRICE], says: () => false });
    expect(none.asked.length).toBe(2);
    expect(none.verdictOf('paths.sendQuote')).toBe('cannot be known from here');
    const quoted = await tried({
      words: ['--request', id, '--price', PRICE],
      says: (question) => question.startsWith('Send quote'),
    });
    const [left] = (simulator.world.quotes.get(id) ?? []).filter(({ quantity }) => quantity.eq(1));
    expect(left?.state).toBe('active');
    expect(quoted.notes.join(' ')).toContain(
      `Quote ${left?.id ?? 'none'} on request ${id} is still up, for its withdrawal was not confirmed`,
    );
  });
});

describe('a profile that is wrong', () => {
  it('is told by a path that is not there, and what could not be withdrawn is named', async () => {
    const id = requestOf('recipient');
    const run = await tried({
      profile: { paths: { withdrawQuote: '/v2.3/tender/requests/{request-id}/recalled/{quotation-id}' } },
      words: ['--request', id, '--price', PRICE],
      says: (question) => question.includes('uote'),
    });
    expect(run.verdictOf('paths.sendQuote')).toBe('holds');
    expect(run.verdictOf('paths.withdrawQuote')).toBe('contradicted');
    const [left] = (simulator.world.quotes.get(id) ?? []).filter(({ quantity }) => quantity.eq(1));
    expect(run.notes.join(' ')).toContain(`Quote ${left?.id ?? 'none'} on request ${id} is still up`);
  });

  it('is told by a quantity that the platform overlooked', async () => {
    const id = requestOf('recipient');
    const run = await tried({
      profile: { mapping: { bodies: { quote: { fields: { quantity: 'size' } } } } },
      words: ['--request', id, '--price', PRICE],
      says: (question) => question.includes('uote'),
    });
    expect(run.verdictOf('mapping.bodies.quote')).toBe('contradicted');
    expect(run.findings.find(({ key }) => key === 'mapping.bodies.quote')?.says).toContain('quantity');
    expect(run.verdictOf('paths.withdrawQuote')).toBe('holds');
  });

  it('is told by a refusal that names what is missing', async () => {
    const id = requestOf('recipient');
    const run = await tried({
      profile: { mapping: { bodies: { 'offer-leg': { fields: { price: 'amount' } } } } },
      words: ['--request', id, '--price', PRICE],
      says: (question) => question.includes('uote'),
    });
    const finding = run.findings.find(({ key }) => key === 'mapping.bodies.quote');
    expect(finding?.verdict).toBe('contradicted');
    expect(finding?.evidence).toContain('"price"');
    expect(run.verdictOf('paths.sendQuote')).toBe('cannot be known from here');
  });
});

it.each(['status-after', 'hang-after', 'truncated'])(
  'finds and withdraws a quote whose answer is lost (%s)',
  async (kind) => {
    const id = requestOf('recipient');
    await fetch(`${simulator.url}/simulator/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ operation: 'send-quote', kind, status: 502 }),
    });
    const before = (simulator.world.quotes.get(id) ?? []).length;
    const run = await tried({
      words: ['--request', id, '--price', PRICE],
      profile: { records: { ownName: DESK } },
      says: (question) => question.includes('uote'),
    });
    const own = (simulator.world.quotes.get(id) ?? []).filter(({ quantity }) => quantity.eq(1));
    // It is sent once, whatever becomes of its answer.
    expect((simulator.world.quotes.get(id) ?? []).length).toBe(before + 1);
    expect(own.length).toBe(1);
    const isNamed = own.every(({ id: quote }) => run.notes.join(' ').includes(quote));
    expect(own[0]?.state === 'withdrawn' || isNamed).toBe(true);
  },
);

describe('before it writes', () => {
  it('refuses production by its name and by its address, and wants a terminal, a request and a price', async () => {
    const id = requestOf('recipient');
    const words = ['--request', id, '--price', PRICE];
    const production = await tried({ words, says: yes, environment: 'production' });
    expect(production).toMatchObject({ code: 2, asked: [] });
    expect(production.told).toContain('production');
    const byAddress = await tried({
      words,
      says: yes,
      settings: { SERVICE_URL_PRODUCTION: simulator.url },
    });
    expect(byAddress).toMatchObject({ code: 2, asked: [] });
    expect(byAddress.told).toContain('production');
    expect((await tried({ words })).told).toContain('needs a terminal');
    expect((await tried({ words: [], says: yes })).told).toContain('--request');
    expect((await tried({ words: ['--request', id, '--price', 'much'], says: yes })).told).toContain('price');
    expect((await tried({ words: ['--request', id], says: yes })).told).toContain('--price');
  });
});

it.each([3, 11, 20_261_122])(
  'holds at a platform of drawn dialect %d, whose profile it is given',
  async (seed) => {
    const dialect = dialectOf(seed);
    const speaker = await Speaker.open(simulator.url, dialect, () => MORNING);
    try {
      const own = requestOf('recipient');
      const run = await tried({
        url: speaker.url,
        profile: profileOf(dialect),
        words: ['--request', idText(own, dialect), '--price', PRICE],
        says: yes,
      });
      const action = run.findings.filter(({ key }) =>
        /^paths\.(send|withdraw|add|delete)|^mapping\.bodies/.test(key),
      );
      expect(action.filter(({ verdict }) => verdict === 'contradicted')).toEqual([]);
      for (const key of ['paths.sendQuote', 'paths.withdrawQuote', 'mapping.bodies.quote'])
        expect([key, run.verdictOf(key)]).toEqual([key, 'holds']);
      expect(
        (simulator.world.quotes.get(own) ?? []).every(
          ({ quantity, state }) => !quantity.eq(1) || state === 'withdrawn',
        ),
      ).toBe(true);
    } finally {
      await speaker.close();
    }
  },
);
