import { isSum } from '../../domain/leg';
import { Button, Link, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useEffect, useMemo, useState } from 'react';
import { sentence } from '../../domain/failure';
import type { RequestId } from '../../domain/identifiers';
import { isConcluded, netSidesOf, type Request } from '../../domain/request';
import { migratedSpreadPrice } from '../../domain/spread';
import { draftFrom, isBlank } from '../../domain/request-draft';
import { useAging, useAnswer, usePane, useUntold, useWatched, JOURNAL, STATUS } from '../app/hooks';
import { useEventNotices } from '../app/event-notices';
import { Only } from '../app/only';
import { quotesFormula, requestFormula, type PlacedFormat, type Sheet } from '../excel/sheet';
import { cardFormats, QUOTES_FORMATS } from '../templates/cell-formats';
import type { Formatters } from '../ui/formatters';
import { Note } from '../ui/note';
import { plainText } from '../ui/parsed-input';
import { useSharedStyles } from '../ui/styles';
import { netUnit } from '../ui/text/offer-text';
import { outcomeInWords, withUnit } from '../ui/text/request-text';
import { roleOf } from '../../domain/role';
import { RequestOffers } from './request-offers';
import { requestIdOf } from '../../domain/action';
import { priceOf, type Price } from '../../domain/price';
import type { RawRecord } from '../../domain/record';
import { PressResult } from '../app/press-result';
import { Facts } from '../ui/facts';
import { focusFromBehind, tabThroughFoot } from './foot-order';
import { OwnFills } from './own-fills';
import { ownOffers, quoteRows, unprovenOf } from './offer-rows';
import { isOfReplacement, ReplacementResult } from './replacement';
import { Legs, RequestHead } from './request-head';
import { WithFoot } from '../ui/foot';
import { SinceOpened } from './since-opened';
import { Quotes } from './request-quotes';

const useStyles = makeStyles({
  room: { display: 'flex', flexDirection: 'column', minHeight: '100%', containerType: 'inline-size' },
  content: { paddingTop: '8px' },
  formulas: { gap: '4px 6px', '& > *': { minWidth: 'auto' } },
});

/** One request with its quotes, and what the desk can do about it. */
export function RequestRoom({
  id,
  onBack,
  onCopied,
}: {
  id: RequestId;
  onBack: () => void;
  /** To the draft of a new request. */
  onCopied: () => void;
}) {
  const { client } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const answer = useAnswer(
    client,
    useMemo(() => ({ kind: 'request', id }) as const, [id]),
  );
  const request = answer.value;
  const aging = useAging(answer);
  const failure = useUntold(answer);
  const events = useEventNotices();
  useEffect(() => events.lookAtRequest(id), [events, id]);
  return (
    <section
      className={styles.room}
      aria-label={`Request ${id}`}
      data-room
      onKeyDown={tabThroughFoot}
      onFocus={focusFromBehind}
    >
      <WithFoot>
        <RequestHead id={id} request={request} onBack={onBack} />
        <div className={mergeClasses(shared.room, styles.content)}>
          {failure && <Note tone="bad">{failure}</Note>}
          {aging && <Note tone="warning">{aging}</Note>}
          {!request && !answer.failure && <p className={shared.text}>Loading the request…</p>}
          {request && request.legs.length > 1 && <Legs request={request} />}
          {request && !isConcluded(request) && <RequestOffers key={id} request={request} />}
          {request && isConcluded(request) && (
            <>
              <RequestOutcome request={request} />
              <SinceOpened request={request} />
            </>
          )}
          {request && roleOf(request) === 'initiator' && (
            <Only permission="press" quiet>
              <CopyAsNew request={request} onDraft={onCopied} />
            </Only>
          )}
          {request && roleOf(request) === 'initiator' && !isConcluded(request) && (
            <p className={mergeClasses(shared.text, shared.small, shared.muted)}>{NO_CLOSING}</p>
          )}
          {request && <SheetFormulas request={request} />}
          <WebClientLink id={id} />
        </div>
      </WithFoot>
    </section>
  );
}

/** Source: interface document, section 4, which names no call for it. */
const NO_CLOSING = 'Your request cannot be closed here. Close it in the platform’s own web client.';

/** Opens the request in the platform's web client, where the service profile knows its address. */
function WebClientLink({ id }: { id: RequestId }) {
  const { client } = usePane();
  const address = useAnswer(client, STATUS).value?.webClient;
  if (address === undefined) return null;
  return (
    <div>
      <Link
        href={address.replace('{request-id}', encodeURIComponent(id))}
        target="_blank"
        rel="noopener noreferrer"
      >
        Open in the platform’s web client
      </Link>
    </div>
  );
}

type SheetFormula = readonly [formula: string, formats: readonly PlacedFormat[]];

/** Puts live formulas for a request into the selected cell. Only where there is a sheet. */
function SheetFormulas({ request: { id, raw } }: { request: Pick<Request, 'id' | 'raw'> }) {
  const { office, notice } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const place = useWatched(office);
  if (place.kind !== 'excel') return null;
  const insert = async (sheet: Sheet, [formula, formats]: SheetFormula): Promise<void> => {
    const written = await sheet.insertFormula(formula, formats);
    notice.set(written.ok ? `${formula} is in ${written.value}.` : sentence(written.failure));
  };
  const formulas: readonly SheetFormula[] = [
    [requestFormula(id), cardFormats(raw)],
    [quotesFormula(id), QUOTES_FORMATS],
  ];
  return (
    <section className={mergeClasses(shared.line, styles.formulas)} aria-label="Sheet">
      <h3 className={shared.subtitle}>Into the selected cell</h3>
      {formulas.map(([formula, formats]) => (
        <Button
          key={formula}
          size="small"
          aria-label={formula}
          title={formula}
          onClick={() => void insert(place.sheet, [formula, formats])}
        >
          {formula.replace(/\(.*/, '')}
        </Button>
      ))}
    </section>
  );
}

/** Makes a request the draft of a new one. A draft that is being written is never lost by it: it is asked which one stays. */
function CopyAsNew({ request, onDraft }: { request: Request; onDraft: () => void }) {
  const { draft } = usePane();
  const shared = useSharedStyles();
  const [isAsking, setAsking] = useState(false);
  const written = useWatched(draft);
  const copy = (): void => {
    const { legs, ...copied } = draftFrom(request);
    // A field that is typed into asks what is meant by what could be thousands.
    const plain = legs.map((leg) =>
      leg.quantity === undefined ? leg : { ...leg, quantity: plainText(leg.quantity) },
    );
    draft.set({ ...copied, legs: plain });
    onDraft();
  };
  if (!isAsking) {
    return (
      <div>
        <Button
          size="small"
          onClick={() => (written === undefined || isBlank(written) ? copy() : setAsking(true))}
        >
          Copy as new request
        </Button>
      </div>
    );
  }
  return (
    <Note live>
      You are writing another request. A copy of this one would replace it.
      <div className={shared.line}>
        <Button size="small" onClick={copy}>
          Replace it
        </Button>
        <Button size="small" onClick={onDraft}>
          Keep it and go there
        </Button>
        <Button size="small" onClick={() => setAsking(false)}>
          Cancel
        </Button>
      </div>
    </Note>
  );
}

/** How a request ended: nothing can be done on it any more, so there is nothing to press. */
function RequestOutcome({ request }: { request: Request }) {
  const { formatters, presses, replacements, typed } = usePane();
  const shared = useSharedStyles();
  const replacing = useWatched(replacements.all).find(
    ({ requestId, state }) => requestId === request.id && state !== 'done',
  );
  // That a quote went live is no news once its request is over, and what takes the place of another is told of once.
  const mine = useWatched(presses.all).filter(
    (press) =>
      requestIdOf(press.body) === request.id &&
      !press.dismissed &&
      !(press.body.kind === 'send-quote' && press.state === 'done') &&
      !(replacing && isOfReplacement(press, replacing)),
  );
  useEffect(() => void typed.delete(request.id), [typed, request.id]);
  return (
    <>
      <section className={shared.section} aria-label="Outcome">
        <OwnFills requestId={request.id} />
        <p className={mergeClasses(shared.text, shared.title)}>{outcomeInWords(request, formatters)}</p>
      </section>
      {replacing && <ReplacementResult replacing={replacing} />}
      {mine.map((press) => (
        <PressResult key={press.id} press={press} again="Close" />
      ))}
      <RequestAnalytics request={request} />
      <ConcludedQuotes request={request} />
    </>
  );
}

function RequestAnalytics({ request }: { request: Request }) {
  const { client, formatters } = usePane();
  const shared = useSharedStyles();
  const answer = useAnswer(
    client,
    useMemo(() => ({ kind: 'analytics', id: request.id }) as const, [request.id]),
  );
  const aging = useAging(answer);
  const failure = useUntold(answer);
  const raw = answer.value?.raw;
  const comment = raw && feedbackComment(raw);
  return (
    <section className={shared.section} aria-label="Analytics">
      <h3 className={shared.subtitle}>Analytics</h3>
      {failure && <Note tone="bad">{failure}</Note>}
      {aging && <Note tone="warning">{aging}</Note>}
      {!raw && !answer.failure && <p className={shared.text}>Loading the analytics…</p>}
      {raw && <Facts facts={analyticsFacts(raw, { request, formatters })} />}
      {raw && request.contract === 'spread' && request.legs.length === 2 && (
        <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
          {isSum(request.legs)
            ? 'Prices as leg 1 + leg 2, like your own.'
            : `Prices as leg 1 − leg 2, like your own. The platform’s analytics, and =DESK.ANALYTICS, state them by the former rule, the leg that the asker buys − the leg that it sells: here leg ${request.legs[0]?.action === 'buy' ? '1 − leg 2' : '2 − leg 1'}.`}
        </p>
      )}
      {raw && (
        <p className={mergeClasses(shared.text, shared.small)}>
          {comment === undefined ? 'No feedback comment was given.' : `Feedback comment: “${comment}”`}
        </p>
      )}
    </section>
  );
}

function ConcludedQuotes({ request }: { request: Request }) {
  const { client } = usePane();
  const answer = useAnswer(
    client,
    useMemo(() => ({ kind: 'quotes', id: request.id }) as const, [request.id]),
  );
  const journal = useAnswer(client, JOURNAL).value ?? [];
  const quotes = answer.value?.records ?? [];
  const own = ownOffers(request, { quotes, proposals: [], counteroffers: [] }, journal);
  const unproven = unprovenOf(own, request, journal);
  const rows = quoteRows(request, quotes, own, answer.value?.unreadable).map((row) => ({
    ...row,
    unproven: unproven.has(row.offer.id),
  }));
  return <Quotes request={request} answer={answer} rows={rows} ending={() => ({ button: null })} />;
}

const PRICES: Record<string, string> = {
  'traded-price': 'Traded price',
  'best-price': 'Best price',
  'average-price': 'Average price',
  'worst-price': 'Worst price',
};
const COUNTS: Record<string, string> = { 'quotes-count': 'Quotes', 'participants-count': 'Participants' };
const TEXTS: Record<string, string> = { 'price-direction': 'Quoted side' };
// Said elsewhere in the room, or not a fact of its own.
const ELSEWHERE = new Set(['request-id', 'type', 'contract-type', 'feedback-comment', 'concluded-at']);

/** The analytics as names and values: what is known by name in order, then whatever else came, by its own name. */
function analyticsFacts(
  raw: RawRecord,
  { request, formatters }: { request: Request; formatters: Formatters },
): (readonly [name: string, value: string])[] {
  const unit = netUnit(request);
  const sides = request.contract === 'spread' ? netSidesOf(request) : undefined;
  const told = (price: Price): string =>
    sides ? formatters.price(migratedSpreadPrice(price, sides)) : formatters.price(price);
  const known = { ...PRICES, ...COUNTS, ...TEXTS };
  const names = [...Object.keys(known), ...Object.keys(raw).filter((name) => !Object.hasOwn(known, name))];
  return names.flatMap((name) => {
    const text = ELSEWHERE.has(name) ? undefined : scalarText(raw[name]);
    if (text === undefined) return [];
    const price = Object.hasOwn(PRICES, name) ? priceOf(text) : undefined;
    const value = price === undefined ? text : withUnit(told(price), unit);
    return [[known[name] ?? name, value] as const];
  });
}

/** What the initiator said when closing or trading; `undefined` when nothing was said. */
const feedbackComment = (raw: RawRecord): string | undefined =>
  scalarText(raw['feedback-comment'])?.trim() || undefined;

const scalarText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
