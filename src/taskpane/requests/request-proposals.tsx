import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { Proposal, ProposalKind } from '../../domain/proposal';
import type { Request } from '../../domain/request';
import { unreadOn } from '../../domain/unread';
import { unacceptable } from '../acceptance/acceptance';
import { isLive } from '../choosing/choice';
import { useLook } from '../look/look';
import { usePressAbout } from '../pressing/use-pressing';
import { DeleteProposals } from '../ticket/delete-proposals';
import { roleOf } from '../words/request-words';
import { AnswerSection, type ListAnswer } from './answer-section';
import { OfferList } from './offer-list';
import type { OfferRow } from './offer-rows';

const useStyles = makeStyles({
  mark: {
    padding: '0 5px',
    borderRadius: tokens.borderRadiusSmall,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  firm: {
    border: `2px solid ${tokens.colorNeutralForeground1}`,
    fontWeight: tokens.fontWeightBold,
    textTransform: 'uppercase',
  },
  indicative: { border: `1px dashed ${tokens.colorNeutralForeground3}`, fontStyle: 'italic' },
});

/** The price proposals of a request. A firm one can be taken where the desk was asked; an indicative one only informs. */
export function RequestProposals({
  request,
  answer,
  rows,
  onTake,
}: {
  request: Request;
  answer: ListAnswer<Proposal>;
  rows: readonly OfferRow<Proposal>[];
  onTake: (proposal: Proposal) => void;
}) {
  const { value, failure } = answer;
  const live = value?.records.filter(isLive);
  const isUnread = failure !== undefined && failure.kind !== 'unsupported';
  // One that cannot be read may be live, and is deleted with the others.
  const isCounted = unreadOn(value?.unreadable ?? []).length === 0;
  return (
    <AnswerSection
      label="Price proposals"
      title="Price proposals, newest first"
      answer={answer}
      none="No price proposals."
    >
      {rows.length > 0 && (
        <OfferList
          label="Price proposals"
          request={request}
          rows={rows}
          ending={({ offer, own }) => ({
            mark: <KindMark kind={offer.kind} />,
            informing: offer.kind === 'indicative',
            button: !own && <TakeButton request={request} proposal={offer} onTake={onTake} />,
          })}
        />
      )}
      <DeleteProposals
        request={request}
        live={isCounted ? (live ?? (isUnread ? undefined : [])) : undefined}
      />
    </AnswerSection>
  );
}

/** Word and form, so that nobody has to see a colour. */
function KindMark({ kind }: { kind: ProposalKind }) {
  const styles = useStyles();
  return <span className={mergeClasses(styles.mark, styles[kind])}>{kind}</span>;
}

function TakeButton({
  request,
  proposal,
  onTake,
}: {
  request: Request;
  proposal: Proposal;
  onTake: (proposal: Proposal) => void;
}) {
  const look = useLook();
  const accepting = usePressAbout({ kind: 'accept-proposal', requestId: request.id });
  if (roleOf(request) !== 'recipient' || accepting || !isLive(proposal)) return null;
  const why = unacceptable(request, proposal);
  if (why !== undefined) return <span className={mergeClasses(look.small, look.muted)}>{why}</span>;
  return (
    <Button size="small" onClick={() => onTake(proposal)} aria-label={`Choose ${proposal.id}`}>
      Choose
    </Button>
  );
}
