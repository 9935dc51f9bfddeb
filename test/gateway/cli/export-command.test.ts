import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failed, success, type Failure } from '../../../src/domain/failure';
import { countedIds } from '../../../src/effects/ids';
import { exportCommand, type ExitCode } from '../../../src/gateway/cli/export-command';
import { readOptions } from '../../../src/gateway/cli/export-options';
import { GatewayClient } from '../../../src/gateway/cli/gateway-client';
import { settingsFor } from '../../../src/gateway/cli/typed-options';
import { failure } from '../twins/fake-platform';
import { testGateway, type TestGateway } from '../twins/gateway';
import { readWorkbook } from '../trades/export/read-workbook';

const PERIOD = ['--from', '2026-11-01', '--to', '2026-11-20'];
const NOT_OVER =
  /^2026-11-20 is not over: complete up to 2026-11-20T[\d:.]+Z, but for standard spreads whose .+\.$/;
const ESCAPE = String.fromCharCode(27);

let folder = '';
let desk: TestGateway;
let ids = countedIds();
beforeEach(async () => {
  ids = countedIds();
  folder = mkdtempSync(join(tmpdir(), 'export-'));
  desk = await testGateway();
  for (const id of ['T-1', 'T-2']) {
    desk.service.addTrade({ 'trade-id': id, commodity: 'power', action: 'buy', price: -4.25, quantity: 1 });
  }
});
afterEach(async () => {
  await desk.stop();
  rmSync(folder, { recursive: true, force: true });
});

const path = (name: string): string => join(folder, name);

class Said extends Writable {
  text = '';
  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.text += chunk.toString('utf8');
    done();
  }
}

interface Run {
  readonly code: ExitCode;
  readonly out: string;
  readonly problems: string;
}

async function run(
  words: readonly string[],
  over: {
    isTerminal?: boolean;
    environment?: string;
    interrupted?: () => boolean;
    eachLook?: () => void;
  } = {},
): Promise<Run> {
  const [out, problems] = [new Said(), new Said()];
  let interrupt = (): void => undefined;
  let code: ExitCode | undefined;
  const door = new GatewayClient(`http://127.0.0.1:${desk.gateway.port}`, desk.gateway.programKey);
  const done = exportCommand(words, {
    out,
    problems,
    isTerminal: over.isTerminal ?? false,
    connect: async () => success({ door, isOwn: true, close: () => door.close() }),
    environment: over.environment,
    clock: desk.clock,
    ids,
    onInterrupt: (listener) => (interrupt = listener),
  }).then((ended) => (code = ended));
  for (let look = 0; code === undefined && look < 100_000; look++) {
    if (over.interrupted?.()) interrupt();
    over.eachLook?.();
    await desk.clock.advance(100);
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (code === undefined) throw new Error(`It never ended: ${problems.text}`);
  await done;
  return { code, out: out.text, problems: problems.text };
}

/** As the platform's calls say it while the gateway leaves it alone. */
const OUTAGE: Failure = {
  kind: 'unavailable',
  message: 'The platform does not work.',
  next: 'Updates are paused. You can still send.',
};

describe('npm run export', () => {
  it('says what it costs, captures, and writes the file whole', async () => {
    const { code, problems } = await run([...PERIOD, '--out', path('trades.csv')]);
    expect(code).toBe(0);
    expect(problems).toContain('In simulator: 3 calls or more for the list.');
    expect(problems).toContain('2 of 2 trades');
    expect(problems).not.toContain(ESCAPE);
    expect(readFileSync(path('trades.csv'), 'utf8')).toContain('-4.25');
    expect(readdirSync(folder)).toEqual(['trades.csv']);
  });

  it('counts beside the list what it keeps of it, so that the sum is that of the file', async () => {
    await run([...PERIOD, '--out', path('first.csv')]);
    desk.service.tradeRaws.shift();
    const { problems } = await run([...PERIOD, '--out', path('second.csv')]);
    expect(problems).toContain('1 of 1 trades on the list, 1 kept beside it');
    expect(problems).toContain('2 trades are written');
    expect(problems).toContain('1 of them the platform does not list any more');
  });

  it('stands in the journal under the name that it was written by, and not under one that never was', async () => {
    await run([...PERIOD, '--out', path('desk.csv')]);
    const files = (await desk.journal.entries(20)).filter(({ entry }) => entry === 'trades-file');
    expect(files).toMatchObject([{ file: { name: 'desk.csv', rows: 2 } }]);
    expect(files[0]?.shown).toContain('exported desk.csv, 2 trades');
  });

  it('writes a workbook that says what it covers, and why it may not be complete', async () => {
    const words = [...PERIOD, '--commodity', 'power', '--format', 'xlsx', '--out', path('trades.xlsx')];
    expect(await run(words)).toMatchObject({ code: 0 });
    const rows = readWorkbook(readFileSync(path('trades.xlsx'))).get('about')?.rows ?? [];
    const about = rows.map((row) => row.map((cell) => cell?.value));
    expect(about).toEqual(
      expect.arrayContaining([
        ['environment', 'simulator'],
        ['days asked for', '2026-11-01 to 2026-11-20, both included, in Europe/Berlin'],
        ['commodities', 'power'],
        ['trades in this file', '2'],
        ['could not be read by the newest download of just these trades', '0'],
        ['complete', 'not proven: see below'],
      ]),
    );
    expect(about).toEqual(
      expect.arrayContaining([
        ['power bought: quantity, no unit', '2'],
        ['legs whose money is not known', '2'],
      ]),
    );
    expect(about.at(-1)).toEqual(['not proven complete', expect.stringMatching(NOT_OVER)]);
    // Sums are numbers, to be added up.
    expect(rows.find(([name]) => name?.value === 'power bought: quantity, no unit')?.[1]).toMatchObject({
      type: 'number',
      format: '#,##0',
    });
  });

  it('says whether the file is complete, and writes it down beside it', async () => {
    const words = [...PERIOD, '--out', path('trades.csv'), '--about', path('about.json')];
    const { code, problems } = await run(words);
    expect(code).toBe(0);
    expect(problems).toMatch(/Not proven complete: 2026-11-20 is not over: complete up to 2026-11-20T/);
    expect(JSON.parse(readFileSync(path('about.json'), 'utf8'))).toMatchObject({
      trades: 2,
      file: 'trades.csv',
      'file-sha-256': createHash('sha256')
        .update(readFileSync(path('trades.csv')))
        .digest('hex'),
      complete: false,
      problems: [expect.stringMatching(NOT_OVER)],
      sums: { 'power bought: quantity, no unit': '2', 'legs whose money is not known': '2' },
    });
    expect(problems).toContain(
      'with --from 2026-11-01 --to 2026-11-20 for its days and --force to write over it',
    );
    expect(await run(words)).toMatchObject({ code: 2 });
    const past = ['--from', '2026-11-01', '--to', '2026-11-02', '--out', path('past.csv')];
    expect((await run(past)).problems).toContain(
      'It is complete for 2026-11-01 to 2026-11-02, both included: every trade that the platform listed, with its prices. Today is not in it.',
    );
  });

  it('sends nobody for more later where only the operator can help', async () => {
    for (const id of ['T-8', 'T-9'])
      desk.service.addTrade({
        'trade-id': id,
        'traded-at': '2026-11-01T12:00:00Z',
        action: 'buy',
        price: 1,
        quantity: 1,
      });
    const past = ['--from', '2026-11-01', '--to', '2026-11-01', '--force', '--out', path('past.csv')];
    expect((await run(past)).problems).toContain('2 trades are written');
    desk.service.tradeRaws.pop();
    await desk.clock.advance(3_600_000);
    const { problems } = await run(past);
    expect(problems).toContain('Not proven complete: 1 trade not listed any more');
    expect(problems).not.toContain('run the same later');
  });

  it('ends with 2 and leaves files as they are when no trade ever had the name of a filter, and with 0 when some day had', async () => {
    expect(await run([...PERIOD, '--out', path('all.csv')])).toMatchObject({ code: 0 });
    const typo = await run([...PERIOD, '--commodity', 'pwer', '--out', path('typo.csv')]);
    expect(typo.code).toBe(2);
    expect(typo.problems).toContain(
      'No trade has the commodity pwer. Did you mean power? Known are: gas, goo, power. Correct the filter, or leave it out. Nothing was written.',
    );
    expect(typo.problems).not.toContain('complete');
    expect(existsSync(path('typo.csv'))).toBe(false);
    const before = readFileSync(path('all.csv'), 'utf8');
    const over = ['--force', '--require-complete', '--out', path('all.csv')];
    for (const filter of [
      ['--commodity', 'electricity'],
      ['--venue', 'exchange'],
    ]) {
      const unheard = await run([...PERIOD, ...filter, ...over]);
      expect(unheard.code).toBe(2);
      expect(unheard.problems).toContain(`No trade has the ${filter.join(' ').slice(2)}.`);
      expect(unheard.problems).not.toContain('complete');
      expect(readFileSync(path('all.csv'), 'utf8')).toBe(before);
    }
    const early = ['--from', '2026-11-01', '--to', '2026-11-02', '--commodity', 'power'];
    const none = await run([...early, '--out', path('none.csv')]);
    expect(none.code).toBe(0);
    expect(none.problems).toContain('No trade of commodity power in this period.');
  });

  it('tells of a name of the interface that no trade had yet, and writes the file', async () => {
    const words = [...PERIOD, '--venue', 'green', '--commodity', 'goo', '--out', path('goo.csv')];
    const { code, problems } = await run(words);
    expect(code).toBe(0);
    expect(problems).toContain('No trade had the venue green yet. There are: tender.');
    expect(problems).toContain('No trade had the commodity goo yet. There are: power.');
  });

  it('takes several names with commas between them, as the pane does', async () => {
    desk.service.addTrade({ 'trade-id': 'T-3', commodity: 'gas', action: 'buy', price: 30, quantity: 1 });
    for (const names of ['power,gas', 'gas, power']) {
      const { code, problems } = await run([
        ...PERIOD,
        '--commodity',
        names,
        '--force',
        '--out',
        path('t.csv'),
      ]);
      expect(code).toBe(0);
      expect(problems).toContain('3 trades are written');
    }
  });

  it('ends with 2 when the days have not begun, and writes no file', async () => {
    const words = ['--from', '2026-12-01', '--to', '2026-12-31', '--out', path('trades.csv')];
    const { code, problems } = await run(words);
    expect(code).toBe(2);
    expect(problems).toContain('have not begun');
    expect(existsSync(path('trades.csv'))).toBe(false);
  });

  it('draws a bar on a terminal', async () => {
    const { problems } = await run([...PERIOD, '--out', path('trades.csv')], { isTerminal: true });
    expect(problems).toContain(`\r${ESCAPE}[2K[##############################] 2 of 2 trades\n`);
  });

  it('shows the cost alone in a dry run', async () => {
    expect(await run([...PERIOD, '--dry-run'])).toMatchObject({ code: 0 });
    expect(desk.service.calls).toEqual([]);
  });

  it('writes over a file only when told to', async () => {
    writeFileSync(path('trades.csv'), 'mine');
    expect(await run([...PERIOD, '--out', path('trades.csv')])).toMatchObject({ code: 2 });
    expect(readFileSync(path('trades.csv'), 'utf8')).toBe('mine');
    expect(await run([...PERIOD, '--out', path('trades.csv'), '--force'])).toMatchObject({ code: 0 });
    expect(readFileSync(path('trades.csv'), 'utf8')).toContain('T-1');
  });

  it('fetches again what is kept where it is told to, and names what differs', async () => {
    await run([...PERIOD, '--out', path('trades.csv')]);
    Object.assign(desk.service.tradeRaws[0] ?? {}, { price: 77.25 });
    expect((await run([...PERIOD, '--out', path('trades.csv'), '--force'])).problems).not.toContain(
      'differs',
    );
    await desk.clock.advance(1_000);
    const again = await run([...PERIOD, '--fetch-again', '--out', path('trades.csv'), '--force']);
    expect(again).toMatchObject({ code: 0 });
    expect(again.problems).toContain(
      '1 trade differs from what was kept, and is replaced. T-1: price -4.25 → 77.25.',
    );
    expect(again.problems).not.toContain('Empty now');
    expect(readFileSync(path('trades.csv'), 'utf8')).toContain('77.25');
    expect(desk.service.callsOf('trade')).toHaveLength(4);
    Object.assign(desk.service.tradeRaws[1] ?? {}, { commodity: null });
    await desk.clock.advance(1_000);
    const emptied = await run([...PERIOD, '--fetch-again', '--out', path('trades.csv'), '--force']);
    expect(emptied.problems).toContain('Empty now: commodity of T-2. Ask the operator.');
  });

  it('ends with 3 when the calls of the day are spent, and goes on with the same capture', async () => {
    desk.service.down = { ...failure('quota-spent'), until: desk.clock.now() + 3_600_000 };
    const spent = await run([...PERIOD, '--out', path('trades.csv')]);
    expect(spent.code).toBe(3);
    expect(spent.problems).toContain('Run the same again');
    expect(existsSync(path('trades.csv'))).toBe(false);
    desk.service.down = undefined;
    await desk.clock.advance(3_600_000);
    expect(await run([...PERIOD, '--out', path('trades.csv')])).toMatchObject({ code: 0 });
    expect(desk.service.callsOf('trade')).toHaveLength(2);
  });

  it('leaves at Ctrl-C what can be gone on with', async () => {
    desk.service.down = failure('unavailable');
    const stopped = await run([...PERIOD, '--out', path('trades.csv')], {
      interrupted: () => desk.service.calls.length > 0,
    });
    desk.service.down = undefined;
    expect(stopped.code).toBe(3);
    expect(stopped.problems).toContain('It was stopped before the end.');
    expect(await run([...PERIOD, '--out', path('trades.csv')])).toMatchObject({ code: 0 });
  });

  it('writes the file and ends with 1 when trades are missing in it, naming them', async () => {
    desk.service.addTrade({ 'trade-id': 'T-3', action: 'buy', price: 'abc' });
    const { code, problems } = await run([...PERIOD, '--out', path('trades.csv')]);
    expect(code).toBe(1);
    expect(problems).toContain('2 trades are written');
    expect(problems).toContain('1 could not be read and is not in the file:\n  Trade T-3: ');
  });

  it('says how many trades were cancelled, which are in the file and in no sum', async () => {
    Object.assign(desk.service.tradeRaws[0] ?? {}, { status: 'voided' });
    const words = [...PERIOD, '--about', path('about.json'), '--out', path('trades.csv')];
    const { code, problems } = await run(words);
    expect(code).toBe(0);
    expect(problems).toContain(
      '2 trades are written to ' +
        `${path('trades.csv')}. 1 of them is cancelled by the record (column cancelled) and in no sum.`,
    );
    expect(JSON.parse(readFileSync(path('about.json'), 'utf8'))).toMatchObject({ trades: 2, cancelled: 1 });
  });

  it('says that a trade that could not be read again is in the file as it was stored', async () => {
    await run([...PERIOD, '--out', path('trades.csv')]);
    const stored = new Date(desk.clock.now()).toISOString().slice(0, 10);
    await desk.clock.advance(3_600_000);
    const [first] = desk.service.tradeRaws;
    Object.assign(first ?? {}, { price: 'abc' });
    const again = await run([...PERIOD, '--fetch-again', '--force', '--out', path('trades.csv')]);
    expect(again.code).toBe(1);
    expect(again.problems).toContain('2 trades are written');
    expect(again.problems).toContain(
      `1 could not be read again and is in the file as stored before:\n  Trade ${String(first?.['trade-id'])}, as stored on ${stored}: `,
    );
    expect(again.problems).not.toContain('not in the file');
    expect(readFileSync(path('trades.csv'), 'utf8')).toContain(String(first?.['trade-id']));
  });

  it('does nothing at a gateway that is signed in elsewhere, or without one', async () => {
    const elsewhere = await run([...PERIOD, '--out', path('t.csv')], { environment: 'production' });
    expect(elsewhere).toMatchObject({ code: 1 });
    expect(elsewhere.problems).toContain(
      'is signed in to simulator, and SERVICE_ENVIRONMENT says production',
    );
    expect(desk.service.calls).toEqual([]);
    const problems = new Said();
    const code = await exportCommand([...PERIOD, '--out', path('t.csv')], {
      out: new Said(),
      problems,
      isTerminal: false,
      connect: async () => failed(failure('signed-out', 'Nobody is signed in.')),
      environment: undefined,
      clock: desk.clock,
      ids: countedIds(),
      onInterrupt: () => undefined,
    });
    expect([code, problems.text]).toEqual([1, 'Nobody is signed in. Look again.\n']);
  });

  it('finds that a folder is not there before anything is read, of the file and of what it covers', async () => {
    const out = join(folder, 'nowhere', 'trades.csv');
    for (const words of [
      ['--out', out],
      ['--out', path('trades.csv'), '--about', out],
    ]) {
      const { code, problems } = await run([...PERIOD, ...words]);
      expect(code).toBe(2);
      expect(problems).toContain(`${out} cannot be written: its folder is not there`);
    }
    expect(desk.service.calls).toEqual([]);
    expect(await run([...PERIOD, '--out', path('trades.csv')])).toMatchObject({ code: 0 });
  });

  it('waits for a platform that does not answer, and writes the file when it does', async () => {
    desk.service.down = OUTAGE;
    // Signed in all the same, as a platform is that answers 503.
    desk.platform.become({ signedIn: true, failure: OUTAGE });
    const asked = (): number => desk.service.calls.length;
    const back = desk.clock.now() + 4 * 60_000;
    const { code, problems } = await run([...PERIOD, '--out', path('trades.csv')], {
      eachLook: () => void (desk.clock.now() > back && (desk.service.down = undefined)),
    });
    expect([code, existsSync(path('trades.csv'))]).toEqual([0, true]);
    expect(asked()).toBeGreaterThan(1);
    expect(problems).toContain('The platform does not work. It is asked again, for up to 10 minutes.');
    expect(problems).not.toContain('You can still send');
  });

  it('gives up an outage within its limit, says that nothing was written and what to do, and ends with 3', async () => {
    desk.service.down = OUTAGE;
    const begun = desk.clock.now();
    const { code, problems } = await run([...PERIOD, '--out', path('trades.csv')]);
    expect(code).toBe(3);
    expect(problems).toContain('The platform does not work. Nothing was written. Run the same again');
    expect(problems).not.toContain('You can still send');
    const minutes = (desk.clock.now() - begun) / 60_000;
    expect(minutes).toBeGreaterThan(9);
    expect(minutes).toBeLessThan(13);
    expect(existsSync(path('trades.csv'))).toBe(false);
  });

  it.each([['--out', 'trades.csv'], ['--dry-run']])(
    'waits likewise while nobody can be signed in: %s',
    async (word, name?: string) => {
      const words = [...PERIOD, word, ...(name === undefined ? [] : [path(name)])];
      desk.platform.become({ signedIn: false, failure: OUTAGE });
      const given = await run(words);
      expect(given.code).toBe(3);
      expect(given.problems).toContain(
        'The platform does not work. It is asked again, for up to 10 minutes.',
      );
      const back = desk.clock.now() + 60_000;
      const { code } = await run(words, {
        eachLook: () => void (desk.clock.now() > back && desk.platform.become({ signedIn: true })),
      });
      expect(code).toBe(0);
    },
  );

  it('takes yesterday by the day of the service, not by that of this computer', async () => {
    // Just after midnight in Berlin it is still the day before in Greenwich.
    await desk.clock.advance(Date.parse('2026-11-20T23:30:00Z') - desk.clock.now());
    const words = ['--last', '1', '--out', path('trades.csv'), '--about', path('about.json')];
    expect(await run(words)).toMatchObject({ code: 0 });
    expect(JSON.parse(readFileSync(path('about.json'), 'utf8'))).toMatchObject({
      from: '2026-11-20',
      to: '2026-11-20',
    });
  });

  it('refuses days to come without the platform', async () => {
    desk.platform.become({ signedIn: false, failure: OUTAGE });
    const { code, problems } = await run(['--from', '2027-01-01', '--to', '2027-01-31', '--dry-run']);
    expect([code, problems]).toEqual([
      2,
      'The days from 2027-01-01 on have not begun. Choose days up to today.\n',
    ]);
  });

  it('ends with 4 where a file has to be proven complete and is not, and with 0 where it is', async () => {
    const required = async (to: string, file: string): Promise<Run> =>
      run(['--from', '2026-11-01', '--to', to, '--require-complete', '--out', path(file)]);
    expect(await required('2026-11-20', 'early.csv')).toMatchObject({ code: 4 });
    expect(readFileSync(path('early.csv'), 'utf8')).toContain('T-1');
    expect(await required('2026-11-02', 'past.csv')).toMatchObject({ code: 0 });
  });
});

const TODAY = '2026-11-20';

describe('its words', () => {
  it.each([
    [['--last', '7'], '2026-11-13', '2026-11-19'],
    [['--last', '1'], '2026-11-19', '2026-11-19'],
    [['--from', 'yesterday'], '2026-11-19', '2026-11-20'],
    [['--from', 'yesterday', '--to', 'yesterday'], '2026-11-19', '2026-11-19'],
    [['--from', '2026-11-01'], '2026-11-01', '2026-11-20'],
    [['--from', '2026-11-01', '--to', 'today'], '2026-11-01', '2026-11-20'],
  ])('that follow the day are days: %j', (words, from, to) => {
    expect(readOptions([...words, '--out', 't'], TODAY)).toMatchObject({ value: { wanted: { from, to } } });
  });

  it('that the manual gives for a job of every night are right', () => {
    const manual = readFileSync(new URL('../../../docs/export.md', import.meta.url), 'utf8');
    const jobs = manual.split('\n').filter((line) => /^ {4}30 0 \* \* \* /.test(line));
    expect(jobs).toEqual([expect.stringContaining('spreaddesk.mjs export ')]);
    for (const job of jobs) {
      expect(job).toContain(' --env-file=');
      const words = job.split('spreaddesk.mjs export ')[1]?.trim().split(/\s+/) ?? [];
      expect(readOptions(words, TODAY)).toMatchObject({ value: { command: 'export', force: true } });
    }
  });

  it('are read, names in lower case', () => {
    const words = [...PERIOD, '--venue', 'Tender', '--venue', 'market', '--commodity', 'power', '--out', 't'];
    expect(readOptions([...words, '--separator', 'tab', '--decimal', ','], TODAY)).toEqual({
      ok: true,
      value: {
        command: 'export',
        anew: false,
        wanted: {
          from: '2026-11-01',
          to: '2026-11-20',
          venues: ['tender', 'market'],
          commodities: ['power'],
        },
        style: { format: 'csv', preset: 'desk', separator: '\t', decimal: ',' },
        out: 't',
        force: false,
        requireComplete: false,
      },
    });
    expect(
      readOptions(
        [...PERIOD, '--venue', 'tender,Market', '--commodity', ' gas , power,', '--dry-run'],
        TODAY,
      ),
    ).toMatchObject({ value: { wanted: { venues: ['tender', 'market'], commodities: ['gas', 'power'] } } });
    expect(readOptions(['--help'], TODAY)).toMatchObject({ value: { command: 'help' } });
  });

  it.each([
    [[]],
    [['--to', '2026-11-01', '--out', 't']],
    [['--from', '2026-11-01']],
    [['--last', '0', '--out', 't']],
    [['--last', 'week', '--out', 't']],
    [['--last', '7', '--from', '2026-11-01', '--out', 't']],
    [['--from', 'tomorrow', '--out', 't']],
    [PERIOD],
    [['--from', '2026-11-20', '--to', '2026-11-01', '--out', 't']],
    [['--from', '20.11.2026', '--to', '2026-11-21', '--out', 't']],
    [[...PERIOD, '--out', 't', '--format', 'doc']],
    [[...PERIOD, '--out', 't', '--preset', 'mine']],
    [[...PERIOD, '--out', 't', '--separator', '|']],
    [[...PERIOD, '--out', 't', '--decimal', ';']],
    [[...PERIOD, '--out', 't', '--format', 'xlsx', '--separator', ';']],
    [[...PERIOD, '--out', 't', '--secret', 'x']],
    [[...PERIOD, '--out', 't.csv', '--format', 'xlsx']],
    [[...PERIOD, '--out', 'T.XLSX']],
    [[...PERIOD, 'export', '--out', 't']],
    [[...PERIOD, '--venue', ',', '--out', 't']],
  ])('that are not right are refused: %j', (words) => {
    expect(readOptions(words, TODAY)).toMatchObject({ ok: false, failure: { kind: 'invalid-argument' } });
  });

  it.each([
    [['--from', '2026-11-20', '--to', '2026-11-01'], '--from 2026-11-20 is later than --to 2026-11-01. Swap'],
    [['--from', '2027-11-01', '--out', 'x.csv'], 'The days from 2027-11-01 on have not begun: today is '],
    [['--from', '20.11.2026', '--to', '2026-11-21'], '--from 20.11.2026 is no day as it is written here'],
    [['--from', '2026-11-31', '--to', '2026-11-27'], '2026-11-31 is no day of the calendar.'],
    [['--fro', '2026-11-20'], 'There is no option --fro. There are --last, --from, --to,'],
    [['--from'], '--from needs a value behind it.'],
    [['--from', '-7'], 'The value of --from begins with -: write --from="-7".'],
    [[...PERIOD, '--port', ''], '--port needs a value behind it.'],
    [[...PERIOD, '--data='], '--data needs a value behind it.'],
    [[...PERIOD, '--venue', ''], '--venue needs a value behind it.'],
    [['--from', '2026-11-20', '--force=yes'], '--force takes no value.'],
    [['trades.csv'], '"trades.csv" has no option before it'],
  ])('say what of them is not right: %j', (words, problem) => {
    const message = expect.stringContaining(problem) as string;
    expect(readOptions([...words, '--out', 't'], TODAY)).toMatchObject({ failure: { message } });
  });

  it('name the gateway that is meant, in place of the settings', async () => {
    const asked: unknown[] = [];
    const connect = async (gateway: unknown) => {
      asked.push(gateway);
      return failed(failure('unavailable'));
    };
    const outside = { out: new Said(), problems: new Said(), isTerminal: false, connect };
    const rest = {
      environment: undefined,
      clock: desk.clock,
      ids: countedIds(),
      onInterrupt: () => undefined,
    };
    const words = [...PERIOD, '--dry-run', '--port', '4000', '--data', '/tmp/desk'];
    expect(await exportCommand(words, { ...outside, ...rest })).toBe(1);
    expect(asked).toEqual([{ port: '4000', data: '/tmp/desk' }]);
    const settings = { DESK_PORT: '3000', DESK_DATA: 'data' };
    expect(settingsFor(settings, { port: '4000' })).toEqual({ DESK_PORT: '4000', DESK_DATA: 'data' });
  });

  it.each(['2026-02-31', '2026-11-31'])('of %s say that the calendar has no such day', (day) => {
    expect(readOptions(['--from', day, '--out', 't'], '2026-12-01')).toMatchObject({
      failure: { message: `${day} is no day of the calendar.` },
    });
  });
});
