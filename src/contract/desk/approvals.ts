import { ActionAnswer } from './answers';
import type { ApprovalBody, CancelBody, RefusalBody } from './bodies';
import { body, type Routes } from './routes';

/** The routes for what waits for a second person, apart from the others because a page loads them when something waits. */
export const APPROVAL_ROUTES = {
  approve: {
    method: 'POST',
    path: '/api/actions/:id/approve',
    body: body<ApprovalBody>(),
    answer: ActionAnswer,
  },
  refuse: {
    method: 'POST',
    path: '/api/actions/:id/refuse',
    body: body<RefusalBody>(),
    answer: ActionAnswer,
  },
  cancel: { method: 'POST', path: '/api/actions/:id/cancel', body: body<CancelBody>(), answer: ActionAnswer },
} as const satisfies Routes;
