import { isFinal, type Action, type BodyOf } from '../../../domain/action';
import { success } from '../../../domain/failure';
import { seen, UNKNOWN, type Evidence, type Verdict } from '../../../domain/verdict/evidence';
import { canBeTaken, isReplaced } from '../../../domain/verdict/replaced';
import { LIST_LAG_MS } from '../../../domain/verdict/settled';
import { pause } from '../../../effects/clock';
import { idsOf, LIST_WAIT_MS_MAX, NOTHING } from './before';
import { isAboutTheSame, marketOf, nothingMade, type ActionRules, type SoughtBody } from './rules';

type Body = BodyOf<'delete-proposals'>;

export const deleteProposals: ActionRules<Body> = {
  lane: 'withdraw',
  /** It goes whatever the list says: one that is empty, or lags, proves nothing, and a deletion too many costs one call. */
  async prepare({ requestId }, { service, clock, ask }) {
    const proposals = await Promise.race([service.proposals(requestId, ask), pause(clock, LIST_WAIT_MS_MAX)]);
    if (!proposals?.ok) return success({ before: NOTHING });
    return success({ before: { ...NOTHING, proposalIds: idsOf(proposals.value) } });
  },
  async send({ requestId }, service) {
    return nothingMade(await service.deleteProposals({ requestId }));
  },
  isSameThing: (body, open) => open.kind === 'delete-proposals' && isAboutTheSame(open, body),
  evidence: ['proposals'],
  verdict: deletion,
  affects: ({ requestId: id }) => [...marketOf(id), { kind: 'proposals', id }],
};

/** None is left of those before. No matter who removed them, they can no longer be accepted. */
function deletion(
  { body, before, sentAt = Infinity }: SoughtBody<Body>,
  { proposals, ownName }: Evidence,
  others: readonly Action[],
): Verdict {
  const { records, complete } = seen(proposals);
  const left = records.filter(canBeTaken);
  const were = before?.proposalIds ?? [];
  const sent = others.filter(
    (other) => other.body.kind === 'send-proposal' && isAboutTheSame(other.body, body),
  );
  // The desk's own newest one takes the place of those before it; a list that has not shown it yet says nothing of it.
  const own = sent
    .filter(
      ({ state, proposalId, createdAt }) =>
        state === 'done' && proposalId !== undefined && createdAt <= sentAt,
    )
    .sort((a, b) => b.createdAt - a.createdAt)[0];
  const number = own?.proposalId;
  const wasListed = number !== undefined && were.includes(number);
  const wasSeen = number === undefined || wasListed || records.some(({ id }) => id === number);
  if (were.length > 0 && complete && left.length === 0 && wasSeen) return { verdict: 'done' };
  const since = own?.endedAt ?? own?.createdAt;
  // A list may be from before it was sent, and what is listed instead may be the desk's own.
  const isEarly = since === undefined || sentAt < since + LIST_LAG_MS;
  const isOpen = sent.some((other) => other.sentAt !== undefined && !isFinal(other));
  if (!complete || isEarly || isOpen || records.some(({ id }) => id === number)) return UNKNOWN;
  const gone = {
    name: ownName,
    beside: wasListed ? were : undefined,
    before: [...(own?.before?.proposalIds ?? []), ...sent.flatMap(({ proposalId }) => proposalId ?? [])],
  };
  return isReplaced(gone, records) ? { verdict: 'done' } : UNKNOWN;
}
