import { Button } from '@fluentui/react-components';
import { comparedDecimals } from '../../domain/decimal';
import { deliveryHours } from '../../domain/delivery/hours';
import { volumesOf } from '../../domain/delivery/notional';
import type { LegDraft } from '../../domain/request-draft';
import { usePane } from '../app/hooks';
import { Note } from '../ui/note';
import { plainText, readQuantity } from '../ui/parsed-input';
import { withUnit } from '../ui/text/request-text';
import { useSharedStyles } from '../ui/styles';
import { deliveredBy } from '../quoting/checked-draft';

const UNIT = 'certificates';

/** How the certificates of a swap stand to its energy: one is one MWh. Nothing while the energy is not known exactly. */
export function Certificates({
  certificate,
  power,
  onUse,
}: {
  certificate: LegDraft;
  power: LegDraft;
  onUse: (change: Partial<LegDraft>) => void;
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const energy = energyOf(power);
  const typed = readQuantity(certificate.quantity);
  if (!energy || typed.kind === 'refused') return null;
  const { amount, hours } = energy;
  const count = formatters.quantity(amount);
  const isUnitOpen = certificate.unit.trim() === '';
  const why = `${withUnit(formatters.quantity(energy.quantity), power.unit.trim())} × ${formatters.count(hours)} h = ${count} MWh`;
  if (typed.kind === 'number' && comparedDecimals(typed.value, amount) === 0) {
    return <Note tone="good">One certificate for each MWh: {why}.</Note>;
  }
  return (
    <Note tone={typed.kind === 'empty' ? 'plain' : 'warning'} live>
      <div className={shared.spread}>
        <span>
          {typed.kind === 'number' &&
            `${formatters.quantity(typed.value)} certificates are not one for each MWh: `}
          {why}.
        </span>
        <Button
          size="small"
          onClick={() => onUse({ quantity: plainText(amount), ...(isUnitOpen && { unit: UNIT }) })}
        >
          Use {count} {isUnitOpen && UNIT}
        </Button>
      </div>
    </Note>
  );
}

/** The energy of a leg of power in MWh, exactly. */
function energyOf(leg: LegDraft): { amount: string; quantity: string; hours: number } | undefined {
  const delivered = deliveredBy(leg);
  const { quantity } = delivered;
  const hours = deliveryHours(delivered);
  if (quantity === undefined || !hours || hours.isAtMost) return undefined;
  const whole = volumesOf(delivered, quantity)[1];
  return whole?.unit === 'MWh' ? { amount: whole.amount, quantity, hours: hours.hours } : undefined;
}
