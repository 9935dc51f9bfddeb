import type { AcceptedWarning, ActionBody } from '../../domain/action';
import type { Answer, Resource, ValueOf } from '../../domain/resources/resource';
import type { Failure } from '../../domain/failure';
import { preTradeCheck, type PreTrade } from '../../domain/limits/check';
import { findingsIn, type Finding, type Findings } from '../../domain/limits/finding';
import { acceptanceOf, isAccepted } from '../../domain/limits/ticks';
import type { DeskLimits } from '../../domain/limits/limits';
import { KNOWN_AROUND_MS_MAX } from '../../domain/limits/references';

/** `block`: it is not sent, whatever is pressed. `warn`: a person has to tick it. `note`: it could not be checked. */
export interface LimitFinding extends Omit<Finding, 'message'> {
  readonly level: 'block' | 'warn' | 'note';
  readonly text: string;
}

/**
 * What the limits of the desk say to an action as it stands: the same check that the gateway makes once more before sending. Blocks
 * come first. What was warned of and ticked goes with the press as `accepted`.
 */
export function limitFindings(
  body: ActionBody,
  seen: PreTrade,
  { limits, failure }: Pick<DeskLimits, 'limits' | 'failure'>,
): LimitFinding[] {
  if (failure) return [{ level: 'block', code: 'unread', text: `${failure.message} ${failure.next}` }];
  return listed(preTradeCheck(body, seen, limits));
}

/** What an answer says of the market now: nothing once it was read too long ago, as in the gateway. */
export const knownNow = <R extends Resource>(answer: Answer<R>, now: number): ValueOf<R> | undefined =>
  (answer.fetchedAt ?? -Infinity) >= now - KNOWN_AROUND_MS_MAX ? answer.value : undefined;

/** The findings for which the gateway did not send an action; empty for every other failure. */
export function findingsOf(failure: Failure | undefined): LimitFinding[] {
  const found = failure && findingsIn(failure);
  return found ? listed({ ...found, notChecked: [] }) : [];
}

const listed = ({ blocks, warnings, notChecked }: Findings): LimitFinding[] => [
  ...blocks.map(as('block')),
  ...warnings.map(as('warn')),
  ...notChecked.map(as('note')),
];

const as =
  (level: LimitFinding['level']) =>
  ({ message, ...finding }: Finding): LimitFinding => ({ level, ...finding, text: message });

export type LimitsOf = (body: ActionBody) => readonly LimitFinding[];

/** What a person has to tick, each as large as it is shown. */
export const warningsIn = (findings: readonly LimitFinding[]): AcceptedWarning[] => [
  ...new Map(
    findings
      .filter(({ level }) => level === 'warn')
      .map(acceptanceOf)
      .map((accepted) => [JSON.stringify(accepted), accepted]),
  ).values(),
];

/** Whether every warning was ticked as large as it is now, or larger. */
export const allTicked = (findings: readonly LimitFinding[], ticked: readonly AcceptedWarning[]): boolean =>
  findings.every((finding) => finding.level !== 'warn' || isTicked(finding, ticked));

export const isTicked = (
  { text, ...finding }: Omit<LimitFinding, 'level'>,
  ticked: readonly AcceptedWarning[],
): boolean => isAccepted({ ...finding, message: text }, ticked);
