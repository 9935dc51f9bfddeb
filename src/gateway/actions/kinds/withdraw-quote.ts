import type { BodyOf } from '../../../domain/action';
import { success } from '../../../domain/failure';
import { restOf } from '../../../domain/offers';
import {
  rejected,
  seen,
  UNKNOWN,
  unknownBut,
  type Evidence,
  type Verdict,
} from '../../../domain/verdict/evidence';
import { NOTHING } from './before';
import { isOnQuote, marketOf, type ActionRules } from './rules';

type Body = BodyOf<'withdraw-quote'>;

export const withdrawQuote: ActionRules<Body> = {
  lane: 'withdraw',
  readsNothing: () => true,
  prepare: async () => success({ before: NOTHING }),
  async send({ requestId, quoteId }, service) {
    return service.withdrawQuote({ requestId, quoteId });
  },
  isSameThing: (body, open) => isOnQuote(open, body),
  evidence: ['quotes'],
  verdict: ({ body }, evidence) => withdrawal(body, evidence),
  affects: ({ requestId: id }) => [...marketOf(id), { kind: 'quotes', id }],
};

/** Only what the very quote says counts, and its trades where that does not say what is left. */
function withdrawal({ quoteId }: Body, { quotes, isTaken }: Evidence): Verdict {
  const { records, unreadable, complete } = seen(quotes);
  const quote = records.find(({ id }) => id === quoteId);
  if (quote?.state === 'withdrawn') return { verdict: 'done', quoteId };
  const rest = quote && restOf(quote);
  if (rest === 'over') return rejected(`Quote ${quoteId} is ${quote?.state ?? ''}.`);
  if ((rest === 'doubtful' || (!quote && complete)) && isTaken?.(quoteId))
    return rejected(`Quote ${quoteId} is accepted.`);
  if (rest === 'doubtful') {
    return unknownBut(
      `Quote ${quoteId} is accepted, and it is not known whether the rest can still be taken.`,
    );
  }
  const isHidden = unreadable?.ids.includes(quoteId) === true;
  return isHidden ? unknownBut(`Quote ${quoteId} is listed, and its record cannot be read.`) : UNKNOWN;
}
