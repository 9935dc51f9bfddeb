import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { comparedPrice } from '../../domain/offer-price';
import { compared, minus, type Price } from '../../domain/price';
import type { Request } from '../../domain/request';
import { usePane } from '../app/hooks';
import { isOver, type Press } from '../app/presses';
import { chosen, isProposal, NOTHING_CHOSEN, seen, type Choice, type Choosable } from '../../domain/choice';
import { Note } from '../ui/note';
import type { Formatters } from '../ui/formatters';
import { changeInWords, offerInWords, priceInShort } from '../ui/text/offer-text';

/** The offer that a person has chosen, held against what is on the screen now. */
export interface Choosing<O extends Choosable> {
  readonly choice: Choice<O>;
  readonly choose: (offer: O) => void;
  readonly drop: () => void;
}

/** `press`: what was chosen has been sent; from then on that is what there is to see, until another choice puts it away. */
export function useChoice<O extends Choosable>(
  offers: readonly O[] | undefined,
  press: Press | undefined,
): Choosing<O> {
  const { client, presses } = usePane();
  const [choice, setChoice] = useState<Choice<O>>(NOTHING_CHOSEN);
  const current = press ? NOTHING_CHOSEN : offers ? seen(choice, offers) : choice;
  if (current !== choice) setChoice(current);
  return {
    choice: current,
    choose: (offer) => {
      if (press && isOver(press)) presses.dismiss(press.id);
      setChoice(chosen(offer, client.clock.now()));
    },
    drop: () => setChoice(NOTHING_CHOSEN),
  };
}

/** What is on the screen is no longer what was frozen: old and new, and a new choice. */
export function MovedOffer<O extends Choosable>({
  request,
  choice,
  best,
  onChoose,
}: {
  request: Request;
  choice: Extract<Choice<O>, { state: 'moved' }>;
  /** What could be taken once it is gone. */
  best?: O | undefined;
  onChoose: (offer: O) => void;
}) {
  const { formatters } = usePane();
  const saying = { request, formatters };
  const { frozen, now } = choice;
  if (!now) {
    const what = isProposal(frozen.offer) ? 'This price proposal' : 'This quote';
    const next = best?.direction === frozen.offer.direction ? best : undefined;
    return (
      <>
        <Note tone="warning" live>
          {what} at {offerInWords(frozen.offer, saying)} is gone.{' '}
          {next ? bestNowInWords(next, frozen.offer, saying) : 'Choose another.'}
        </Note>
        {next && (
          <div>
            <Button appearance="primary" onClick={() => onChoose(next)}>
              Look at the best instead
            </Button>
          </div>
        )}
      </>
    );
  }
  const [was, is] = changeInWords(frozen.offer, now, saying);
  return (
    <>
      <Note tone="warning" live>
        It changed while you were looking; nothing was sent.
        <div>{was}</div>
        <div>→ {is}</div>
      </Note>
      <div>
        <Button appearance="primary" onClick={() => onChoose(now)}>
          Look at the new price: {is}
        </Button>
      </div>
    </>
  );
}

/** "Best is now 70.12, 0.23 worse, Greywater.": what is left on the side of an offer that is gone. */
function bestNowInWords(
  best: Choosable,
  gone: Choosable,
  saying: { request: Request; formatters: Formatters },
): string {
  const { request, formatters } = saying;
  const [is, was] = [best, gone].map(({ price }) => comparedPrice(price, request));
  const apart = is !== undefined && was !== undefined ? apartInWords(is, was, best, formatters) : undefined;
  return `Best is now ${[priceInShort(best.price, saying), apart, best.counterparty].filter(Boolean).join(', ')}.`;
}

/** Whoever takes an ask pays more for a higher one. */
function apartInWords(is: Price, was: Price, { direction }: Choosable, formatters: Formatters): string {
  const side = compared(is, was);
  if (side === 0) return 'the same price';
  const [high, low] = side > 0 ? [is, was] : [was, is];
  return `${formatters.price(minus(high, low))} ${side > 0 === (direction === 'ask') ? 'worse' : 'better'}`;
}
