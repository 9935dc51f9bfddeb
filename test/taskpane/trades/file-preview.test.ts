import { describe, expect, it } from 'vitest';
import { recordsOf } from '../../../src/taskpane/trades/file-preview';

describe('the records of a CSV', () => {
  it('are read with quotes, breaks and separators inside of fields', () => {
    expect(recordsOf('\uFEFFid;words\r\n1;"a ""b""; c\r\nd"\r\n', ';')).toEqual([
      ['id', 'words'],
      ['1', 'a "b"; c\r\nd'],
    ]);
  });

  it('keep empty fields, and the last record without a break', () => {
    expect(recordsOf('a,b,c\r\n1,,', ',')).toEqual([
      ['a', 'b', 'c'],
      ['1', '', ''],
    ]);
    expect(recordsOf('', ',')).toEqual([]);
  });
});
