import { useEffect } from 'react';
import type { Answer } from '../../domain/answer';
import type { Listing } from '../../domain/record';
import type { Request } from '../../domain/request';
import { unreadOn } from '../../domain/unread';
import type { Choosable } from '../choosing/choice';
import type { Choosing } from '../choosing/use-choice';
import { usePressAbout } from '../pressing/use-pressing';
import { useDesk } from '../use-desk';
import { agingInWords } from '../words/desk-words';
import { AcceptancePanel } from './acceptance-panel';
import { AcceptanceResult, hasMoved } from './acceptance-result';

type ListAnswer<O> = Pick<Answer, 'state' | 'fetchedAt'> & { readonly value?: Listing<O> };

interface AcceptingProps<O extends Choosable> {
  readonly kind: 'accept-quote' | 'accept-proposal';
  readonly request: Request;
  readonly answer: ListAnswer<O>;
  readonly choosing: Choosing<O>;
}

/** The offer that was chosen, frozen, with the one button that takes it; then what became of that. */
export function Accepting<O extends Choosable>({ kind, request, answer, choosing }: AcceptingProps<O>) {
  const { client, figures } = useDesk();
  const { choice, choose, drop } = choosing;
  const { id } = request;
  const press = usePressAbout({ kind, requestId: id });
  const moved = press !== undefined && hasMoved(press);
  useEffect(() => {
    if (moved) client.refresh([{ kind: LISTS[kind], id }]);
  }, [client, moved, kind, id]);
  if (press) {
    const offers = answer.value?.records ?? [];
    return <AcceptanceResult request={request} press={press} offers={offers} onChoose={choose} />;
  }
  if (choice.state === 'none') return null;
  return (
    <AcceptancePanel
      request={request}
      choice={choice}
      unread={unreadOn(answer.value?.unreadable ?? [], choice.frozen.offer.direction)}
      aging={answer.state === 'stale' ? agingInWords(answer, figures) : undefined}
      onChoose={choose}
      onDrop={drop}
    />
  );
}

const LISTS = { 'accept-quote': 'quotes', 'accept-proposal': 'proposals' } as const;
