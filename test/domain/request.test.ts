import { describe, expect, it } from 'vitest';
import { isActionLane, LANES } from '../../src/domain/lane';
import { sentence } from '../../src/domain/failure';
import { sidesOf, isConcluded, isSwap, priceShape } from '../../src/domain/request';

const leg = { action: 'buy' } as const;
const other = { action: 'sell' } as const;

describe('a request', () => {
  it('says in which shape its price is written', () => {
    expect(priceShape({ contract: 'single', legs: [leg] })).toBe('single');
    expect(priceShape({ contract: 'spread', legs: [leg, other] })).toBe('per-leg');
    expect(priceShape({ contract: 'standard-spread', legs: [leg, other] })).toBe('standard-spread');
    expect(priceShape({ contract: 'spread', legs: [leg, leg, other] })).toBe('per-leg');
  });

  it('has two actions when it has two legs, and only then', () => {
    expect(sidesOf({ legs: [other, leg] })).toEqual(['sell', 'buy']);
    expect(sidesOf({ legs: [leg] })).toBeUndefined();
    expect(sidesOf({ legs: [leg, leg, other] })).toBeUndefined();
  });

  it('is concluded when closed or traded, not in a state nobody knows', () => {
    expect(['open', 'closed', 'traded', 'paused'].filter((state) => isConcluded({ state }))).toEqual([
      'closed',
      'traded',
    ]);
  });

  it('is a swap when the service says so', () => {
    expect(isSwap({ swapType: 'green-grey-swap' })).toBe(true);
    expect(isSwap({})).toBe(false);
  });
});

it('actions have the first three lanes, withdrawing ahead of all', () => {
  expect(LANES.filter(isActionLane)).toEqual(['withdraw', 'accept', 'submit']);
  expect(LANES[0]).toBe('withdraw');
});

it('a failure is one sentence after the other, without a gap when one is missing', () => {
  expect(sentence({ kind: 'denied', message: 'Not allowed.', next: 'Ask the operator.' })).toBe(
    'Not allowed. Ask the operator.',
  );
  expect(sentence({ kind: 'denied', message: 'Not allowed.', next: '' })).toBe('Not allowed.');
});
