import { expect, it } from 'vitest';
import { keptAnswer, keptRows } from '../../../src/workbench/calls/call-table';

const WAITING = { error: '#BUSY!' };
const before = {
  args: [[['RQ-1'], ['RQ-2'], ['']], 'ask'],
  result: [[31.2], [71.4], ['']],
};

it('a row that stays keeps its answer wherever it stands, and a new one waits', () => {
  expect(keptRows(before, [[['RQ-3'], ['RQ-2'], ['RQ-1'], ['']], 'ask'], WAITING)).toEqual([
    [WAITING],
    [71.4],
    [31.2],
    [''],
  ]);
});

it('no row keeps the answer to another question', () => {
  expect(keptRows(before, [[['RQ-1'], ['RQ-2'], ['']], 'bid'], WAITING)).toBeUndefined();
  expect(keptRows(before, ['RQ-1', 'ask'], WAITING)).toBeUndefined();
});

it('nothing is kept where the answers do not stand row by row', () => {
  const headed = { args: [[['RQ-1']]], result: [['price'], [31.2]] };
  expect(keptRows(headed, [[['RQ-2']]], WAITING)).toBeUndefined();
  expect(keptRows({ ...before, result: WAITING }, before.args, WAITING)).toBeUndefined();
});

it('the whole answer stays while another argument changes, and where the first names a request not that of another', () => {
  const answered = { args: ['RQ-1', 'ask'], result: 31.2 };
  expect(keptAnswer(answered, ['RQ-1', 'bid'], true)).toBe(31.2);
  expect(keptAnswer(answered, ['RQ-2', 'ask'], true)).toBeUndefined();
  expect(keptAnswer({ args: ['open'], result: [['RQ-1']] }, ['closed'], false)).toEqual([['RQ-1']]);
});
