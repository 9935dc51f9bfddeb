import * as z from 'zod/mini';
import type { RawRecord } from './record';

/** Whether risk management watches a commodity (section 1, use cases). */
export interface Risk {
  readonly commodity: string;
  readonly on: boolean;
  readonly raw: RawRecord;
}

/** The detailed settings of a commodity: whatever names the service returns, each keeping its type. */
export const RiskSettings = z.record(z.string(), z.union([z.number(), z.string(), z.boolean()]));
export type RiskSettings = Readonly<z.infer<typeof RiskSettings>>;
