import type { Violation } from './violation';

/** One run of any campaign, when it is over. */
export interface Over {
  /** What was tried, in a few words. */
  readonly about: string;
  /** The command that plays it again. */
  readonly again: string;
  readonly violations: readonly Violation[];
  /** Why it cannot be tried on this machine, if so. */
  readonly notTried?: string | undefined;
}

/** What was wrong with a run, and how to see it again; `undefined` where nothing was. */
export function complaintOf({ about, violations, again }: Over): string | undefined {
  if (violations.length === 0) return undefined;
  return [`${about}:`, ...violations.map(({ says }) => `  ${says}`), `  Again: ${again}`].join('\n');
}

/** Why runs were not tried here, a line for each reason. */
export function leftOutIn(overs: readonly Over[]): readonly string[] {
  const reasons = overs.flatMap(({ notTried }) => notTried ?? []);
  return [...new Set(reasons)].map((reason) => {
    const count = reasons.filter((one) => one === reason).length;
    return `Not tried, ${count} ${count === 1 ? 'run' : 'runs'}: ${reason}`;
  });
}
