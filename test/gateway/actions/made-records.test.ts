import { expect, it } from 'vitest';
import type { Action, ActionBody, Made } from '../../../src/domain/action';
import { success } from '../../../src/domain/failure';
import { CounterofferId, ProposalId, RequestId } from '../../../src/domain/identifiers';
import { silentLog } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import { Journal } from '../../../src/gateway/actions/journal';
import { MadeRecords } from '../../../src/gateway/actions/made-records';
import { OwnOffers } from '../../../src/gateway/actions/own-offers';
import { KnownMarketView } from '../../../src/gateway/cache/known-market';
import { resourceKey, type Resource } from '../../../src/domain/resources/resource';
import { actionId, COUNTER, CREATE, DELETE, PROPOSE, SET, SWITCH_OFF, testActions } from '../twins/actions';
import { MORNING, testCache, ZONE } from '../twins/cache';
import { singleProposal, singleRequest } from '../twins/fake-platform';
import { MemoryJournal } from '../twins/memory-stores';

const done = (body: ActionBody, made: Made & Partial<Action> = {}, count = 1): Action => ({
  ...{ id: actionId(count), body, shown: '', state: 'done' },
  ...{ createdAt: MORNING + count, endedAt: MORNING + count },
  ...made,
});
const PROPOSED = { proposalId: ProposalId.parse('P-9') };
const AS_PROPOSED = { 'price-direction': 'ask', legs: [{ price: 31 }], counterparty: 'Us' };
const COUNTERED = { counterofferId: CounterofferId.parse('C-9') };
const AS_COUNTERED = {
  ...{ 'counteroffer-id': 'C-9', 'request-id': 'RQ-1', 'quotation-id': 'Q-1' },
  ...{ 'price-direction': 'bid', legs: [{ price: 31 }], quantity: 10, 'all-or-none': true },
};
const CREATED = { newRequestId: RequestId.parse('RQ-9') };
const LEG = {
  ...{ action: 'buy', commodity: 'power', market: 'DE', quantity: 10 },
  ...{ 'delivery-start': '2027-01-01', 'delivery-end': '2027-12-31' },
};
const AS_CREATED = { role: 'initiator', legs: [LEG], 'all-or-none': false, recipients: ['North'] };

async function opened(...lines: Action[]) {
  const clock = new ManualClock(MORNING + 1_000);
  const { book, platform } = testCache({ clock });
  const store = new MemoryJournal();
  await store.append(...lines);
  const journal = new Journal(store, clock, silentLog);
  const market = new KnownMarketView(() => book.entries);
  const offers = new OwnOffers({
    ...{ journal, clock, onDisproved: () => undefined, events: () => [] },
    conclusions: { has: () => false, onConcluded: () => undefined, onReopened: () => undefined },
    trades: { filled: () => undefined, tradedAt: () => undefined, seek: async () => undefined },
    lines: { tellEnd: () => undefined, tellStands: () => undefined },
    listed: (kind, id) => market.listed(kind, id),
    proposals: (id, since) => market.proposals(id, since),
  });
  const made = new MadeRecords({
    ...{ market, journal, clock, zone: ZONE },
    onListed: (action) => offers.take(action),
  });
  offers.start(await journal.standing(), await journal.newest(100));
  made.start(await journal.newest(100));
  /** As when a list is read for a room or a cell. */
  const read = async (resource: Resource): Promise<void> => {
    const leave = book.watch(resource, () => undefined);
    await clock.advance(0);
    made.look();
    await clock.advance(0);
    leave();
  };
  return { made, offers, platform, store, clock, book, read, market };
}

const terms = (store: MemoryJournal): string | undefined =>
  store.lines.at(-1)?.contradictions?.find(({ about }) => about === 'terms')?.says;

const PROPOSALS: Resource = { kind: 'proposals', id: PROPOSE.requestId };

it.each([
  [{ kind: 'indicative' }, 'indicative', 'you sent firm', 'Nobody can take it.'],
  [{ legs: [{ price: 87 }] }, 'at 87', 'you sent at 31', 'delete it unless you want it so.'],
  [{ quantity: 100 }, 'for 100', 'you sent for 10', ''],
  [{ 'price-direction': 'bid' }, 'bid', 'you sent ask', ''],
  [{ 'all-or-none': false }, 'partial OK', 'you sent all or none', ''],
])('a price proposal listed with %o is told', async (other, listed, sent, then) => {
  const { platform, read, store } = await opened(done(PROPOSE, PROPOSED));
  platform.addBeside('proposals', 'RQ-2', [singleProposal('RQ-2', 'P-9', { ...AS_PROPOSED, ...other })]);
  await read(PROPOSALS);
  expect(terms(store)).toContain(`The platform lists P-9 as ${listed}; ${sent}.`);
  expect(terms(store)).toContain(then);
});

it('one pressed as indicative and listed as firm is a live offer of the desk with the terms that are listed, until it is deleted', async () => {
  const { platform, read, offers, made, book, clock } = await opened(
    done({ ...PROPOSE, proposalKind: 'indicative' }, PROPOSED),
  );
  expect(offers.read()).toEqual([]);
  const listed = { ...AS_PROPOSED, legs: [{ price: 87 }], quantity: 12 };
  platform.addBeside('proposals', 'RQ-2', [singleProposal('RQ-2', 'P-9', listed)]);
  await read(PROPOSALS);
  expect(offers.read()).toMatchObject([
    { what: 'proposal', number: 'P-9', price: { shape: 'single', price: '87' }, quantity: '12' },
  ]);
  const deletion = done(DELETE, {}, 2);
  offers.take(deletion);
  made.take(deletion);
  expect(offers.read()).toEqual([]);
  // A list that lags has it still, and says something else of it.
  platform.addBeside('proposals', 'RQ-2', [singleProposal('RQ-2', 'P-9', { ...listed, quantity: 13 })]);
  await clock.advance(30_000);
  book.refresh([resourceKey(PROPOSALS)]);
  await read(PROPOSALS);
  expect(offers.read()).toEqual([]);
});

it('what is listed as sent says nothing, and once a record agrees it is told no more', async () => {
  const { platform, read, store, clock, offers } = await opened(done(PROPOSE, PROPOSED));
  platform.addBeside('proposals', 'RQ-2', [
    singleProposal('RQ-2', 'P-9', { ...AS_PROPOSED, legs: [{ price: 87 }] }),
  ]);
  await read(PROPOSALS);
  expect(terms(store)).toContain('at 87');
  platform.addBeside('proposals', 'RQ-2', [singleProposal('RQ-2', 'P-9', AS_PROPOSED)]);
  await clock.advance(600_000);
  await read(PROPOSALS);
  expect(terms(store)).toBeUndefined();
  expect(store.lines.at(-1)).not.toHaveProperty('listed');
  expect(offers.read()).toMatchObject([{ price: { price: '31' } }]);
});

it('a list that was read before it was there, or a record that is over, says nothing of it', async () => {
  const { platform, read, store, made, book, clock } = await opened(done(PROPOSE, PROPOSED));
  platform.addBeside('proposals', 'RQ-2', [
    singleProposal('RQ-2', 'P-9', { ...AS_PROPOSED, kind: 'indicative', state: 'withdrawn' }),
  ]);
  await read(PROPOSALS);
  expect(store.lines).toHaveLength(1);
  platform.addBeside('proposals', 'RQ-1', [singleProposal('RQ-1', 'P-8', { legs: [{ price: 87 }] })]);
  const own: Resource = { kind: 'proposals', id: RequestId.parse('RQ-1') };
  book.watch(own, () => undefined);
  await clock.advance(0);
  const at = clock.now() + 1;
  const body = { ...PROPOSE, requestId: RequestId.parse('RQ-1') };
  made.take(done(body, { proposalId: ProposalId.parse('P-8'), createdAt: at, endedAt: at }, 3));
  made.look();
  await clock.advance(0);
  expect(store.lines).toHaveLength(1);
});

it.each([
  [{ 'quotation-id': 'Q-7' }, 'to quote Q-7; you sent to quote Q-1.'],
  [{ legs: [{ price: 87 }] }, 'at 87; you sent at 31.'],
  [{ quantity: 100 }, 'for 100; you sent for 10.'],
])('a counteroffer listed with %o is told', async (other, says) => {
  const { platform, read, store } = await opened(done(COUNTER, COUNTERED));
  platform.addBeside('counteroffers', 'RQ-1', [{ ...AS_COUNTERED, ...other }]);
  await read({ kind: 'counteroffers', id: COUNTER.requestId });
  expect(terms(store)).toContain(`The platform lists C-9 as ${says}`);
});

it.each([
  [{ legs: [{ ...LEG, action: 'sell' }] }, 'sell, not buy'],
  [{ legs: [{ ...LEG, quantity: 50 }] }, 'quantity 50, not 10'],
  [{ legs: [{ ...LEG, market: 'FR' }] }, 'market FR, not DE'],
  [{ legs: [{ ...LEG, 'delivery-end': '2028-12-31' }] }, 'delivery 1 Jan 2027 – 31 Dec 2028, not Cal-27'],
  [{ 'all-or-none': true }, 'all or none, not partial OK'],
  [{ recipients: ['North', 'Gamma'] }, 'recipients North, Gamma, not North'],
])('a request listed with %o is told, from the list of open ones too', async (other, says) => {
  const { platform, read, store } = await opened(done(CREATE, CREATED));
  platform.addRequest(singleRequest('RQ-9', { ...AS_CREATED, ...other }), []);
  await read({ kind: 'open-requests' });
  expect(terms(store)).toBe(
    `The platform lists your request RQ-9 with ${says}. It is quoted as listed: check it on the platform.`,
  );
});

it.each([
  [PROPOSE, PROPOSED, 'P-9'],
  [COUNTER, COUNTERED, 'C-9'],
])('an offer of $kind whose request changes after it was sent is told', async (body, made, number) => {
  const action = done(body, { ...made, legs: [{ market: 'DE' }] });
  const { platform, read, store } = await opened(action);
  platform.addRequest(singleRequest(body.requestId, { legs: [{ ...LEG, market: 'FR' }] }), []);
  await read({ kind: 'open-requests' });
  expect(store.lines.at(-1)?.contradictions).toEqual([
    {
      about: 'request',
      says: `Request ${body.requestId} has changed since ${number} was sent: market DE is now FR. Check whether you still want it.`,
    },
  ]);
});

it('of a request that was made its line says what the answer says was not done', async () => {
  const { desk, platform, journalStore } = testActions();
  const beside = 'The platform answered with failed-recipients ["Beta"].';
  const create = platform.createRequest.bind(platform);
  platform.createRequest = async (draft) => {
    const made = await create(draft);
    return made.ok ? success({ ...made.value, beside }) : made;
  };
  await desk.put(actionId(1), { body: CREATE, shown: '' });
  expect(journalStore.lines.at(-1)).toMatchObject({
    state: 'done',
    contradictions: [{ about: 'answer', says: beside }],
  });
});

it('a request that was listed as sent once may be changed', async () => {
  const { platform, read, store, clock } = await opened(done(CREATE, CREATED));
  platform.addRequest(singleRequest('RQ-9', AS_CREATED), []);
  await read({ kind: 'request', id: CREATED.newRequestId });
  platform.requestsById.set('RQ-9', singleRequest('RQ-9', { ...AS_CREATED, 'all-or-none': true }));
  await clock.advance(600_000);
  await read({ kind: 'request', id: CREATED.newRequestId });
  expect(store.lines).toHaveLength(1);
});

it('risk management that is listed otherwise than it was switched is told until it agrees', async () => {
  const { platform, read, store, clock } = await opened(done(SWITCH_OFF), done(SET, {}, 2));
  platform.addBeside('risks', '', [{ commodity: 'power', 'risk-management': true }]);
  await read({ kind: 'risks' });
  expect(terms(store)).toBe(
    'The platform lists risk management of power as on; you switched it off. Check it there before you rely on it.',
  );
  platform.addBeside('risks', '', [{ commodity: 'power', 'risk-management': false }]);
  await clock.advance(600_000);
  await read({ kind: 'risks' });
  expect(store.lines.at(-1)).toMatchObject({ id: actionId(1), state: 'done' });
  expect(terms(store)).toBeUndefined();
  platform.addBeside('riskSettings', 'power', [{ 'quantity-max': 50, 'notify-when': 'limit-reached' }]);
  await read({ kind: 'risk-settings', commodity: 'power' });
  expect(terms(store)).toBe('The platform lists the risk settings of power with quantity-max 50, not 75.');
});
