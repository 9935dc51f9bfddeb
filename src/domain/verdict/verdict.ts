import { requestIdOf, type Action, type BodyOf } from '../action';
import { acceptance } from './acceptance';
import { rejected, seen, UNKNOWN, unknownBut, type Evidence, type Sought, type Verdict } from './evidence';
import { restOf } from '../offers';
import { newRequest } from './new-request';
import { sentOffer } from './offer';

/**
 * Verdict on an action whose answer was lost, by the present records. It is `done` or `rejected` only on positive
 * evidence; neither time nor absence proves anything, because platforms execute and list late. What the platform has
 * taken (202) is never rejected by looking. `others` are the other actions of this desk: what one of them made, or
 * may have made, proves nothing for this one.
 */
export function verdict(action: Sought, evidence: Evidence, others: readonly Action[] = []): Verdict {
  const found = judged(action, evidence, others);
  if (found.verdict !== 'rejected' || action.state !== 'acknowledged') return found;
  return unknownBut(`${found.says} But the platform took it and has not said what came of it.`);
}

function judged(action: Sought, evidence: Evidence, others: readonly Action[]): Verdict {
  const { body, before } = action;
  switch (body.kind) {
    case 'withdraw-quote':
      return withdrawal(body, evidence);
    case 'delete-proposals':
      return deletion(action, evidence, others);
    case 'switch-risk':
      return evidence.risk?.on === body.on ? { verdict: 'done' } : UNKNOWN;
    case 'set-risk':
      return settings(body, evidence);
    // Without what was known before, everything that is there now would look new.
    case 'accept-quote':
    case 'accept-proposal':
      return before ? acceptance({ ...action, body, before }, evidence, others) : UNKNOWN;
    case 'send-quote':
    case 'send-proposal':
    case 'send-counteroffer':
      return before ? sentOffer({ body, before }, evidence, others) : UNKNOWN;
    case 'create-request':
      return before ? newRequest({ body, before }, evidence, others) : UNKNOWN;
  }
}

/** Only what the very quote says counts. */
function withdrawal({ quoteId }: BodyOf<'withdraw-quote'>, { quotes }: Evidence): Verdict {
  const { records, unreadable } = seen(quotes);
  const quote = records.find(({ id }) => id === quoteId);
  if (quote?.state === 'withdrawn') return { verdict: 'done', quoteId };
  const rest = quote && restOf(quote);
  if (rest === 'over') return rejected(`Quote ${quoteId} is ${quote?.state ?? ''}.`);
  if (rest === 'doubtful') {
    return unknownBut(
      `Quote ${quoteId} is accepted, and nothing says whether a rest of it can be taken still.`,
    );
  }
  const isHidden = unreadable?.ids.includes(quoteId) === true;
  return isHidden ? unknownBut(`Quote ${quoteId} is listed, and its record cannot be read.`) : UNKNOWN;
}

const sameRequest = (a: Action['body'], b: Action['body']): boolean =>
  requestIdOf(a) !== undefined && requestIdOf(a) === requestIdOf(b);

/** None is left of those before. No matter who removed them, they can no longer be accepted. */
function deletion(
  { body, before, sentAt = Infinity }: Sought,
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
    .filter((other) => other.body.kind === 'send-proposal' && sameRequest(other.body, body))
    .filter(
      ({ state, proposalId, createdAt }) =>
        state === 'done' && proposalId !== undefined && createdAt <= sentAt,
    )
    .sort((a, b) => b.createdAt - a.createdAt)[0]?.proposalId;
  const wasSeen =
    own === undefined || before?.proposalIds?.includes(own) === true || records.some(({ id }) => id === own);
  return wereSome && complete && left.length === 0 && wasSeen ? { verdict: 'done' } : UNKNOWN;
}

/** The wanted settings are in force, no matter who set them; others may still change by a late execution. */
function settings({ settings: wanted }: BodyOf<'set-risk'>, { settings: now }: Evidence): Verdict {
  const inForce = now && Object.entries(wanted).every(([name, value]) => now[name] === value);
  return inForce ? { verdict: 'done' } : UNKNOWN;
}
