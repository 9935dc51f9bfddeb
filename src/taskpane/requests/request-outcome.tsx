import { mergeClasses } from '@fluentui/react-components';
import { useMemo } from 'react';
import { requestIdOf } from '../../domain/action';
import type { Request } from '../../domain/request';
import { Facts } from '../look/facts';
import { useLook } from '../look/look';
import { Note } from '../look/note';
import { ReplacementResult } from '../ticket/replacement-result';
import { PressResult } from '../pressing/press-result';
import { JOURNAL, useAnswer, useDesk, useWatched } from '../use-desk';
import { agingInWords } from '../words/desk-words';
import { failureInWords } from '../words/failure-words';
import { outcomeInWords } from '../words/outcome-words';
import { analyticsFacts, feedbackComment } from '../words/analytics-words';
import { netUnit } from '../words/side-words';
import { quoteRows } from './offer-rows';
import { ownOffers } from './own-offers';
import { Quotes } from './request-quotes';

/** How a request ended: nothing can be done on it any more, so there is nothing to press. */
export function RequestOutcome({ request }: { request: Request }) {
  const { figures, presses, replacements } = useDesk();
  const look = useLook();
  const mine = useWatched(presses.all).filter(
    ({ body, dismissed }) => requestIdOf(body) === request.id && !dismissed,
  );
  const replacing = useWatched(replacements.all).find(({ requestId }) => requestId === request.id);
  return (
    <>
      <section className={look.section} aria-label="Outcome">
        <p className={mergeClasses(look.text, look.strong)}>{outcomeInWords(request, figures)}</p>
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
  const { client, figures } = useDesk();
  const look = useLook();
  const answer = useAnswer(
    client,
    useMemo(() => ({ kind: 'analytics', id: request.id }) as const, [request.id]),
  );
  const aging = agingInWords(answer, figures);
  const raw = answer.value?.raw;
  const comment = raw && feedbackComment(raw);
  return (
    <section className={look.section} aria-label="Analytics">
      <h3 className={look.subtitle}>Analytics</h3>
      {answer.failure && <Note tone="bad">{failureInWords(answer.failure)}</Note>}
      {aging && <Note tone="warning">{aging}</Note>}
      {!raw && !answer.failure && <p className={look.text}>Waiting for the analytics.</p>}
      {raw && <Facts facts={analyticsFacts(raw, { unit: netUnit(request), figures })} />}
      {raw && request.contract === 'spread' && (
        <p className={mergeClasses(look.text, look.small, look.muted)}>
          Analytics of a custom spread still follow the former rule: bought leg − sold leg.
        </p>
      )}
      {raw && (
        <p className={mergeClasses(look.text, look.small)}>
          {comment === undefined ? 'No feedback comment was given.' : `Feedback comment: “${comment}”`}
        </p>
      )}
    </section>
  );
}

function ConcludedQuotes({ request }: { request: Request }) {
  const { client } = useDesk();
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
