import { Button } from '@fluentui/react-components';
import type { Quote } from '../../domain/quote';
import type { Request } from '../../domain/request';
import { Note } from '../look/note';
import { useDesk } from '../use-desk';
import { priceInWords } from '../words/price-words';
import { netUnit, withUnit } from '../words/request-words';
import type { Acceptance } from './acceptance';

/** The price on the screen is no longer the frozen one: old and new, and a new choice. */
export function MovedOffer({
  request,
  acceptance,
  onChoose,
}: {
  request: Request;
  acceptance: Extract<Acceptance, { state: 'moved' }>;
  onChoose: (quote: Quote) => void;
}) {
  const { figures } = useDesk();
  const { frozen, now } = acceptance;
  const unit = netUnit(request);
  const words = (quote: Quote): string => {
    const quantity =
      quote.quantity && withUnit(figures.quantity(quote.quantity), request.legs[0]?.quantityUnit);
    return [priceInWords(quote.price, { request, figures, unit }), quantity].filter(Boolean).join(', ');
  };
  if (!now) {
    return <Note tone="warning">This quote at {words(frozen.quote)} is gone. Choose another one.</Note>;
  }
  return (
    <>
      <Note tone="warning" live>
        It moved while you were looking; nothing was sent.
        <div>{words(frozen.quote)}</div>
        <div>→ {words(now)}</div>
      </Note>
      <div>
        <Button size="small" onClick={() => onChoose(now)}>
          Look at the new price: {words(now)}
        </Button>
      </div>
    </>
  );
}
