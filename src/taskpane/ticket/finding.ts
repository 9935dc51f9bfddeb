import type { AcceptedWarning } from '../../domain/action';

/** `block`: nothing can be sent. `warn`: a person has to tick it. `note`: worth reading, in no one's way. */
export type FindingLevel = 'block' | 'warn' | 'note';

/** One thing that there is to say about what is typed. */
export interface Finding {
  readonly level: FindingLevel;
  /** The field that it stands beside: an index among the prices, the quantity, or all of them. */
  readonly field: number | 'quantity' | 'whole';
  readonly code: string;
  readonly text: string;
  /** What a tick of it confirms; warnings alone have it. */
  readonly accepts?: AcceptedWarning;
}
