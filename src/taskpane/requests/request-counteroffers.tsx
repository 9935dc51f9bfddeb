import type { Counteroffer } from '../../domain/counteroffer';
import type { Request } from '../../domain/request';
import { AnswerSection, type ListAnswer } from './answer-section';
import { OfferList } from './offer-list';
import type { OfferRow } from './offer-rows';

/** What the initiator answered to single quotes. */
export function RequestCounteroffers({
  request,
  answer,
  rows,
}: {
  request: Request;
  answer: ListAnswer<Counteroffer>;
  rows: readonly OfferRow<Counteroffer>[];
}) {
  return (
    <AnswerSection
      label="Counteroffers"
      title="Counteroffers, newest first"
      answer={answer}
      none="No counteroffers."
    >
      {rows.length > 0 && (
        <OfferList
          label="Counteroffers"
          request={request}
          rows={rows}
          ending={({ offer }) => ({
            fact: offer.quoteId === undefined ? undefined : `answers ${offer.quoteId}`,
            button: null,
          })}
        />
      )}
    </AnswerSection>
  );
}
