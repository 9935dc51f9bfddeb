/** A skinny webhook payload: what happened and to which ids (section 6). */
export interface PlatformEvent {
  readonly eventType:
    | 'request-created'
    | 'request-closed'
    | 'request-traded'
    | 'quotation-created'
    | 'quotation-withdrawn'
    | 'price-proposal-created'
    | 'price-proposal-deleted'
    | 'counteroffer-created';
  readonly 'request-id': string;
  readonly 'trade-id'?: string;
  readonly 'quotation-id'?: string;
  readonly 'price-proposal-id'?: string;
  readonly 'counteroffer-id'?: string;
}

export const EXAMPLE_EVENT: PlatformEvent = {
  eventType: 'request-traded',
  'request-id': 'RQ-10001',
  'trade-id': 'TR-70001',
};
