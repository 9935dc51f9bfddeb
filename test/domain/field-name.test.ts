import { describe, expect, it } from 'vitest';
import { aliased, fieldInWords, nearestNames, plainName } from '../../src/domain/field-name';

describe('names of fields', () => {
  it('are compared by their letters and digits alone', () => {
    const names = ['spread-type', 'Spread type', 'spreadType', 'SPREAD_TYPE'].map(plainName);
    expect(new Set(names)).toEqual(new Set(['spreadtype']));
    expect(plainName('Legs[0].Price-Unit')).toBe('legs[0].priceunit');
  });

  it.each([
    ['leg 1 market', 'legs[0].market'],
    ['Leg 3 price', 'legs[2].price'],
    ['Load', 'load-profile'],
    ['leg 2 load', 'legs[1].load-profile'],
    ['leg 1 clearing type', 'legs[0].clearing.type'],
    ['execution view', 'execution.view'],
    ['leg 2 unit', 'legs[1].quantity-unit'],
    ['remaining', 'remaining-quantity'],
    ['Leg 2 initiator action', 'legs[1].action'],
    ['initiator action', 'action'],
    ['Traded', 'traded-at'],
    ['Ref. kind', 'reference kind'],
    ['leg 4 market', undefined],
    ['state', undefined],
    ['__proto__', undefined],
  ])('%s stands for %s', (name, field) => {
    expect(aliased(name)).toBe(field);
  });

  it.each([
    ['legs[0].delivery-start', 'leg 1 delivery-start'],
    ['legs[2].clearing.type', 'leg 3 clearing type'],
    ['legs[].price', 'leg 1 price'],
    ['execution.view', 'execution view'],
    ['legs', 'legs'],
    ['state', 'state'],
  ])('%s is shown as %s', (path, words) => {
    expect(fieldInWords(path)).toBe(words);
  });

  it('that nobody has are near to a few that there are, nearest first', () => {
    const names = ['state', 'spread-type', 'created-at', 'legs[0].price', 'legs[0].price-unit', 'role'];
    expect(nearestNames('sttae', names)).toEqual(['state']);
    expect(nearestNames('prize', names)).toEqual(['legs[0].price']);
    expect(nearestNames('create', names)).toEqual(['created-at']);
    expect(nearestNames('colour', names)).toEqual([]);
    expect(nearestNames('', names)).toEqual([]);
  });
});
