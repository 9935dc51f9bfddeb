import { mergeClasses } from '@fluentui/react-components';
import type { Proposal } from '../../domain/proposal';
import type { Request } from '../../domain/request';
import { useLook } from '../look/look';
import { Note } from '../look/note';
import { useDesk } from '../use-desk';
import { proposalInWords, replacingInWords } from './purpose';

/** What a new price proposal takes the place of, one by one. */
export function ReplacedProposals({
  request,
  replaced,
}: {
  request: Request;
  replaced: readonly Proposal[] | undefined;
}) {
  const { figures } = useDesk();
  const look = useLook();
  return (
    <Note tone={replaced?.length === 0 ? 'plain' : 'warning'}>
      {replacingInWords(replaced)}
      {replaced && replaced.length > 0 && (
        <ul className={mergeClasses(look.list, look.digits)} aria-label="Price proposals that it replaces">
          {replaced.map((proposal) => (
            <li key={proposal.id}>{proposalInWords(proposal, { request, figures })}</li>
          ))}
        </ul>
      )}
    </Note>
  );
}
