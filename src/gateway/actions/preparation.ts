import type { Action, ActionBody } from '../../domain/action';
import { askedQuantity, isAcceptance } from '../../domain/executed';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import type { RequestId } from '../../domain/identifiers';
import { committedBy } from '../../domain/limits/check';
import { acceptedIn } from '../../domain/limits/references';
import { takenProblem } from '../../domain/quantity-problem';
import type { Listing } from '../../domain/record';
import type { Request } from '../../domain/request';
import { takenElsewhere } from '../../domain/delivery/taken-elsewhere';
import type { Trade } from '../../domain/trade';
import type { Ask } from '../platform/operations';
import { notReadBefore, TOO_SLOW } from './action-errors';
import type { Journal } from './journal';
import { orNotOffered } from './kinds/before';
import { rulesOf } from './kinds/kinds';
import { invalid } from './kinds/refusals';
import type { Offered, Reading, Ready } from './kinds/rules';
import type { LimitsCheck } from './limits-check';

export interface PreparationOptions extends Pick<Reading, 'service' | 'clock' | 'zone'> {
  /** Trades of a request that are the firm's own and took no offer of this desk, as far as their records are kept. None unless said. */
  readonly tradedOn?: (id: RequestId) => Promise<readonly Trade[]>;
}

export type CheckedLimits = Pick<
  LimitsCheck,
  'problem' | 'newRequestProblem' | 'unread' | 'asks' | 'grown' | 'take' | 'decision'
>;

interface ReadinessOptions extends PreparationOptions {
  readonly limits: CheckedLimits;
  readonly journal: Pick<Journal, 'read'>;
  /** Why the request as it was just read is not the one that the action was pressed for. */
  readonly changed: (action: Action, request: Request) => Failure | undefined;
}

/** A price that was read longer ago is read again before an acceptance goes out. */
const PRICE_AGE_MS_MAX = 3_000;

/** Whether an action may be sent, by the service's rules and by the desk's own limits, and what is known before it is. */
export async function readiness(action: Action, options: ReadinessOptions): Promise<Outcome<Ready>> {
  const { body } = action;
  const unread = options.limits.unread(body);
  if (unread) return failed(unread);
  const checked = await readJustNow(body, options);
  if (!checked.ok) return checked;
  const { request, offers = [], unreadable = 0, markets = [] } = checked.value;
  const beside = action.approvedBy ? await marketBeside(checked.value, body, options) : success(NOTHING_MORE);
  if (!beside.ok) return beside;
  const read = request && {
    request,
    offers: [...offers, ...beside.value.offers],
    unreadable: unreadable + beside.value.unreadable,
  };
  const changed = request && options.changed(action, request);
  if (changed) return failed(changed);
  const trades = (isAcceptance(body) && (await options.tradedOn?.(body.requestId))) || [];
  const beyond = read && beyondRequest(action, { ...read, trades, journal: options.journal.read() });
  if (beyond) return failed(beyond);
  const problem =
    body.kind === 'create-request'
      ? options.limits.newRequestProblem(body, action, markets)
      : read && options.limits.problem(action, read);
  if (problem) return failed(problem);
  const asks = options.limits.asks(action, read);
  if (asks && !action.approvedBy) return success({ ...checked.value, asks });
  const grown = options.limits.grown(action, asks, read);
  if (grown) return failed(grown);
  if (!read) return checked;
  options.limits.take(action, read);
  const committed = [...committedBy(body, read.request, acceptedIn(body, offers))];
  return success({ ...checked.value, before: { ...checked.value.before, committed } });
}

/** Why an acceptance takes more than its request asks for, together with what was taken of it before: by this desk, or elsewhere in the firm. */
function beyondRequest(
  { id, body }: Action,
  known: {
    readonly request: Request;
    readonly offers: readonly Offered[];
    readonly journal: readonly Action[];
    readonly trades: readonly Trade[];
  },
): Failure | undefined {
  if (!isAcceptance(body)) return undefined;
  const quantity = askedQuantity(body) ?? acceptedIn(body, known.offers)?.quantity;
  if (quantity === undefined) return undefined;
  const sent = known.journal.filter((other) => {
    const isOn = isAcceptance(other.body) && other.body.requestId === body.requestId && other.id !== id;
    const isNot = other.sentAt === undefined || other.state === 'rejected' || other.state === 'cancelled';
    return isOn && !isNot;
  });
  const taken = sent.flatMap((other) =>
    isAcceptance(other.body) ? (other.executed?.quantity ?? askedQuantity(other.body) ?? []) : [],
  );
  const elsewhere = takenElsewhere(known.request, known.trades, sent);
  const problem = takenProblem(known.request, quantity, [...taken, ...elsewhere]);
  return problem === undefined ? undefined : invalid(problem, 'Take no more than that.', 'quantity');
}

interface MarketBeside {
  readonly offers: readonly Offered[];
  readonly unreadable: number;
}
const NOTHING_MORE: MarketBeside = { offers: [], unreadable: 0 };

/** What else the price of an approved offer is held against: nobody may have watched it since the press. */
async function marketBeside(
  { before }: Ready,
  body: ActionBody,
  { service }: ReadinessOptions,
): Promise<Outcome<MarketBeside>> {
  if (!('direction' in body)) return success(NOTHING_MORE);
  const ask = askOf(body);
  const list: Outcome<Listing<Offered> | undefined> =
    body.kind === 'send-proposal'
      ? await service.quotes(body.requestId, ask)
      : orNotOffered(await service.proposals(body.requestId, ask));
  if (!list.ok) return failed(notReadBefore(list.failure));
  const { records = [], unreadable = [] } = list.value ?? {};
  return success({ offers: records, unreadable: unreadable.length + (before?.unreadable?.count ?? 0) });
}

/** A price to be accepted must have been read just now. */
async function readJustNow(body: ActionBody, options: ReadinessOptions): Promise<Outcome<Ready>> {
  const first = await read(body, options);
  if (first.tookMs <= PRICE_AGE_MS_MAX || !isAcceptance(body)) return first.ready;
  const again = await read(body, options);
  return again.tookMs <= PRICE_AGE_MS_MAX ? again.ready : failed(TOO_SLOW);
}

async function read(
  body: ActionBody,
  { service, clock, zone }: ReadinessOptions,
): Promise<{ ready: Outcome<Ready>; tookMs: number }> {
  const startedMs = clock.monotonicMs();
  const ready = await rulesOf(body).prepare(body, {
    service,
    clock,
    zone,
    now: clock.now(),
    ask: askOf(body),
  });
  const tookMs = clock.monotonicMs() - startedMs;
  return { ready: ready.ok ? ready : failed(notReadBefore(ready.failure)), tookMs };
}

/** Several that wait for calls are served by one that has not left yet; nobody waits for the answer to another. */
const askOf = (body: ActionBody): Ask => ({ lane: rulesOf(body).lane, beside: 'calls' });
