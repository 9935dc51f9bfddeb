import { useMemo } from 'react';
import type { SeenOffer } from '../../domain/limits/references';
import type { Request } from '../../domain/request';
import { isProposal, type Frozen } from '../choosing/choice';
import { useAnswer, useDesk } from '../use-desk';

/** The offers that stand beside the one that was chosen, as they are on the screen anyway. */
export function useOffers({ id }: Request, { offer }: Frozen): readonly SeenOffer[] {
  const { client } = useDesk();
  const kind = isProposal(offer) ? 'proposals' : 'quotes';
  const resource = useMemo(() => ({ kind, id }) as const, [kind, id]);
  return useAnswer(client, resource).value?.records ?? [];
}
