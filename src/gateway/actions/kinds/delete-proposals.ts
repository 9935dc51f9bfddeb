import type { Action, BodyOf } from '../../../domain/action';
import { success } from '../../../domain/failure';
import { restOf } from '../../../domain/offers';
import { seen, UNKNOWN, type Evidence, type Verdict } from '../../../domain/verdict/evidence';
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
  { proposals }: Evidence,
  others: readonly Action[],
): Verdict {
  const { records, complete } = seen(proposals);
  // A word that nobody knows ends nothing, nor does that a part of it was taken.
  const left = records.filter(
    ({ state, ...rest }) => state === undefined || restOf({ state, ...rest }) !== 'over',
  );
  const wereSome = (before?.proposalIds?.length ?? 0) > 0;
  // The desk's own newest one takes the place of those before it; a list that has not shown it yet says nothing of it.
  const own = others
    .filter((other) => other.body.kind === 'send-proposal' && isAboutTheSame(other.body, body))
    .filter(
      ({ state, proposalId, createdAt }) =>
        state === 'done' && proposalId !== undefined && createdAt <= sentAt,
    )
    .sort((a, b) => b.createdAt - a.createdAt)[0]?.proposalId;
  const wasSeen =
    own === undefined || before?.proposalIds?.includes(own) === true || records.some(({ id }) => id === own);
  return wereSome && complete && left.length === 0 && wasSeen ? { verdict: 'done' } : UNKNOWN;
}
