import { expect, it } from 'vitest';
import type { Action, ActionBody } from '../../../src/domain/action';
import type { Failure } from '../../../src/domain/failure';
import { CommitInDoubt } from '../../../src/gateway/storage/commit-in-doubt';
import { ledStores } from '../../../src/gateway/desk/run-desk';
import type { Lead } from '../../../src/gateway/desk/leadership';
import type { Stores } from '../../../src/gateway/storage/stores';
import { ACCEPT, actionId, WITHDRAW } from '../twins/actions';
import { MemoryJournal } from '../twins/memory-stores';
import { MemoryUsageStore } from '../twins/memory-usage-store';

function led() {
  const journal = new MemoryJournal();
  const plans: string[] = [];
  const lead = {
    isOver: false,
    usage: (plan: string, store: unknown) => {
      plans.push(plan);
      return store;
    },
  };
  const disk: { failure?: Failure } = {};
  const kept = { journal, disk, usage: () => new MemoryUsageStore() } as unknown as Stores;
  const stores = ledStores(lead as unknown as Lead, 'simulator', kept);
  return { lead, journal, plans, stores, disk };
}

it('passes on what the store refuses while this gateway leads', async () => {
  const { stores, journal } = led();
  journal.full = true;
  await expect(stores.journal.append()).rejects.toThrow('full');
  await expect(stores.journal.append()).rejects.not.toBeInstanceOf(CommitInDoubt);
});

it('takes no refusal for one once the lead is over: nobody knows what the store has', async () => {
  const { stores, journal, lead } = led();
  journal.full = true;
  lead.isOver = true;
  await expect(stores.journal.append()).rejects.toBeInstanceOf(CommitInDoubt);
});

it('writes no line by which risk is taken on while the server may lose it; what takes risk away goes', async () => {
  const { stores, journal, disk } = led();
  disk.failure = { kind: 'unavailable', message: 'No standby confirms.', next: 'Set it.' };
  const line = (body: ActionBody, state: Action['state']): Action => ({
    ...{ id: actionId(1), body, shown: 'as shown', state, createdAt: 0 },
  });
  await expect(stores.journal.append(line(ACCEPT, 'sending'))).rejects.toThrow('No standby confirms.');
  await stores.journal.append(line(WITHDRAW, 'sending'), line(ACCEPT, 'unknown'));
  expect(journal.lines).toHaveLength(2);
});

it('counts the calls of each environment for itself', () => {
  const { stores, plans } = led();
  stores.usage('plan');
  expect(plans).toEqual(['simulator plan']);
});
