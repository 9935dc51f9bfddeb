import type { Failure } from './failure';
import type { NewLeg, NewRequest } from './new-request';

/** Why a new request is invalid, naming the field; `undefined` when it can be sent. */
export function newRequestProblem(request: NewRequest): Failure | undefined {
  const backwards = request.legs.findIndex((leg) => leg.deliveryEnd < leg.deliveryStart);
  if (backwards >= 0) {
    return wrong(
      `The delivery of leg ${backwards + 1} ends before it starts.`,
      'Enter a later last day.',
      `legs[${backwards}].delivery-end`,
    );
  }
  const { recipients } = request;
  const twice = recipients.find((name, index) => recipients.indexOf(name) !== index);
  if (twice !== undefined) {
    return wrong(`${twice} is named twice as a recipient.`, 'List each recipient once.', 'recipients');
  }
  return request.contract === 'swap' ? swapProblem(request.legs) : undefined;
}

function swapProblem([certificate, power, otherPower]: readonly [NewLeg, NewLeg, NewLeg]):
  Failure | undefined {
  if (power.commodity !== otherPower.commodity || certificate.commodity === power.commodity) {
    return wrong(
      'A green-grey swap is a certificate and two legs of power.',
      'Make leg 1 the certificate, and legs 2 and 3 the power.',
      'legs',
    );
  }
  if (power.action !== otherPower.action) return undefined;
  return wrong(
    `Both power legs of this swap ${power.action === 'buy' ? 'are bought' : 'are sold'}.`,
    'Buy one of legs 2 and 3, and sell the other.',
    'legs[2].action',
  );
}

const wrong = (message: string, next: string, path: string): Failure => ({
  kind: 'invalid-argument',
  message,
  next: `${next} Nothing was sent.`,
  fields: [{ path, message }],
});
