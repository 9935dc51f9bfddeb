import { useMemo } from 'react';
import type { Request } from '../../domain/request';
import { useChoice } from '../choosing/use-choice';
import { usePressAbout } from '../pressing/use-pressing';
import { JOURNAL, useAnswer, useDesk } from '../use-desk';
import { ownOffers, type Offers } from './own-offers';

/** The three lists of a request as they were answered last, and which of the offers in them are the desk's own. */
export function useOffers(request: Request) {
  const { client } = useDesk();
  const { id } = request;
  const resources = useMemo(
    () =>
      ({
        quotes: { kind: 'quotes', id },
        proposals: { kind: 'proposals', id },
        counteroffers: { kind: 'counteroffers', id },
      }) as const,
    [id],
  );
  const quotes = useAnswer(client, resources.quotes);
  const proposals = useAnswer(client, resources.proposals);
  const counteroffers = useAnswer(client, resources.counteroffers);
  const journal = useAnswer(client, JOURNAL).value ?? [];
  const known: Offers = {
    quotes: quotes.value?.records ?? [],
    proposals: proposals.value?.records ?? [],
    counteroffers: counteroffers.value?.records ?? [],
  };
  return { quotes, proposals, counteroffers, known, own: ownOffers(request, known, journal) };
}

/** What is chosen to be taken or answered, each until the press that sends it. */
export function useChoices({ id }: Request, { quotes, proposals }: ReturnType<typeof useOffers>) {
  const quoteTaken = usePressAbout({ kind: 'accept-quote', requestId: id }) !== undefined;
  const proposalTaken = usePressAbout({ kind: 'accept-proposal', requestId: id }) !== undefined;
  const answered = usePressAbout({ kind: 'send-counteroffer', requestId: id }) !== undefined;
  return {
    takingQuote: useChoice(quotes.value?.records, quoteTaken),
    takingProposal: useChoice(proposals.value?.records, proposalTaken),
    answering: useChoice(quotes.value?.records, answered),
  };
}
