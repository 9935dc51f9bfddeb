import type { RawRecord } from './record';

/** Whether risk management watches a commodity (section 1, use cases). */
export interface Risk {
  readonly commodity: string;
  readonly on: boolean;
  readonly raw: RawRecord;
}

/** The detailed settings of a commodity: whatever names the service returns, each keeping its type. */
export type RiskSettings = Readonly<Record<string, number | string | boolean>>;
