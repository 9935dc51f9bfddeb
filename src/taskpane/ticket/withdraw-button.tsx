import { makeStyles } from '@fluentui/react-components';
import { hasEnded, type Quote } from '../../domain/quote';
import type { Request } from '../../domain/request';
import { PressButton } from '../pressing/press-button';
import { PressResult } from '../pressing/press-result';
import { usePressAbout } from '../pressing/use-pressing';
import { useDesk } from '../use-desk';
import { priceInWords } from '../words/price-words';
import { netUnit } from '../words/side-words';

const useStyles = makeStyles({ result: { gridColumnStart: 1, gridColumnEnd: 3, paddingTop: '4px' } });

/** Takes one of the desk's own quotes back. It waits for nothing else that hangs in the air on the request. */
export function WithdrawButton({ request, quote }: { request: Request; quote: Quote }) {
  const { presses, figures } = useDesk();
  const styles = useStyles();
  const body = { kind: 'withdraw-quote', requestId: request.id, quoteId: quote.id } as const;
  const press = usePressAbout(body);
  if (press) {
    return (
      <div className={styles.result}>
        <PressResult press={press} again="Close" />
      </div>
    );
  }
  if (hasEnded(quote)) return null;
  const price = priceInWords(quote.price, { request, figures, unit: netUnit(request) });
  return (
    <PressButton
      inRow
      label="Withdraw"
      name={`Withdraw ${quote.id}`}
      onPress={() => presses.press(body, `Withdraw quote ${quote.id} at ${price} (${request.id})`)}
    />
  );
}
