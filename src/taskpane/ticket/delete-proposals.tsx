import type { Proposal } from '../../domain/proposal';
import type { Request } from '../../domain/request';
import { PressButton } from '../pressing/press-button';
import { PressResult } from '../pressing/press-result';
import { usePressAbout } from '../pressing/use-pressing';
import { useDesk } from '../use-desk';
import { proposalInWords } from './purpose';

/** Takes all price proposals of a request away. It waits for nothing else that hangs in the air on the request. */
export function DeleteProposals({
  request,
  live,
}: {
  request: Request;
  /** Absent while they cannot be read: they can be deleted all the same. */
  live: readonly Proposal[] | undefined;
}) {
  const { presses, figures } = useDesk();
  const body = { kind: 'delete-proposals', requestId: request.id } as const;
  const press = usePressAbout(body);
  if (press) return <PressResult press={press} again="Close" />;
  if (live?.length === 0 || request.state !== 'open') return null;
  const what = countInWords(live);
  const each = live?.map((proposal) => proposalInWords(proposal, { request, figures })) ?? [];
  return (
    <PressButton
      label={`Delete ${what}`}
      onPress={() => presses.press(body, [`Delete ${what} (${request.id})`, ...each].join('; '))}
    />
  );
}

function countInWords(live: readonly Proposal[] | undefined): string {
  if (!live) return 'all price proposals, however many there are';
  return live.length === 1 ? 'the only price proposal' : `all ${live.length} price proposals`;
}
