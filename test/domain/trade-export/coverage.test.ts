import { describe, expect, it } from 'vitest';
import { coverageFacts, coverageRows, type Coverage } from '../../../src/domain/trade-export/coverage';

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 10, 18);
const day = (index: number, listedAt?: number) => ({
  day: `2026-11-${18 + index}`,
  from: START + index * DAY_MS,
  to: START + (index + 1) * DAY_MS,
  listedAt,
});
const LATE = START + 5 * DAY_MS;
const WHOLE: Coverage = {
  environment: 'production',
  version: '1.2.3',
  wanted: { from: '2026-11-18', to: '2026-11-19' },
  zone: 'UTC',
  days: [day(0, LATE), day(1, LATE)],
  missing: 0,
  setAside: 0,
  corrected: [],
};
const WRITTEN = { trades: 3, legs: 2, provisional: 0, unlisted: 0, cancelled: 0, noEnergy: 0, noNotional: 1 };
const rowsOf = (over: Partial<Coverage> = {}, written = WRITTEN) =>
  coverageRows({ ...WHOLE, ...over }, written, LATE + DAY_MS);
const problems = (...given: Parameters<typeof rowsOf>) =>
  rowsOf(...given).flatMap(([name, text]) => (name === 'not proven complete' ? [text] : []));

describe('what a workbook says of itself', () => {
  it('names environment, days, filters, counts and the moment up to which the list was read', () => {
    expect(rowsOf()).toEqual([
      ['program', 'SpreadDesk 1.2.3'],
      ['environment', 'production'],
      ['days asked for', '2026-11-18 to 2026-11-19, both included, in UTC'],
      ['venues', 'all'],
      ['commodities', 'all'],
      ['trades in this file', '3'],
      ['rows of legs in this file', '2'],
      ['provisional: prices are still to be entered', '0'],
      ['not listed any more by the platform', '0'],
      ['cancelled by their records (column cancelled), and in no sum', '0'],
      ['listed by the platform, but not stored', '0'],
      ['could not be read by the newest download of just these trades', '0'],
      ['corrected by the platform, as that download found', '0'],
      ['without energy-mwh', '0'],
      ['without notional', expect.stringMatching(/^1: of several legs \(see the sheet legs\), or without/)],
      ['list of trades read at (UTC)', '2026-11-23T00:00:00.000Z'],
      ['list read without a gap until (UTC)', '2026-11-20T00:00:00.000Z'],
      ['complete', 'every trade that the platform listed for these days is in this file, with its prices'],
    ]);
  });

  it('says the same to a program', () => {
    expect(coverageFacts(WHOLE, WRITTEN, LATE + DAY_MS)).toMatchObject({
      environment: 'production',
      venues: null,
      trades: 3,
      'set-aside': 0,
      corrected: [],
      'list-read-at': ['2026-11-23T00:00:00.000Z', '2026-11-23T00:00:00.000Z'],
      'complete-until': '2026-11-20T00:00:00.000Z',
      complete: true,
      problems: [],
    });
    const unread = { ...WHOLE, days: [day(0)], setAside: undefined, corrected: undefined };
    expect(coverageFacts(unread, WRITTEN, LATE + DAY_MS)).toMatchObject({
      'set-aside': null,
      corrected: null,
      'list-read-at': [],
      'complete-until': null,
      complete: false,
    });
  });

  it('says of each thing that is missing what it is', () => {
    expect(problems({ days: [day(0), day(1, START + 1.5 * DAY_MS), day(30)] })).toEqual([
      'The list of trades was never read whole for 2026-11-18.',
      'The list was read before the end of the day, so later trades may be missing, for 2026-11-19.',
      'Not begun when this file was written: 2026-11-48.',
    ]);
    expect(problems({ missing: 1, setAside: 2, rowsMax: 3 })).toEqual([
      'Only the first 3 trades were asked for.',
      '1 listed trade not stored, and so not in this file.',
      '2 entries could not be read by the download.',
    ]);
    expect(problems({ unpriced: 2 })).toEqual([
      '2 accepted standard spreads not listed before the leg prices are entered, then with the old time.',
    ]);
    expect(problems({}, { ...WRITTEN, provisional: 2, unlisted: 1 })).toEqual([
      '2 trades without all prices.',
      '1 trade not listed any more (column not-listed): ask the operator.',
    ]);
    const many = Array.from({ length: 12 }, (_, index) => ({ ...day(0), day: `day ${index}` }));
    expect(problems({ days: many })[0]).toMatch(/day 9 and 2 more days\.$/);
  });

  it.each<[string, Partial<Coverage>, Partial<typeof WRITTEN>, boolean]>([
    ['of a day that is not over', { days: [day(0, LATE), day(6, LATE)] }, {}, true],
    ['of a day read before its end', { days: [day(0, START)] }, {}, true],
    ['of a listed trade that is not stored', { missing: 1 }, {}, true],
    ['of a standard spread whose leg prices are not entered yet', { unpriced: 1 }, {}, true],
    ['of prices still to come', {}, { provisional: 1 }, true],
    ['of one of these beside what stays', {}, { provisional: 1, unlisted: 1 }, true],
    ['not of a trade that is not listed any more', {}, { unlisted: 1 }, false],
    ['not of an entry that cannot be read', { setAside: 1 }, {}, false],
    ['not where nothing is missing', {}, {}, false],
  ])('says that there is more later: %s', (_, over, written, expected) => {
    const facts = coverageFacts({ ...WHOLE, ...over }, { ...WRITTEN, ...written }, LATE + DAY_MS);
    expect(facts['fuller-later']).toBe(expected);
  });

  it('names the trades that the platform had corrected, and is complete with them', () => {
    const corrected = Array.from({ length: 22 }, (_, at) => `TR-${at + 1}`);
    const told = (ids: string[]) =>
      rowsOf({ corrected: ids }).find(([name]) => name?.startsWith('corrected by the platform'))?.[1];
    expect(told(corrected.slice(0, 2))).toBe('2: TR-1, TR-2');
    expect(told(corrected)).toMatch(/^22: TR-1, .*, TR-20 and 2 more$/);
    expect(coverageFacts({ ...WHOLE, corrected }, WRITTEN, LATE + DAY_MS)).toMatchObject({
      corrected,
      complete: true,
    });
  });

  it('says of a day that is not over up to when it is complete', () => {
    const listedAt = START + 1.5 * DAY_MS;
    const now = listedAt + 60_000;
    const running = { ...WHOLE, days: [day(0, LATE), day(1, listedAt)] };
    expect(coverageFacts(running, WRITTEN, now)).toMatchObject({
      'complete-until': '2026-11-19T12:00:00.000Z',
      complete: false,
      problems: [
        '2026-11-19 is not over: complete up to 2026-11-19T12:00:00.000Z, but for standard spreads whose leg prices are not entered yet.',
      ],
    });
  });

  it('does not know more than the lists that were read', () => {
    const told = (over: Partial<Coverage>, name: string) => rowsOf(over).find(([own]) => own === name)?.[1];
    const UNTIL = 'list read without a gap until (UTC)';
    expect(told({ days: [day(0), day(1, LATE)] }, UNTIL)).toMatch(/^not known/);
    const early = START + 1.5 * DAY_MS;
    expect(told({ days: [day(0, LATE), day(1, early), day(2, LATE)] }, UNTIL)).toBe(
      '2026-11-19T12:00:00.000Z',
    );
    expect(told({ days: [day(0)] }, 'list of trades read at (UTC)')).toBe('never');
    expect(
      told({ setAside: undefined }, 'could not be read by the newest download of just these trades'),
    ).toMatch(/^not known/);
  });
});
