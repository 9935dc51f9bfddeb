import { describe, expect, it } from 'vitest';
import { isWhole, unacceptable, unsendable } from '../../src/domain/offer-rules';
import { leg, proposal, quote, request } from '../taskpane/examples';

const asked = request();
const mine = request({ role: 'initiator' });

describe('an offer that cannot be sent', () => {
  it('says why nothing more is sent on a request that is over or cannot be understood', () => {
    expect(unsendable(request({ state: 'traded' }), 'quote')).toBe(
      'This request is traded; it takes no more quotes.',
    );
    expect(unsendable(request({ state: 'closed' }), 'proposal')).toContain('no more price proposals');
    expect(unsendable(request({ swapType: 'green-grey-swap' }), 'quote')).toContain('has 1 legs');
    expect(unsendable(request({ legs: [leg(), leg(), leg(), leg()] }), 'quote')).toContain('has 4 legs');
    expect(unsendable(request(), 'quote')).toBeUndefined();
  });
});

describe('all or none', () => {
  it('is what the offer says, else what the request says, else so', () => {
    expect(isWhole({ allOrNone: true }, { allOrNone: false })).toBe(false);
    expect(isWhole({ allOrNone: false }, {})).toBe(false);
    expect(isWhole({}, {})).toBe(true);
  });
});

describe('a price proposal', () => {
  it('cannot be made of an indicative one, one on the own side, or one that is over', () => {
    expect(unacceptable(asked, proposal())).toBeUndefined();
    expect(unacceptable(asked, proposal({ kind: 'indicative' }))).toBe('Indicative: it cannot be accepted.');
    expect(unacceptable(asked, proposal({ direction: 'ask' }))).toBe('This ask is on your own side.');
    expect(unacceptable(asked, proposal({ state: 'withdrawn' }))).toBe('This price proposal is withdrawn.');
    const { state: _, ...bare } = proposal();
    expect(unacceptable(asked, bare)).toBeUndefined();
  });
});

describe('a quote that cannot be accepted', () => {
  it('is one of a request or a quote that is over', () => {
    expect(unacceptable(request({ state: 'closed' }), quote())).toBe('The request is closed.');
    expect(unacceptable(mine, quote({ state: 'withdrawn' }))).toBe('This quote is withdrawn.');
    expect(unacceptable(mine, quote())).toBeUndefined();
  });

  it('is one on the side of the request itself', () => {
    expect(unacceptable(mine, quote({ direction: 'bid' }))).toBe(
      'This bid is on the side of your own request.',
    );
  });
});
