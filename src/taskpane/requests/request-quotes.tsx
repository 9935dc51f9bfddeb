import { Button, mergeClasses } from '@fluentui/react-components';
import { useEffect, useMemo, type ReactNode } from 'react';
import type { Answer } from '../../domain/answer';
import type { Quote } from '../../domain/quote';
import type { Request } from '../../domain/request';
import type { Resource } from '../../domain/resource';
import { unacceptable } from '../acceptance/acceptance';
import { AcceptancePanel } from '../acceptance/acceptance-panel';
import { AcceptanceResult } from '../acceptance/acceptance-result';
import { useAcceptance } from '../acceptance/use-acceptance';
import { Age } from '../look/age';
import { useLook } from '../look/look';
import { Note } from '../look/note';
import { usePressAbout } from '../pressing/use-pressing';
import { TicketForm } from '../ticket/ticket-form';
import { WithdrawButton } from '../ticket/withdraw-button';
import { JOURNAL, useAnswer, useDesk } from '../use-desk';
import { agingInWords } from '../words/desk-words';
import { failureInWords } from '../words/failure-words';
import { roleOf } from '../words/request-words';
import { QuoteList } from './quote-list';
import { ownQuotes, quoteRows, type QuoteRow } from './quote-rows';

type QuotesAnswer = Answer<Extract<Resource, { kind: 'quotes' }>>;

/** The quotes of a request, with a ticket where the desk was asked and an acceptance where it asked. */
export function RequestQuotes({ request }: { request: Request }) {
  const { client } = useDesk();
  const resource = useMemo(() => ({ kind: 'quotes', id: request.id }) as const, [request.id]);
  const answer = useAnswer(client, resource);
  const journal = useAnswer(client, JOURNAL).value ?? [];
  const quotes = answer.value?.records ?? [];
  const rows = quoteRows(request, quotes, ownQuotes(request, quotes, journal));
  const role = roleOf(request);
  if (role === 'initiator') return <Accepting request={request} answer={answer} rows={rows} />;
  return (
    <>
      {role === 'recipient' && <TicketForm request={request} quotes={quotes} />}
      <Quotes request={request} answer={answer} rows={rows} button={withdrawing(request)} />
    </>
  );
}

const withdrawing = (request: Request) =>
  function Withdrawing({ quote, own }: QuoteRow) {
    return own && <WithdrawButton request={request} quote={quote} />;
  };

function Accepting({
  request,
  answer,
  rows,
}: {
  request: Request;
  answer: QuotesAnswer;
  rows: readonly QuoteRow[];
}) {
  const { client, figures } = useDesk();
  const quotes = answer.value?.records;
  const { acceptance, choose, drop } = useAcceptance(quotes);
  const press = usePressAbout({ kind: 'accept-quote', requestId: request.id });
  const pressed = press !== undefined;
  if (pressed && acceptance.state !== 'none') drop();
  const moved = press?.failure?.kind === 'price-moved';
  useEffect(() => {
    if (moved) client.refresh([{ kind: 'quotes', id: request.id }]);
  }, [client, moved, request.id]);
  return (
    <>
      {press && <AcceptanceResult request={request} press={press} quotes={quotes ?? []} onChoose={choose} />}
      {!pressed && acceptance.state !== 'none' && (
        <AcceptancePanel
          request={request}
          acceptance={acceptance}
          aging={answer.state === 'stale' ? agingInWords(answer, figures) : undefined}
          onChoose={choose}
          onDrop={drop}
        />
      )}
      <Quotes
        request={request}
        answer={answer}
        rows={rows}
        button={({ quote }) => !pressed && <ChooseButton request={request} quote={quote} onChoose={choose} />}
      />
    </>
  );
}

function ChooseButton({
  request,
  quote,
  onChoose,
}: {
  request: Request;
  quote: Quote;
  onChoose: (quote: Quote) => void;
}) {
  const look = useLook();
  const why = unacceptable(request, quote);
  if (why === undefined) {
    return (
      <Button size="small" onClick={() => onChoose(quote)} aria-label={`Choose ${quote.id}`}>
        Choose
      </Button>
    );
  }
  return quote.state === 'active' && <span className={mergeClasses(look.small, look.muted)}>{why}</span>;
}

/** The quotes themselves, with how old the list is and what is wrong with it. */
export function Quotes({
  request,
  answer,
  rows,
  button,
}: {
  request: Request;
  answer: QuotesAnswer;
  rows: readonly QuoteRow[];
  button: (row: QuoteRow) => ReactNode;
}) {
  const { figures } = useDesk();
  const look = useLook();
  const aging = agingInWords(answer, figures);
  const unreadable = answer.value?.unreadable ?? [];
  return (
    <section aria-label="Quotes" className={look.section}>
      <div className={look.spread}>
        <h3 className={look.subtitle}>Quotes, best first</h3>
        {answer.fetchedAt !== undefined && (
          <span className={mergeClasses(look.small, look.muted)}>
            asked <Age at={answer.fetchedAt} /> ago
          </span>
        )}
      </div>
      {answer.failure && <Note tone="bad">{failureInWords(answer.failure)}</Note>}
      {aging && <Note tone="warning">{aging}</Note>}
      {unreadable.map(({ failure }, index) => (
        <Note key={index} tone="warning">
          {failureInWords(failure)}
        </Note>
      ))}
      {!answer.value && !answer.failure && <p className={look.text}>Waiting for the quotes.</p>}
      {answer.value && rows.length === 0 && <p className={look.text}>No quotes yet.</p>}
      {rows.length > 0 && <QuoteList label="Quotes" request={request} rows={rows} button={button} />}
    </section>
  );
}
