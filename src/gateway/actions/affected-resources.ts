import type { Action } from '../../domain/action';
import type { RequestId } from '../../domain/identifiers';
import type { RemoteResource } from '../cache/fetch';

/** Resources that an action may have changed, to refresh once it is over. */
export function resourcesAffectedByAction({ body, newRequestId }: Action): readonly RemoteResource[] {
  switch (body.kind) {
    case 'send-quote':
    case 'withdraw-quote':
      return [...market(body.requestId), { kind: 'quotes', id: body.requestId }];
    case 'send-proposal':
    case 'delete-proposals':
      return [...market(body.requestId), { kind: 'proposals', id: body.requestId }];
    case 'send-counteroffer':
      return [
        ...market(body.requestId),
        { kind: 'quotes', id: body.requestId },
        { kind: 'counteroffers', id: body.requestId },
      ];
    case 'accept-quote':
    case 'accept-proposal':
      return [
        ...market(body.requestId),
        { kind: 'quotes', id: body.requestId },
        { kind: 'proposals', id: body.requestId },
        { kind: 'counteroffers', id: body.requestId },
        { kind: 'trades' },
      ];
    case 'create-request':
      return newRequestId === undefined ? [{ kind: 'open-requests' }] : market(newRequestId);
    case 'switch-risk':
      return [{ kind: 'risks' }];
    case 'set-risk':
      return [{ kind: 'risk-settings', commodity: body.commodity }];
  }
}

const market = (id: RequestId): RemoteResource[] => [
  { kind: 'request', id },
  { kind: 'analytics', id },
  { kind: 'open-requests' },
];
