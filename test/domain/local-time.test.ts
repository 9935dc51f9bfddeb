import { expect, it } from 'vitest';
import { LocalTime } from '../../src/domain/local-time';

const BERLIN = new LocalTime('Europe/Berlin');

it('tells the two hours of the autumn change apart, and is right on both sides of the spring one', () => {
  const shown = [
    '2026-10-25T00:30:00.120Z',
    '2026-10-25T00:59:59.999Z',
    '2026-10-25T01:00:00.000Z',
    '2026-10-25T01:30:00.120Z',
    '2026-03-29T00:59:59.999Z',
    '2026-03-29T01:00:00.000Z',
  ].map((iso) => BERLIN.iso(Date.parse(iso)));
  expect(shown).toEqual([
    '2026-10-25T02:30:00.120+02:00',
    '2026-10-25T02:59:59.999+02:00',
    '2026-10-25T02:00:00.000+01:00',
    '2026-10-25T02:30:00.120+01:00',
    '2026-03-29T01:59:59.999+01:00',
    '2026-03-29T03:00:00.000+02:00',
  ]);
});

it.each([
  ['America/St_Johns', '2026-07-01T00:00:00.000Z', '2026-06-30T21:30:00.000-02:30'],
  ['Asia/Kathmandu', '2026-12-31T23:59:59.500Z', '2027-01-01T05:44:59.500+05:45'],
  ['UTC', '1969-12-31T23:59:59.001Z', '1969-12-31T23:59:59.001+00:00'],
])('knows the clocks of %s', (zone, utc, local) => {
  expect(new LocalTime(zone).iso(Date.parse(utc))).toBe(local);
});

it('names the same moment as UTC does, in any order of asking', () => {
  const moments = [Date.UTC(2026, 6, 1), Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1, 0, 15), -1];
  for (const at of [...moments, ...moments.reverse()]) expect(Date.parse(BERLIN.iso(at))).toBe(at);
});

it('refuses a zone that does not exist', () => {
  expect(() => new LocalTime('Europe/Atlantis')).toThrow(RangeError);
});

it.each([
  ['Europe/Berlin', '2026-10-25'],
  ['Europe/Berlin', '2026-03-29'],
  ['America/St_Johns', '2026-11-01'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Africa/Casablanca', '2026-03-22'],
])('reads every quarter of an hour around a change of the clocks as the system does: %s, %s', (zone, day) => {
  const system = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const local = new LocalTime(zone);
  const middle = Date.parse(`${day}T00:00:00Z`);
  const offsets = new Set<string>();
  for (let at = middle - 1.5 * DAY_MS; at < middle + 2.5 * DAY_MS; at += DAY_MS / 96) {
    expect(local.iso(at).slice(0, 19).replace('T', ' ')).toBe(system.format(at));
    offsets.add(local.offset(at));
  }
  expect(offsets.size).toBe(2);
});

const DAY_MS = 86_400_000;
