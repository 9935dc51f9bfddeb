import type { RawRecord } from './record';

/**
 * The load shape of an active request or of a traded deal (section 2, gaps: its records are not shown). So its points
 * are kept as they came, and beside them whatever else the service said.
 */
export interface LoadShape {
  readonly points: readonly unknown[];
  readonly raw: RawRecord;
}
