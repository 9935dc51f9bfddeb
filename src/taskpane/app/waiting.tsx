import { Button, mergeClasses } from '@fluentui/react-components';
import { useEffect, useMemo, useRef, useState, type MutableRefObject, type RefObject } from 'react';
import {
  Note as Reason,
  requestIdOf,
  type AcceptedWarning,
  type Action,
  type Market,
} from '../../domain/action';
import type { Watcher } from '../../client/client';
import { failed, type Outcome } from '../../domain/failure';
import type { QuoteId, RequestId } from '../../domain/identifiers';
import { comparedUnit } from '../../domain/limits/price-checks';
import type { AcceptedOffer } from '../../domain/limits/commitment';
import { acceptedIn } from '../../domain/limits/references';
import { hasEnded } from '../../domain/offers';
import { NOT_KNOWN } from '../../domain/person';
import {
  besideMarket,
  isGone,
  isOfLeg,
  marketsThen,
  type CardMarket,
} from '../../domain/policy/market-beside';
import { isConcluded, type Request } from '../../domain/request';
import { Facts, type Fact } from '../ui/facts';
import { TextField } from '../ui/fields';
import { focusRoomTitle } from '../ui/focus';
import { timeLeft, type Formatters } from '../ui/formatters';
import { Note } from '../ui/note';
import { PressButton } from '../ui/press-button';
import { useSharedStyles } from '../ui/styles';
import { approvedInWords, asTheirs } from '../ui/text/approval-text';
import { acceptedInWords } from '../ui/text/limit-text';
import { outcomeInWords, stateInWords } from '../ui/text/request-text';
import { inAnalytics, marketInWords, sentInWords } from '../ui/text/sent-text';
import { failureInWords } from '../ui/text/status-text';
import { useMarketOf, useSeen } from './around-request';
import { useDisarmed } from './held-back';
import { LIMITS, OWN_QUOTES, useAnswer, useNow, usePane, useWatched } from './hooks';
import { useMayAnswer, useWaitingActions } from './waiting-actions';
import { dayAfterInWords, distanceInWords, worthInWords } from './waiting-figures';

/** An action as whoever approves it is shown it. */
export type Waiting = Pick<
  Action,
  'id' | 'body' | 'shown' | 'by' | 'replaces' | 'approval' | 'waitsUntil'
> & { readonly accepted?: readonly AcceptedWarning[] | undefined };

/** Why an action waits, all that is approved with it, until when, and the buttons for whoever may say a word. */
export function WaitingAction({ waiting: action }: { waiting: Waiting }) {
  const shared = useSharedStyles();
  const may = useMayAnswer()(action);
  const { approval, by } = action;
  const cardRef = useRef<CardMarket>(undefined);
  const requestId = requestIdOf(action.body);
  return (
    <div className={shared.section}>
      {approval && (
        <ul className={mergeClasses(shared.list, shared.small)} aria-label="Why it waits">
          {approval.reasons.map(({ code, about, message }) => (
            <li key={`${code} ${about ?? ''}`}>{message}</li>
          ))}
        </ul>
      )}
      {requestId === undefined ? (
        <ShownFacts waiting={action} />
      ) : (
        <FactsOnRequest waiting={action} id={requestId} isToDecide={may === 'approver'} cardRef={cardRef} />
      )}
      {may !== 'own' && <WaitsFor waiting={action} />}
      {may === 'own' && <OwnWord waiting={action} />}
      {may === 'approver' && requestId === undefined && <Word waiting={action} />}
      {may === 'approver' && requestId !== undefined && (
        <WordOnRequest waiting={action} id={requestId} cardRef={cardRef} />
      )}
      {may === 'neither' && (
        <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
          Only an approver other than {by?.name ?? 'the person who pressed it'} can approve it.
        </p>
      )}
    </div>
  );
}

/** The market that the card shows at this moment, null for nothing known: it goes with the word. Absent while it shows none. */
type OnCard = MutableRefObject<CardMarket | undefined>;

/** With the state and the units of the request, and for whoever decides the market as it is now. */
function FactsOnRequest({
  waiting,
  id,
  isToDecide,
  cardRef,
}: {
  waiting: Waiting;
  id: RequestId;
  isToDecide: boolean;
  cardRef: OnCard;
}) {
  // Nothing is asked for the sake of who only waits.
  const request = useRequest(id, isToDecide ? 'pane' : 'aside');
  if (request && isToDecide) return <FactsToDecide waiting={waiting} request={request} cardRef={cardRef} />;
  return <ShownFacts waiting={waiting} request={request} />;
}

function useRequest(id: RequestId, by: Watcher): Request | undefined {
  const resource = useMemo(() => ({ kind: 'request', id }) as const, [id]);
  return useAnswer(usePane().client, resource, by).value;
}

/**
 * Why nothing can be sent any more, by what the gateway knows: the request is over, or a quote is gone whose place is to be taken. That
 * a list lacks a quote proves nothing while the other one has it.
 */
function useOver(
  { replaces = [] }: Pick<Waiting, 'replaces'>,
  id: RequestId,
  request: Request | undefined,
): string | undefined {
  const { client, events } = usePane();
  const own = useAnswer(client, OWN_QUOTES).value;
  const listed = useAnswer(client, useMarketOf({ id }).quotes).value;
  const taken = useWatched(events.taken);
  if (request && request.state !== 'open')
    return `The request is ${request.state}: nothing can be sent on it.`;
  const bought = replaces.find((quoteId) => taken.has(quoteId));
  if (bought !== undefined) return `${bought}, which it would replace, was taken.`;
  const isLive = (quoteId: QuoteId): boolean =>
    !own ||
    !listed ||
    own.some((quote) => quote.quoteId === quoteId) ||
    listed.records.some((quote) => quote.id === quoteId && !hasEnded(quote));
  const gone = replaces.find((quoteId) => !isLive(quoteId));
  return gone === undefined ? undefined : `${gone}, which it would replace, is not live any more.`;
}

/** Approving is off where nothing can be sent any more; refusing is not. */
function WordOnRequest({ waiting, id, cardRef }: { waiting: Waiting; id: RequestId; cardRef: OnCard }) {
  const over = useOver(waiting, id, useRequest(id, 'pane'));
  return <Word waiting={waiting} over={over} cardRef={cardRef} />;
}

/** With the market as it is now, and where the limits of the day stand after it. */
function FactsToDecide({
  waiting,
  request,
  cardRef,
}: {
  waiting: Waiting;
  request: Request;
  cardRef: OnCard;
}) {
  const { client, formatters } = usePane();
  const desk = useAnswer(client, LIMITS).value;
  const own = useAnswer(client, OWN_QUOTES).value ?? [];
  const { body } = waiting;
  const seen = useSeen(request)(body.kind);
  const isOver = useOver(waiting, request.id, request) !== undefined;
  const { market } = besideMarket(body, seen);
  useEffect(() => {
    cardRef.current = isOver ? undefined : market ? { name: market.name, price: market.price } : null;
    return () => void (cardRef.current = undefined);
  });
  if (isOver) return <ShownFacts waiting={waiting} request={request} isOver />;
  const readAt = market && inAnalytics(market.name) && seen.analytics?.readAt;
  const now = market
    ? [
        besideInWords(body, { request, market }, formatters),
        readAt ? `read from its analytics at ${formatters.time(readAt)}` : '',
        isOfOtherSource(market, waiting.approval) ? 'not the same reference as at the press' : '',
      ]
        .filter(Boolean)
        .join('; ')
    : 'not known';
  const after = dayAfterInWords(waiting, { seen, desk, own }, formatters);
  return (
    <ShownFacts
      waiting={waiting}
      request={request}
      offer={acceptedIn(body, seen.offers)}
      more={[['Market now', now], after !== undefined && ['Day limits after', after]]}
    />
  );
}

/** Whether the price was held against something else at the press: two numbers of two sources show no move of the market. */
function isOfOtherSource(market: Market, approval: Waiting['approval']): boolean {
  const then = marketsThen(approval);
  return then.length > 0 && then.every(({ name }) => name !== market.name);
}

/** "the best ask −1.70 EUR/MWh · Alpha; this is 0.08 EUR/MWh below it" */
function besideInWords(
  body: Action['body'],
  { request, market }: { request: Request | undefined; market: Market },
  formatters: Formatters,
): string {
  // A price of one leg is nothing that the action's own price is held against.
  const isBeside = request && !isOfLeg(market);
  const apart = isBeside ? distanceInWords(body, { request, market }, formatters) : undefined;
  return [marketInWords(market, formatters), ...(apart === undefined ? [] : [apart])].join('; this is ');
}

/** What is approved, field by field: as it was at the press. */
function ShownFacts({
  waiting: { body, by, accepted = [], replaces = [], approval },
  request,
  offer,
  isOver = false,
  more = [],
}: {
  waiting: Waiting;
  request?: Request | undefined;
  /** It cannot be sent any more, so it withdraws nothing either. */
  isOver?: boolean;
  /** What an acceptance takes, where it is at hand. */
  offer?: AcceptedOffer | undefined;
  /** What is read now, for whoever decides. */
  more?: readonly (Fact | false)[];
}) {
  const { formatters } = usePane();
  const then = marketsThen(approval);
  const priceUnit = approval?.market?.unit ?? (request && comparedUnit(request));
  const facts: (Fact | false | undefined)[] = [
    ['Asked by', by?.name ?? NOT_KNOWN],
    request && [
      'Request now',
      isConcluded(request)
        ? outcomeInWords(request, formatters)
        : request.state === 'open'
          ? 'Still open'
          : stateInWords(request),
    ],
    ...sentInWords(body, formatters, request?.legs[0]?.quantityUnit),
    ...(request ? worthInWords(body, { request, offer }, formatters) : []),
    then.length > 0 && [
      'Market at the press',
      then.map((market) => besideInWords(body, { request, market }, formatters)).join('; and '),
    ],
    ...more,
    accepted.length > 0 && [
      'Warnings confirmed',
      accepted
        .map((one) => acceptedInWords(one, formatters, priceUnit) + (isGone(one, approval) ? NO_LONGER : ''))
        .join('; '),
    ],
    !isOver && replaces.length > 0 && ['Withdraws first', replaces.join(', ')],
  ];
  return <Facts facts={facts.filter((fact): fact is Fact => Array.isArray(fact))} />;
}

const NO_LONGER = ' (no longer applied when approval was asked for)';

/** "Expires at 12:05:49 CET, in 10 min." */
function WaitsFor({ waiting: { waitsUntil } }: { waiting: Pick<Waiting, 'waitsUntil'> }) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const now = useNow();
  if (waitsUntil === undefined) return null;
  return (
    <p className={mergeClasses(shared.text, shared.small, shared.figure)}>
      Expires at {formatters.time(waitsUntil)}, in {timeLeft(waitsUntil - now)}.
    </p>
  );
}

/**
 * One word about an action at a time: what it came to is said, and what was refused stays in sight. `place`: of the buttons, where they go
 * with what waited.
 */
function useWord(done: (action: Action) => string, place?: RefObject<HTMLElement | null>) {
  const { notice } = usePane();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const say = async (word: Promise<Outcome<Action>>): Promise<void> => {
    setBusy(true);
    setRefusal('');
    const outcome = await word.catch(() => failed(LOST));
    setBusy(false);
    if (!outcome.ok) {
      const words = failureInWords(outcome.failure);
      setRefusal(words);
      // Where the buttons are gone with what waited, nobody would read it there.
      if (place && !place.current) notice.set(words);
      return;
    }
    notice.set(done(outcome.value));
    if (place?.current) focusRoomTitle(place.current);
  };
  return { isBusy, refusal, say };
}

const LOST = {
  kind: 'unknown-outcome',
  message: 'The pane could not pass this to the desk.',
  next: 'The journal shows what became of it.',
} as const;

/** For whoever pressed it: who can approve it, the approvers are reminded, or it is wanted no more. */
export function OwnWord({ waiting: { id, shown } }: { waiting: Pick<Waiting, 'id' | 'shown'> }) {
  const { client, formatters } = usePane();
  const shared = useSharedStyles();
  const place = useRef<HTMLDivElement>(null);
  const reminding = useWord(() => `Approvers reminded: ${shown}`);
  const cancelling = useWord(() => `Cancelled: ${shown}`, place);
  const waiting = useWaitingActions().find((action) => action.id === id);
  const { reminded } = waiting ?? {};
  return (
    <div ref={place} className={shared.section}>
      <p className={mergeClasses(shared.text, shared.small)}>Any approver other than you can approve it.</p>
      {waiting && <WaitsFor waiting={waiting} />}
      <div className={shared.line}>
        <PressButton
          label={reminding.isBusy ? 'Reminding…' : 'Remind the approvers'}
          name={`Remind the approvers: ${shown}`}
          quiet={reminding.isBusy}
          onPress={() => void reminding.say(client.remindApprovers(id))}
        />
        <PressButton
          label={cancelling.isBusy ? 'Cancelling…' : 'Cancel it'}
          name={`Cancel it: ${shown}`}
          quiet={cancelling.isBusy}
          onPress={() => void cancelling.say(client.cancelAction(id))}
        />
      </div>
      {reminded && (
        <p className={mergeClasses(shared.text, shared.small, shared.figure)}>
          Reminded at {formatters.time(reminded.at)}.
        </p>
      )}
      <Refusal text={reminding.refusal || cancelling.refusal} />
    </div>
  );
}

const IN_THE_JOURNAL = 'Approved. The journal shows what becomes of it.';

/** Approving sends it, so it wants trading on; refusing takes risk away, and wants a reason. */
function Word({
  waiting: { id, by, shown, approval },
  over,
  cardRef,
}: {
  waiting: Waiting;
  /** Why approving it is of no use any more. */
  over?: string | undefined;
  /** What is done on no request has none. */
  cardRef?: OnCard;
}) {
  const { client } = usePane();
  const shared = useSharedStyles();
  const disarmed = useDisarmed();
  const [isRefusing, setRefusing] = useState(false);
  const [reason, setReason] = useState('');
  const place = useRef<HTMLDivElement>(null);
  const approved = `Approved for ${by?.name ?? 'somebody'}`;
  const approving = useWord(
    (action) => approvedInWords({ ...action, shown: asTheirs(shown) }, approved) ?? IN_THE_JOURNAL,
    place,
  );
  const refusing = useWord(() => `Refused: ${asTheirs(shown)}`, place);
  const read = Reason.safeParse(reason.trim());
  if (isRefusing) {
    return (
      <div ref={place} className={shared.section} role="group" aria-label="Refuse">
        <TextField label="Reason" text={reason} lengthMax={300} onChange={setReason} />
        <div className={mergeClasses(shared.line, shared.top)}>
          <PressButton
            label={refusing.isBusy ? 'Refusing…' : 'Refuse'}
            name={`Refuse: ${asTheirs(shown)}`}
            quiet={refusing.isBusy}
            why={read.success ? undefined : 'Enter why.'}
            onPress={() =>
              read.success && void refusing.say(client.refuseAction(id, read.data, cardRef?.current))
            }
          />
          <Button size="small" onClick={() => setRefusing(false)}>
            Close
          </Button>
        </div>
        <Refusal text={refusing.refusal} />
      </div>
    );
  }
  return (
    <div ref={place} className={shared.section}>
      <PressButton
        primary
        keys="space"
        label={approving.isBusy ? 'Approving…' : 'Approve and send'}
        name={`Approve and send: ${asTheirs(shown)}`}
        quiet={approving.isBusy}
        why={over ?? disarmed}
        onPress={() => void approving.say(client.approveAction(id, approval?.hash ?? '', cardRef?.current))}
      />
      <div>
        <Button size="small" aria-label={`Refuse… ${asTheirs(shown)}`} onClick={() => setRefusing(true)}>
          Refuse…
        </Button>
      </div>
      <Refusal text={approving.refusal} />
    </div>
  );
}

function Refusal({ text }: { text: string }) {
  return <div role="alert">{text !== '' && <Note tone="bad">{text}</Note>}</div>;
}
