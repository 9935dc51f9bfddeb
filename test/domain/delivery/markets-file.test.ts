import { afterEach, expect, it } from 'vitest';
import { giveMarkets, marketsVersion } from '../../../src/domain/delivery/given-markets';
import { marketNamed, marketOf, writtenMarkets } from '../../../src/domain/delivery/markets';
import { readMarketsFile } from '../../../src/domain/delivery/markets-file';

afterEach(() => giveMarkets(''));

const read = (file: unknown) => readMarketsFile(JSON.stringify(file));
function give(file: unknown): void {
  const markets = read(file);
  if (!markets.ok) throw new Error(markets.failure.message);
  giveMarkets(writtenMarkets(markets.value, 'v1'));
}

it('lays what is said over the built-in markets, and adds others', () => {
  give({
    power: { de: { peak: [9, 18] }, RS2: { zone: 'Europe/Belgrade', dayStart: -1, peak: [-1, 23] } },
    gas: { NBP: { dayStart: 6 }, KRK: { zone: 'Europe/Zagreb' } },
  });
  expect(marketsVersion()).toBe('v1');
  expect(marketOf('DE')).toEqual({ zone: 'Europe/Berlin', peak: [9, 18], dayStart: 0 });
  expect(marketOf('RS2')).toEqual({ zone: 'Europe/Belgrade', peak: [-1, 23], dayStart: -1 });
  expect(marketOf('NBP', 'gas')).toEqual({ zone: 'Europe/London', peak: [8, 20], dayStart: 6 });
  expect(marketNamed('krk')).toEqual({
    market: { zone: 'Europe/Zagreb', peak: [8, 20], dayStart: 6 },
    isGas: true,
  });
  expect(marketOf('FR').peak).toEqual([8, 20]);
  giveMarkets('');
  expect(marketOf('DE').peak).toEqual([8, 20]);
  expect(marketNamed('KRK')).toBeUndefined();
});

it('counts a market without a table as DE, whatever DE is', () => {
  give({ power: { DE: { peak: [9, 18] } } });
  for (const name of ['DE-LU', 'ZZ', undefined]) expect(marketOf(name).peak).toEqual([9, 18]);
});

it.each([
  ['{', 'It is not JSON'],
  [[], 'The file is []: it must be a group of settings in braces.'],
  [{ energy: {} }, 'The file has "energy", which there is not; there may be power, gas.'],
  [{ power: [] }, 'power is []: it must be a group of markets in braces.'],
  [{ power: { DE: 8 } }, 'power.DE is 8: it must be a group of settings in braces.'],
  [
    { power: { DE: { peek: [8, 20] } } },
    'power.DE has "peek", which there is not; there may be zone, peak, dayStart.',
  ],
  [
    { power: { DE: { peak: [8] } } },
    'power.DE.peak is [8]: it must be two hours of the clock, such as [8, 20].',
  ],
  [
    { power: { DE: { peak: ['08:00', 20] } } },
    'power.DE.peak.0 is "08:00": it must be a whole number of hours.',
  ],
  [
    { power: { DE: { peak: [20, 8] } } },
    'power.DE.peak is [20, 8]: it must begin before it ends, within the delivery day from 0 to 24.',
  ],
  [
    { power: { DE: { dayStart: 9 } } },
    'power.DE.peak is [8, 20]: it must begin before it ends, within the delivery day from 9 to 33.',
  ],
  [{ gas: { THE: { dayStart: 5.5 } } }, 'gas.THE.dayStart is 5.5: it must be a whole number of hours.'],
  [{ gas: { THE: { dayStart: 30 } } }, 'gas.THE.dayStart is 30: it must be 12 or less.'],
  [
    { power: { DE: { zone: 'Europe/Atlantis' } } },
    'power.DE.zone is "Europe/Atlantis": it must be an IANA zone such as Europe/Berlin.',
  ],
  [
    { power: { DE: { zone: '+01:00' } } },
    'power.DE.zone is "+01:00": it must be an IANA zone such as Europe/Berlin.',
  ],
  [{ power: { ZZ: { peak: [8, 20] } } }, 'power.ZZ.zone is missing: this market is not built in.'],
  [{ power: { 'D|E': {} } }, 'power.D|E is no name of a market: letters, digits and . _ - / alone.'],
  [{ power: { DE: {}, de: {} } }, 'power.de is there twice.'],
  [
    { power: { TTF: { zone: 'Europe/Paris' } } },
    'TTF would be a market of power and one of gas: cells could not tell which is meant.',
  ],
  [{ power: { GB: { dayStart: 0 } }, gas: { GB: { dayStart: 6 } } }, 'fine'],
])('says what is not right: %j', (file, sentence) => {
  const text = typeof file === 'string' ? file : JSON.stringify(file);
  const markets = readMarketsFile(text);
  expect(markets.ok ? 'fine' : markets.failure.message).toContain(sentence);
});

it('throws for a line that is none, because a page that guessed would count other energies', () => {
  giveMarkets('v1;power|DE|Europe/Berlin|8|x|0');
  expect(() => marketOf('DE')).toThrow('no market');
});
