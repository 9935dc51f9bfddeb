import { describe, expect, it } from 'vitest';
import { ourDirection, takerActions } from '../../src/domain/role';
import { leg, request, spread } from '../taskpane/examples';

describe('the sides of a request', () => {
  it('offers to whoever buys leg 1, and bids to whoever sells it', () => {
    expect(ourDirection(request())).toBe('ask');
    expect(ourDirection(request({ legs: [leg({ action: 'sell' })] }))).toBe('bid');
  });

  it('turns every leg for a taker on the other side', () => {
    expect(takerActions(spread(), 'ask')).toEqual(['buy', 'sell']);
    expect(takerActions(spread(), 'bid')).toEqual(['sell', 'buy']);
    expect(takerActions({ legs: [leg({ action: 'sell' }), leg({ action: 'sell' })] }, 'bid')).toEqual([
      'sell',
      'sell',
    ]);
  });
});
