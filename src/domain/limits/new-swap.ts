import { comparedDecimals } from '../decimal';
import { amountText } from './amount-text';
import { volumesOf } from '../delivery/notional';
import type { NewRequest } from '../new-request';
import { present } from '../present';
import { swapTypeFor } from '../request-draft';
import type { Checked } from './finding';

type NewSwap = Extract<NewRequest, { contract: 'swap' }>;

/**
 * What of a new swap is hardly meant. The interface document names neither which kind sells the certificate nor how many
 * certificates go with the power: both are told before sending, and none is refused.
 */
export const swapChecks = (swap: NewSwap): Checked[] => [...kindWarning(swap), ...countWarning(swap)];

function kindWarning({ swapType, legs: [{ action }] }: NewSwap): Checked[] {
  if (swapType === swapTypeFor(action)) return [];
  const message =
    action === 'buy'
      ? 'Green-grey sells the certificate, and this request buys it: the platform may reject it.'
      : 'Grey-green buys the certificate, and this request sells it: the platform may reject it.';
  return [{ step: 'warn', code: 'swap-kind', message }];
}

/** One certificate is one MWh. */
function countWarning({ legs: [certificate, power] }: NewSwap): Checked[] {
  const energy = volumesOf(present(power), power.quantity).find(({ unit }) => unit === 'MWh');
  if (!energy || comparedDecimals(certificate.quantity, energy.amount) === 0) return [];
  const [count, whole] = [certificate.quantity, energy.amount].map(amountText);
  const message = `${count} certificates for ${whole} MWh of power: one certificate is one MWh.`;
  return [{ step: 'warn', code: 'swap-count', message }];
}
