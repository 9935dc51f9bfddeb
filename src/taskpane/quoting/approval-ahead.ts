import type { ActionBody } from '../../domain/action';
import type { PreTrade } from '../../domain/limits/check';
import type { ApprovalLevels } from '../../domain/limits/limits';
import { needsApproval } from '../../domain/policy/four-eyes';

/**
 * "Another person has to approve it within 10 minutes. The quantity of 20 MW is above the level for approval of 15 MW.": before the press, by
 * what the pane knows. The gateway alone decides. `seen` is absent for what is done on no request.
 */
export function approvalAhead(
  body: ActionBody,
  seen: PreTrade | undefined,
  levels: ApprovalLevels | undefined,
): string | undefined {
  const asked = levels && needsApproval(body, seen, levels);
  if (!asked) return undefined;
  const within = levels.minutes === 1 ? 'a minute' : `${levels.minutes} minutes`;
  const why = asked.reasons.map(({ message }) => message).join(' ');
  return `Another person has to approve it within ${within}. ${why}`;
}

/** "Ask for approval to bid 20 MW at 31.40": the text of a button whose press another person has to approve; as it was where nobody has to. */
export const labelAhead = (label: string, ahead: string | undefined): string =>
  ahead === undefined ? label : `Ask for approval to ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
