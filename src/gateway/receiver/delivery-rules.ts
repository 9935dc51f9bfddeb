import type { Profile } from '../../contract/service/profile';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import type { DeliveryRules } from './receiver';
import { addressList } from './senders';

/**
 * The rules of the service profile. The secret of the signature stands in the environment variable that the profile names,
 * never in the profile itself.
 */
export function deliveryRules(
  { hmac, allowFrom }: Profile['webhooks'],
  proxies: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Outcome<DeliveryRules> {
  const allowed = addressList(allowFrom);
  const trusted = addressList(proxies);
  if (!allowed || !trusted) return failed(NOT_ADDRESSES);
  const senders = {
    ...(allowFrom.length > 0 && { allowed }),
    ...(proxies.length > 0 && { proxies: trusted }),
  };
  if (!hmac) return success({ senders });
  const { header, algorithm, secretEnv } = hmac;
  const secret = environment[secretEnv];
  return secret
    ? success({ senders, signature: { header, algorithm, secret } })
    : failed(noSecret(secretEnv));
}

const NOT_ADDRESSES: Failure = {
  kind: 'invalid-argument',
  message: 'webhooks.allowFrom of the service profile is not a list of addresses.',
  next: 'Each is an address such as 192.0.2.7, or a network such as 192.0.2.0/24.',
};
const noSecret = (name: string): Failure => ({
  kind: 'invalid-argument',
  message: `webhooks.hmac of the service profile wants events to be signed, and ${name} is not set.`,
  next: `Set ${name} to the secret that is agreed on with the operator, or take webhooks.hmac out of the profile.`,
});
