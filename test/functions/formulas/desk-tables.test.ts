import { describe, expect, it } from 'vitest';
import { ActionId } from '../../../src/domain/identifiers';
import { csvHeader, csvLine } from '../../../src/gateway/actions/journal-export';
import { statusFormula } from '../../../src/functions/formulas/desk';
import { quotaFormula } from '../../../src/functions/formulas/quota';
import { eventsFormula, journalFormula } from '../../../src/functions/formulas/desk-tables';
import { CREATE } from '../../gateway/twins/actions';
import { problemOf } from '../../../src/functions/cells/cells';
import { errorOf, MemoryDesk, NOW, rowsOf, serial, STATUS, UNAVAILABLE } from '../formula-context';

const QUOTA = {
  perDay: 5000,
  used: 1200,
  left: 3800,
  reserve: 200,
  tokens: 97,
  burst: 100,
  ratePerSecond: 10,
  queued: 3,
  resetsAt: Date.parse('2026-11-20T23:00:00Z'),
  byLane: { visible: 900, polling: 300 },
};

const action = (n: number, over: Record<string, unknown> = {}) => ({
  id: ActionId.parse(`00000000-0000-4000-8000-${String(n).padStart(12, '0')}`),
  body: {
    kind: 'send-quote',
    requestId: 'RQ-1',
    direction: 'bid',
    price: { shape: 'per-leg', legPrices: ['30.5', '-29'] },
    quantity: '10',
    allOrNone: false,
  },
  shown: 'Bid 59.50',
  state: 'done',
  createdAt: NOW - n * 1000,
  ...over,
});

describe('QUOTA', () => {
  const desk = () => new MemoryDesk().knows({ kind: 'quota' }, QUOTA);

  it('is a card, or the fields asked for', () => {
    expect(rowsOf(quotaFormula({ field: null }), desk())).toContainEqual(['used-by-lane visible', 900]);
    expect(
      rowsOf(quotaFormula({ field: [['left', 'ends-at', 'resets-at', 'used-by-lane.polling']] }), desk()),
    ).toEqual([[3800, '', serial('2026-11-21T00:00:00'), 300]]);
  });

  it('says what is planned, in a sentence when it is slower than wished', () => {
    const plan = { resources: 200, stretch: 401, callsPerHour: 450, says: '200 things are watched.' };
    const planned = new MemoryDesk().knows({ kind: 'quota' }, { ...QUOTA, plan });
    const field = [['watched', 'stretch', 'calls-per-hour', 'plan']];
    expect(rowsOf(quotaFormula({ field }), planned)).toEqual([[200, 401, 450, '200 things are watched.']]);
    expect(rowsOf(quotaFormula({ field }), desk())).toEqual([['', '', '', '']]);
  });

  it('refuses a field that there is not', () => {
    expect(rowsOf(quotaFormula({ field: 'rest' }), desk())[0]?.[0]).toMatch(
      /^#VALUE! There is no field "rest"\. There are: left, used/,
    );
  });

  it('needs no sign-in', () => {
    const known = new MemoryDesk().knows({ kind: 'status' }, { ...STATUS, signedIn: false });
    expect(errorOf(quotaFormula({ field: null }), known)).toMatch(/Loading/);
  });
});

describe('STATUS', () => {
  it('tells where the desk is signed in', () => {
    expect(rowsOf(statusFormula({ field: null }), new MemoryDesk())).toEqual([
      ['signed-in', true],
      ['environment', 'simulator'],
      ['connection', 'open'],
      ['service', 'http://127.0.0.1:4100'],
      ['zone', 'Europe/Berlin'],
      ['token-ends-at', serial('2026-11-21T00:00:00')],
      ['problem', ''],
      ['version', '0.1.0'],
      ['shown-zone', 'Europe/Berlin'],
      ['halted', false],
    ]);
  });

  it('says that the desk is halted', () => {
    const halted = { ...STATUS, halt: { number: 1, at: Date.parse('2026-11-20T12:00:00Z') } };
    const desk = new MemoryDesk().knows({ kind: 'status' }, halted);
    expect(rowsOf(statusFormula({ field: 'halted' }), desk)).toEqual([[true]]);
  });

  it('shows its times by the clocks that the desk chose', () => {
    const desk = new MemoryDesk().knows({ kind: 'status' }, { ...STATUS, shownZone: 'Europe/London' });
    expect(rowsOf(statusFormula({ field: [['token-ends-at', 'zone', 'shown-zone']] }), desk)).toEqual([
      [serial('2026-11-20T23:00:00'), 'Europe/Berlin', 'Europe/London'],
    ]);
  });

  it('tells the connection even when nothing else can be told', () => {
    const desk = new MemoryDesk().fails({ kind: 'status' }, UNAVAILABLE);
    desk.connected = 'lost';
    const rows = rowsOf(statusFormula({ field: [['Connection', '', 'environment']] }), desk);
    expect(rows).toEqual([['lost', '', '#N/A The platform does not answer. It is asked again by itself.']]);
  });

  describe('told-at', () => {
    const MINUTE_MS = 60_000;
    const local = (epochMs: number) =>
      (epochMs - new Date(epochMs).getTimezoneOffset() * MINUTE_MS) / 86_400_000 + 25_569;
    const told = () => {
      const desk = new MemoryDesk();
      const formula = statusFormula({ field: 'told-at' });
      const now = () => rowsOf(formula, desk)[0]?.[0];
      const passed = (ms: number) => {
        desk.againMs = Infinity;
        desk.computerAt += ms;
      };
      return { desk, now, passed };
    };

    it('ticks each minute by the clock of this computer, as NOW() does, while the desk is there', () => {
      const { desk, now, passed } = told();
      desk.computerAt = NOW + 20_000;
      desk.at = NOW + 86_400_000;
      expect(now()).toBe(local(NOW));
      expect(desk.againMs).toBe(40_000);
      passed(40_000);
      expect(now()).toBe(local(NOW + MINUTE_MS));
    });

    it('is an error as soon as the desk is cut off, and told-time keeps the minute of the last word', () => {
      const { desk, now, passed } = told();
      const time = statusFormula({ field: 'told-time' });
      const before = rowsOf(time, desk);
      expect([now(), before]).toEqual([local(NOW), [['Fri 12:30 CET']]]);
      desk.connected = 'lost';
      passed(3 * MINUTE_MS);
      desk.at += 3 * MINUTE_MS;
      expect(now()).toMatch(/^#N\/A The SpreadDesk gateway does not answer/);
      expect(rowsOf(time, desk)).toEqual(before);
      expect(desk.againMs).toBe(Infinity);
      desk.connected = 'unpaired';
      expect(now()).toMatch(/^#N\/A The SpreadDesk gateway does not know who uses this Excel.*pairing code/);
      desk.connected = 'open';
      expect(now()).toBe(local(NOW + 3 * MINUTE_MS));
    });

    it('is an error as soon as the desk says that the platform does not answer, or nobody is signed in', () => {
      const { desk, now, passed } = told();
      const time = statusFormula({ field: 'told-time' });
      const before = [now(), rowsOf(time, desk)];
      expect(before).toEqual([local(NOW), [['Fri 12:30 CET']]]);
      desk.knows({ kind: 'status' }, { ...STATUS, failure: UNAVAILABLE });
      passed(MINUTE_MS);
      desk.at += MINUTE_MS;
      expect(now()).toBe('#N/A The platform does not answer. It is asked again by itself.');
      expect([rowsOf(time, desk), desk.againMs]).toEqual([before[1], Infinity]);
      desk.knows({ kind: 'status' }, { ...STATUS, signedIn: false });
      expect(now()).toBe('#N/A Sign in on the SpreadDesk pane.');
      desk.knows({ kind: 'status' }, STATUS);
      expect(now()).toBe(local(NOW + MINUTE_MS));
    });

    it('is no error to mend in its cell, which nobody sees: the pane says what is wrong', () => {
      const wrong = (field: string, change: (desk: MemoryDesk) => void) => {
        const desk = new MemoryDesk();
        change(desk);
        const formula = statusFormula({ field });
        return problemOf(typeof formula === 'function' ? formula(desk) : formula);
      };
      const gone = (desk: MemoryDesk): void => {
        desk.knows({ kind: 'status' }, { ...STATUS, failure: UNAVAILABLE });
      };
      expect(wrong('told-at', gone)).toBeUndefined();
      expect(wrong('told-at', (desk) => (desk.connected = 'lost'))).toBeUndefined();
      expect(wrong('told-time', gone)).toBeUndefined();
      expect(wrong('environment', (desk) => desk.fails({ kind: 'status' }, UNAVAILABLE))?.code).toBe('#N/A');
    });

    it('goes on while only the journal is not right', () => {
      const { desk, now } = told();
      desk.knows({ kind: 'status' }, { ...STATUS, journal: { state: 'broken', failure: UNAVAILABLE } });
      expect(now()).toBe(local(NOW));
    });

    it('is none while the workbook does not follow by itself', () => {
      const { desk, now } = told();
      desk.workbookMode = 'manual';
      expect(now()).toMatch(/^#N\/A Manual mode/);
    });

    it('is text by the clocks of the desk as told-time, whatever clock this computer has', () => {
      const desk = new MemoryDesk();
      const formula = statusFormula({ field: 'told-time' });
      desk.computerAt = NOW + 20_000;
      desk.at = NOW + 3_620_000;
      expect(rowsOf(formula, desk)).toEqual([['Fri 13:30 CET']]);
      desk.workbookMode = 'manual';
      expect(rowsOf(formula, desk)[0]?.[0]).toMatch(/^#N\/A Manual mode/);
    });

    it('says which day it is by the clocks of the desk, whatever clock this computer has, and no day while it is not heard', () => {
      const desk = new MemoryDesk();
      const formula = statusFormula({ field: 'today' });
      const day = Date.UTC(2026, 10, 20) / 86_400_000 + 25_569;
      expect(rowsOf(formula, desk)).toEqual([[day]]);
      // 23:30 of UTC is half past midnight in Berlin.
      desk.at = Date.UTC(2026, 10, 20, 23, 30);
      expect(rowsOf(formula, desk)).toEqual([[day + 1]]);
      desk.workbookMode = 'manual';
      expect(rowsOf(formula, desk)[0]?.[0]).toMatch(/^#N\/A Manual mode/);
    });

    it('does not make the card of all fields change each minute', () => {
      expect(rowsOf(statusFormula({ field: null }))).not.toContainEqual(expect.arrayContaining(['told-at']));
      expect(JSON.stringify(rowsOf(statusFormula({ field: null })))).not.toContain('told');
    });
  });

  it('waits while the page connects for the first time', () => {
    const desk = new MemoryDesk().says({ kind: 'status' }, { state: 'waiting' });
    desk.connected = 'connecting';
    expect(errorOf(statusFormula({ field: null }), desk)).toMatch(/Loading/);
  });
});

describe('JOURNAL', () => {
  const desk = (...actions: unknown[]) =>
    new MemoryDesk().knows({ kind: 'journal' }, actions).knows({ kind: 'desk-entries' }, []);
  const journal = (count: unknown = null, state: unknown = null, columns: unknown = null) =>
    journalFormula({ count, state, columns });

  it('has the newest action first, typed, with its leg prices as numbers', () => {
    const rows = rowsOf(journal(), desk(action(2), action(1, { shown: '=HYPERLINK("x")' })));
    expect(rows[0]?.slice(0, 13)).toEqual([
      'created-at',
      'state',
      'action',
      'request-id',
      'price-direction',
      'price',
      'leg-1-price',
      'leg-2-price',
      'leg-3-price',
      'quantity',
      'shown',
      'quotation-id',
      'trade-id',
    ]);
    expect(rows[1]).toEqual([
      expect.closeTo(serial('2026-11-20T12:29:59'), 8),
      'done',
      'send-quote',
      'RQ-1',
      'bid',
      '',
      30.5,
      -29,
      '',
      10,
      '=HYPERLINK("x")',
      '',
      '',
      '',
      '',
      '',
      '00000000-0000-4000-8000-000000000001',
      ...Array<string>(9).fill(''),
      'not known',
      ...Array<string>(5).fill(''),
    ]);
  });

  it('has what is no action among them, by its kind and who did it, and alone when that is asked for', () => {
    const entry = {
      ...{ id: 'e-1', state: 'noted', entry: 'limits', shown: 'Anna Ott changed limits.' },
      ...{ by: { name: 'Anna Ott', session: '0a1b2c3d' }, createdAt: Date.parse('2026-11-20T12:29:59.5Z') },
      reason: 'asked by risk',
    };
    const both = desk(action(2), action(1)).knows({ kind: 'desk-entries' }, [entry]);
    const [header = [], ...rows] = rowsOf(journal(), both);
    const states = rows.map((row) => row[header.indexOf('state')]);
    expect(states.filter((state) => state === 'noted')).toHaveLength(1);
    expect(states).toHaveLength(3);
    const [, row = []] = rowsOf(journal(null, 'noted'), both);
    expect(
      Object.fromEntries(header.flatMap((name, at) => (row[at] === '' ? [] : [[name, row[at]]]))),
    ).toEqual({
      'created-at': expect.any(Number) as number,
      state: 'noted',
      action: 'limits',
      shown: 'Anna Ott changed limits.',
      reason: 'asked by risk',
      'action-id': 'e-1',
      by: 'Anna Ott',
    });
  });

  it('has each try of one withdrawal, of which the one with its outcome counts, under what was pressed first', () => {
    const body = { kind: 'withdraw-quote', requestId: 'RQ-1', quoteId: 'QT-7' };
    const by = (name: string) => ({ by: { name, session: '0a1b2c3d' } });
    const tried = (n: number, state: string, over: Record<string, unknown>) =>
      action(n, { body, state, sentAt: NOW - n * 1000, endedAt: NOW - n * 1000 + 1, ...over });
    const known = desk(
      tried(2, 'rejected', by('Ben')),
      tried(3, 'done', by('Ben')),
      tried(4, 'rejected', by('Anna')),
      action(1),
    );
    const columns = 'action-id,state,counts,pressed-by,by,press-id,pressed-at';
    const [, ...rows] = rowsOf(journal(null, null, columns), known);
    const id = (n: number) => action(n).id;
    const at = (n: number) => expect.closeTo(serial(`2026-11-20T12:29:${60 - n}`), 8) as number;
    expect(rows).toEqual([
      [id(1), 'done', 1, 'not known', 'not known', id(1), at(1)],
      // What is tried after it was done is another thing.
      [id(2), 'rejected', 1, 'Ben', 'Ben', id(2), at(2)],
      [id(3), 'done', 1, 'Anna', 'Ben', id(4), at(4)],
      [id(4), 'rejected', 0, 'Anna', 'Anna', id(4), at(4)],
    ]);
    // Also where lines of one state alone are asked for.
    const [, ...rejected] = rowsOf(journal(null, 'rejected', 'action-id,counts'), known);
    expect(rejected).toEqual([
      [id(2), 1],
      [id(4), 0],
    ]);
  });

  it('calls a withdrawal that was refused as its quote was over already over, and not rejected', () => {
    const failure = (kind: string, message: string) => ({
      failure: { kind, message, next: '', service: { status: 409 } },
    });
    const refused = (n: number, more: Record<string, unknown>, quoteId = 'QT-7') =>
      action(n, {
        body: { kind: 'withdraw-quote', requestId: 'RQ-1', quoteId },
        ...{ state: 'rejected', sentAt: NOW, endedAt: NOW + 1, ...more },
      });
    const stateOf = (...actions: unknown[]) => rowsOf(journal(null, null, 'state'), desk(...actions)).at(1);
    expect(stateOf(refused(1, failure('wrong-state', 'Quote QT-7 is withdrawn.')))).toEqual(['already-over']);
    const closed = failure('wrong-state', 'The request is closed.');
    expect(stateOf(refused(1, closed))).toEqual(['rejected']);
    const sent = (over: string) => action(2, { quoteId: 'QT-7', over: { how: over, at: NOW } });
    expect(stateOf(refused(1, closed), sent('request-closed'))).toEqual(['already-over']);
    expect(stateOf(refused(1, closed, 'QT-8'), sent('request-closed'))).toEqual(['rejected']);
    // A rest of it may be live.
    expect(stateOf(refused(1, failure('wrong-state', 'Quote QT-7 is accepted.')))).toEqual(['rejected']);
    // What became of the quote is known, and of its withdrawal nothing.
    const lost = { state: 'unknown', ...failure('unknown-outcome', 'Status 503.') };
    expect(stateOf(refused(1, lost), sent('accepted'))).toEqual(['unknown']);
    const listed = (state: string) =>
      rowsOf(journal(null, state, 'action-id'), desk(refused(1, lost), sent('accepted')));
    expect(listed('unknown')).toEqual([['action-id'], [refused(1, lost).id]]);
    expect(listed('already-over')).not.toContainEqual([refused(1, lost).id]);
    expect(
      rowsOf(journal(null, 'already-over', 'action-id'), desk(refused(1, closed), sent('request-closed'))),
    ).toEqual([['action-id'], [refused(1, closed).id]]);
  });

  it('tells when a quote was taken by the time of the trade, not by when the desk saw it', () => {
    const taken = [
      { tradeId: 'TR-1', at: NOW - 60_000 },
      { tradeId: 'TR-2', at: NOW - 20_000 },
    ];
    const known = desk(action(1, { taken, over: { how: 'accepted', at: NOW } }), action(2));
    expect(rowsOf(journal(null, null, 'taken-at'), known).slice(1)).toEqual([
      [expect.closeTo(serial('2026-11-20T12:29:40'), 8)],
      [''],
    ]);
  });

  it('has the columns that are asked for, also those of the journal’s file: who approved or refused, how it ended and why', () => {
    const ADA = { name: 'Ada', session: '4e5f6a7b' };
    const reasons = [{ code: 'volume', message: '20 MW is above the level for approval of 15 MW.' }];
    const approval = { reasons, hash: 'ab'.repeat(32) };
    const columns = [
      ...['action', 'by', 'approved-by', 'approved-at', 'refused-by', 'outcome', 'failure'],
      ...['approval-reasons', 'over-seen-at', 'all-or-none', 'leg-2-price', 'changes', 'note'],
    ];
    const approved = { approval, approvedBy: ADA, approvedAt: NOW - 500 };
    const failure = { kind: 'denied', message: 'Ada refused it: too large.', next: 'Nothing was sent.' };
    const known = desk(
      action(1, { ...approved, over: { how: 'accepted', at: NOW } }),
      action(2, {
        approval,
        state: 'cancelled',
        refusedBy: ADA,
        failure,
        by: { name: 'Tom', session: 'aa' },
      }),
    ).knows({ kind: 'desk-entries' }, [
      {
        ...{ id: 'e-1', state: 'noted', entry: 'trade-corrected', shown: 'Tom fetched trade TR-1 again.' },
        ...{ by: { name: 'Tom', session: 'aa' }, createdAt: NOW - 3000, reason: 'asked by risk' },
        changes: [{ level: 'price', before: '31.4', after: '31.5' }],
      },
    ]);
    const [header, taken, refused, corrected] = rowsOf(journal(null, null, columns.join(',')), known);
    expect(header).toEqual(columns);
    const seconds = (at: number) =>
      expect.closeTo(serial(new Date(at + 3_600_000).toISOString().slice(0, 19)), 8) as number;
    const why = reasons[0]?.message;
    expect(taken).toEqual([
      ...['send-quote', 'not known', 'Ada', seconds(NOW - 500), '', 'over: was taken', '', why],
      ...[seconds(NOW), false, -29, '', ''],
    ]);
    expect(refused?.slice(0, 8)).toEqual([
      ...['send-quote', 'Tom', '', '', 'Ada', 'not sent', 'Ada refused it: too large.', why],
    ]);
    expect(corrected?.slice(-2)).toEqual(['price: 31.4 → 31.5', 'asked by risk']);
    expect(errorOf(journal(null, null, 'aproved-by'))).toMatch(/approved-by/);
  });

  it('knows every column of the file by its name there, but for those of the chain and those that the export adds', () => {
    const names = csvHeader()
      .replace(/\r\n$/, '')
      .split(',')
      .filter((name) => !['sequence', 'previous-hash', 'hash', 'told', 'latest'].includes(name))
      .filter((name) => name === 'taken-at' || !name.startsWith('taken-'));
    expect(rowsOf(journal(null, null, names.join(',')), desk(action(1)))[0]).toEqual(names);
  });

  it('says at its end what was traded by the platform’s own trade, and nothing until that was read back', () => {
    const body = {
      kind: 'accept-quote',
      requestId: 'RQ-1',
      quoteId: 'Q-1',
      lastSeen: { type: 'per-leg', legPrices: ['31.35'] },
      shownQuantity: '10',
    };
    const executed = {
      quantity: '6',
      quantityUnit: 'MW',
      price: '31.35',
      priceUnit: 'EUR/MWh',
      side: 'buy',
      counterparty: 'Nordkraft',
    };
    const [header, read, unread] = rowsOf(
      journal(),
      desk(
        action(1, {
          body,
          tradeId: 'T-7',
          executed,
          by: { name: 'Anna Ott', session: '0a1b2c3d' },
          approvedBy: { name: 'Ben', session: '4e5f6a7b' },
        }),
        action(2, { body, tradeId: 'T-6' }),
      ),
    );
    expect(header?.slice(17)).toEqual([
      'executed-quantity',
      'executed-quantity-unit',
      'executed-price',
      'executed-leg-1-price',
      'executed-leg-2-price',
      'executed-leg-3-price',
      'executed-price-unit',
      'executed-side',
      'executed-counterparty',
      'by',
      'approved-by',
      'spread-price',
      'product',
      'executed-net-price',
      'price-unit',
    ]);
    const traded = [6, 'MW', 31.35, '', '', '', 'EUR/MWh', 'buy', 'Nordkraft'];
    expect(read?.slice(17)).toEqual([...traded, 'Anna Ott', 'Ben', '', '', '', '']);
    expect(unread?.slice(12, 13)).toEqual(['T-6']);
    expect(unread?.slice(17)).toEqual([
      ...Array<string>(9).fill(''),
      'not known',
      ...Array<string>(5).fill(''),
    ]);
  });

  it('says in which unit a quote was priced, where its request was known at the press', () => {
    const body = { ...action(1).body, price: { shape: 'per-leg', legPrices: ['31', '30'] } };
    const unit = (over: object) =>
      rowsOf(journal(null, null, 'price-unit'), desk(action(1, { body, ...over })))[1];
    const eur = { priceUnit: 'EUR/MWh' };
    expect(unit({ legs: [eur, eur] })).toEqual(['EUR/MWh']);
    expect(unit({ legs: [eur, { priceUnit: 'GBP/MWh' }] })).toEqual(['EUR/MWh / GBP/MWh']);
    // Of a leg that does not say its own nothing is true of all.
    expect(unit({ legs: [eur, {}] })).toEqual(['']);
    expect(unit({})).toEqual(['']);
  });

  it('says of a quote what took it: side, quantity, product, price, counterparty, trade and who pressed it', () => {
    const leg = { commodity: 'power', market: 'DE', loadProfile: 'base', quantityUnit: 'MW' };
    const cal = (year: string) => ({ deliveryStart: `20${year}-01-01`, deliveryEnd: `20${year}-12-31` });
    const quote = (over: object) => ({ ...action(1).body, price: { shape: 'single', price: '31' }, ...over });
    const deal = { at: NOW, quantityUnit: 'MW', counterparty: 'Nordkraft' };
    const columns = [
      ...['executed-side', 'executed-quantity', 'executed-quantity-unit', 'product', 'executed-price'],
      ...['executed-net-price', 'executed-counterparty', 'trade-id', 'by'],
      ...['executed-leg-1-price', 'executed-leg-2-price', 'executed-leg-3-price'],
    ];
    const taken = [
      { ...deal, tradeId: 'T-1', quantity: '4', price: '31' },
      { ...deal, tradeId: 'T-2', quantity: '6', price: '31', counterparty: 'Borealis' },
    ];
    const known = desk(
      action(1, {
        ...{ taken, body: quote({ direction: 'ask' }), legs: [{ ...leg, ...cal('27'), action: 'sell' }] },
        by: { name: 'Anna Ott', session: '0a1b2c3d' },
      }),
      action(2, {
        body: quote({ price: { shape: 'standard-spread', spreadPrice: '1.4' } }),
        taken: [{ ...deal, tradeId: 'T-3', quantity: '5', price: '1.4', legPrices: ['82.3', '80.9'] }],
        legs: [
          { ...leg, ...cal('27'), action: 'buy' },
          { ...leg, ...cal('28'), action: 'sell' },
        ],
      }),
      // Of one whose record is not at hand nothing is said but its number, and a price that differs is none of both.
      action(3, { taken: [...taken.slice(0, 1), { tradeId: 'T-4' }], body: quote({}) }),
      action(4, { taken: [...taken.slice(0, 1), { ...taken[1], price: '30' }], body: quote({}) }),
    );
    const noLegs = ['', '', ''];
    expect(rowsOf(journal(null, null, columns.join(',')), known)).toEqual([
      columns,
      [
        'sell',
        10,
        'MW',
        'DE Cal-27 base',
        31,
        '',
        'Nordkraft / Borealis',
        'T-1 / T-2',
        'Anna Ott',
        ...noLegs,
      ],
      [
        ...['buy / sell', 5, 'MW', 'DE Cal-27/28 base', 1.4, 1.4, 'Nordkraft', 'T-3', 'not known'],
        82.3,
        80.9,
        '',
      ],
      ['', '', '', '', '', '', 'Nordkraft', 'T-1 / T-4', 'not known', ...noLegs],
      ['', 10, 'MW', '', '', '', 'Nordkraft / Borealis', 'T-1 / T-2', 'not known', ...noLegs],
    ]);
  });

  it('gives what made a trade alone, an acceptance and a quote alike with net price and unit', () => {
    const legs = [
      { action: 'buy', commodity: 'power', market: 'DE', price: '33.56', priceUnit: 'EUR/MWh' },
      { action: 'sell', commodity: 'power', market: 'FR', price: '30', priceUnit: 'EUR/MWh' },
    ];
    const quote = { ...action(1).body, price: { shape: 'standard-spread', spreadPrice: '1.4' } };
    const taken = [{ tradeId: 'T-3', at: NOW, price: '1.4', priceUnit: 'EUR/MWh' }];
    const accept = {
      kind: 'accept-quote',
      requestId: 'RQ-1',
      quoteId: 'Q-1',
      lastSeen: { type: 'per-leg', legPrices: ['33.56', '30'] },
    };
    const known = desk(
      action(1, { tradeId: 'T-2', body: accept, executed: { legPrices: ['33.56', '30'], legs } }),
      action(2, { body: quote, taken }),
      action(3, { body: { kind: 'withdraw-quote', requestId: 'RQ-1', quoteId: 'Q-9' } }),
      action(4, { body: quote }),
    );
    const columns = 'trade-id,executed-price,executed-price-unit';
    expect(rowsOf(journal(20, 'traded', columns), known).slice(1)).toEqual([
      ['T-2', 3.56, 'EUR/MWh'],
      ['T-3', 1.4, 'EUR/MWh'],
    ]);
  });

  it('shows what an acceptance carried and why it was rejected', () => {
    const body = {
      kind: 'accept-quote',
      requestId: 'RQ-1',
      quoteId: 'Q-1',
      lastSeen: { type: 'standard-spread', spreadPrice: '1.25' },
      shownQuantity: '25',
    };
    const failure = { kind: 'price-moved', message: 'The price moved.', next: 'Press again.' };
    const rejected = { body, state: 'rejected', failure, sentAt: NOW - 900, endedAt: NOW - 800 };
    const [, row] = rowsOf(journal(), desk(action(1, rejected)));
    expect(row?.slice(1, 10)).toEqual(['rejected', 'accept-quote', 'RQ-1', '', '', '', '', '', 25]);
    expect(row?.slice(11, 14)).toEqual(['Q-1', '', 'Rejected: the price moved. Nothing was traded.']);
    expect(row?.at(-4)).toBe(1.25);
  });

  it('has under a name of the file what the file has there, and reads the names of the file as well', () => {
    const offers = { kind: 'accept-quote', requestId: 'RQ-1', quoteId: 'Q-1', shownQuantity: '25' };
    const actions = [
      action(1),
      action(2, { body: { ...offers, lastSeen: { type: 'standard-spread', spreadPrice: '1.4' } } }),
      action(3, { body: { ...offers, lastSeen: { type: 'per-leg', legPrices: ['31.35'] } } }),
      action(4, { body: CREATE, newRequestId: 'RQ-9' }),
    ];
    const names = [
      ...['request-id', 'price', 'leg-1-price', 'leg-2-price', 'leg-3-price', 'spread-price', 'quantity'],
      ...['kind', 'direction', 'quote-id', 'trade-id', 'all-or-none', 'by'],
    ];
    const cells = (columns: string) =>
      rowsOf(journal(null, null, columns), desk(...actions))
        .slice(1)
        .map((row) => row.map(String));
    const filed = actions.map((one, at) => {
      const line = { sequence: at + 1, previous: '', hash: '', text: JSON.stringify(one) };
      const header = csvHeader().trim().split(',');
      const record = csvLine(line).trim().split(',');
      return names.map((name) => record[header.indexOf(name)]);
    });
    expect(cells(names.join(','))).toEqual(filed);
    expect(filed[1]?.slice(1, 7)).toEqual(['', '', '', '', '1.4', '25']);
    expect(cells('action,price-direction,quotation-id')).toEqual(cells('kind,direction,quote-id'));
  });

  it('says what was asked net, so that it compares with what was executed: nothing of a swap, or where the legs are not known', () => {
    const [buy, sell] = ['buy', 'sell'].map((side) => ({ action: side, commodity: 'power' }));
    const priced = (price: object) => ({ body: { ...action(1).body, price } });
    const perLeg = (...legPrices: string[]) => priced({ shape: 'per-leg', legPrices });
    const netOf = (line: Record<string, unknown>) =>
      rowsOf(journal(null, null, 'Net price'), desk(action(1, line)))[1]?.[0];
    expect(netOf({ ...perLeg('30.1', '-29'), legs: [sell, buy] })).toBe(59.1);
    expect(netOf({ ...perLeg('30.1', '29'), legs: [buy, buy] })).toBe(59.1);
    expect(netOf({ ...perLeg('30.1', '29'), legs: [buy, { ...sell, commodity: 'gas' }] })).toBe('');
    expect(netOf(perLeg('30.1', '29'))).toBe('');
    expect(netOf({ ...perLeg('0.2', '80', '80'), legs: [buy, sell, buy] })).toBe('');
    expect(netOf(priced({ shape: 'single', price: '31' }))).toBe(31);
    expect(netOf(priced({ shape: 'standard-spread', spreadPrice: '1.4' }))).toBe(1.4);
    const lastSeen = { type: 'per-leg', legPrices: ['31.35'] };
    expect(netOf({ body: { kind: 'accept-quote', requestId: 'RQ-1', quoteId: 'Q-1', lastSeen } })).toBe(
      31.35,
    );
  });

  it.each(['leg 2 price', 'Leg-2-Price', 'leg_2_price', 'LEG2PRICE', 'executed leg-1_price'])(
    'takes a column however it is written: %s',
    (name) => {
      expect(rowsOf(journal(null, null, name), desk(action(1)))[0]).toEqual([name]);
    },
  );

  it('says "not-sent" of what the desk itself stopped, and "rejected" of what the platform refused', () => {
    const ended = { state: 'rejected', endedAt: NOW - 800 };
    const known = desk(
      action(1, { ...ended, sentAt: undefined }),
      action(2, { ...ended, sentAt: NOW - 900 }),
    );
    const statesOf = (state?: string) =>
      rowsOf(journal(null, state), known)
        .slice(1)
        .map(([, word]) => word);
    expect(statesOf()).toEqual(['not-sent', 'rejected']);
    expect(statesOf('not-sent')).toEqual(['not-sent']);
    expect(statesOf('rejected')).toEqual(['rejected']);
  });

  it('keeps to the state and the count asked for', () => {
    const known = desk(action(1), action(2, { state: 'unknown' }), action(3, { state: 'unknown' }));
    expect(rowsOf(journal(1, 'Unknown'), known).map(([, state]) => state)).toEqual(['state', 'unknown']);
    expect(rowsOf(journal(), known)).toHaveLength(4);
    expect(errorOf(journal(0.5))).toMatch(/^#VALUE! count is not a whole number/);
  });

  it('says how many are left out when all are asked for', () => {
    const known = desk(...Array.from({ length: 2_003 }, (_, n) => action(n)));
    expect(rowsOf(journal(2_000), known).at(-1)?.[0]).toBe('3 more rows: ask for one state, such as "done".');
    expect(rowsOf(journal(2_000, 'done'), known).at(-1)?.[0]).toBe(
      '3 more rows: a sheet shows the first ones only, and no argument narrows it.',
    );
    expect(rowsOf(journal(1_999), known)).toHaveLength(2_000);
    expect(errorOf(journal(null, 'lost'))).toMatch(/"unknown"/);
  });
});

describe('EVENTS', () => {
  const event = (sequence: number, over: Record<string, unknown> = {}) => ({
    sequence,
    heardAt: NOW - 10_000 + sequence,
    origin: 'pushed',
    type: 'request-traded',
    requestId: `RQ-${sequence}`,
    times: 1,
    ...over,
  });
  const desk = (...heard: unknown[]) => new MemoryDesk().knows({ kind: 'events' }, heard);
  const events = (count: unknown = null, type: unknown = null) => eventsFormula({ count, type });

  it('has the newest event first, with every identifier that it names', () => {
    const ids = { tradeId: 'T-2', quoteId: '007', proposalId: 'P-2', counterofferId: 'C-2' };
    const known = desk(event(1), event(2, { ...ids, type: 'made-up', origin: 'found', times: 3 }));
    expect(rowsOf(events(), known).slice(1)).toEqual([
      [expect.any(Number), 'made-up', 'RQ-2', 'T-2', '007', 'P-2', 'C-2', 'found', 3, ''],
      [expect.any(Number), 'request-traded', 'RQ-1', '', '', '', '', 'pushed', 1, ''],
    ]);
  });

  it('names who of this desk did what an event tells of, where its number says so', () => {
    const by = { name: 'Tom Berger', session: 'ab12cd34' };
    const known = desk(
      event(1, { type: 'quotation-created', quoteId: 'QT-1' }),
      event(2, { type: 'quotation-created', quoteId: 'QT-2' }),
    ).knows({ kind: 'journal' }, [action(1, { quoteId: 'QT-1', by })]);
    const rows = rowsOf(events(), known);
    expect(rows.map((row) => [row[4], row.at(-1)])).toEqual([
      ['quotation-id', 'by'],
      ['QT-2', ''],
      ['QT-1', 'Tom Berger'],
    ]);
  });

  it('shows 20 unless asked for more, of every type or of exactly one', () => {
    const known = desk(
      ...Array.from({ length: 500 }, (_, n) => event(n, n % 2 ? { type: 'of/its own' } : {})),
    );
    expect(rowsOf(events(), known)).toHaveLength(21);
    expect(rowsOf(events(500, 'of/its own'), known)).toHaveLength(251);
    expect(rowsOf(events(3, 'request-traded'), known).map(([, type]) => type)).toEqual([
      'event-type',
      'request-traded',
      'request-traded',
      'request-traded',
    ]);
    expect(rowsOf(events(3, 'request'), known)).toHaveLength(1);
  });

  it('is its header while nothing was heard, signed in or not', () => {
    expect(rowsOf(events(), desk())).toHaveLength(1);
    const out = desk().knows({ kind: 'status' }, { ...STATUS, signedIn: false });
    expect(rowsOf(events(), out)).toHaveLength(1);
  });

  it('takes a count from 1 to 500', () => {
    expect(errorOf(events(501))).toMatch(/from 1 to 500/);
    expect(errorOf(events(-1))).toMatch(/from 1 to 500/);
  });
});
