import type { Fields } from '../../dialects/truth';

/** What the simulator opens with, by what is wanted of it: own requests, and those of others. */
export const OWN = {
  buy: 'RQ-10293',
  sell: 'RQ-10294',
  location: 'RQ-10295',
  time: 'RQ-10296',
  standard: 'RQ-10297',
  swap: 'RQ-10298',
  same: 'RQ-10299',
} as const;
export const ASKED = {
  buy: 'RQ-10300',
  gas: 'RQ-10301',
  location: 'RQ-10302',
  time: 'RQ-10303',
  standard: 'RQ-10304',
  swap: 'RQ-10305',
} as const;

export const TODAY = '2026-11-20';
export const DAY_STARTS = Date.parse('2026-11-19T23:00:00Z');
/** A day in the middle of what the simulator remembers. */
export const FROM = '2026-11-18';
export const FROM_STARTS = Date.parse('2026-11-17T23:00:00Z');

export const isOpen = ({ state }: Fields): boolean => state === 'open';
export const timeAt = (record: Fields, name: string): number => Date.parse(String(record[name]));
