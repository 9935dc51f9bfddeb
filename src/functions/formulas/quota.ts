import type { Quota } from '../../domain/desk-status';
import type { RawRecord } from '../../domain/record';
import { CellFailure, cellFailure } from '../cells/cell-failure';
import { inServiceTime, valueOf, type Formula } from '../cells/context';
import { fieldsArgument } from './arguments';
import { iso } from './desk';
import type { KnownFields } from './fields';
import { card, fieldCell } from './records';

/** The gateway's own shapes under names of the same kind as the service's, so that cells treat them alike. */
const quotaRecord = (quota: Quota): RawRecord => ({
  left: quota.left,
  used: quota.used,
  'per-day': quota.perDay,
  reserve: quota.reserve,
  tokens: quota.tokens,
  burst: quota.burst,
  'rate-per-second': quota.ratePerSecond,
  queued: quota.queued,
  'resets-at': iso(quota.resetsAt),
  'ends-at': iso(quota.endsAt),
  'used-by-lane': quota.byLane,
  watched: quota.plan?.resources ?? null,
  stretch: quota.plan?.stretch ?? null,
  'calls-per-hour': quota.plan?.callsPerHour ?? null,
  plan: quota.plan?.says ?? null,
});

const QUOTA_FIELDS: KnownFields = [
  'left',
  'used',
  'per-day',
  'reserve',
  'tokens',
  'burst',
  'rate-per-second',
  'queued',
  'resets-at',
  'ends-at',
  'used-by-lane',
  'watched',
  'stretch',
  'calls-per-hour',
  'plan',
];

/** QUOTA: what is left of the day's calls, and when it will be used up. */
export function quotaFormula(given: { field: unknown }): Formula {
  const fields = fieldsArgument(given.field);
  if (!fields.ok) return cellFailure(fields.failure);
  const names = fields.value;
  return (desk) =>
    inServiceTime(desk, (time) => {
      const quota = valueOf(desk, { kind: 'quota' });
      const record = quota instanceof CellFailure ? quota : quotaRecord(quota);
      if (!names) return card(record, time);
      return [
        names.map((name) => (name === '' ? '' : fieldCell(record, name, { known: QUOTA_FIELDS, time }))),
      ];
    });
}
