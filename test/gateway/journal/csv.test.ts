import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Action } from '../../../src/domain/action';
import { Price } from '../../../src/domain/price';
import { csvField, csvHeader, csvLine } from '../../../src/gateway/journal/csv';
import { exported } from '../../../src/gateway/journal/export';
import { ACCEPT, QUOTE, WITHDRAW } from '../twins/actions';
import { action, chainOf, stream, withBody } from './sample-lines';

/** A reader of RFC 4180 for what the writer may write, which is one record. */
function fieldsOf(record: string): string[] {
  const fields = [...record.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?=,|\r\n$)/g)];
  return fields.map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '');
}
const columns = fieldsOf(csvHeader());
const rowOf = (one: Action): Record<string, string> => {
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
  expect(rowOf(withBody(ACCEPT))).toMatchObject({ 'quote-id': 'Q-1', 'leg-1-price': '30.1', price: '' });
  expect(rowOf(withBody(WITHDRAW, { accepted: ['notional', 'volume'] }))).toMatchObject({
    kind: 'withdraw-quote',
    'accepted-warnings': 'notional volume',
  });
});

it.each([
  ...['=1+1', '+49 30', '-x', '@SUM(A1)', '\tx', '\rx'],
  ...['\nx', ' =1+1', '\u00a0=1+1', '＝1+1', '＠SUM(A1)', "'=1+1"],
])('makes text of %j, not a formula', (shown) => {
  expect(rowOf(action(1, { shown }))['shown']).toBe(`'${shown}`);
});

it.each(['-4.25', '0', '-0.00000001', '1000000000'])('leaves the number %s a number', (written) => {
  expect(csvField(written)).toBe(written);
});

it('keeps every text in its field, whatever stands in it, and starts none as a formula', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('', '=', '"', ',', '\r\n', '-'),
      (text, start) => {
        const shown = start + text;
        const field = rowOf(action(1, { shown }))['shown'] ?? '';
        expect([shown, `'${shown}`]).toContain(field);
        if (!/^-?\d+(\.\d+)?$/.test(field)) expect(field).not.toMatch(/^[=+\-@\t\r]/);
      },
    ),
  );
});

it('writes a file that Excel takes for UTF-8, one record a line', async () => {
  const pieces: string[] = [];
  for await (const piece of exported(stream(chainOf([action(1), action(2)])), 'csv')) pieces.push(piece);
  expect(pieces).toHaveLength(3);
  expect(pieces[0]).toBe(`\uFEFF${csvHeader()}`);
  expect(pieces.every((piece) => piece.endsWith('\r\n'))).toBe(true);
});

it('exports a line that another version wrote, with what it knows of it', () => {
  const [first] = chainOf([action(1)]);
  const text = JSON.stringify({ id: 'new', state: 'halfway', body: { kind: 'send-magic', requestId: 7 } });
  const record = first ? csvLine({ ...first, text }) : '';
  expect(record).toMatch(/^1,new,halfway,,,,send-magic,,/);
});
