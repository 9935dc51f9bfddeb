import type { Action } from '../../domain/action';
import type { RequestId } from '../../domain/identifiers';
import { liveOn, type OwnQuote } from '../../domain/own-quote';
import { comparedQuantities } from '../../domain/quantity';
import type { Quote } from '../../domain/quote';
import { quantityLeft, type Request } from '../../domain/request';
import { BatchRun } from '../bulk/batch-run';
import type { PlannedRow } from '../bulk/planned-row';
import type { CarryOut, Replacement, ReplacementParts } from '../pressing/replacements';
import { ownOffers } from '../requests/own-offers';
import type { Figures } from '../words/figures';
import { liveInWords } from '../words/own-quote-words';
import { leftInWords } from '../words/request-words';

/** What is known of a request while a quote on it is replaced. */
interface Seen {
  request?: Request;
  quotes: readonly Quote[];
  own: readonly OwnQuote[];
  journal: readonly Action[];
}

/** A batch of one: what is live is withdrawn first, and the new one sent only after that is done and nothing has moved. */
export const carryOutReplacement: CarryOut = (wanted, parts, tell) => {
  const { request } = wanted;
  const { client, presses, figures } = parts;
  const seen: Seen = { request, quotes: [], own: [], journal: [] };
  const leave = watched(client, request.id, seen);
  const movedSince = (): string | undefined => moved(wanted, seen, figures);
  const plan = planOf(wanted, client.newActionId());
  const run = new BatchRun({ ...parts, recall: presses.recall, movedSince }, [{ plan }]);
  const tellRow = (): void => {
    const [row] = run.rows.get();
    if (row) tell(row);
  };
  const deaf = run.rows.subscribe(tellRow);
  tellRow();
  return {
    start: () => run.start(),
    stop: (why) => run.stop(why),
    close: () => {
      deaf();
      leave();
      run.close();
    },
  };
};

function watched(client: ReplacementParts['client'], id: RequestId, seen: Seen): () => void {
  const leaves = [
    client.watch({ kind: 'request', id }, ({ value }) => {
      if (value) seen.request = value;
    }),
    client.watch({ kind: 'quotes', id }, ({ value }) => {
      if (value) seen.quotes = value.records;
    }),
    client.watch({ kind: 'own-quotes' }, ({ value }) => {
      if (value) seen.own = value;
    }),
    client.watch({ kind: 'journal' }, ({ value }) => {
      if (value) seen.journal = value;
    }),
  ];
  return () => leaves.forEach((leave) => leave());
}

/** Why the new one may not be sent as it was shown, by what is known now. The desk looks once more before it sends. */
function moved(
  { request: shown, replaced, send }: Replacement,
  seen: Seen,
  figures: Figures,
): string | undefined {
  const { request = shown, quotes, own, journal } = seen;
  if (request.state !== 'open') return `The request is ${request.state}.`;
  const gone = new Set<string>(replaced.map(({ quoteId }) => quoteId));
  const taken = quotes.find(({ id, state }) => gone.has(id) && state === 'accepted');
  if (taken) return `${taken.id} was taken meanwhile.`;
  const left = quantityLeft(request);
  const wasLeft = quantityLeft(shown);
  if (left !== undefined && wasLeft !== undefined && comparedQuantities(left, wasLeft) !== 0) {
    return `A part of the request was traded meanwhile: ${leftInWords(request, figures) ?? 'look at it again'}.`;
  }
  const mine = ownOffers(request, { quotes, proposals: [], counteroffers: [] }, journal);
  const others = liveOn(send.body, { own, quotes, isOwn: ({ id }) => mine.has(id) }).filter(
    ({ quoteId }) => !gone.has(quoteId),
  );
  const unit = request.legs[0]?.quantityUnit;
  return others.length === 0
    ? undefined
    : `Something else of yours went live on this side meanwhile: ${liveInWords(others, { unit, figures })}.`;
}

const planOf = ({ request, replaced, send }: Replacement, id: PlannedRow['id'] & string): PlannedRow => ({
  row: 0,
  about: request.id,
  kind: 'change',
  words: send.shown,
  notes: [],
  withdrawn: replaced,
  send,
  id,
  content: '',
});
