import type { ActionBody } from '../action';
import { commitmentOf, type LimitedRequest } from './commitment';
import type { Findings, LimitCode } from './finding';
import type { Limits } from './limits';
import type { Checked } from './outcome';
import { paceChecks } from './pace-checks';
import { priceChecks } from './price-checks';
import type { RecentAction, References } from './references';
import { sizeChecks } from './size-checks';

export interface LimitsSeen extends References {
  readonly request: LimitedRequest;
  /** Other actions of this desk, of the last ten minutes at least. */
  readonly recent: readonly RecentAction[];
  /** How many actions of the last minute are not among them; none unless said. */
  readonly unseen?: number;
  /** Epoch ms. */
  readonly now: number;
}

const NOTHING: Findings = { warnings: [], blocks: [], notChecked: [] };

/**
 * Which limits of the desk an action reaches. Quotes, price proposals, counteroffers and acceptances have limits;
 * whatever takes risk away, or binds the desk to nothing, has none. The same rules for the pane and the gateway.
 */
export function checkLimits(body: ActionBody, seen: LimitsSeen, limits: Limits): Findings {
  const commitment = commitmentOf(body, seen.request, seen.offer);
  if (!commitment) return NOTHING;
  const checked = [
    ...priceChecks(commitment, { request: seen.request, references: seen }, limits),
    ...sizeChecks(commitment, seen.request, limits),
    ...paceChecks(body, seen, limits),
  ];
  const found = (step: Checked['step']) =>
    checked.filter((one) => stepOf(one, limits) === step).map(({ code, message }) => ({ code, message }));
  return { warnings: found('warn'), blocks: found('block'), notChecked: found('not-checked') };
}

/** That a desk has sent nothing yet is known, and no reason to hold its first price back. */
const NEVER_HELD: LimitCode = 'last-price';

const stepOf = ({ step, code }: Checked, { unchecked }: Limits): Checked['step'] =>
  step !== 'not-checked' || unchecked === 'tell' || code === NEVER_HELD ? step : unchecked;
