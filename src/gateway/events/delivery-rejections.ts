import type { Failure } from '../../domain/failure';

/** A delivery that was not taken: the sender learns the status alone, the people of this desk the reason. */
export interface Rejection {
  readonly status: number;
  readonly failure: Failure;
}

const OPERATOR = 'Nothing was kept of it. If the service sent it, tell the operator';

export const WRONG_HOST: Rejection = {
  status: 404,
  failure: {
    kind: 'denied',
    message: 'A delivery came under a name that is not one of this gateway.',
    next: 'If a proxy hands deliveries on, set WEBHOOK_URL to the address that the outside world uses.',
  },
};
export const WRONG_TOKEN: Rejection = {
  status: 404,
  failure: {
    kind: 'denied',
    message: 'A delivery came to an address that is not the one of this desk.',
    next: 'If the operator sent it, give the address anew, to its last character.',
  },
};
export const wrongSender = (sender: string): Rejection => ({
  status: 403,
  failure: {
    kind: 'denied',
    message: `A delivery came from ${sender || 'an unknown address'}, which webhooks.allowFrom does not list.`,
    next: 'If it is the service, add it to the service profile. If it is your proxy, set WEBHOOK_PROXY to it.',
  },
});
export const wrongSignature = (header: string): Rejection => ({
  status: 401,
  failure: {
    kind: 'denied',
    message: `A delivery was not signed in its header ${header} with the secret that is agreed on.`,
    next: `${OPERATOR}: the secrets differ, or the platform signs otherwise than webhooks.hmac of the service profile says.`,
  },
});
export const TOO_LARGE: Rejection = {
  status: 413,
  failure: {
    kind: 'unreadable',
    message: 'A delivery was larger than 64 kB; events are small.',
    next: `${OPERATOR}.`,
  },
};
export const TOO_SLOW: Rejection = {
  status: 408,
  failure: {
    kind: 'unavailable',
    message: 'A delivery did not come in whole within 5 seconds.',
    next: 'Nothing was kept of it: what it was about is found by looking. If it lasts, look at the proxy.',
  },
};
export const CUT_OFF: Rejection = {
  status: 400,
  failure: {
    kind: 'unavailable',
    message: 'A delivery was broken off before its end.',
    next: 'Nothing was kept of it: what it was about is found by looking. If it lasts, look at the proxy.',
  },
};
export const TOO_MANY: Rejection = {
  status: 503,
  failure: {
    kind: 'throttled',
    message: 'More deliveries came at once than the gateway takes.',
    next: 'Nothing was kept of the last ones: what they were about is found by looking.',
  },
};
export const notRead = (failure: Failure): Rejection => ({ status: 400, failure });
export const notKept = (failure: Failure): Rejection => ({ status: 503, failure });
