import type { BodyOf } from '../action';
import type { ActionFacts } from './facts';

/** A deletion removes all price proposals of its request (section 4). */
export const deleteProposals: ActionFacts<BodyOf<'delete-proposals'>> = {
  label: 'Deletion of proposals',
  noun: 'price proposal deletion',
  outcome: { done: 'deleted', not: 'not deleted' },
  takesOff: 'proposals',
  done: () => 'No price proposal is left on the request.',
  sent: ({ requestId }) => [['Request', requestId]],
};
