import type { Action, ActionBody, ActionKind, BodyOf } from '../../../src/domain/action';
import type { Noted } from '../../../src/domain/desk-entry';
import type { Failure } from '../../../src/domain/failure';
import { ActionId, ProposalId, QuoteId, RequestId, type TradeId } from '../../../src/domain/identifiers';
import type { KnownAround } from '../../../src/domain/limits/references';
import type { FourEyes } from '../../../src/domain/policy/four-eyes';
import { resourceKey } from '../../../src/domain/resources/resource';
import type { OfferKey } from '../../../src/domain/own-trade';
import type { Limits } from '../../../src/domain/limits/limits';
import { Price } from '../../../src/domain/price';
import { Quantity } from '../../../src/domain/quantity';
import { silentLog } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import { ActionService, type ActionServiceOptions } from '../../../src/gateway/actions/action-service';
import { Journal } from '../../../src/gateway/actions/journal';
import { Conclusions } from '../../../src/gateway/actions/conclusions';
import type { DeletedProposalsOptions } from '../../../src/gateway/actions/deleted-proposals';
import type { OfferRecordsOptions } from '../../../src/gateway/actions/offer-records';
import { OwnOffers } from '../../../src/gateway/actions/own-offers';
import { OwnQuotes } from '../../../src/gateway/actions/own-quotes';
import type { Halts } from '../../../src/gateway/actions/halts';
import { MassWithdrawals } from '../../../src/gateway/actions/mass-withdrawals';
import { WithdrawAll } from '../../../src/gateway/actions/withdraw-all';
import type { Doubts } from '../../../src/gateway/actions/journal-check';
import { LimitsCheck, type LimitsCheckOptions } from '../../../src/gateway/actions/limits-check';
import { TradeShelf } from '../../../src/gateway/actions/trade-shelf';
import { RecordWriter } from '../../../src/gateway/cache/record-writer';
import { OPEN } from '../../domain/limits/situation';
import { MORNING, ZONE } from './cache';
import { FakePlatform, singleProposal, singleQuote, singleRequest, type CallName } from './fake-platform';
import { MemoryEnded, MemoryJournal, MemoryMassWithdrawals, MemoryRecords } from './memory-stores';

export const actionId = (count: number): ActionId =>
  ActionId.parse(`00000000-0000-4000-8000-${String(count).padStart(12, '0')}`);

/** Takes quote Q-1 of the desk's own request RQ-1 at 30.1. */
export const ACCEPT: Extract<ActionBody, { kind: 'accept-quote' }> = {
  kind: 'accept-quote',
  requestId: RequestId.parse('RQ-1'),
  quoteId: QuoteId.parse('Q-1'),
  lastSeen: { type: 'per-leg', legPrices: [Price.parse('30.1')] },
};
/** Quotes the request RQ-2, which the desk was asked. */
export const QUOTE: Extract<ActionBody, { kind: 'send-quote' }> = {
  kind: 'send-quote',
  requestId: RequestId.parse('RQ-2'),
  direction: 'ask',
  price: { shape: 'single', price: Price.parse('31') },
  quantity: Quantity.parse('10'),
  allOrNone: true,
};
export const WITHDRAW: ActionBody = {
  kind: 'withdraw-quote',
  requestId: RequestId.parse('RQ-2'),
  quoteId: QuoteId.parse('Q-2'),
};

const NOTHING_KNOWN = {
  tellings: () => [],
  request: () => undefined,
  quotes: () => undefined,
  quotesReadAt: () => undefined,
  requestReadAt: () => undefined,
  openRequests: () => undefined,
};

const ASKED = RequestId.parse('RQ-2');
const OWN = RequestId.parse('RQ-1');
export const PROPOSE: BodyOf<'send-proposal'> = { ...QUOTE, kind: 'send-proposal', proposalKind: 'firm' };
export const DELETE: ActionBody = { kind: 'delete-proposals', requestId: ASKED };
/** Takes the firm price proposal P-2 on the request that the desk was asked. */
export const TAKE: BodyOf<'accept-proposal'> = {
  kind: 'accept-proposal',
  requestId: ASKED,
  proposalId: ProposalId.parse('P-2'),
  lastSeen: { type: 'per-leg', legPrices: [Price.parse('29.5')] },
};
/** Answers quote Q-1 on the desk's own request, which buys. */
export const COUNTER: BodyOf<'send-counteroffer'> = {
  ...QUOTE,
  kind: 'send-counteroffer',
  requestId: OWN,
  quoteId: QuoteId.parse('Q-1'),
  direction: 'bid',
};
export const CREATE: BodyOf<'create-request'> = {
  kind: 'create-request',
  draft: {
    contract: 'single',
    legs: [
      {
        action: 'buy',
        commodity: 'power',
        market: 'DE',
        deliveryStart: '2027-01-01',
        deliveryEnd: '2027-12-31',
        quantity: Quantity.parse('10'),
      },
    ],
    allOrNone: false,
    recipients: ['North'],
  },
};
export const SWITCH_OFF: BodyOf<'switch-risk'> = { kind: 'switch-risk', commodity: 'power', on: false };
export const SET: BodyOf<'set-risk'> = {
  kind: 'set-risk',
  commodity: 'power',
  settings: { 'quantity-max': 75, 'notify-when': 'limit-reached' },
};

/** One of each kind. */
export const BODIES: readonly ActionBody[] = [
  ACCEPT,
  QUOTE,
  WITHDRAW,
  PROPOSE,
  DELETE,
  TAKE,
  COUNTER,
  CREATE,
  SWITCH_OFF,
  SET,
];
export const SENT: Record<ActionKind, CallName> = {
  'accept-quote': 'executeTrade',
  'accept-proposal': 'executeTrade',
  'send-quote': 'sendQuote',
  'withdraw-quote': 'withdrawQuote',
  'send-proposal': 'addProposal',
  'delete-proposals': 'deleteProposals',
  'send-counteroffer': 'sendCounteroffer',
  'create-request': 'createRequest',
  'switch-risk': 'toggleRisk',
  'set-risk': 'writeRiskSettings',
};

/** How often what the body of its kind asks for has happened in this world. */
export function executed(world: FakePlatform, kind: ActionKind): number {
  const proposals = world.beside('proposals', 'RQ-2');
  switch (kind) {
    case 'accept-quote':
    case 'accept-proposal':
      return world.tradeRaws.length;
    case 'send-quote':
      return (world.quotesByRequest.get('RQ-2') ?? []).length - 1;
    case 'withdraw-quote':
      return world.quotesByRequest.get('RQ-2')?.[0]?.['state'] === 'withdrawn' ? 1 : 0;
    case 'send-proposal':
      return proposals.filter(({ counterparty }) => counterparty === 'Us').length;
    case 'delete-proposals':
      return proposals.length === 0 ? 1 : 0;
    case 'send-counteroffer':
      return world.beside('counteroffers', 'RQ-1').length;
    case 'create-request':
      return world.requestsById.size - 2;
    case 'switch-risk':
      return world.beside('risks').filter((risk) => risk['risk-management'] === false).length;
    case 'set-risk':
      return world.beside('riskSettings', 'power')[0]?.['quantity-max'] === 75 ? 1 : 0;
  }
}

const NOT_HALTED = { stopping: () => undefined, signal: new AbortController().signal };

/** An action desk over a fake platform with one own request (RQ-1, quote Q-1) and one it was asked (RQ-2, quote Q-2, price proposal P-2). */
export function testActions({
  journalStore = new MemoryJournal(),
  recallStore = new MemoryMassWithdrawals(),
  halts = NOT_HALTED,
  endedStore = new MemoryEnded(),
  platform,
  clock = new ManualClock(MORNING),
  limits = OPEN,
  doubts,
  otherVenues = ['market', 'green'],
  ownName = 'Us',
  limitsFailure,
  fourEyes,
  around,
  told,
  filled = () => undefined,
  tradedAt = () => undefined,
  isUnclear = () => false,
  proposals = () => undefined,
  listed = () => undefined,
  events = [],
  onEnded = () => undefined,
  onMayBe = () => undefined,
  onLegTrades = () => undefined,
  tradedOn = async () => [],
  legsOf = () => undefined,
  tellings = () => [],
  isAnswering = () => true,
  mayNotPress,
}: {
  journalStore?: MemoryJournal;
  recallStore?: MemoryMassWithdrawals;
  halts?: Pick<Halts, 'stopping' | 'signal'>;
  endedStore?: MemoryEnded;
  platform?: FakePlatform;
  clock?: ManualClock;
  limits?: Limits;
  doubts?: Doubts;
  otherVenues?: readonly string[];
  /** `null`: no setting says it. */
  ownName?: string | null;
  limitsFailure?: Failure;
  fourEyes?: () => FourEyes | undefined;
  /** What is known of a request's market beside what is read. */
  around?: () => KnownAround;
  /** What pages are told of a request’s market. */
  told?: NonNullable<LimitsCheckOptions['told']>;
  /** How much of an offer trades took. */
  filled?: (id: OfferKey) => string | undefined;
  /** When an offer was traded last, epoch ms. */
  tradedAt?: (id: OfferKey) => number | undefined;
  isUnclear?: (id: QuoteId) => boolean;
  /** The price proposals that were read since then. */
  proposals?: DeletedProposalsOptions['proposals'];
  listed?: OfferRecordsOptions['listed'];
  events?: ReturnType<OfferRecordsOptions['events']>;
  onEnded?: (action: Action) => void;
  onMayBe?: (action: Action, ids: readonly string[]) => void;
  onLegTrades?: NonNullable<ActionServiceOptions['onLegTrades']>;
  tradedOn?: NonNullable<ActionServiceOptions['tradedOn']>;
  /** What an action is about; nothing is known of any unless said. */
  legsOf?: NonNullable<ActionServiceOptions['legsOf']>;
  tellings?: NonNullable<ActionServiceOptions['tellings']>;
  isAnswering?: () => boolean;
  mayNotPress?: NonNullable<ActionServiceOptions['mayNotPress']>;
} = {}) {
  const service = platform ?? new FakePlatform(() => clock.now());
  if (!platform) {
    service.addRequest(singleRequest('RQ-1'), [singleQuote('RQ-1', 'Q-1')]);
    service.addRequest(singleRequest('RQ-2', { role: 'recipient' }), [singleQuote('RQ-2', 'Q-2')]);
    service.addBeside('proposals', 'RQ-2', [singleProposal('RQ-2', 'P-2')]);
    service.addBeside('risks', '', [{ commodity: 'power', 'risk-management': true }]);
    service.addBeside('riskSettings', 'power', [{ 'quantity-max': 50, 'notify-when': 'limit-reached' }]);
  }
  const ended: Action[] = [];
  const records = new RecordWriter(new MemoryRecords(), clock, silentLog);
  const recalls = new MassWithdrawals(
    { store: recallStore, clock, log: silentLog, zone: ZONE },
    recallStore.kept.at(-1),
  );
  const journal = new Journal(journalStore, clock, silentLog, doubts);
  const limitsCheck = new LimitsCheck({
    limits: () => limits,
    failure: () => limitsFailure,
    shown: () => journal.read(),
    ...(fourEyes && { fourEyes }),
    ...(around && { around }),
    ...(told && { told }),
    clock,
  });
  const desk = new ActionService({
    service,
    journal,
    trades: new TradeShelf(service, records, clock),
    clock,
    log: silentLog,
    zone: ZONE,
    otherVenues,
    ownName: ownName ?? undefined,
    onEnded: (action) => {
      ended.push(action);
      own.take(action);
      offers.take(action);
      withdrawAll.ended(action);
      onEnded(action);
    },
    legsOf,
    withdrawsOf: (body) => (body.kind === 'withdraw-quote' ? own.sentQuote(body.quoteId)?.terms : undefined),
    isAnswering,
    onTwins: (action, ids) => own.twins(action, ids),
    isTaken: (id) => own.endOf(id) === 'accepted',
    isReplaced: (body) => body.kind === 'delete-proposals' && offers.isReplaced(body.requestId),
    tellings,
    mayNotPress,
    takenMeanwhile: (...about) => own.takenMeanwhile(...about),
    goneMeanwhile: (...about) => offers.goneMeanwhile(...about),
    onLegTrades,
    tradedOn,
    onMayBe: (...found) => {
      withdrawAll.mayBe(...found);
      onMayBe(...found);
    },
    recalls,
    halts,
    limits: limitsCheck,
  });
  const conclusions = new Conclusions({
    store: endedStore,
    market: NOTHING_KNOWN,
    clock,
    log: silentLog,
    mayRead: () => true,
    readRequest: (id) => service.request(id, { lane: 'polling' }),
  });
  const own = new OwnQuotes({
    journal,
    market: NOTHING_KNOWN,
    conclusions,
    clock,
    zone: ZONE,
    readQuotes: (id) => service.quotes(id, { lane: 'accept' }),
    filled,
    isUnclear,
    tradedAt: () => undefined,
    onDoubtful: () => undefined,
    onDisproved: (ids, proof) => void desk.disproved(ids, proof),
  });
  const onDisproved = (ids: readonly ActionId[], proof: string): void => void desk.disproved(ids, proof);
  const offers = new OwnOffers({
    conclusions,
    journal,
    clock,
    proposals,
    listed,
    events: () => events,
    lines: own,
    trades: { filled, tradedAt, seek: async () => undefined },
    onDisproved,
    ownName: ownName ?? undefined,
  });
  const noted: Noted[] = [];
  const entries = {
    record: async (one: Noted) => {
      noted.push(one);
      return true;
    },
  };
  const withdrawAll: WithdrawAll = new WithdrawAll({ actions: desk, recalls, entries, own, offers });
  return {
    desk,
    limitsCheck,
    withdrawAll,
    /** What was written down of the desk beside its actions. */
    noted,
    own,
    offers,
    conclusions,
    recalls,
    journal,
    journalStore,
    platform: service,
    clock,
    ended,
    /** As after the event of a correction: the kept trade is final no more. */
    forget: (trade: TradeId) =>
      records.keep({
        key: resourceKey({ kind: 'trade', id: trade }),
        json: '{}',
        fetchedAt: 0,
        final: false,
      }),
  };
}
