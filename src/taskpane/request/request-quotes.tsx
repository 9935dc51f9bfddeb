import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { Only } from '../app/only';
import { hasEnded, type Quote } from '../../domain/offers';
import { present } from '../../domain/present';
import { isConcluded, type Request } from '../../domain/request';
import { usePressAbout } from '../app/held-back';
import { usePane, useWatched } from '../app/hooks';
import { cameToNothing, mayFollow } from '../app/presses';
import { PressResult } from '../app/press-result';
import { isPricedAsSwap, unrankedSwap } from '../../domain/offer-price';
import { PressButton } from '../ui/press-button';
import { useSharedStyles } from '../ui/styles';
import { withdrawalInWords } from '../ui/text/own-offer-text';
import { roleOf } from '../../domain/role';
import { unacceptable } from '../../domain/offer-rules';
import { HEARD_CLOSED, useIsHeardClosed } from './current';
import { AnswerSection, type ListAnswer, OfferList } from './offer-list';
import type { OfferRow } from './offer-rows';

interface QuotesProps {
  readonly request: Request;
  readonly answer: ListAnswer<Quote>;
  readonly rows: readonly OfferRow<Quote>[];
  /** Why none can be accepted or answered now. */
  readonly notCurrent: string | undefined;
  readonly onTake: (quote: Quote) => void;
  readonly onAnswer: (quote: Quote) => void;
  /** To the ticket, which replaces the desk's own live quote; absent where nothing can be sent. */
  readonly onChange?: (() => void) | undefined;
}

type Ending = (row: OfferRow<Quote>) => {
  readonly button: ReactNode;
  readonly result?: ReactNode;
};

/** The quotes of a request: to be taken or answered where the desk asked, its own to be withdrawn where it was asked. */
export function RequestQuotes(props: QuotesProps) {
  const { request, answer, rows, notCurrent, onTake, onAnswer, onChange } = props;
  const isInitiator = roleOf(request) === 'initiator';
  const isHeardClosed = useIsHeardClosed(request);
  const ending: Ending = ({ offer, own, best }) => {
    if (!isInitiator) {
      return {
        button: own && !hasEnded(offer) && (
          <>
            {onChange && (
              <Only permission="press" quiet>
                <Button
                  size="small"
                  disabledFocusable={isHeardClosed}
                  {...(isHeardClosed && { title: HEARD_CLOSED })}
                  onClick={onChange}
                  aria-label={`Change ${offer.id}`}
                >
                  Change
                </Button>
              </Only>
            )}
            <Only permission="withdraw" quiet>
              <WithdrawButton request={request} quote={offer} />
            </Only>
          </>
        ),
        result: own && !hasEnded(offer) && onChange && isHeardClosed && HEARD_CLOSED,
      };
    }
    const why = unacceptable(request, offer);
    if (why !== undefined) return { button: null, result: offer.state === 'active' && why };
    return {
      button: (
        <Only permission="press" quiet>
          <QuoteButtons
            request={request}
            quote={offer}
            best={best}
            notCurrent={notCurrent}
            onTake={onTake}
            onAnswer={onAnswer}
          />
        </Only>
      ),
    };
  };
  return (
    <>
      <Quotes
        request={request}
        answer={answer}
        rows={rows}
        isOld={notCurrent !== undefined}
        ending={ending}
      />
      {rows.map(({ offer }) => (
        <Withdrawn key={offer.id} request={request} quote={offer} />
      ))}
    </>
  );
}

/** The quotes themselves, each with what stands at the end of its row. */
export function Quotes({
  request,
  answer,
  rows,
  isOld = false,
  ending,
}: Pick<QuotesProps, 'request' | 'answer' | 'rows'> & { isOld?: boolean; ending: Ending }) {
  const shared = useSharedStyles();
  const why = isPricedAsSwap(request) ? unrankedSwap(request) : undefined;
  const title = why === undefined ? 'Quotes, best first' : 'Quotes, newest first';
  return (
    <AnswerSection
      label="Quotes"
      title={title}
      requestId={isConcluded(request) ? undefined : request.id}
      answer={answer}
      none={noneInWords(request)}
    >
      {why !== undefined && rows.length > 0 && (
        <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
          No best quote is named: {why}.
        </p>
      )}
      {rows.length > 0 && (
        <OfferList label="Quotes" request={request} rows={rows} isOld={isOld} ending={ending} />
      )}
    </AnswerSection>
  );
}

/** The interface does not say whether who is asked sees quotes of others: that none is listed says nothing of them. */
function noneInWords(request: Request): string {
  if (isConcluded(request)) return 'No quotes are listed any more';
  return roleOf(request) === 'recipient'
    ? 'No quotes listed; others’ may not be shown to you'
    : 'No quotes yet';
}

const useStyles = makeStyles({
  /** Where it stands, the acceptance beside it does not move when it goes. */
  counter: { order: -1 },
});

function QuoteButtons({
  request,
  quote,
  best,
  notCurrent,
  onTake,
  onAnswer,
}: {
  request: Request;
  quote: Quote;
  best: boolean;
  notCurrent: string | undefined;
  onTake: (quote: Quote) => void;
  onAnswer: (quote: Quote) => void;
}) {
  const styles = useStyles();
  const accepting = usePressAbout({ kind: 'accept-quote', requestId: request.id });
  const answering = usePressAbout({ kind: 'send-counteroffer', requestId: request.id });
  return (
    <>
      {/* What came to nothing does not stand in the way of another choice. */}
      {(!accepting || mayFollow(accepting, request)) && (
        <Button
          size="small"
          appearance={best ? 'primary' : 'secondary'}
          disabledFocusable={notCurrent !== undefined}
          title={notCurrent}
          onClick={() => onTake(quote)}
          aria-label={`Accept ${quote.id}`}
        >
          Accept…
        </Button>
      )}
      {(!answering || cameToNothing(answering)) && (
        <Button
          size="small"
          className={styles.counter}
          disabledFocusable={notCurrent !== undefined}
          title={notCurrent}
          onClick={() => onAnswer(quote)}
          aria-label={`Counter ${quote.id}`}
        >
          Counter
        </Button>
      )}
    </>
  );
}

const withdrawalOf = (request: Request, quote: Quote) =>
  ({ kind: 'withdraw-quote', requestId: request.id, quoteId: quote.id }) as const;

/** What has become of taking a quote back: beside the list, as its row is folded once it is withdrawn. */
function Withdrawn({ request, quote }: { request: Request; quote: Quote }) {
  const { presses: pressed, withdrawals } = usePane();
  const press = usePressAbout(withdrawalOf(request, quote));
  const presses = useWatched(pressed.all);
  const together = useWatched(withdrawals.shown);
  // Of those that were withdrawn together the panel at the foot says it.
  if (!press || together.some(({ quoteId }) => quoteId === quote.id)) return null;
  // Once a newer quote is there, that an older one is withdrawn is no news.
  const isPast =
    press.state === 'done' &&
    presses.some(
      ({ body, state, pressedAt }) =>
        body.kind === 'send-quote' &&
        body.requestId === request.id &&
        state === 'done' &&
        pressedAt >= press.pressedAt,
    );
  return isPast ? null : <PressResult press={press} again="Close" />;
}

/** Takes one of the desk's own quotes back. It waits for nothing else that hangs in the air on the request. */
function WithdrawButton({ request, quote }: { request: Request; quote: Quote }) {
  const { presses, formatters } = usePane();
  const body = withdrawalOf(request, quote);
  const press = usePressAbout(body);
  if (press) return null;
  const { id: quoteId, direction, price, quantity } = quote;
  return (
    <PressButton
      inRow
      label="Withdraw"
      name={`Withdraw ${quote.id}`}
      onPress={() =>
        presses.press(
          body,
          withdrawalInWords(
            { requestId: request.id, quoteId, direction, price, ...present({ quantity }) },
            formatters,
          ),
        )
      }
    />
  );
}
