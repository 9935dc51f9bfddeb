import { mergeClasses } from '@fluentui/react-components';
import { useMemo } from 'react';
import { requestIdOf } from '../../domain/action';
import { priceOf } from '../../domain/price';
import type { RawRecord } from '../../domain/record';
import type { Request } from '../../domain/request';
import { JOURNAL, useAnswer, usePane, useWatched } from '../app/hooks';
import { PressResult } from '../app/press-result';
import { Facts } from '../ui/facts';
import type { Formatters } from '../ui/formatters';
import { Note } from '../ui/note';
import { useSharedStyles } from '../ui/styles';
import { netUnit } from '../ui/text/offer-text';
import { outcomeInWords, withUnit } from '../ui/text/request-text';
import { agingInWords, failureInWords } from '../ui/text/status-text';
import { ownOffers, quoteRows } from './offer-rows';
import { ReplacementResult } from './replacement';
import { Quotes } from './request-quotes';

/** How a request ended: nothing can be done on it any more, so there is nothing to press. */
export function RequestOutcome({ request }: { request: Request }) {
  const { formatters, presses, replacements } = usePane();
  const shared = useSharedStyles();
  const mine = useWatched(presses.all).filter(
    ({ body, dismissed }) => requestIdOf(body) === request.id && !dismissed,
  );
  const replacing = useWatched(replacements.all).find(({ requestId }) => requestId === request.id);
  return (
    <>
      <section className={shared.section} aria-label="Outcome">
        <p className={mergeClasses(shared.text, shared.strong)}>{outcomeInWords(request, formatters)}</p>
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
  const aging = agingInWords(answer, formatters);
  const raw = answer.value?.raw;
  const comment = raw && feedbackComment(raw);
  return (
    <section className={shared.section} aria-label="Analytics">
      <h3 className={shared.subtitle}>Analytics</h3>
      {answer.failure && <Note tone="bad">{failureInWords(answer.failure)}</Note>}
      {aging && <Note tone="warning">{aging}</Note>}
      {!raw && !answer.failure && <p className={shared.text}>Waiting for the analytics.</p>}
      {raw && <Facts facts={analyticsFacts(raw, { unit: netUnit(request), formatters })} />}
      {raw && request.contract === 'spread' && (
        <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
          Analytics of a custom spread still use the former rule: bought leg − sold leg.
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
  const rows = quoteRows(
    request,
    quotes,
    ownOffers(request, { quotes, proposals: [], counteroffers: [] }, journal),
    answer.value?.unreadable,
  );
  return <Quotes request={request} answer={answer} rows={rows} button={() => null} />;
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
  { unit, formatters }: { unit: string | undefined; formatters: Formatters },
): (readonly [name: string, value: string])[] {
  const known = { ...PRICES, ...COUNTS, ...TEXTS };
  const names = [...Object.keys(known), ...Object.keys(raw).filter((name) => !Object.hasOwn(known, name))];
  return names.flatMap((name) => {
    const text = ELSEWHERE.has(name) ? undefined : scalarText(raw[name]);
    if (text === undefined) return [];
    const price = Object.hasOwn(PRICES, name) ? priceOf(text) : undefined;
    const value = price === undefined ? text : withUnit(formatters.price(price), unit);
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
