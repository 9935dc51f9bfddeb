import * as z from 'zod/mini';
import type { Failure } from './failure';
import type { RequestId } from './identifiers';

/** A record exactly as the service sent it: fields by the service's own names, unknown ones included. */
export type RawRecord = Readonly<Record<string, unknown>>;

/** The readable records of a list, and beside them those that were not, so that one never hides the others. */
export interface Listing<T> {
  readonly records: readonly T[];
  readonly unreadable: readonly { readonly raw: unknown; readonly failure: Failure }[];
}

/** Whether risk management watches a commodity (section 1, use cases). */
export interface Risk {
  readonly commodity: string;
  readonly on: boolean;
  readonly raw: RawRecord;
}

/** The detailed settings of a commodity: whatever names the service returns, each keeping its type. */
export const RiskSettings = z.record(z.string(), z.union([z.number(), z.string(), z.boolean()]));
export type RiskSettings = Readonly<z.infer<typeof RiskSettings>>;

/** Somebody whom the platform suggests to ask for quotes (section 4, smart recipient suggestions). */
export interface Recipient {
  /** As the platform names it. */
  readonly name: string;
  readonly raw: RawRecord;
}

/** The analytics of a request, feedback comment included; a standard spread's has the same shape (section 2). */
export interface Analytics {
  readonly requestId: RequestId;
  readonly raw: RawRecord;
}

/**
 * The load shape of an active request or of a traded deal (section 2, gaps: its records are not shown). So its points
 * are kept as they came, and beside them whatever else the service said.
 */
export interface LoadShape {
  readonly points: readonly unknown[];
  readonly raw: RawRecord;
}

const DEPTH_MAX = 6;

/** Every single value of a record with its path, in the record's own order. */
export function leaves(value: unknown, path = '', depth = 0): (readonly [path: string, value: unknown])[] {
  if (typeof value !== 'object' || value === null || depth === DEPTH_MAX) return [[path, value]];
  const parts = Array.isArray(value)
    ? value.map((item, index): [string, unknown] => [`${path}[${index}]`, item])
    : Object.entries(value).map(([name, item]): [string, unknown] => [path ? `${path}.${name}` : name, item]);
  return parts.flatMap(([name, item]) => leaves(item, name, depth + 1));
}
