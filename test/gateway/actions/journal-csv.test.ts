import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readTrade } from '../../../src/contract/service/read-trade';
import type { DeskEntry } from '../../../src/domain/desk-entry';
import { Executed, type Action, type CommittedLeg } from '../../../src/domain/action';
import { QuoteId, TradeId } from '../../../src/domain/identifiers';
import { Price } from '../../../src/domain/price';
import { Quantity } from '../../../src/domain/quantity';
import { NOTHING_BEFORE } from '../../../src/gateway/storage/journal-chain';
import {
  csvHeader,
  csvLine,
  exportedCsv,
  exportedJsonl,
  readJsonlLine,
} from '../../../src/gateway/actions/journal-export';
import type { TakingTrade } from '../../../src/gateway/actions/own-trades';
import { takenTradeOf } from '../../../src/gateway/actions/taken-columns';
import { readByExcel } from '../trades/export/excel-reading';
import { ACCEPT, QUOTE, WITHDRAW } from '../twins/actions';
import { action, chainOf, entry, keptOf, stream, withBody } from './sample-lines';
import { price } from '../../domain/written-price';

/** The fields of one record of RFC 4180. */
function fieldsOf(record: string): string[] {
  const [fields = [], ...more] = parse(record, { record_delimiter: '\r\n' }) as string[][];
  expect(more).toEqual([]);
  return fields;
}
const columns = fieldsOf(csvHeader());
const rowOf = (one: Action | DeskEntry): Record<string, string> => {
  const [line] = chainOf([one]);
  const fields = line ? fieldsOf(csvLine(line)) : [];
  expect(fields).toHaveLength(columns.length);
  return Object.fromEntries(fields.map((field, index) => [columns[index] ?? '', field]));
};

it('shows what was sent, by the names of the service', () => {
  const quote = rowOf(withBody({ ...QUOTE, price: { shape: 'single', price: Price.parse('-4.25') } }));
  expect(quote).toMatchObject({
    sequence: '1',
    kind: 'send-quote',
    'request-id': 'RQ-2',
    direction: 'ask',
    price: '-4.25',
    quantity: '10',
    'all-or-none': 'true',
    'created-at': '2026-11-18T11:06:40.001Z',
    'sent-at': '',
  });
  expect(rowOf(withBody(ACCEPT))).toMatchObject({ 'quote-id': 'Q-1', 'leg-1-price': '30.1' });
  const legTradeIds = ['T-1', 'T-2'].map((id) => TradeId.parse(id));
  const inTwo = withBody(ACCEPT, { tradeId: TradeId.parse('T-1'), legTradeIds });
  expect(rowOf(inTwo)['trade-id']).toBe('T-1 / T-2');
  expect(rowOf(withBody(WITHDRAW, { accepted: ['notional', 'volume'] }))).toMatchObject({
    kind: 'withdraw-quote',
    'accepted-warnings': 'notional volume',
  });
});

it('shows the market of the press and that of the other person’s word, as number, unit and name', () => {
  const market = {
    name: 'the best ask',
    price: price('-1.70'),
    unit: 'EUR/MWh',
    counterparty: 'North',
  };
  const approval = { reasons: [{ code: 'volume', message: 'Large.' }], market, hash: 'x' };
  expect(rowOf(withBody(QUOTE, { approval }))).toMatchObject({
    'approval-reasons': 'Large.',
    'approval-market': 'the best ask',
    'approval-market-price': '-1.7',
    'approval-market-price-unit': 'EUR/MWh',
    'approval-market-counterparty': 'North',
    'approval-warned-beside': '',
    'decision-market': '',
    'decision-market-price': '',
  });
  const warnedBeside = [{ ...market, codes: ['sign-flip', 'best-price'] }];
  const decision = {
    at: 1_795_000_000_000,
    market: { ...market, price: price('-1.20') },
    distance: price('0.4'),
    card: 'not known',
  };
  expect(rowOf(withBody(QUOTE, { approval: { ...approval, warnedBeside }, decision }))).toMatchObject({
    'approval-market-price': '-1.7',
    'approval-warned-beside': 'sign-flip best-price: the best ask -1.7',
    'decision-market': 'the best ask',
    'decision-market-price': '-1.2',
    'decision-market-price-unit': 'EUR/MWh',
    'decision-market-counterparty': 'North',
    'decision-market-distance': '0.4',
    'decision-market-at': '2026-11-18T11:06:40.000Z',
    'decision-card': 'not known',
  });
});

it('shows what is no action too: who did what, the levels before and after, the file that was given out', () => {
  expect(rowOf(entry(1))).toMatchObject({
    kind: 'limits',
    state: 'noted',
    shown: 'Anna Ott changed limits: bestPrice block 40 % → 60 %.',
    by: 'Anna Ott',
    'by-session': 'aabbccdd',
    changes: 'bestPrice block: 40 % → 60 %',
    outcome: '',
  });
  const file = { name: 'trades.csv', rows: 12, sha256: 'ab' };
  expect(rowOf(entry(1, { entry: 'trades-file', file, reason: '=1+1' }))).toMatchObject({
    file: 'trades.csv',
    'file-rows': '12',
    'file-sha256': 'ab',
    note: "'=1+1",
  });
});

it.each([
  ...['=1+1', '+49 30', '-x', '@SUM(A1)', '\tx', '\rx'],
  ...['\nx', ' =1+1', '\u00a0=1+1', '＝1+1', '＠SUM(A1)', "'=1+1"],
])('makes text of %j, not a formula', (shown) => {
  expect(rowOf(action(1, { shown }))['shown']).toBe(`'${shown}`);
});

it.each(['-4.25', '0', '-0.00000001', '1000000000'])('leaves the number %s a number', (written) => {
  const quote = rowOf(withBody({ ...QUOTE, price: { shape: 'single', price: Price.parse(written) } }));
  expect(quote['price']).toBe(written);
});

it.each(['000123', '1E5', '2026-11', '+49', '12345678901234567890', '-5', 'Sep-2'])(
  'writes the id %s so that Excel keeps it',
  (id) => {
    const [line] = chainOf([action(1)]);
    const body = { kind: 'accept-quote', requestId: id, quoteId: id, proposalId: id };
    const text = JSON.stringify({ ...action(1), body, tradeId: id });
    const fields = line ? fieldsOf(csvLine({ ...line, text })) : [];
    for (const name of ['request-id', 'quote-id', 'proposal-id', 'trade-id']) {
      const field = fields[columns.indexOf(name)] ?? '';
      expect(readByExcel(id, 'English').as).toBe('other');
      expect(readByExcel(field, 'English')).toEqual({ as: 'text', text: `'${id}` });
    }
  },
);

it('keeps the sixty-four zeros before the first line from becoming a zero', () => {
  expect(rowOf(action(1))['previous-hash']).toBe(`'${NOTHING_BEFORE}`);
});

it.each([
  ['done', { sentAt: 5 }, 'executed'],
  ['rejected', { sentAt: 5 }, 'not executed'],
  ['rejected', {}, 'not sent'],
  ['cancelled', {}, 'not sent'],
  ['unknown', { sentAt: 5 }, 'open'],
] as const)('says of an action that is %s what that comes to', (state, sent, outcome) => {
  expect(rowOf(withBody(ACCEPT, { state, ...sent })).outcome).toBe(outcome);
});

it.each([
  ['waiting', {}, 'Waiting for approval'],
  ['staged', {}, 'Staged'],
  ['rejected', { sentAt: 5, endedAt: 6 }, 'Rejected'],
  ['rejected', { endedAt: 6 }, 'Not sent'],
  ['cancelled', { endedAt: 6 }, 'Not sent'],
  ['unknown', { sentAt: 5 }, 'Unknown'],
  ['done', { sentAt: 5, endedAt: 6 }, 'Done'],
  ['done', { executed: { price: Price.parse('31') } }, 'Done, but not as asked'],
] as const)('says of an action that is %s (%j) what the pane says: %s', (state, over, told) => {
  expect(rowOf(withBody(ACCEPT, { state, ...over })).told).toBe(told);
});

it('says of a withdrawal that was refused because its quote is withdrawn what the pane says', () => {
  const failure = { kind: 'wrong-state', next: '', service: { status: 409 } } as const;
  const told = (message: string) =>
    rowOf(
      withBody(WITHDRAW, {
        state: 'rejected',
        sentAt: 5,
        endedAt: 6,
        failure: { ...failure, message },
      }),
    );
  expect(told('The state has changed: QT-1 is withdrawn.')).toMatchObject({
    state: 'rejected',
    told: 'Already withdrawn',
  });
  expect(told('The state has changed: QT-1 is accepted.').told).toBe('Rejected');
});

it('says of a quote that ended how it did, as the pane does, and nothing of what is no action', () => {
  const over = { how: 'request-closed', at: 5 } as const;
  expect(rowOf(withBody(QUOTE, { state: 'done', over })).told).toBe('Closed');
  expect(rowOf(entry(1)).told).toBe('');
});

it.each([
  ['a quote', QUOTE, 'live', 'not live'],
  ['a withdrawal', WITHDRAW, 'withdrawn', 'not withdrawn'],
] as const)('never says of %s that it was executed: nobody has traded it by that', (_, body, done, not) => {
  expect(rowOf(withBody(body, { state: 'done', sentAt: 5 })).outcome).toBe(done);
  expect(rowOf(withBody(body, { state: 'rejected', sentAt: 5 })).outcome).toBe(not);
  expect(rowOf(withBody(body, { state: 'rejected' })).outcome).toBe('not sent');
});

it('says of a quote that is over how it ended, and when that was seen', () => {
  const over = { how: 'request-closed', at: Date.UTC(2026, 0, 1) } as const;
  expect(rowOf(withBody(QUOTE, { state: 'done', over }))).toMatchObject({
    outcome: 'over: ended with its request',
    'over-seen-at': '2026-01-01T00:00:00.000Z',
  });
  expect(rowOf(withBody(QUOTE, { state: 'done' }))).toMatchObject({ outcome: 'live', 'over-seen-at': '' });
});

it('says of what waits when the approvers were last reminded', () => {
  const reminded = { at: Date.UTC(2026, 0, 1), by: { name: 'Ann', session: 'a0a0a0a0' } };
  const row = rowOf(withBody(QUOTE, { state: 'waiting', reminded }));
  expect(row).toMatchObject({ outcome: 'open', 'reminded-at': '2026-01-01T00:00:00.000Z' });
});

it('says side, price, quantity, unit and commodity of an acceptance, as they were known when it was sent', () => {
  const committed = [
    { commodity: 'power', side: 'buy', volumes: [{ unit: 'MW', amount: '10' }] },
  ] satisfies CommittedLeg[];
  const accept = { ...ACCEPT, shownQuantity: Quantity.parse('10') };
  expect(rowOf(withBody(accept, { before: { quoteIds: [], committed } }))).toMatchObject({
    side: 'buy',
    price: '30.1',
    'leg-1-price': '30.1',
    quantity: '10',
    'quantity-unit': 'MW',
    commodity: 'power',
  });
  expect(rowOf(withBody({ ...ACCEPT, quantity: Quantity.parse('4') })).quantity).toBe('4');
  expect(rowOf(withBody(ACCEPT))).toMatchObject({ side: '', quantity: '', 'quantity-unit': '' });
  const legPrices = [Price.parse('30'), Price.parse('-28.5')];
  const spread = rowOf(withBody({ ...ACCEPT, lastSeen: { type: 'per-leg', legPrices } }));
  expect(spread).toMatchObject({ price: '', 'leg-1-price': '30', 'leg-2-price': '-28.5' });
});

it('says commodity, side, unit and product of what was never sent, as they were known at the press', () => {
  const leg = {
    action: 'sell',
    commodity: 'power',
    market: 'DE',
    deliveryStart: '2027-01-01',
    deliveryEnd: '2027-12-31',
    loadProfile: 'base',
    quantityUnit: 'MW',
  } as const;
  const known = {
    commodity: 'power',
    side: 'sell',
    quantity: '10',
    'quantity-unit': 'MW',
    product: 'DE Cal-27 base',
  };
  for (const state of ['staged', 'waiting', 'rejected', 'cancelled'] as const)
    expect(rowOf(withBody(QUOTE, { state, legs: [leg] }))).toMatchObject(known);
  const legs = [leg, { ...leg, action: 'buy' as const, commodity: 'gas', market: 'THE' }];
  expect(rowOf(withBody(QUOTE, { legs }))).toMatchObject({
    commodity: 'power / gas',
    side: 'sell',
    'quantity-unit': 'MW',
    product: 'DE/THE Cal-27 base',
  });
  expect(rowOf(withBody(QUOTE))).toMatchObject({ commodity: '', side: '', product: '' });
  // What was read just before sending is newer.
  const committed = [
    { commodity: 'gas', side: 'buy', volumes: [{ unit: 'MWh', amount: '10' }] },
  ] satisfies CommittedLeg[];
  expect(rowOf(withBody(QUOTE, { legs: [leg], before: { quoteIds: [], committed } }))).toMatchObject({
    commodity: 'gas',
    side: 'buy',
    'quantity-unit': 'MWh',
  });
});

it('says who settled an action, by what evidence, and what the records prove otherwise', () => {
  const said = { evidence: 'Quote QT-1 may be it.', settledBy: 'person' } as const;
  const row = rowOf(withBody(ACCEPT, { state: 'done', ...said, corrected: 'It was executed: trade T-1.' }));
  expect(row).toMatchObject({
    'settled-by': 'person',
    evidence: 'Quote QT-1 may be it.',
    corrected: 'It was executed: trade T-1.',
  });
});

it('says who pressed and who resolved it, and of lines of before that it is not known', () => {
  const by = { name: '=anna', session: '0a1b2c3d' };
  const settled = { settledBy: 'person', resolvedBy: { name: 'Ben', session: '4e5f6a7b' } } as const;
  const row = rowOf(withBody(ACCEPT, { state: 'done', by, ...settled }));
  const place = columns.indexOf('by');
  expect(Object.entries(row).slice(place, place + 3)).toEqual([
    ['by', "'=anna"],
    ['by-session', '0a1b2c3d'],
    ['resolved-by', 'Ben'],
  ]);
  const before = rowOf(withBody(ACCEPT, { state: 'done', settledBy: 'person' }));
  expect(Object.values(before).slice(place, place + 3)).toEqual(['not known', '', 'not known']);
  expect(rowOf(withBody(ACCEPT))['resolved-by']).toBe('');
});

it('says why another person had to approve, and who did or refused', () => {
  const reasons = [{ code: 'volume', message: 'It is large.' }];
  const waiting = { state: 'waiting', approval: { reasons, hash: 'ab' }, waitsUntil: 2 } as const;
  const none = { 'approved-by': '', 'approved-by-session': '', 'approved-at': '', 'refused-by': '' };
  expect(rowOf(withBody(ACCEPT, waiting))).toMatchObject({
    state: 'waiting',
    outcome: 'open',
    'approval-reasons': 'It is large.',
    ...none,
  });
  const approvedBy = { name: '=Ben', session: '4e5f6a7b' };
  const approved = { ...waiting, state: 'staged', approvedBy, approvedAt: Date.UTC(2026, 0, 1) } as const;
  expect(rowOf(withBody(ACCEPT, approved))).toMatchObject({
    ...none,
    'approved-by': "'=Ben",
    'approved-by-session': '4e5f6a7b',
    'approved-at': '2026-01-01T00:00:00.000Z',
  });
  expect(rowOf(withBody(ACCEPT, { state: 'cancelled', refusedBy: approvedBy }))).toMatchObject({
    ...none,
    'refused-by': "'=Ben",
  });
});

it('shows after that what was traded, by the word of the trade', () => {
  const executed = Executed.parse({
    ...{ side: 'sell', quantity: '6', quantityUnit: 'MW', price: '-30.125' },
    ...{ priceUnit: 'EUR/MWh', counterparty: '=Nord' },
  });
  const row = rowOf(withBody(ACCEPT, { state: 'done', tradeId: TradeId.parse('007'), executed }));
  expect(Object.entries(row).slice(columns.indexOf('hash') + 1, columns.indexOf('outcome'))).toEqual([
    ['executed-side', 'sell'],
    ['executed-quantity', '6'],
    ['executed-quantity-unit', 'MW'],
    ['executed-price', '-30.125'],
    ['executed-leg-1-price', ''],
    ['executed-leg-2-price', ''],
    ['executed-leg-3-price', ''],
    ['executed-price-unit', 'EUR/MWh'],
    ['executed-counterparty', "'=Nord"],
  ]);
  expect(row['trade-id']).toBe("'007");
  expect(rowOf(withBody(ACCEPT))['executed-quantity']).toBe('');
});

it('shows of several legs what was done with each, and of the whole only what is true of all', () => {
  const power = { quantity: '20', quantityUnit: 'MW', price: '78.25', priceUnit: 'EUR/MWh', market: 'AT' };
  const goo = {
    quantity: '175200',
    quantityUnit: 'certificates',
    price: '0.38',
    priceUnit: 'EUR/certificate',
  };
  const swap = Executed.parse({
    ...{
      side: 'sell',
      quantity: '175200',
      quantityUnit: 'certificates',
      legPrices: ['0.38', '78.25', '78.25'],
    },
    legs: [
      { action: 'sell', market: 'EU-HYDRO', ...goo },
      { action: 'buy', ...power },
      { action: 'sell', ...power },
    ],
  });
  expect(rowOf(withBody(ACCEPT, { state: 'done', executed: swap }))).toMatchObject({
    'executed-side': 'sell / buy / sell',
    'executed-quantity': '',
    'executed-quantity-unit': 'certificates / MW / MW',
    'executed-price-unit': 'EUR/certificate / EUR/MWh / EUR/MWh',
    'executed-leg-1-price': '0.38',
    'executed-leg-1-side': 'sell',
    'executed-leg-1-product': 'EU-HYDRO',
    'executed-leg-1-quantity': '175200',
    'executed-leg-1-quantity-unit': 'certificates',
    'executed-leg-1-price-unit': 'EUR/certificate',
    'executed-leg-2-side': 'buy',
    'executed-leg-2-product': 'AT',
    'executed-leg-2-quantity': '20',
    'executed-leg-2-quantity-unit': 'MW',
    'executed-leg-2-price-unit': 'EUR/MWh',
    'executed-leg-3-side': 'sell',
    'executed-net-price': '',
  });
  const [, buy, sell] = swap.legs ?? [];
  const legs = [buy, { ...sell, price: '77.25' }];
  const spread = Executed.parse({ side: 'buy', quantity: '20', legPrices: ['78.25', '77.25'], legs });
  expect(rowOf(withBody(ACCEPT, { state: 'done', executed: spread }))).toMatchObject({
    'executed-side': 'buy / sell',
    'executed-quantity': '20',
    'executed-price-unit': 'EUR/MWh',
    'executed-net-price': '1',
    'executed-leg-3-side': '',
  });
  const old = Executed.parse({ side: 'buy', quantity: '20', priceUnit: 'EUR/t', legPrices: ['1', '2'] });
  expect(rowOf(withBody(ACCEPT, { state: 'done', executed: old }))).toMatchObject({
    'executed-side': '',
    'executed-price-unit': '',
    'executed-leg-1-side': 'buy',
    'executed-leg-2-side': '',
  });
});

it('keeps every text in its field, whatever stands in it, and starts none as a formula', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('', '=', '"', ',', '\r\n', '-'),
      (text, start) => {
        const shown = start + text;
        const field = rowOf(action(1, { shown }))['shown'] ?? '';
        const carried = shown.replaceAll('\0', '\uFFFD');
        expect([carried, `'${carried}`]).toContain(field);
        expect(field).not.toMatch(/^[=+\-@\t\r]/);
      },
    ),
  );
});

it('writes a file that Excel takes for UTF-8, one record a line', async () => {
  const pieces: string[] = [];
  const lines = chainOf([action(1), action(2)]);
  for await (const piece of exportedCsv(stream(lines), { ahead: stream(keptOf(lines)) })) pieces.push(piece);
  expect(pieces).toHaveLength(3);
  expect(pieces[0]).toBe(`\uFEFF${csvHeader()}`);
  expect(pieces.every((piece) => piece.endsWith('\r\n'))).toBe(true);
});

const tradeOf = (id: string, over: object = {}) => {
  const read = readTrade({
    'trade-id': id,
    'traded-at': '2026-11-18T12:00:00Z',
    action: 'sell',
    price: 31,
    quantity: 4,
    'quantity-unit': 'MW',
    counterparty: 'North',
    ...over,
  });
  if (!read.ok) throw new Error(read.failure.message);
  return { id: TradeId.parse(id), trade: read.value };
};

/** The records of a CSV by the names of their columns. */
async function exportedRows(
  written: readonly Action[],
  takenBy?: (id: QuoteId) => Promise<readonly TakingTrade[]>,
): Promise<Record<string, string>[]> {
  const lines = chainOf(written);
  const records: string[] = [];
  for await (const piece of exportedCsv(stream(lines), {
    ahead: stream(keptOf(lines)),
    ...(takenBy && { takenBy }),
  }))
    records.push(piece);
  return records
    .slice(1)
    .map((record) =>
      Object.fromEntries(fieldsOf(record).map((field, index) => [columns[index] ?? '', field])),
    );
}

const live = { body: QUOTE, state: 'done', quoteId: QuoteId.parse('QT-1') } as const;

it('has of a withdrawal the product, side and price of its quote, and no quantity: it asks for none', () => {
  const legs = [
    {
      ...{ action: 'sell', commodity: 'power', market: 'DE', loadProfile: 'base' },
      ...{ deliveryStart: '2027-01-01', deliveryEnd: '2027-12-31', priceUnit: 'EUR/MWh' },
    },
  ];
  const { direction, price, quantity } = QUOTE;
  const withdraws = { direction, price, quantity };
  const line = { ...action(1), body: WITHDRAW, legs, withdraws } as Action;
  const price31 = { price: '31', 'net-price': '31', 'price-unit': 'EUR/MWh', quantity: '' };
  expect(rowOf(line)).toMatchObject({ product: 'DE Cal-27 base', direction, side: 'sell', ...price31 });
  expect(rowOf({ ...line, withdraws: undefined })).toMatchObject({
    direction: '',
    price: '',
    'price-unit': '',
  });
});

it('tells from its line which trades took a quote, with nobody to ask', async () => {
  const taken = [
    takenTradeOf(tradeOf('TR-1'), 1),
    takenTradeOf(
      tradeOf('TR-2', { quantity: 6, 'traded-at': '2026-11-18T13:00:00Z', counterparty: 'East' }),
      1,
    ),
  ];
  const over = { how: 'accepted', at: 1_795_000_000_000 } as const;
  const [before, after] = await exportedRows([action(1, live), action(1, { ...live, taken, over })]);
  expect(before).toMatchObject({ 'trade-id': '', 'taken-trade-id': '', outcome: 'live', latest: 'no' });
  expect(after).toMatchObject({
    'trade-id': 'TR-1 / TR-2',
    'taken-trade-id': 'TR-1 / TR-2',
    'taken-quantity': '10',
    'taken-quantity-unit': 'MW',
    'taken-price': '31',
    'taken-counterparty': 'North / East',
    'taken-at': '2026-11-18T13:00:00.000Z',
    outcome: 'over: was taken',
    latest: 'yes',
  });
});

it('tells the price of each leg of a spread that was taken, also where its line was written without', async () => {
  const legs = [
    { action: 'sell', price: 80.9 },
    { action: 'buy', price: 82.2 },
  ];
  const spread = tradeOf('TR-1', { price: null, action: null, legs });
  const body = { ...QUOTE, price: { shape: 'per-leg', legPrices: ['80.9', '82.2'] } };
  const { legPrices, ...before } = takenTradeOf(spread, 2);
  expect(legPrices).toEqual(['80.9', '82.2']);
  const lines = [{ ...action(1, live), body, taken: [before] } as Action];
  const [row] = await exportedRows(lines, async () => [spread]);
  expect(row).toMatchObject({
    ...{ 'taken-leg-1-price': '80.9', 'taken-leg-2-price': '82.2', 'taken-leg-3-price': '' },
    'taken-trade-id': 'TR-1',
  });
});

it('adds to the last line of a quote the trades that the platform knows beside it, and to no other line', async () => {
  const takenBy = async (id: QuoteId) => (id === 'QT-1' ? [tradeOf('TR-1'), unread] : []);
  // Of one whose record is not kept the number alone is known.
  const unread = { id: TradeId.parse('TR-3'), trade: undefined };
  const rows = await exportedRows(
    [action(1, { body: QUOTE }), action(1, live), action(2, { ...live, body: WITHDRAW })],
    takenBy,
  );
  expect(rows.map((row) => [row['taken-trade-id'], row['taken-quantity'], row['taken-price']])).toEqual([
    ['', '', ''],
    ['TR-1 / TR-3', '', '31'],
    ['', '', ''],
  ]);
  expect(rows[1]).toMatchObject({ 'taken-at': '2026-11-18T12:00:00.000Z', outcome: 'taken' });
});

it('calls a quote live no more once a trade took it, but for a part that is known to be less', () => {
  const taken = [takenTradeOf(tradeOf('TR-1'), 1)];
  const inParts = { ...QUOTE, allOrNone: false };
  expect(rowOf(action(1, { ...live, taken }))).toMatchObject({ outcome: 'taken' });
  expect(rowOf(action(1, { ...live, body: inParts, taken }))).toMatchObject({
    outcome: 'live, taken in part',
  });
  const over = { how: 'request-traded', at: 5 } as const;
  expect(rowOf(action(1, { ...live, over, taken }))).toMatchObject({ outcome: 'taken' });
  expect(rowOf(action(1, { ...live, over, body: inParts, taken }))).toMatchObject({
    outcome: 'over: ended with its request, which was traded, taken in part',
  });
  const unsaid = [{ tradeId: TradeId.parse('TR-1') }];
  expect(rowOf(action(1, { ...live, body: inParts, taken: unsaid }))).toMatchObject({ outcome: 'taken' });
});

it('says of one line of each action that it is the latest', async () => {
  const rows = await exportedRows([
    action(1),
    action(2),
    action(1, { state: 'sending' }),
    action(1, { state: 'done' }),
  ]);
  expect(rows.map((row) => row['latest'])).toEqual(['no', 'yes', 'no', 'yes']);
});

it('has in its evidence what proved a lost outcome, and that a quote was found by its terms', () => {
  const recovered =
    'The answer was lost. The platform’s records, read at 09:00:31 CET, prove the outcome: quote QT-1.';
  expect(rowOf(action(1, { ...live, recovered, isFound: true }))).toMatchObject({
    evidence: `${recovered} No answer named it: it was found by its terms, and may be a colleague’s.`,
  });
  expect(rowOf(action(1, live))).toMatchObject({ evidence: '' });
});

it('groups the tries of a withdrawal as the cells do: one press, by whoever pressed first, of which one row counts', async () => {
  const by = (name: string) => ({ by: { name, session: '0a1b2c3d' } });
  const rows = await exportedRows([
    action(1, { body: WITHDRAW, ...by('Anna') }),
    action(1, { body: WITHDRAW, state: 'rejected', endedAt: 1_795_000_000_002, ...by('Anna') }),
    action(5, { body: WITHDRAW, ...by('Ben') }),
    action(5, { body: WITHDRAW, state: 'done', endedAt: 1_795_000_000_006, ...by('Ben') }),
    action(7, { body: QUOTE }),
  ]);
  const press = ['press-id', 'pressed-at', 'pressed-by', 'counts'];
  // An id that begins with figures stays text in Excel.
  const first = [`'${action(1).id}`, '2026-11-18T11:06:40.001Z', 'Anna'];
  expect(rows.map((row) => press.map((name) => row[name]))).toEqual([
    [...first, '0'],
    [...first, '0'],
    [...first, '0'],
    [...first, '1'],
    [`'${action(7).id}`, '2026-11-18T11:06:40.007Z', 'not known', '1'],
  ]);
  expect(columns.slice(-4)).toEqual(press);
  expect(rowOf(entry(1))).toMatchObject({ 'press-id': '', 'pressed-by': 'Anna Ott', counts: '1' });
});

it('leaves out lines that are written while it is read, so that no action has two that are its latest', async () => {
  const lines = chainOf([action(1), action(1, { state: 'done' })]);
  const records: string[] = [];
  for await (const piece of exportedCsv(stream(lines), { ahead: stream(keptOf(lines.slice(0, 1))) }))
    records.push(piece);
  expect(records).toHaveLength(2);
});

it('gives JSON Lines out as they were written, with the trades that took a quote', async () => {
  const taken = [takenTradeOf(tradeOf('TR-1'), 1)];
  const lines = chainOf([action(1, live), action(1, { ...live, taken })]);
  const read: unknown[] = [];
  for await (const piece of exportedJsonl(stream(lines))) read.push(readJsonlLine(piece.trimEnd()));
  expect(read).toEqual(lines);
  expect(lines[1]?.text).toContain('"taken":[{"tradeId":"TR-1"');
});

it('exports a line that another version wrote, with what it knows of it', () => {
  const [first] = chainOf([action(1)]);
  const text = JSON.stringify({ id: 'new', state: 'halfway', body: { kind: 'send-magic', requestId: 7 } });
  const record = first ? csvLine({ ...first, text }) : '';
  expect(record).toMatch(/^1,new,halfway,,,,send-magic,,/);
  const strange = JSON.stringify({ ...action(1), body: { quantity: '=1+1', price: { price: '1E5' } } });
  const fields = first ? fieldsOf(csvLine({ ...first, text: strange })) : [];
  expect(fields[columns.indexOf('quantity')]).toBe("'=1+1");
  expect(fields[columns.indexOf('price')]).toBe("'1E5");
});
