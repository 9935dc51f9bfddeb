import { describe, expect, it } from 'vitest';
import { periodInWords } from '../../../../src/taskpane/ui/text/period-text';

describe('a delivery period in words', () => {
  it.each([
    ['2027-01-01', '2027-12-31', 'Cal 2027'],
    ['2027-04-01', '2027-06-30', 'Q2 2027'],
    ['2028-02-01', '2028-02-29', 'Feb 2028'],
    ['2027-04-01', '2027-09-30', 'Summer 2027'],
    ['2027-10-01', '2028-03-31', 'Winter 2027/28'],
    ['2027-10-01', '2028-09-30', 'Gas year 2027/28'],
    ['2027-03-08', '2027-03-08', '8 Mar 2027'],
    ['2027-03-08', '2027-03-14', '8 Mar 2027 – 14 Mar 2027'],
    ['2027-02-01', '2027-04-30', '1 Feb 2027 – 30 Apr 2027'],
    ['2027-01-01', '2028-01-01', '1 Jan 2027 – 1 Jan 2028'],
  ])('says %s to %s as %s', (start, end, words) => {
    expect(periodInWords(start, end)).toBe(words);
  });

  it('shows what is not a date as it came', () => {
    expect(periodInWords('prompt', undefined)).toBe('prompt');
    expect(periodInWords(undefined, undefined)).toBeUndefined();
  });
});
