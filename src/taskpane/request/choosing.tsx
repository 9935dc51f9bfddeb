import { Button } from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';
import { comparedPrice, orderingPrice } from '../../domain/offer-price';
import { nounOf } from '../../domain/offer-rules';
import { compared, minus } from '../../domain/price';
import type { Request } from '../../domain/request';
import { usePane } from '../app/hooks';
import { isOver, type Press } from '../app/presses';
import { chosen, isProposal, NOTHING_CHOSEN, seen, type Choice, type Choosable } from '../../domain/choice';
import { Note } from '../ui/note';
import type { Formatters } from '../ui/formatters';
import { useSharedStyles } from '../ui/styles';
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
  const { counterparty } = frozen.offer;
  return (
    <>
      <Note tone="warning" live>
        {counterparty === undefined
          ? `This ${nounOf(frozen.offer)}`
          : `The ${nounOf(frozen.offer)} of ${counterparty}`}{' '}
        changed while you were looking; nothing was sent.
        <div>{was}</div>
        <div>→ {is}</div>
      </Note>
      <WaysOn request={request} now={now} is={is} best={best} onChoose={onChoose} />
    </>
  );
}

/** To the best that can be taken, where what moved is not that; and to what moved, with what lies between them. Neither button sends. */
export function WaysOn<O extends Choosable>({
  request,
  now,
  is,
  best,
  children,
  onChoose,
}: {
  request: Request;
  now: O;
  /** What moved, in words. */
  is: string;
  best: O | undefined;
  /** What else can be pressed. */
  children?: ReactNode;
  onChoose: (offer: O) => void;
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const better = best && isBetter(request, best, now) ? best : undefined;
  const apart = better && apartInWords(now, better, { request, formatters });
  return (
    <div className={shared.line}>
      {better && (
        <Button appearance="primary" onClick={() => onChoose(better)}>
          Look at the best instead: {offerInWords(better, { request, formatters })}
          {better.counterparty === undefined ? '' : ` from ${better.counterparty}`}
        </Button>
      )}
      <Button appearance={better ? 'secondary' : 'primary'} onClick={() => onChoose(now)}>
        Look at the new price: {[is, apart].filter(Boolean).join(', ')}
      </Button>
      {children}
    </div>
  );
}

/** Whether the best of a side is another offer than the chosen one of that side, at another price. */
export function isBetter(request: Request, best: Choosable, chosen: Choosable): boolean {
  if (best.id === chosen.id || best.direction !== chosen.direction) return false;
  const [a, b] = [best, chosen].map(({ price }) => orderingPrice(price, request));
  return a !== undefined && b !== undefined && compared(a, b) !== 0;
}

/** "Best is now 70.12, 0.23 worse, Greywater.": what is left on the side of an offer that is gone. */
function bestNowInWords(
  best: Choosable,
  gone: Choosable,
  saying: { request: Request; formatters: Formatters },
): string {
  const apart = apartInWords(best, gone, saying);
  return `Best is now ${[priceInShort(best.price, saying), apart, best.counterparty].filter(Boolean).join(', ')}.`;
}

/** "0.23 worse": whoever takes an ask pays more for a higher one. */
function apartInWords(
  one: Choosable,
  other: Choosable,
  { request, formatters }: { request: Request; formatters: Formatters },
): string | undefined {
  const [is, was] = [one, other].map(({ price }) => comparedPrice(price, request));
  if (is === undefined || was === undefined) return undefined;
  const side = compared(is, was);
  if (side === 0) return 'the same price';
  const [high, low] = side > 0 ? [is, was] : [was, is];
  return `${formatters.price(minus(high, low))} ${side > 0 === (one.direction === 'ask') ? 'worse' : 'better'}`;
}
