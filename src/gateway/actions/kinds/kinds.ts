import type { Action, ActionBody, ActionKind, BodyOf } from '../../../domain/action';
import { unknownBut, type Evidence, type Sought, type Verdict } from '../../../domain/verdict/evidence';
import type { RemoteResource } from '../../cache/fetch';
import { acceptProposal } from './accept-proposal';
import { acceptQuote } from './accept-quote';
import { createRequest } from './create-request';
import { deleteProposals } from './delete-proposals';
import type { ActionRules } from './rules';
import { sendCounteroffer } from './send-counteroffer';
import { sendProposal } from './send-proposal';
import { sendQuote } from './send-quote';
import { setRisk } from './set-risk';
import { switchRisk } from './switch-risk';
import { withdrawQuote } from './withdraw-quote';

/**
 * Every kind of action. Its words stand in the table of `domain/actions/kinds.ts`.
 *
 * A new kind needs, beside the files that README names ("To change X, open Y"; below src/):
 * - **One that only protects:** `domain/policy/four-eyes.ts` (`Kind`), and a step in `gateway/storage/postgres/schema.ts`
 *   (`only_protects`). One that leaves or takes off anything: raise `VERSION` in `gateway/storage/standpoint.ts`.
 * - **An offer of a new sort:** `LeftOffer` in `domain/actions/facts.ts`, `TakingOff` in `gateway/actions/take-off-text.ts`.
 *   The compiler says nothing of `gateway/actions/own-offers.ts`, `domain/own-offers.ts` and
 *   `taskpane/app/withdrawals.ts`.
 * - **Sent from Bulk:** `domain/bulk/cost.ts`. **A new field of its body:** `domain/journal/columns.ts`,
 *   `gateway/actions/journal-export.ts`, `functions/formulas/desk-tables.ts`.
 * - **A new call:** `contract/service/` `profile.ts`, `operations.ts`, `wire.ts`, `mapping.ts`, `read-*.ts` (with
 *   `domain/offers.ts`, if the verdict reads a new field), then `gateway/platform/` `operations.ts`, `request-bodies.ts`, `calls.ts`
 *   (`BODY_KINDS`, `ANSWER_KINDS`: without a line nothing is translated), `service-client.ts`, `errors.ts`, `contradiction.ts` (what
 *   its answer proves; `REPEATED`), then `gateway/probe/profile-keys.ts`, `simulator/routes`, `simulator/world`,
 *   `dialects/vocabulary.ts`, `profile.ts`, `speaker/operations.ts` (else never drawn), `docs/service-profile.md`.
 * - **Tests:** the compiler names `test/gateway/twins/actions.ts`, `test/journeys/actions.test.ts`,
 *   `chaos/actions/executed-writes.ts`, and of a new call `test/gateway/twins/fake-platform.ts`, `unplayed-operations.ts`,
 *   `platform/fuzz/edge.test.ts` and `secrets.test.ts`; by hand `BODIES` in the first and `KINDS` in the second, then
 *   `test/gateway/actions/kinds.test.ts` fails; `test/gateway/twins/memory-stores.ts` (`standing`) for offers that stay live.
 */
const RULES: { readonly [K in ActionKind]: ActionRules<BodyOf<K>> } = {
  'send-quote': sendQuote,
  'withdraw-quote': withdrawQuote,
  'accept-quote': acceptQuote,
  'send-proposal': sendProposal,
  'delete-proposals': deleteProposals,
  'accept-proposal': acceptProposal,
  'send-counteroffer': sendCounteroffer,
  'create-request': createRequest,
  'switch-risk': switchRisk,
  'set-risk': setRisk,
};

/** Rules of an action's kind. They are asked only about the body that they were looked up by. */
export const rulesOf = ({ kind }: Pick<ActionBody, 'kind'>): ActionRules => RULES[kind];

/** Whether an action leaves without a read before it. */
export const readsNothing = (body: ActionBody): boolean => rulesOf(body).readsNothing?.(body) === true;

/** Resources that an action may have changed, to refresh once it is over. */
export const resourcesAffectedByAction = (action: Action): readonly RemoteResource[] =>
  rulesOf(action.body).affects(action.body, action);

/**
 * Verdict on an action whose answer was lost, by the present records. It is `done` or `rejected` only on positive
 * evidence; neither time nor absence proves anything, because platforms execute and list late. What the platform has
 * taken (202) is never rejected by looking. `others` are the other actions of this desk: what one of them made, or
 * may have made, proves nothing for this one.
 */
export function verdict(action: Sought, evidence: Evidence, others: readonly Action[] = []): Verdict {
  const found = rulesOf(action.body).verdict(action, evidence, others);
  if (found.verdict !== 'rejected' || action.state !== 'acknowledged') return found;
  return unknownBut(`${found.says} But the platform took it and has not said what came of it.`);
}
