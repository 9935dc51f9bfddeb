import { expect, it } from 'vitest';
import { factsOf } from '../../../src/domain/actions/kinds';
import { BODIES } from '../../gateway/twins/actions';

const FIGURES = { price: () => 'a price', lastSeen: () => 'a price', quantity: () => 'a quantity' };

it.each(BODIES)('says in words what a $kind is, what it sends and what happened', (body) => {
  const facts = factsOf(body);
  expect(facts.label).toMatch(/^[A-Z]/);
  expect(facts.noun).toMatch(/^[a-z]/);
  expect(facts.done({ body })).toMatch(/\.$|…$/);
  expect(facts.sent(body, FIGURES).length).toBeGreaterThan(0);
});

it.each(BODIES)('knows the number of what a $kind leaves on offer', (body) => {
  const { leaves, makes } = factsOf(body);
  const number = { quote: 'quoteId', proposal: 'proposalId', counteroffer: 'counterofferId' } as const;
  expect(leaves === undefined || makes === number[leaves]).toBe(true);
});

it('has neutral words for a kind of another version, which leaves and takes off nothing', () => {
  const facts = factsOf({ kind: 'toString' });
  expect(facts.label).toBe('Action');
  expect(facts.leaves ?? facts.takesOff ?? facts.makes).toBeUndefined();
});
