import type { ActionBody, CommittedLeg } from '../action';
import { commitmentOf, committedLegs, type AcceptedOffer, type LimitedRequest } from './commitment';
import { dayChecks, NOTHING_TODAY } from './day-checks';
import type { Checked, Finding, Findings } from './finding';
import type { DayTotals, Limits, OwnLevels, PartKind } from './limits';
import { paceChecks } from './pace-checks';
import { present } from '../present';
import { partChecks, partIn } from './part-checks';
import { priceChecks } from './price-checks';
import { referencesFor, type KnownPrices, type RecentAction, type References } from './references';
import { sizeChecks } from './size-checks';

export interface LimitsSeen extends References {
  readonly request: LimitedRequest;
  /** Other actions of this desk, of the last ten minutes at least. */
  readonly recent: readonly RecentAction[];
  /** How many actions of the last minute are not among them; none unless said. */
  readonly unseen?: number;
  /** Amounts already counted for the daily limits, without this action; default none. */
  readonly today?: DayTotals;
  /** Of what this platform has not yet been seen to take a part; nothing unless said. */
  readonly unprovenParts?: readonly PartKind[];
  /** Epoch ms. */
  readonly now: number;
}

const NOTHING: Findings = { warnings: [], blocks: [], notChecked: [] };

/** Context of an action before sending: its request, the market, and this desk. */
export interface PreTrade
  extends KnownPrices, Pick<LimitsSeen, 'unseen' | 'today' | 'unprovenParts' | 'now'> {}

/**
 * The one check of an action before it goes, for the ticket, the acceptance, the bulk room and the gateway alike: which limits of the
 * desk it reaches, and which of the person's own (`own`: sections that stand in for the desk's, beside them). Quotes, price proposals, counteroffers and acceptances have limits; whatever takes risk away, or binds the
 * desk to nothing, has none.
 */
export function preTradeCheck(
  body: ActionBody,
  seen: PreTrade,
  limits: Limits,
  own: readonly OwnLevels[] = [],
): Findings {
  const known = { ...seen, unreadable: 0, ...referencesFor(body, seen) };
  const findings = checkLimits(body, known, limits);
  return own
    .map((levels) => checkLimits(body, known, { ...limits, ...present(levels) }))
    .reduce(together, findings);
}

/**
 * All that two checks found, each thing once and as strict as it was found. Levels hang together, so that of two sets none can be made
 * that is the stricter of both: whoever has levels of their own is checked by the desk's, and by them.
 */
function together(one: Findings, other: Findings): Findings {
  const blocks = [...one.blocks, ...other.blocks.filter(isNewTo(one.blocks))];
  const warnings = [...one.warnings, ...other.warnings.filter(isNewTo(one.warnings))];
  const told = one.notChecked.map(({ message }) => message);
  return {
    blocks,
    warnings: warnings.filter(isNewTo(blocks)),
    notChecked: [...one.notChecked, ...other.notChecked.filter(({ message }) => !told.includes(message))],
  };
}

const isNewTo =
  (known: readonly Finding[]) =>
  ({ code, about, leg }: Finding): boolean =>
    !known.some((one) => one.code === code && one.about === about && one.leg === leg);

/** As {@link preTradeCheck}, with the prices to hold it against at hand. */
export function checkLimits(body: ActionBody, seen: LimitsSeen, limits: Limits): Findings {
  const commitment = commitmentOf(body, seen.request, seen.offer);
  if (!commitment) return NOTHING;
  const checked = [
    ...priceChecks(commitment, { request: seen.request, references: seen }, limits),
    ...sizeChecks(commitment, seen.request, limits),
    ...(countsForDay(body)
      ? dayChecks(committedLegs(commitment, seen.request), seen.today ?? NOTHING_TODAY, limits)
      : []),
    ...paceChecks(body, seen, limits),
    ...partChecks(body, partIn(body, seen.request, seen.offer), seen.unprovenParts ?? []),
  ];
  const found = (step: Checked['step']) =>
    checked.filter((one) => stepOf(one, limits) === step).map(({ step: _, ...finding }) => finding);
  return { warnings: found('warn'), blocks: found('block'), notChecked: found('not-checked') };
}

/** Commitment of an action per leg; none for offers that nobody can accept. */
export function committedBy(
  body: ActionBody,
  request: LimitedRequest,
  offer?: AcceptedOffer,
): readonly CommittedLeg[] {
  const commitment = countsForDay(body) ? commitmentOf(body, request, offer) : undefined;
  return commitment ? committedLegs(commitment, request) : [];
}

/** An indicative price proposal informs: nobody can take it. */
const countsForDay = (body: ActionBody): boolean =>
  body.kind !== 'send-proposal' || body.proposalKind === 'firm';

const FROM_LOOSEST: readonly Limits['noReference'][] = ['off', 'tell', 'warn', 'block'];

/** What an impossible check comes to; of a price without a reference the stricter of two levels counts. */
function stepOf({ step, code }: Checked, { unchecked, noReference }: Limits): Checked['step'] | 'off' {
  if (step !== 'not-checked') return step;
  const own = code === 'no-reference' ? noReference : unchecked;
  const isStricter = unchecked !== 'tell' && FROM_LOOSEST.indexOf(unchecked) > FROM_LOOSEST.indexOf(own);
  const told = isStricter ? unchecked : own;
  return told === 'tell' ? step : told;
}
