import { RequestId, TradeId } from '../domain/identifiers';
import { CellFailure } from './cell-failure';
import { valueOf } from './desk';
import { ANALYTICS_FIELDS, REQUEST_FIELDS, TRADE_FIELDS } from './fields';
import type { RecordKind } from './record-formula';

export const REQUEST_RECORD: RecordKind<RequestId> = {
  schema: RequestId,
  example: 'RQ-10293',
  known: REQUEST_FIELDS,
  rawOf(desk, id) {
    const request = valueOf(desk, { kind: 'request', id });
    return request instanceof CellFailure ? request : request.raw;
  },
};

export const ANALYTICS_RECORD: RecordKind<RequestId> = {
  schema: RequestId,
  example: 'RQ-10293',
  known: ANALYTICS_FIELDS,
  rawOf(desk, id) {
    const analytics = valueOf(desk, { kind: 'analytics', id });
    return analytics instanceof CellFailure ? analytics : analytics.raw;
  },
};

export const TRADE_RECORD: RecordKind<TradeId> = {
  schema: TradeId,
  example: 'T-20931',
  known: TRADE_FIELDS,
  rawOf(desk, id) {
    const trade = valueOf(desk, { kind: 'trade', id });
    return trade instanceof CellFailure ? trade : trade.raw;
  },
};
