import { describe, expect, it } from 'vitest';
import { deliveryHours } from '../../../src/domain/delivery/hours';
import { positionPart } from '../../../src/domain/delivery/position-part';

const DAY = {
  action: 'buy',
  commodity: 'power',
  market: 'DE',
  loadProfile: 'base',
  quantity: '10',
  quantityUnit: 'MW',
  deliveryStart: '2027-01-04',
  deliveryEnd: '2027-01-04',
} as Parameters<typeof positionPart>[0];
const hoursOf = (over: Partial<typeof DAY>): number | undefined => deliveryHours({ ...DAY, ...over })?.hours;

it.each([
  '2027-01-04T06:00+01:00[Europe/Berlin]',
  '2027-01-04T06:00:00+01',
  '2027-01-04T08:00 CET',
  '2027-01-04T25:00:00Z',
])('a beginning in a form of its own, %s, breaks nothing and is read by its day', (deliveryStart) => {
  expect(hoursOf({ deliveryStart })).toBe(24);
  expect(positionPart({ ...DAY, deliveryStart })).not.toHaveProperty('why');
});

describe('a delivery', () => {
  it.each([
    ['2027-01-04T08:00:00+01:00', '2027-01-04T12:00:00+01:00'],
    ['2027-01-04T07:00:00Z', '2027-01-04'],
    ['2027-01-04', '2027-01-04T12:00:00+01:00'],
    ['2027-01-04T08:00', '2027-01-04T12:00'],
    ['2027-01-04T06:00:00+01:00', '2027-01-05T06:00:00+01:00'],
  ])('that begins or ends within a day is no whole day: from %s to %s', (deliveryStart, deliveryEnd) => {
    expect(hoursOf({ deliveryStart, deliveryEnd })).toBeUndefined();
    const cut = deliveryStart.includes('T') ? deliveryStart : deliveryEnd;
    expect(positionPart({ ...DAY, deliveryStart, deliveryEnd })).toMatchObject({
      why: `is delivered from or to ${cut}, which is within a delivery day`,
    });
  });

  it.each([
    ['2027-01-04T00:00:00+01:00', '2027-01-04T23:59:59+01:00', 24],
    ['2027-01-04T00:00:00', '2027-01-04T23:59', 24],
    ['2027-01-04T00:00:00Z', '2027-01-04T00:00:00Z', 24],
    // As before: the day of UTC.
    ['2027-01-03T23:00:00Z', '2027-01-04T23:00:00Z', 48],
    ['2027-07-04T22:00:00Z', '2027-07-05T22:00:00Z', 48],
  ])('from %s to %s is counted by its days', (deliveryStart, deliveryEnd, hours) => {
    expect(hoursOf({ deliveryStart, deliveryEnd })).toBe(hours);
  });

  it('may repeat the hours of its load, and cuts none of them', () => {
    const peak = { loadProfile: 'peak', deliveryStart: '2027-01-04T08:00:00+01:00' };
    expect(hoursOf({ ...peak, deliveryEnd: '2027-01-04T20:00:00+01:00' })).toBe(12);
    expect(hoursOf({ ...peak, deliveryEnd: '2027-01-04T19:00:00+01:00' })).toBeUndefined();
    const block = { loadProfile: '08-12', deliveryStart: '2027-01-04T08:00:00+01:00' };
    expect(hoursOf({ ...block, deliveryEnd: '2027-01-04T12:00:00+01:00' })).toBe(4);
  });

  it('of gas may begin and end with the gas day, of Great Britain with its EFA day', () => {
    const gas = { commodity: 'gas', market: 'TTF', deliveryEnd: '2027-01-05T06:00:00+01:00' };
    expect(hoursOf({ ...gas, deliveryStart: '2027-01-04T06:00:00+01:00' })).toBe(48);
    expect(hoursOf({ ...gas, deliveryStart: '2027-01-04T05:00:00Z' })).toBe(48);
    expect(hoursOf({ ...gas, deliveryStart: '2027-01-04T08:00:00+01:00' })).toBeUndefined();
    const efa = { market: 'GB', deliveryStart: '2027-01-03T23:00:00+00:00' };
    expect(hoursOf({ ...efa, deliveryEnd: '2027-01-04' })).toBe(48);
  });

  it('whose quantity is all of its energy is counted, however long it is', () => {
    const whole = { deliveryStart: '2027-01-04T08:00:00+01:00', quantityUnit: 'MWh' };
    expect(positionPart({ ...DAY, ...whole })).toMatchObject({ energy: '10', per: 'whole' });
  });
});
