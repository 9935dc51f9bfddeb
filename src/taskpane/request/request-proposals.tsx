import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { Proposal, ProposalKind } from '../../domain/offers';
import type { Request } from '../../domain/request';
import { unreadOn } from '../../domain/unread';
import { usePressAbout } from '../app/held-back';
import { usePane } from '../app/hooks';
import { PressResult } from '../app/press-result';
import { isLive } from '../quoting/choice';
import { proposalInWords } from '../quoting/purpose';
import { PressButton } from '../ui/press-button';
import { useSharedStyles } from '../ui/styles';
import { roleOf } from '../ui/text/request-text';
import { unacceptable } from './acceptance';
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
  const shared = useSharedStyles();
  const accepting = usePressAbout({ kind: 'accept-proposal', requestId: request.id });
  if (roleOf(request) !== 'recipient' || accepting || !isLive(proposal)) return null;
  const why = unacceptable(request, proposal);
  if (why !== undefined) return <span className={mergeClasses(shared.small, shared.muted)}>{why}</span>;
  return (
    <Button size="small" onClick={() => onTake(proposal)} aria-label={`Accept ${proposal.id}`}>
      Accept…
    </Button>
  );
}

/** Takes all price proposals of a request away. It waits for nothing else that hangs in the air on the request. */
function DeleteProposals({
  request,
  live,
}: {
  request: Request;
  /** Absent while they cannot be read: they can be deleted all the same. */
  live: readonly Proposal[] | undefined;
}) {
  const { presses, formatters } = usePane();
  const body = { kind: 'delete-proposals', requestId: request.id } as const;
  const press = usePressAbout(body);
  if (press) return <PressResult press={press} again="Close" />;
  if (live?.length === 0 || request.state !== 'open') return null;
  const what = countInWords(live);
  const each = live?.map((proposal) => proposalInWords(proposal, { request, formatters })) ?? [];
  return (
    <PressButton
      label={`Delete ${what}`}
      onPress={() => presses.press(body, [`Delete ${what} (${request.id})`, ...each].join('; '))}
    />
  );
}

function countInWords(live: readonly Proposal[] | undefined): string {
  if (!live) return 'all price proposals, however many there are';
  const [only, ...others] = live;
  if (!only || others.length > 0) return `all ${live.length} price proposals`;
  const { counterparty, kind } = only;
  return counterparty === undefined ? 'the only price proposal' : `${counterparty}’s ${kind} proposal`;
}
