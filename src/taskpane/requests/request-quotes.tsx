import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { Quote } from '../../domain/quote';
import type { Request } from '../../domain/request';
import { unacceptable } from '../acceptance/acceptance';
import { useLook } from '../look/look';
import { usePressAbout } from '../pressing/use-pressing';
import { isPricedAsSwap } from '../ticket/typed-price';
import { WithdrawButton } from '../ticket/withdraw-button';
import { roleOf } from '../words/request-words';
import { AnswerSection, type ListAnswer } from './answer-section';
import { OfferList } from './offer-list';
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
    <AnswerSection label="Quotes" title={title} answer={answer} none="No quotes yet.">
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
  const look = useLook();
  const styles = useStyles();
  const accepting = usePressAbout({ kind: 'accept-quote', requestId: request.id });
  const answering = usePressAbout({ kind: 'send-counteroffer', requestId: request.id });
  const why = unacceptable(request, quote);
  if (why !== undefined) {
    return quote.state === 'active' && <span className={mergeClasses(look.small, look.muted)}>{why}</span>;
  }
  return (
    <div className={styles.buttons}>
      {!accepting && (
        <Button size="small" onClick={() => onTake(quote)} aria-label={`Choose ${quote.id}`}>
          Choose
        </Button>
      )}
      {!answering && (
        <Button
          size="small"
          appearance="subtle"
          onClick={() => onAnswer(quote)}
          aria-label={`Counter ${quote.id}`}
        >
          Counter
        </Button>
      )}
    </div>
  );
}
