import { useState } from 'react';
import type { Quote } from '../../domain/quote';
import { useDesk } from '../use-desk';
import { chosen, NOTHING_CHOSEN, seen, type Acceptance } from './acceptance';

/** The quote that a person has chosen, held against what is on the screen now. */
export function useAcceptance(quotes: readonly Quote[] | undefined) {
  const { clock } = useDesk().client;
  const [acceptance, setAcceptance] = useState<Acceptance>(NOTHING_CHOSEN);
  const current = quotes ? seen(acceptance, quotes) : acceptance;
  if (current !== acceptance) setAcceptance(current);
  return {
    acceptance: current,
    choose: (quote: Quote) => setAcceptance(chosen(quote, clock.now())),
    drop: () => setAcceptance(NOTHING_CHOSEN),
  };
}
