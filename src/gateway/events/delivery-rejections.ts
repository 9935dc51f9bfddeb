import type { Failure } from '../../domain/failure';

/** A delivery that was not taken: the sender learns the status alone, the people of this desk the reason. */
export interface Rejection {
  readonly status: number;
  readonly failure: Failure;
}

const OPERATOR = 'It was discarded. If the platform sent it, tell the operator';

export const WRONG_HOST: Rejection = {
  status: 404,
  failure: {
    kind: 'denied',
    message: 'A delivery came to a host name that is not this gateway’s.',
    next: 'If a proxy forwards deliveries, set WEBHOOK_URL to the public address.',
  },
};
export const WRONG_TOKEN: Rejection = {
  status: 404,
  failure: {
    kind: 'denied',
    message: 'A delivery came to an address that is not this desk’s.',
    next: 'If the operator sent it, give them the full address again.',
  },
};
export const wrongSender = (sender: string): Rejection => ({
  status: 403,
  failure: {
    kind: 'denied',
    message: `A delivery came from ${sender || 'an unknown address'}, which webhooks.allowFrom does not list.`,
    next: 'If it is the platform, add it to the service profile. If it is your proxy, set WEBHOOK_PROXY to it.',
  },
});
export const wrongSignature = (header: string): Rejection => ({
  status: 401,
  failure: {
    kind: 'denied',
    message: `A delivery was not signed in its header ${header} with the agreed secret.`,
    next: `${OPERATOR}: the secrets differ, or the platform does not sign as webhooks.hmac in the service profile says.`,
  },
});
export const oldSignature = (secondsMax = 0): Rejection => ({
  status: 401,
  failure: {
    kind: 'denied',
    message: `A delivery was signed more than ${secondsMax} seconds before or after it came.`,
    next: `${OPERATOR}, and check this machine's clock (webhooks.hmac.timestamp in the service profile).`,
  },
});
export const wrongSecret = ({ header, key }: { header: string; key: string }): Rejection => ({
  status: 401,
  failure: {
    kind: 'denied',
    message: `A delivery did not carry the agreed secret in its header ${header}.`,
    next: `${OPERATOR}: the secrets differ, or the platform does not send it as ${key} in the service profile says.`,
  },
});
export const TOO_LARGE: Rejection = {
  status: 413,
  failure: {
    kind: 'unreadable',
    message: 'A delivery was larger than 64 kB.',
    next: `${OPERATOR}.`,
  },
};
export const TOO_SLOW: Rejection = {
  status: 408,
  failure: {
    kind: 'unavailable',
    message: 'A delivery was not complete within 5 seconds.',
    next: 'It was discarded; its change is detected by polling. If it persists, check the proxy.',
  },
};
export const CUT_OFF: Rejection = {
  status: 400,
  failure: {
    kind: 'unavailable',
    message: 'A delivery was cut off.',
    next: 'It was discarded; its change is detected by polling. If it persists, check the proxy.',
  },
};
export const TOO_MANY: Rejection = {
  status: 503,
  failure: {
    kind: 'throttled',
    message: 'Too many deliveries came at once.',
    next: 'The last ones were discarded; their changes are detected by polling.',
  },
};
export const notRead = (failure: Failure): Rejection => ({ status: 400, failure });
export const notKept = (failure: Failure): Rejection => ({ status: 503, failure });
