import { useState } from 'react';
import { useDesk } from '../use-desk';
import { chosen, NOTHING_CHOSEN, seen, type Choice, type Choosable } from './choice';

/** The offer that a person has chosen, held against what is on the screen now. */
export interface Choosing<O extends Choosable> {
  readonly choice: Choice<O>;
  readonly choose: (offer: O) => void;
  readonly drop: () => void;
}

/** `pressed`: what was chosen has been sent; from then on its press is what there is to see. */
export function useChoice<O extends Choosable>(
  offers: readonly O[] | undefined,
  pressed: boolean,
): Choosing<O> {
  const { clock } = useDesk().client;
  const [choice, setChoice] = useState<Choice<O>>(NOTHING_CHOSEN);
  const current = pressed ? NOTHING_CHOSEN : offers ? seen(choice, offers) : choice;
  if (current !== choice) setChoice(current);
  return {
    choice: current,
    choose: (offer) => setChoice(chosen(offer, clock.now())),
    drop: () => setChoice(NOTHING_CHOSEN),
  };
}
