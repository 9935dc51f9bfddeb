import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { hasEnded, type Quote } from '../../domain/offers';
import type { Request } from '../../domain/request';
import { usePressAbout } from '../app/held-back';
import { usePane } from '../app/hooks';
import { PressResult } from '../app/press-result';
import { isPricedAsSwap } from '../../domain/offer-price';
import { PressButton } from '../ui/press-button';
import { useSharedStyles } from '../ui/styles';
import { netUnit, priceInWords } from '../ui/text/offer-text';
import { roleOf } from '../../domain/role';
import { unacceptable } from '../../domain/offer-rules';
import { AnswerSection, type ListAnswer, OfferList } from './offer-list';
import type { OfferRow } from './offer-rows';

const useStyles = makeStyles({
  buttons: { display: 'flex', flexDirection: 'column', alignItems: 'stretch', gap: '4px' },
});

interface QuotesProps {
  readonly request: Request;
  readonly answer: ListAnswer<Quote>;
  readonly rows: readonly OfferRow<Quote>[];
  readonly onTake: (quote: Quote) => void;
  readonly onAnswer: (quote: Quote) => void;
}

/** The quotes of a request: to be taken or answered where the desk asked, its own to be withdrawn where it was asked. */
export function RequestQuotes({ request, answer, rows, onTake, onAnswer }: QuotesProps) {
  const isInitiator = roleOf(request) === 'initiator';
  return (
    <Quotes
      request={request}
      answer={answer}
      rows={rows}
      button={({ offer, own }) =>
        isInitiator ? (
          <QuoteButtons request={request} quote={offer} onTake={onTake} onAnswer={onAnswer} />
        ) : (
          own && <WithdrawButton request={request} quote={offer} />
        )
      }
    />
  );
}

/** The quotes themselves, each with what stands at the end of its row. */
export function Quotes({
  request,
  answer,
  rows,
  button,
}: Pick<QuotesProps, 'request' | 'answer' | 'rows'> & { button: (row: OfferRow<Quote>) => ReactNode }) {
  // A swap has no net price that its quotes could be ordered by.
  const title = isPricedAsSwap(request) ? 'Quotes, newest first' : 'Quotes, best first';
  return (
    <AnswerSection
      label="Quotes"
      title={title}
      resource={{ kind: 'quotes', id: request.id }}
      answer={answer}
      none="No quotes yet."
    >
      {rows.length > 0 && (
        <OfferList label="Quotes" request={request} rows={rows} ending={(row) => ({ button: button(row) })} />
      )}
    </AnswerSection>
  );
}

function QuoteButtons({
  request,
  quote,
  onTake,
  onAnswer,
}: {
  request: Request;
  quote: Quote;
  onTake: (quote: Quote) => void;
  onAnswer: (quote: Quote) => void;
}) {
  const shared = useSharedStyles();
  const styles = useStyles();
  const accepting = usePressAbout({ kind: 'accept-quote', requestId: request.id });
  const answering = usePressAbout({ kind: 'send-counteroffer', requestId: request.id });
  const why = unacceptable(request, quote);
  if (why !== undefined) {
    return (
      quote.state === 'active' && <span className={mergeClasses(shared.small, shared.muted)}>{why}</span>
    );
  }
  return (
    <div className={styles.buttons}>
      {!accepting && (
        <Button size="small" onClick={() => onTake(quote)} aria-label={`Accept ${quote.id}`}>
          Accept…
        </Button>
      )}
      {!answering && (
        <Button
          size="small"
          appearance="subtle"
          onClick={() => onAnswer(quote)}
          aria-label={`Counteroffer to ${quote.id}`}
        >
          Counteroffer
        </Button>
      )}
    </div>
  );
}

const useButtonStyles = makeStyles({ result: { gridColumnStart: 1, gridColumnEnd: 3, paddingTop: '4px' } });

/** Takes one of the desk's own quotes back. It waits for nothing else that hangs in the air on the request. */
function WithdrawButton({ request, quote }: { request: Request; quote: Quote }) {
  const { presses, formatters } = usePane();
  const styles = useButtonStyles();
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
  const price = priceInWords(quote.price, { request, formatters, unit: netUnit(request) });
  return (
    <PressButton
      inRow
      label="Withdraw"
      name={`Withdraw ${quote.id}`}
      onPress={() => presses.press(body, `Withdraw quote ${quote.id} at ${price} (${request.id})`)}
    />
  );
}
