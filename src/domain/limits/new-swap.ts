import { comparedDecimals } from '../decimal';
import { amountText } from './amount-text';
import { volumesOf } from '../delivery/notional';
import type { NewRequest } from '../new-request';
import { present } from '../present';

type NewSwap = Extract<NewRequest, { contract: 'swap' }>;

/**
 * What of a new swap is hardly meant, in sentences. The interface document names neither which kind sells the certificate nor how many
 * certificates go with the power: both are told before sending, and none is refused.
 */
export const swapWarnings = (swap: NewSwap): string[] => [...kindWarning(swap), ...countWarning(swap)];

const SELLS_CERTIFICATE = 'green-grey-swap';

function kindWarning({ swapType, legs: [{ action }] }: NewSwap): string[] {
  if ((swapType === SELLS_CERTIFICATE) === (action === 'sell')) return [];
  return [
    swapType === SELLS_CERTIFICATE
      ? 'Green-grey sells the certificate, and this request buys it: the platform may reject it.'
      : 'Grey-green buys the certificate, and this request sells it: the platform may reject it.',
  ];
}

/** One certificate is one MWh. */
function countWarning({ legs: [certificate, power] }: NewSwap): string[] {
  const energy = volumesOf(present(power), power.quantity).find(({ unit }) => unit === 'MWh');
  if (!energy || comparedDecimals(certificate.quantity, energy.amount) === 0) return [];
  const [count, whole] = [certificate.quantity, energy.amount].map(amountText);
  return [`${count} certificates for ${whole} MWh of power: one certificate is one MWh.`];
}
