import { describe, expect, it } from 'vitest';
import { recognised, type Mapping } from '../../../src/domain/bulk/column';
import { REQUEST_TABLE } from '../../../src/domain/bulk/request-column';
import { readRequest, saysNothing } from '../../../src/taskpane/bulk/request-row';
import type { Content } from '../../../src/taskpane/excel/reading';
import { checkedDraft } from '../../../src/taskpane/quoting/checked-draft';
import { REQUEST_SHEET } from '../../../src/taskpane/templates/request-sheet';

const TODAY = '2026-11-20';
type Cells = Readonly<Record<string, Content | readonly [Content, string]>>;

const ROW: Cells = {
  action: 'buy',
  commodity: 'power',
  market: 'DE',
  product: 'Cal-27',
  load: 'base',
  quantity: 10,
  unit: 'MW',
};

function read(cells: Cells) {
  const headings = Object.keys(cells);
  const { mapping, unclear } = recognised(headings, REQUEST_TABLE);
  expect(unclear).toEqual([]);
  const row = {
    row: 4,
    before: [],
    cells: Object.values(cells).map((cell) => {
      const [content, format] = Array.isArray(cell)
        ? (cell as [Content, string])
        : [cell as Content, 'General'];
      return { content, format };
    }),
  };
  return readRequest(row, mapping, TODAY);
}

/** The request that the form makes of it, or what is wrong in the words of the form or of the cell. */
function requested(cells: Cells) {
  const found = read(cells);
  if (!found.ok) return found.faults.join(' ');
  const { problems, request } = checkedDraft(found.draft);
  return request ?? problems.map(({ text }) => text).join(' ');
}

describe('a row of a request table', () => {
  it('is a single, by the words of the form', () => {
    expect(requested(ROW)).toEqual({
      contract: 'single',
      legs: [
        {
          action: 'buy',
          commodity: 'power',
          market: 'DE',
          deliveryStart: '2027-01-01',
          deliveryEnd: '2027-12-31',
          loadProfile: 'base',
          quantity: '10',
          quantityUnit: 'MW',
        },
      ],
      allOrNone: false,
      recipients: [],
    });
  });

  it('has a quantity that can be read in one way only: a cell has a number', () => {
    expect(requested({ ...ROW, quantity: 1.125 })).toMatchObject({ legs: [{ quantity: '1.125' }] });
  });

  it('with a second leg is the spread that its legs make, and leg 2 follows leg 1', () => {
    expect(requested({ ...ROW, 'leg 2 market': 'FR' })).toMatchObject({
      contract: 'spread',
      spreadType: 'location',
      legs: [{ action: 'buy' }, { action: 'sell', market: 'FR', quantity: '10', deliveryEnd: '2027-12-31' }],
    });
    expect(requested({ ...ROW, kind: 'standard spread', 'leg 2 product': 'Cal-28' })).toMatchObject({
      spreadType: 'time',
      legs: [{ deliveryStart: '2027-01-01' }, { deliveryStart: '2028-01-01' }],
    });
  });

  it('is a swap of a certificate and power', () => {
    const swap = {
      kind: 'green-grey swap',
      action: 'sell',
      commodity: 'goo',
      market: 'EU',
      product: 'Cal-27',
      quantity: 87600,
      unit: 'certificates',
      'leg 2 market': 'DE',
      'leg 2 product': 'Cal-27',
      'leg 2 quantity': 10,
      'leg 2 unit': 'MW',
    };
    expect(requested(swap)).toMatchObject({
      contract: 'swap',
      swapType: 'green-grey-swap',
      legs: [
        { action: 'sell', quantity: '87600' },
        { action: 'buy', commodity: 'power' },
        { action: 'sell', commodity: 'power' },
      ],
    });
    expect(requested({ ...swap, 'leg 2 action': 'buy' })).toContain('clear the action of leg 2');
  });

  it('names its recipients and whether it is all or none', () => {
    expect(requested({ ...ROW, recipients: 'Alpha, Ltd.; Beta', 'all-or-none': 'yes' })).toMatchObject({
      allOrNone: true,
      recipients: ['Alpha, Ltd.', 'Beta'],
    });
    expect(requested({ ...ROW, recipients: 'Beta; Beta' })).toContain('named twice');
  });

  it.each([
    ['Q1-27', '2027-01-01', '2027-03-31'],
    ['Dec-26', '2026-12-01', '2026-12-31'],
    ['week 49', '2026-11-30', '2026-12-06'],
    ['2027-02-01..2027-02-14', '2027-02-01', '2027-02-14'],
    [2028, '2028-01-01', '2028-12-31'],
  ])('is delivered as %s says', (product, deliveryStart, deliveryEnd) => {
    expect(requested({ ...ROW, product })).toMatchObject({ legs: [{ deliveryStart, deliveryEnd }] });
  });

  it('is delivered between two days, as texts or as dates of Excel', () => {
    const { product: _, ...rest } = ROW;
    const days = { deliveryStart: '2027-01-01', deliveryEnd: '2027-01-31' };
    expect(
      requested({ ...rest, 'delivery start': '2027-01-01', 'delivery end': '2027-01-31' }),
    ).toMatchObject({
      legs: [days],
    });
    expect(
      requested({ ...rest, 'delivery start': [46388, 'dd/mm/yyyy'], 'delivery end': [46418, 'dd/mm/yyyy'] }),
    ).toMatchObject({ legs: [days] });
    expect(requested({ ...rest, 'delivery start': [46388, '0'], 'delivery end': '2027-01-31' })).toContain(
      'Delivery start holds “46388”',
    );
  });

  it.each([
    ['a product that Excel made a date of', { product: [46357, 'mmm-yy'] as const }, 'Excel made'],
    ['a product that is none', { product: 'Cal 2' }, 'There is no product'],
    [
      'product and days that differ',
      { 'delivery start': '2027-02-01', 'delivery end': '2027-02-28' },
      'differ',
    ],
    ['a quantity as text', { quantity: '10 MW' }, 'Quantity holds the text'],
    ['no quantity', { quantity: '' }, 'Enter the quantity.'],
    ['a quantity below zero', { quantity: -5 }, 'A quantity is above zero.'],
    ['a side that is none', { action: 'bid' }, 'Write buy or sell.'],
    ['an error', { market: '#N/A' }, 'shows #N/A'],
    ['a kind that is none', { kind: 'outright' }, 'Write one of'],
    ['no commodity', { commodity: '' }, 'Enter the commodity.'],
    ['a second leg of a single', { kind: 'single', 'leg 2 market': 'FR' }, 'clear the cells of leg 2'],
    [
      'a kind of spread that its legs do not make',
      { kind: 'time spread', 'leg 2 market': 'FR' },
      'location spread',
    ],
    ['two legs that are the same', { kind: 'spread' }, 'Both legs are the same.'],
  ])('with %s is refused', (_what, cells: Cells, words) => {
    expect(requested({ ...ROW, ...cells })).toContain(words);
  });

  it('that is empty in every column says nothing', () => {
    const mapping: Mapping = recognised(Object.keys(ROW), REQUEST_TABLE).mapping;
    const cells = Object.keys(ROW).map(() => ({ content: '', format: '@' }));
    expect(saysNothing({ row: 1, before: [], cells }, mapping)).toBe(true);
    expect(saysNothing({ row: 1, before: [], cells: [{ content: 'buy', format: '@' }] }, mapping)).toBe(
      false,
    );
  });
});

it('the request sheet has headings that are each one column', () => {
  const headings = (REQUEST_SHEET.contents.find(([cell]) => cell === 'A4')?.[1][0] ?? []).map(String);
  const { mapping, unclear } = recognised(headings, REQUEST_TABLE);
  expect(unclear).toEqual([]);
  expect(REQUEST_TABLE.problem(mapping)).toBeUndefined();
  // All but what is only shown.
  expect(Object.keys(mapping)).toHaveLength(headings.length - 1);
});
