import type { Request } from '../../domain/request';
import type { Frozen } from '../choosing/choice';
import { NumberField } from '../ticket/number-field';
import { useDesk } from '../use-desk';
import { withUnit } from '../words/request-words';

/** How much of an offer to take, where parts are possible; empty takes the whole. */
export function PartField({
  request,
  frozen,
  text,
  why,
  onChange,
}: {
  request: Request;
  frozen: Frozen;
  text: string;
  why: string | undefined;
  onChange: (text: string) => void;
}) {
  const { figures } = useDesk();
  const unit = request.legs[0]?.quantityUnit;
  const whole = frozen.offer.quantity ?? request.legs[0]?.quantity;
  const most = whole === undefined ? '' : ` of ${withUnit(figures.quantity(whole), unit)}`;
  return (
    <NumberField
      label={`Take a part${most} (empty: all)`}
      unit={unit}
      text={text}
      read={undefined}
      findings={why === undefined ? [] : [{ level: 'block', field: 'quantity', code: 'part', text: why }]}
      onChange={onChange}
    />
  );
}
