import { ActionAnswer } from './answers';
import type { ApprovalBody, OwnWordBody, RefusalBody } from './bodies';
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
  /** Tells the approvers once more, at most once a minute. */
  remind: {
    method: 'POST',
    path: '/api/actions/:id/remind',
    body: body<OwnWordBody>(),
    answer: ActionAnswer,
  },
  cancel: {
    method: 'POST',
    path: '/api/actions/:id/cancel',
    body: body<OwnWordBody>(),
    answer: ActionAnswer,
  },
} as const satisfies Routes;
