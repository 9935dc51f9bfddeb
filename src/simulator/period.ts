import { malformed } from './answer';
import type { Call } from './call';

/** From `from` (included) to `to` (excluded), epoch ms; an end that is not asked for is open. */
export interface AskedPeriod {
  readonly from: number;
  readonly to: number;
  readonly asked: boolean;
}

const ISO_TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/** The period of the query's `name-from` and `name-to`. */
export function periodOf(call: Call, name: string): AskedPeriod {
  const from = timeOf(call, `${name}-from`);
  const to = timeOf(call, `${name}-to`);
  return { from: from ?? -Infinity, to: to ?? Infinity, asked: from !== undefined || to !== undefined };
}

export const within = (period: AskedPeriod, at: number | undefined): boolean =>
  !period.asked || (at !== undefined && at >= period.from && at < period.to);

function timeOf(call: Call, name: string): number | undefined {
  const text = call.query.get(name);
  if (text === null) return undefined;
  const at = ISO_TIME.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(at)) throw malformed(`${name} must be an ISO 8601 timestamp.`);
  return at;
}
