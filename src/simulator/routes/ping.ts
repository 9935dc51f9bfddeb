import type { Operation } from '../http/call';
import { EXAMPLE_EVENT } from '../world/event';

export const pingOperations: readonly Operation[] = [
  {
    name: 'ping',
    method: 'GET',
    path: 'ping',
    versions: [],
    answer: () => ({ status: 200, body: EXAMPLE_EVENT }),
  },
];
