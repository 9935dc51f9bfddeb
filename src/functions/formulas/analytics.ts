import { plainName } from '../../domain/field-name';
import { RequestId } from '../../domain/identifiers';
import { isPricedAsSwap } from '../../domain/offer-price';
import type { RawRecord } from '../../domain/record';
import { CellFailure } from '../cells/cell-failure';
import { valueOf } from '../cells/context';
import type { KnownFields } from './fields';
import { recordsOf, type RecordKind } from './records';

const ANALYTICS_FIELDS: KnownFields = [
  'request-id',
  'contract-type',
  'type',
  'price-direction',
  'best-price',
  'worst-price',
  'average-price',
  'quotes-count',
  'participants-count',
  'traded-price',
  'feedback-comment',
  'concluded-at',
];

const RULE = 'spread-price-rule';
const FORMER_RULE = {
  [RULE]: 'former: asker’s bought leg minus sold leg; DESK.SPREADMIGRATE gives today’s',
};

export const ANALYTICS_RECORD: RecordKind<RequestId, RawRecord> = {
  schema: RequestId,
  example: 'RQ-10293',
  choice: recordsOf(ANALYTICS_FIELDS),
  rowOf(desk, id, names) {
    const analytics = valueOf(desk, { kind: 'analytics', id });
    if (analytics instanceof CellFailure) return analytics;
    // The request costs a call, and only the rule needs it.
    const isRuleAsked = names.length === 0 || names.some((name) => plainName(name) === plainName(RULE));
    if (analytics.raw['contract-type'] !== 'spread' || !isRuleAsked) return analytics.raw;
    // The prices of a custom spread look like today's, and may have the other sign (interface document, section 2, rule 6). Those of a swap, which the
    // platform calls a spread as well, are the certificate's.
    const request = valueOf(desk, { kind: 'request', id });
    const isSwap = !(request instanceof CellFailure) && isPricedAsSwap(request);
    return isSwap ? analytics.raw : { ...analytics.raw, ...FORMER_RULE };
  },
};
