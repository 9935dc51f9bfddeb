import { Button, mergeClasses } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import type { Quote } from '../../domain/quote';
import type { Request } from '../../domain/request';
import { partsInWords } from '../acceptance/acceptance';
import type { Choice } from '../choosing/choice';
import { MovedOffer } from '../choosing/moved-offer';
import { Age } from '../look/age';
import { goHome } from '../look/home';
import { useLook } from '../look/look';
import { useDesk } from '../use-desk';
import { offerInWords } from '../words/offer-words';

type Chosen = Exclude<Choice<Quote>, { state: 'none' }>;

/** Why the quote that was chosen cannot be answered now. */
export const whyNotAnswered = ({ state }: Chosen): string | undefined =>
  state === 'moved' ? 'The quote that you answer has moved. Choose it again above.' : undefined;

/** The quote that a counteroffer answers, frozen as it was shown; when it moves, old and new, and a new choice. */
export function AnsweredQuote({
  request,
  choice,
  onChoose,
  onDrop,
}: {
  request: Request;
  choice: Chosen;
  onChoose: (quote: Quote) => void;
  onDrop: () => void;
}) {
  const { figures } = useDesk();
  const look = useLook();
  const place = useRef<HTMLDivElement>(null);
  const { frozen } = choice;
  useEffect(() => place.current?.focus(), [frozen]);
  const { offer, frozenAt } = frozen;
  return (
    <div ref={place} tabIndex={-1} role="group" aria-label="Quote that you answer" className={look.section}>
      {choice.state === 'moved' ? (
        <MovedOffer request={request} choice={choice} onChoose={onChoose} />
      ) : (
        <>
          <p className={mergeClasses(look.text, look.small, look.digits)}>
            You answer <strong>{offer.id}</strong> of {offer.counterparty ?? 'no name given'}:{' '}
            {offer.direction} {offerInWords(offer, { request, figures })}. {partsInWords(request, offer)}
          </p>
          <p className={mergeClasses(look.text, look.small, look.muted)}>
            As shown at {figures.time(frozenAt)}, <Age at={frozenAt} /> ago.
          </p>
        </>
      )}
      <div>
        <Button
          size="small"
          onClick={({ currentTarget }) => {
            goHome(currentTarget);
            onDrop();
          }}
        >
          Do not answer it
        </Button>
      </div>
    </div>
  );
}
