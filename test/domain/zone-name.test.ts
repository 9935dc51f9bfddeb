import { expect, it } from 'vitest';
import { zoneNames } from '../../src/domain/zone-name';

const WINTER = Date.parse('2026-11-22T12:00:00Z');
const SUMMER = Date.parse('2026-07-01T12:00:00Z');

it.each([
  ['Europe/Berlin', 'CET', 'CEST'],
  ['Europe/London', 'GMT', 'BST'],
  ['America/New_York', 'EST', 'EDT'],
  ['UTC', 'UTC', 'UTC'],
  ['Asia/Singapore', 'GMT+8', 'GMT+8'],
])('%s is called %s in winter and %s in summer', (zone, winter, summer) => {
  const name = zoneNames(zone);
  expect([name(WINTER), name(SUMMER)]).toEqual([winter, summer]);
});
