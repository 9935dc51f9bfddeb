import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CellRegister } from '../../../src/client/cell-register';
import { RequestId, TradeId } from '../../../src/domain/identifiers';
import { ManualClock } from '../../../src/effects/manual-clock';
import { CellFailure, WAITING } from '../../../src/functions/cells/cell-failure';
import { cellOf } from '../../../src/functions/cells/cells';
import { SheetTime } from '../../../src/functions/cells/sheet-time';
import { valueOf } from '../../../src/functions/cells/context';
import { ageFormula } from '../../../src/functions/formulas/age';
import { statusFormula } from '../../../src/functions/formulas/desk';
import { recordFormula, REQUEST_RECORD } from '../../../src/functions/formulas/records';
import { spreadPrices } from '../../../src/functions/formulas/computed-prices';
import { stream } from '../../../src/functions/cells/stream';
import { tradesFormula } from '../../../src/functions/formulas/trade-table';
import { requestOf, START } from '../../client/page';
import { installOffice, openWorkbook } from '../excel-page';
import { rawReference, rawSpread, rawTrade } from '../raw-records';

let uninstall = (): void => undefined;
beforeEach(() => (uninstall = installOffice()));
afterEach(() => uninstall());

const rfq = (id: unknown, field: unknown) => () => recordFormula(REQUEST_RECORD, { id, field });
const state = rfq('RQ-1', 'state');

/** Lets what is due within the pace of a cell be worked out. */
const PACE_MS = 250;

describe('errors in a block', () => {
  const mixed = () => [[1, new CellFailure('#N/A', 'No price.')]];
  afterEach(() => void Reflect.deleteProperty(globalThis, 'Office'));
  const excelOf = (version: string): void => {
    const requirements = {
      isSetSupported: (set: string, wanted: string) => set === 'CustomFunctionsRuntime' && wanted <= version,
    };
    Reflect.set(globalThis, 'Office', { context: { requirements } });
  };

  it('are errors in an Excel that takes them', async () => {
    excelOf('1.4');
    expect((await openWorkbook()).calculate(mixed).last).toEqual([[1, '#N/A No price.']]);
  });

  it('are their text in an older one, which would make all of it #VALUE!', async () => {
    excelOf('1.3');
    expect((await openWorkbook()).calculate(mixed).last).toEqual([[1, '#N/A']]);
    const alone = () => [[new CellFailure('#N/A', 'No price.')]];
    expect((await openWorkbook()).calculate(alone).last).toBe('#N/A No price.');
  });
});

describe('days and moments', () => {
  afterEach(() => void Reflect.deleteProperty(globalThis, 'Office'));
  const shownBy = async (version: string): Promise<unknown> => {
    const isSetSupported = (set: string, wanted: string) =>
      set === 'CustomFunctionsRuntime' && wanted <= version;
    Reflect.set(globalThis, 'Office', { context: { requirements: { isSetSupported } } });
    const time = new SheetTime('Europe/Berlin', undefined, true);
    const row = [cellOf('2026-11-20', 'from', time), cellOf('2026-11-20T11:00:00Z', 'at', time), 7];
    return (await openWorkbook()).calculate(() => [row]).last;
  };

  it('bring their formats along where the desk wants that and Excel takes it', async () => {
    expect(await shownBy('1.4')).toEqual([
      [
        { type: 'FormattedNumber', basicValue: 46_346, numberFormat: 'dd-mmm-yyyy' },
        { type: 'FormattedNumber', basicValue: 46_346.5, numberFormat: 'dd-mmm-yyyy hh:mm:ss' },
        7,
      ],
    ]);
  });

  it('are plain numbers in an older Excel', async () => {
    expect(await shownBy('1.3')).toEqual([[46_346, 46_346.5, 7]]);
  });
});

describe('a live cell', () => {
  it('sends nothing until the first answer, then the value', async () => {
    const book = await openWorkbook();
    const cell = book.calculate(state);
    await book.clock.advance(1_000);
    expect(cell.results).toEqual([]);
    book.greet();
    book.answers(requestOf('RQ-1'), rawSpread('RQ-1'));
    await book.clock.advance(PACE_MS);
    expect(cell.results).toEqual([[['open']]]);
  });

  it('shows its first value as soon as it comes, and later ones at the pace of a cell', async () => {
    const book = await openWorkbook();
    const cell = book.calculate(state);
    await book.clock.advance(10);
    book.greet();
    await book.clock.advance(10);
    book.answers(requestOf('RQ-1'), rawSpread('RQ-1'));
    await book.clock.advance(0);
    expect(cell.results).toEqual([[['open']]]);
    book.answers(requestOf('RQ-1'), rawSpread('RQ-1', { state: 'traded' }));
    await book.clock.advance(PACE_MS / 2);
    expect(cell.results).toHaveLength(1);
    await book.clock.advance(PACE_MS / 2);
    expect(cell.last).toEqual([['traded']]);
  });

  it('is not worked out again when its answer is only asked for again', async () => {
    const book = await openWorkbook();
    let runs = 0;
    book.calculate(() => (desk) => {
      runs += 1;
      return valueOf(desk, requestOf('RQ-1')) instanceof CellFailure ? WAITING : [['known']];
    });
    await book.clock.advance(0);
    book.answers(requestOf('RQ-1'), rawSpread('RQ-1'), { staleAt: START + 60_000 });
    await book.clock.advance(PACE_MS);
    const before = runs;
    const again = { state: 'refreshing', staleAt: START + 60_000 };
    book.answers(requestOf('RQ-1'), undefined, again);
    await book.clock.advance(PACE_MS);
    expect(runs).toBe(before);
    book.answers(requestOf('RQ-1'), rawSpread('RQ-1', { state: 'traded' }));
    await book.clock.advance(PACE_MS);
    expect(runs).toBe(before + 1);
  });

  it('shows what is known at once, within the call of Excel', async () => {
    const book = await openWorkbook();
    book.calculate(state);
    await book.clock.advance(0);
    book.greet();
    book.answers(requestOf('RQ-1'), rawSpread('RQ-1'));
    await book.clock.advance(PACE_MS);
    expect(book.calculate(state).results).toEqual([[['open']]]);
  });

  it('sends a result only when it differs from the last one sent', async () => {
    const book = await openWorkbook();
    const cell = book.calculate(state);
    await book.clock.advance(0);
    book.greet();
    for (let minute = 1; minute <= 5; minute++) {
      book.answers(requestOf('RQ-1'), rawSpread('RQ-1', { minute }), { fetchedAt: START + minute });
      await book.clock.advance(PACE_MS);
      book.answers(requestOf('RQ-1'), undefined, { state: 'refreshing' });
      await book.clock.advance(PACE_MS);
    }
    expect(cell.results).toHaveLength(1);
    book.answers(requestOf('RQ-1'), rawSpread('RQ-1', { state: 'traded' }));
    await book.clock.advance(PACE_MS);
    expect(cell.results).toEqual([[['open']], [['traded']]]);
  });

  it('says after ten seconds without an answer that there is none, and heals', async () => {
    const book = await openWorkbook();
    const cell = book.calculate(state);
    await book.clock.advance(9_999);
    expect(cell.results).toEqual([]);
    await book.clock.advance(1);
    expect(cell.results).toEqual([expect.stringMatching(/^#N\/A No answer yet/)]);
    book.greet();
    book.answers(requestOf('RQ-1'), rawSpread('RQ-1'));
    await book.clock.advance(PACE_MS);
    expect(cell.last).toEqual([['open']]);
  });

  it('says that the gateway is not there when it is not', async () => {
    const book = await openWorkbook((gateway) => (gateway.down = true));
    const cell = book.calculate(state);
    await book.clock.advance(10_000);
    expect(cell.results).toEqual([expect.stringMatching(/^#N\/A The SpreadDesk gateway does not answer/)]);
  });

  it('asks to sign in at once, and heals when somebody has', async () => {
    const book = await openWorkbook();
    const cell = book.calculate(state);
    await book.clock.advance(0);
    book.greet({ signedIn: false });
    await book.clock.advance(PACE_MS);
    expect(cell.results).toEqual(['#N/A Sign in on the SpreadDesk pane.']);
    book.greet();
    book.answers(requestOf('RQ-1'), rawSpread('RQ-1'));
    await book.clock.advance(PACE_MS);
    expect(cell.last).toEqual([['open']]);
  });

  it('turns stale at its moment, though the gateway is away', async () => {
    const book = await openWorkbook();
    const cell = book.calculate(state);
    await book.clock.advance(0);
    book.greet();
    book.answers(requestOf('RQ-1'), rawSpread('RQ-1'), { staleAt: START + 30_000 });
    await book.clock.advance(PACE_MS);
    book.gateway.down = true;
    book.gateway.socket.cut();
    await book.clock.advance(29_000);
    expect(cell.last).toEqual([['open']]);
    await book.clock.advance(1_000);
    expect(cell.last).toBe(
      '#N/A Stale: last confirmed 13:00:00 CET. The SpreadDesk gateway does not answer. Check that it is running; the cell updates when it is back.',
    );
  });

  it('shows no value of before once the session of its page was ended, and DESK.STATUS says so', async () => {
    const book = await openWorkbook();
    const cell = book.calculate(state);
    const age = book.calculate(() => ageFormula({ id: 'RQ-1', field: 'state' }));
    const fields = [['signed-in', 'connection', 'problem', 'told-at', 'environment']];
    const status = book.calculate(() => statusFormula({ field: fields }));
    await book.clock.advance(0);
    book.greet();
    book.answers(requestOf('RQ-1'), rawSpread('RQ-1'));
    await book.clock.advance(PACE_MS);
    expect(cell.last).toEqual([['open']]);
    book.gateway.isPaired = false;
    book.gateway.restart();
    await book.clock.advance(1_000);
    const sentence = '#N/A Not paired. Type the code.';
    expect(cell.last).toBe(sentence);
    expect(age.last).toBe(sentence);
    expect(book.calculate(rfq('RQ-2', 'state')).last).toBe(sentence);
    expect(status.last).toEqual([
      [
        false,
        'unpaired',
        'Not paired. Type the code.',
        expect.stringMatching(/^#N\/A .*Sign in/),
        'simulator',
      ],
    ]);
  });

  it('says at once why a page that was never let in shows nothing, and DESK.STATUS that nobody is signed in', async () => {
    const book = await openWorkbook((gateway) => (gateway.isPaired = false));
    await book.clock.advance(PACE_MS);
    expect(book.calculate(state).last).toBe('#N/A Not paired. Type the code.');
    const status = book.calculate(() => statusFormula({ field: [['signed-in', 'connection', 'zone']] }));
    expect(status.last).toEqual([[false, 'unpaired', '#N/A Not paired. Type the code.']]);
  });

  it('shows a range as soon as one of its ids has answered', async () => {
    const book = await openWorkbook();
    const cell = book.calculate(rfq([['RQ-1'], ['RQ-2']], 'state'));
    await book.clock.advance(0);
    book.greet();
    await book.clock.advance(PACE_MS);
    expect(cell.results).toEqual([]);
    book.answers(requestOf('RQ-2'), rawSpread('RQ-2'));
    await book.clock.advance(PACE_MS);
    expect(cell.last).toEqual([['#N/A Loading.'], ['open']]);
  });

  it('shows within the call of Excel what is known of each id when its ids change, in whichever order Excel restarts it', async () => {
    const book = await openWorkbook();
    const before = book.calculate(rfq([['RQ-1'], ['RQ-2']], 'state'));
    await book.clock.advance(0);
    book.greet();
    book.answers(requestOf('RQ-1'), rawSpread('RQ-1'));
    book.answers(requestOf('RQ-2'), rawSpread('RQ-2', { state: 'traded' }));
    await book.clock.advance(PACE_MS);
    const longer = book.calculate(rfq([['RQ-2'], ['RQ-1'], ['RQ-3']], 'state'));
    before.cancel();
    expect(longer.results).toEqual([[['traded'], ['open'], ['#N/A Loading.']]]);
    longer.cancel();
    await book.clock.advance(1_000);
    const shorter = book.calculate(rfq([['RQ-1']], 'state'));
    expect(shorter.results).toEqual([[['open']]]);
    await book.clock.advance(5_000);
    const back = book.calculate(rfq([['RQ-1'], ['a/b'], ['RQ-2']], 'state'));
    shorter.cancel();
    expect(back.results).toEqual([
      [['open'], ['#VALUE! "a/b" is not an id. An id looks like RQ-10293.'], ['traded']],
    ]);
  });

  it('counts on by itself where what it shows changes with time alone, and ends with its cell', async () => {
    const book = await openWorkbook();
    const cell = book.calculate(() => ageFormula({ id: 'RQ-1', field: 'state' }));
    await book.clock.advance(0);
    book.greet();
    book.answers(requestOf('RQ-1'), rawSpread('RQ-1'), { fetchedAt: START });
    await book.clock.advance(3_300);
    expect(cell.last).toEqual([[3]]);
    cell.cancel();
    const shown = cell.results.length;
    await book.clock.advance(10_000);
    expect(cell.results).toHaveLength(shown);
  });

  it('takes a bunch of answers in one calculation', async () => {
    const book = await openWorkbook();
    const ids = Array.from({ length: 300 }, (_, n) => `RQ-${n}`);
    const cell = book.calculate(
      rfq(
        ids.map((id) => [id]),
        'state',
      ),
    );
    await book.clock.advance(0);
    book.greet();
    await book.clock.advance(PACE_MS);
    for (const id of ids) book.answers(requestOf(id), rawSpread(id));
    await book.clock.advance(PACE_MS);
    expect(cell.results).toHaveLength(1);
    expect(cell.last).toEqual(ids.map(() => ['open']));
  });

  it('shares one question with every other cell', async () => {
    const book = await openWorkbook();
    for (let n = 0; n < 1_000; n++) book.calculate(rfq('RQ-1', n % 2 ? 'state' : 'role'));
    await book.clock.advance(0);
    expect(book.gateway.watched).toEqual([{ add: [{ kind: 'status' }, requestOf('RQ-1')], drop: [] }]);
  });

  it('lets everything go when it is cancelled, twice without harm, and sends nothing more', async () => {
    const book = await openWorkbook();
    const cell = book.calculate(state);
    await book.clock.advance(0);
    cell.cancel();
    cell.cancel();
    await book.clock.advance(20_000);
    book.greet();
    await book.clock.advance(20_000);
    expect(cell.results).toEqual([]);
    expect(book.gateway.watched.flatMap(({ drop }) => drop)).toHaveLength(2);
  });

  it('asks for details as the list grows and lets go of what it no longer shows', async () => {
    const book = await openWorkbook();
    const given = { from: null, to: null, commodity: 'power', venue: null, columns: 'trade-id, price' };
    const cell = book.calculate(() => tradesFormula(given));
    const detail = (id: string) => ({ kind: 'trade', id: TradeId.parse(id) }) as const;
    await book.clock.advance(0);
    book.greet();
    book.answers({ kind: 'trades' }, [rawReference('T-1')]);
    await book.clock.advance(PACE_MS);
    expect(cell.last).toEqual([
      ['trade-id', 'price'],
      ['T-1', '#N/A Loading.'],
    ]);
    book.answers(detail('T-1'), rawTrade('T-1'));
    await book.clock.advance(PACE_MS);
    expect(cell.last).toEqual([
      ['trade-id', 'price'],
      ['T-1', -4.25],
    ]);
    book.answers({ kind: 'trades' }, []);
    await book.clock.advance(5_000);
    expect(cell.last).toEqual([['trade-id', 'price']]);
    expect(book.gateway.watched.at(-1)?.drop).toEqual(['{"id":"T-1","kind":"trade"}']);
  });

  it('shows no error in between where what a list leads to comes right behind it, as after a page was loaded', async () => {
    const book = await openWorkbook();
    const given = { from: null, to: null, commodity: null, venue: null, columns: 'trade-id, price' };
    const cell = book.calculate(() => tradesFormula(given));
    await book.clock.advance(0);
    book.greet();
    book.answers({ kind: 'trades' }, [rawReference('T-1'), rawReference('T-2')]);
    await book.clock.advance(10);
    for (const id of ['T-1', 'T-2']) book.answers({ kind: 'trade', id: TradeId.parse(id) }, rawTrade(id));
    await book.clock.advance(PACE_MS);
    expect(cell.results).toEqual([
      [
        ['trade-id', 'price'],
        ['T-1', -4.25],
        ['T-2', -4.25],
      ],
    ]);
    // What does not come is not waited for a second time.
    book.answers({ kind: 'trades' }, [rawReference('T-1'), rawReference('T-3')]);
    await book.clock.advance(PACE_MS);
    expect(cell.last).toEqual([
      ['trade-id', 'price'],
      ['T-1', -4.25],
      ['T-3', '#N/A Loading.'],
    ]);
  });

  it('shows the connection as it changes', async () => {
    const book = await openWorkbook();
    const cell = book.calculate(() => statusFormula({ field: 'connection' }));
    await book.clock.advance(PACE_MS);
    book.gateway.down = true;
    book.gateway.socket.cut();
    await book.clock.advance(PACE_MS);
    expect(cell.results).toEqual([[['open']], [['lost']]]);
  });

  it('keeps up with hundreds of trades that arrive one after the other', async () => {
    const book = await openWorkbook();
    const ids = Array.from({ length: 300 }, (_, n) => `T-${String(n).padStart(4, '0')}`);
    const given = { from: null, to: null, commodity: null, venue: null, columns: null };
    const cell = book.calculate(() => tradesFormula(given));
    await book.clock.advance(0);
    book.greet();
    book.answers(
      { kind: 'trades' },
      ids.map((id) => rawReference(id)),
    );
    for (const id of ids) {
      book.answers({ kind: 'trade', id: TradeId.parse(id) }, rawTrade(id));
      await book.clock.advance(10);
    }
    await book.clock.advance(PACE_MS);
    expect(cell.last).toHaveLength(301);
    expect(cell.results.length).toBeLessThanOrEqual(300 / (200 / 10) + 3);
  });
});

describe('the edge to Excel', () => {
  it('computes prices without any client', () => {
    const results: unknown[] = [];
    const cells = new CellRegister(new ManualClock(START));
    const client = (): never => {
      throw new Error('no client may be built');
    };
    stream(
      { setResult: (value) => void results.push(value) },
      () => spreadPrices({ leg1: 30, leg2: 29, action1: null, action2: null }),
      { client, cells: () => cells },
    );
    expect(results).toEqual([[[1]]]);
  });

  it('lets a bug escape neither to Excel nor unseen', async () => {
    const bugs: unknown[] = [];
    const heard = (bug: unknown): void => void bugs.push(bug);
    process.on('uncaughtException', heard);
    const book = await openWorkbook();
    const early = book.calculate(() => {
      throw new Error('while reading');
    });
    const late = book.calculate(() => () => {
      throw new Error('while calculating');
    });
    await new Promise((resolve) => setImmediate(resolve));
    process.removeListener('uncaughtException', heard);
    expect(early.last).toMatch(/^#VALUE! SpreadDesk could not start/);
    expect(late.last).toMatch(/^#VALUE! SpreadDesk could not calculate this/);
    expect(bugs).toHaveLength(2);
  });

  it('never throws from a cancellation, not even when letting go does', async () => {
    const bugs: unknown[] = [];
    const heard = (bug: unknown): void => void bugs.push(bug);
    process.on('uncaughtException', heard);
    const book = await openWorkbook();
    const invocation: CustomFunctions.StreamingInvocation<unknown[][]> = { setResult: () => undefined };
    const broken = {
      ...book.client,
      watch: () => () => {
        throw new Error('while letting go');
      },
    };
    stream(invocation, state, { client: () => broken, cells: () => broken.cells });
    expect(() => invocation.onCanceled?.()).not.toThrow();
    await new Promise((resolve) => setImmediate(resolve));
    process.removeListener('uncaughtException', heard);
    expect(bugs).toHaveLength(1);
  });

  it('sends a lone error as the whole result and errors among values in their cells', async () => {
    const book = await openWorkbook();
    expect(book.calculate(rfq('a/b', 'state')).last).toBe(
      '#VALUE! "a/b" is not an id. An id looks like RQ-10293.',
    );
    const cell = book.calculate(rfq('RQ-1', [['nonsense', 'state']]));
    const one = book.calculate(rfq(RequestId.parse('RQ-1'), 'nonsense'));
    await book.clock.advance(0);
    book.greet();
    book.answers(requestOf('RQ-1'), rawSpread('RQ-1'));
    await book.clock.advance(PACE_MS);
    expect(cell.last).toEqual([[expect.stringMatching(/^#VALUE! There is no field/), 'open']]);
    expect(one.last).toMatch(/^#VALUE! There is no field/);
  });
});
