import { Button, mergeClasses } from '@fluentui/react-components';
import { useEffect, useRef, type MouseEvent } from 'react';
import type { Action } from '../../domain/action';
import type { RequestId } from '../../domain/identifiers';
import type { Quote } from '../../domain/offers';
import { liveOn } from '../../domain/live-on';
import type { OwnQuote } from '../../domain/own-offers';
import { comparedQuantities } from '../../domain/quantity';
import { quantityLeft, type Request } from '../../domain/request';
import { Age } from '../app/age';
import type { PlannedRow } from '../app/batch-rows';
import { BatchRun } from '../app/batch-run';
import { usePane, useWatched } from '../app/hooks';
import { PastResult, useIsPast } from '../app/past-result';
import type { Press } from '../app/presses';
import {
  isUnderWay,
  type CarryOut,
  type Replacement,
  type ReplacementOptions,
  type Replacing,
} from '../app/replacements';
import { OwnWord } from '../app/waiting';
import { focusRoomTitle } from '../ui/focus';
import type { Formatters } from '../ui/formatters';
import { Note, type NoteTone } from '../ui/note';
import { useSharedStyles } from '../ui/styles';
import { liveInWords } from '../ui/text/own-offer-text';
import { leftInWords } from '../ui/text/request-text';
import { ownOffers } from './offer-rows';

/** What is known of a request while a quote on it is replaced. */
interface WatchedAnswers {
  request?: Request;
  quotes: readonly Quote[];
  own: readonly OwnQuote[];
  journal: readonly Action[];
  /** What it takes the place of is withdrawn by the gateway, once it may go. */
  fourEyes: boolean;
}

/** A batch of one: what is live is withdrawn first, and the new one sent only after that is done and nothing has moved. */
export const carryOutReplacement: CarryOut = (wanted, parts, tell) => {
  const { request } = wanted;
  const { client, presses, formatters } = parts;
  const seen: WatchedAnswers = { request, quotes: [], own: [], journal: [], fourEyes: false };
  const leave = watched(client, request.id, seen);
  const movedSince = (): string | undefined => moved(wanted, seen, formatters);
  const plan = planOf(wanted, client.newActionId());
  const { massWithdrawal } = presses;
  const gatewayReplaces = () => seen.fourEyes;
  const run = new BatchRun({ ...parts, massWithdrawal, gatewayReplaces, movedSince }, [{ plan }]);
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

function watched(client: ReplacementOptions['client'], id: RequestId, seen: WatchedAnswers): () => void {
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
    client.watch({ kind: 'limits' }, ({ value }) => {
      seen.fourEyes = value?.fourEyes !== undefined;
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
  seen: WatchedAnswers,
  formatters: Formatters,
): string | undefined {
  const { request = shown, quotes, own, journal } = seen;
  if (request.state !== 'open') return `The request is ${request.state}.`;
  const gone = new Set<string>(replaced.map(({ quoteId }) => quoteId));
  const taken = quotes.find(({ id, state }) => gone.has(id) && state === 'accepted');
  if (taken) return `${taken.id} was accepted meanwhile.`;
  const left = quantityLeft(request);
  const wasLeft = quantityLeft(shown);
  if (left !== undefined && wasLeft !== undefined && comparedQuantities(left, wasLeft) !== 0) {
    return `A part of the request was traded meanwhile: ${leftInWords(request, formatters) ?? 'look at it again'}.`;
  }
  const mine = ownOffers(request, { quotes, proposals: [], counteroffers: [] }, journal);
  const others = liveOn(send.body, { own, quotes, isOwn: ({ id }) => mine.has(id) }).filter(
    ({ quoteId }) => !gone.has(quoteId),
  );
  const unit = request.legs[0]?.quantityUnit;
  return others.length === 0
    ? undefined
    : `Something else of yours went live on this side meanwhile: ${liveInWords(others, { unit, formatters })}.`;
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

const WORDS: Record<Replacing['state'], { readonly title: string; readonly tone: NoteTone }> = {
  waiting: { title: 'Replacing', tone: 'plain' },
  withdrawing: { title: 'Replacing', tone: 'plain' },
  sending: { title: 'Replacing', tone: 'plain' },
  'to-approve': { title: 'Waiting for approval', tone: 'warning' },
  done: { title: 'Replaced', tone: 'good' },
  rejected: { title: 'Not replaced', tone: 'bad' },
  held: { title: 'Not replaced', tone: 'bad' },
  'not-sent': { title: 'Not replaced', tone: 'bad' },
  unknown: { title: 'Unknown', tone: 'alarm' },
};

/** Whether this press sends the new one: what has become of it is said with the replacement. */
export const isOfReplacement = (
  { body, shown }: Pick<Press, 'body' | 'shown'>,
  replacing: Pick<Replacing, 'requestId' | 'shown'>,
): boolean =>
  body.kind === 'send-quote' && body.requestId === replacing.requestId && shown === replacing.shown;

/** What has become of a quote that takes the place of a live one. */
export function ReplacementResult({ replacing }: { replacing: Replacing }) {
  const { presses, replacements } = usePane();
  const waiting = useWatched(presses.all).find(
    (press) => press.state === 'waiting' && isOfReplacement(press, replacing),
  );
  const shared = useSharedStyles();
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that was pressed is gone, and the focus with it.
    if (document.activeElement === document.body) result.current?.focus();
  }, []);
  const { requestId, state, message, step, shown, pressedAt, replaced } = replacing;
  const { title, tone } = WORDS[state];
  const gone = `${replaced.map(({ quoteId }) => quoteId).join(', ')} ${replaced.length > 1 ? 'are' : 'is'} withdrawn. `;
  // A quote that may be live is looked up until it is known, as any other.
  const isOpen = isUnderWay(replacing) || state === 'to-approve' || (state === 'unknown' && step === 'send');
  const putAway = ({ detail, currentTarget }: MouseEvent<HTMLElement>): void => {
    if (detail > 1) return;
    focusRoomTitle(currentTarget);
    replacements.dismiss(requestId);
  };
  const isPast = useIsPast(pressedAt);
  if (isPast && state === 'done') {
    return (
      <div ref={result} tabIndex={-1} className={shared.plain} role="group" aria-label="Replacing a quote">
        <PastResult
          at={pressedAt}
          words={`${gone}${message}`}
          more={shown}
          again="New quote"
          onAgain={putAway}
        />
      </div>
    );
  }
  return (
    <div ref={result} tabIndex={-1} className={shared.section} role="group" aria-label="Replacing a quote">
      <Note tone={tone} live>
        <strong>{title}.</strong> {state === 'done' && gone}
        {message}
      </Note>
      <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
        Asked for: {shown} · <Age at={pressedAt} /> ago
      </p>
      {state === 'to-approve' && waiting && <OwnWord waiting={waiting} />}
      {!isOpen && (
        <div>
          <Button size="small" onClick={putAway}>
            New quote
          </Button>
        </div>
      )}
    </div>
  );
}
