import type { ActionBody } from '../../domain/action';
import type { Failure } from '../../domain/failure';
import { checkLimits } from '../../domain/limits/check';
import type { LimitedRequest } from '../../domain/limits/commitment';
import { findingsIn, type Finding, type Findings, type LimitCode } from '../../domain/limits/finding';
import type { Limits } from '../../domain/limits/limits';
import { referencesFor, type RecentAction, type SeenOffer } from '../../domain/limits/references';

/** `block`: it is not sent, whatever is pressed. `warn`: a person has to tick it. `note`: it could not be checked. */
export interface LimitFinding {
  readonly level: 'block' | 'warn' | 'note';
  readonly code: LimitCode;
  readonly text: string;
}

/** What is on the screen when an action is about to be pressed. */
export interface LimitsSeen {
  readonly request: LimitedRequest;
  /** Quotes, price proposals or counteroffers of the request. */
  readonly offers: readonly SeenOffer[];
  /** The journal: other actions of this desk. */
  readonly recent: readonly RecentAction[];
  /** How many actions of the last minute the journal does not show. */
  readonly unseen?: number;
  /** Epoch ms, by the gateway's clock. */
  readonly now: number;
}

/**
 * What the limits of the desk say to an action as it stands: the same rules by which the gateway checks it once more before
 * sending. Blocks come first. The codes of what was warned of and ticked go with the press as `accepted`.
 */
export function limitFindings(body: ActionBody, seen: LimitsSeen, limits: Limits): LimitFinding[] {
  const references = referencesFor(body, seen);
  const { request, recent, now, unseen = 0 } = seen;
  return listed(checkLimits(body, { request, recent, now, unseen, ...references }, limits));
}

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
  ({ code, message }: Finding): LimitFinding => ({ level, code, text: message });

export type LimitsOf = (body: ActionBody) => readonly LimitFinding[];

/** Codes of what a person has to tick. */
export const warningsIn = (findings: readonly LimitFinding[]): string[] => [
  ...new Set(findings.filter(({ level }) => level === 'warn').map(({ code }) => code)),
];
