import { mostOf, type Request } from '../../domain/request';
import type { Frozen } from '../choosing/choice';
import { NumberField } from '../ticket/number-field';
import { useDesk } from '../use-desk';
import { withUnit } from '../words/request-words';

const LABEL = 'Quantity to take';

/** How much of an offer to take, where parts are possible. */
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
  const most = mostOf(request, frozen.offer);
  return (
    <NumberField
      label={most === undefined ? LABEL : `${LABEL} (up to ${withUnit(figures.quantity(most), unit)})`}
      unit={unit}
      text={text}
      read={undefined}
      findings={why === undefined ? [] : [{ level: 'block', field: 'quantity', code: 'part', text: why }]}
      onChange={onChange}
    />
  );
}
