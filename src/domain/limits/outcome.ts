import type { Finding } from './finding';

/** What one check came to: what is reached, or that it could not be made. */
export interface Checked extends Finding {
  readonly step: 'warn' | 'block' | 'not-checked';
}
