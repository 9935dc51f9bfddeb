import { expect, it } from 'vitest';
import type { Listing } from '../../../src/domain/record';
import type { Proposal } from '../../../src/domain/offers';
import type { DeletedProposalsOptions } from '../../../src/gateway/actions/deleted-proposals';
import { actionId, DELETE, PROPOSE, testActions } from '../twins/actions';
import { singleProposal } from '../twins/fake-platform';

const { requestId } = PROPOSE;
type Desk = ReturnType<typeof testActions>;
const live = ({ offers }: Desk): readonly (string | undefined)[] => offers.read().map(({ number }) => number);

/** The platform confirms a deletion, and goes on listing the proposal. `list` reads it, as a room or a cell brings it. */
async function refusedLater() {
  let read: { readonly at: number; readonly listing: Listing<Proposal> } | undefined;
  const proposals: DeletedProposalsOptions['proposals'] = (_, since) =>
    read && read.at >= since ? read.listing : undefined;
  const rig = testActions({ proposals });
  await rig.desk.put(actionId(1), { body: PROPOSE, shown: 'a proposal' });
  const before = rig.platform.beside('proposals', requestId);
  const [number] = live(rig);
  const taken = await rig.desk.put(actionId(2), { body: DELETE, shown: 'a deletion' });
  expect(taken.ok && taken.value.state).toBe('done');
  rig.platform.addBeside('proposals', requestId, before);
  const list = async ({ platform, offers, clock }: Desk): Promise<void> => {
    const found = await platform.proposals(requestId, { lane: 'polling' });
    if (found.ok) read = { at: clock.now(), listing: found.value };
    await clock.advance(1_000);
    offers.read();
    await clock.advance(0);
  };
  return { rig, number, list, proposals };
}

async function restarted(
  { journalStore, platform, clock }: Desk,
  proposals: DeletedProposalsOptions['proposals'],
): Promise<Desk> {
  const next = testActions({ journalStore, platform, clock, proposals });
  await next.desk.start();
  next.offers.start(await next.journal.standing(), await next.journal.newest(100));
  return next;
}

it('a confirmed deletion of which a later list still has the proposal is an alarm: it is live again, also after a restart, and can be deleted', async () => {
  const { rig, number, list, proposals } = await refusedLater();
  expect(number).toBeDefined();
  await rig.clock.advance(30_000);
  await list(rig);
  expect(live(rig)).toEqual([]);
  await rig.clock.advance(60_000);
  await list(rig);
  expect(live(rig)).toEqual([number]);
  expect(await rig.journal.find(actionId(2))).toMatchObject({
    state: 'rejected',
    corrected: `The platform confirmed that it is deleted; its records prove otherwise. Price proposal ${number} is still active.`,
  });
  const next = await restarted(rig, proposals);
  expect(live(next)).toEqual([number]);
  await next.desk.put(actionId(3), { body: DELETE, shown: 'a deletion' });
  expect(live(next)).toEqual([]);
});

it('so it is where the list is read after a restart; one that has it no more, or others, says nothing', async () => {
  const { rig, number, list, proposals } = await refusedLater();
  const own = rig.platform.beside('proposals', requestId);
  const next = await restarted(rig, proposals);
  expect(live(next)).toEqual([]);
  await next.clock.advance(60_000);
  rig.platform.addBeside('proposals', requestId, [singleProposal(requestId, 'P-9')]);
  await list(next);
  expect(live(next)).toEqual([]);
  rig.platform.addBeside('proposals', requestId, own);
  await list(next);
  expect(live(next)).toEqual([number]);
});

it('a proposal that was sent since is none that was deleted, though it should bear the same number', async () => {
  const { rig, number, list } = await refusedLater();
  await rig.clock.advance(1_000);
  await rig.desk.put(actionId(3), { body: PROPOSE, shown: 'a proposal' });
  rig.platform.addBeside('proposals', requestId, [singleProposal(requestId, String(number))]);
  await rig.clock.advance(90_000);
  await list(rig);
  expect((await rig.journal.find(actionId(2)))?.state).toBe('done');
});
