/** What a campaign looks for, by name, in the order in which it counts. */
export const WRONGS = [
  'double executions',
  'sends too many',
  'sent unapproved',
  'sent while halted',
  'lost records',
  'wrong final states',
  'unknown although readable',
  'live though none said',
  'risk left on',
  'refused without cause',
  'lost events',
  'forged effects',
  'wrong cells',
  'promises not met',
  'anything else',
] as const;
export type Wrong = (typeof WRONGS)[number];

/** One thing that is not as it has to be. */
export interface Violation {
  readonly wrong: Wrong;
  /** How many of these it is. */
  readonly times: number;
  /** A sentence for whoever has to find out why. */
  readonly says: string;
}

export const violation = (wrong: Wrong, says: string, times = 1): Violation => ({ wrong, times, says });
