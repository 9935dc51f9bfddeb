import { Button, mergeClasses } from '@fluentui/react-components';
import { useEffect, useMemo, useRef } from 'react';
import type { RequestId } from '../../domain/identifiers';
import { isConcluded, type Request } from '../../domain/request';
import { Age } from '../look/age';
import { useLook } from '../look/look';
import { Note } from '../look/note';
import { useCopying } from '../new-request/use-copying';
import { useAnswer, useDesk } from '../use-desk';
import { agingInWords } from '../words/desk-words';
import { failureInWords } from '../words/failure-words';
import { wholeInWords } from '../words/offer-words';
import { stateInWords } from '../words/outcome-words';
import { leftInWords, requestInWords, ROLE_WORDS, roleOf } from '../words/request-words';
import { netUnit } from '../words/side-words';
import { Legs } from './legs';
import { RequestOffers } from './request-offers';
import { RequestOutcome } from './request-outcome';
import { SheetFormulas } from './sheet-formulas';

/** One request with its quotes, and what the desk can do about it. */
export function RequestRoom({
  id,
  onBack,
  onCopied,
}: {
  id: RequestId;
  onBack: () => void;
  /** The request is the draft of a new one now. */
  onCopied: () => void;
}) {
  const { client, figures } = useDesk();
  const copy = useCopying(onCopied);
  const look = useLook();
  const answer = useAnswer(
    client,
    useMemo(() => ({ kind: 'request', id }) as const, [id]),
  );
  const request = answer.value;
  const aging = agingInWords(answer, figures);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), [id]);
  return (
    <section className={look.room} aria-label={`Request ${id}`} data-room>
      <div className={look.line}>
        <Button size="small" appearance="subtle" className={look.flush} onClick={onBack} aria-label="Back">
          ‹ Back
        </Button>
        <h2 ref={title} tabIndex={-1} data-home className={mergeClasses(look.title, look.figure)}>
          {id}
        </h2>
        {request && <span className={look.small}>{ROLE_WORDS[roleOf(request)]}</span>}
      </div>
      {answer.failure && <Note tone="bad">{failureInWords(answer.failure)}</Note>}
      {aging && <Note tone="warning">{aging}</Note>}
      {!request && !answer.failure && <p className={look.text}>Waiting for the request.</p>}
      {request && <Facts request={request} />}
      {request && !isConcluded(request) && <RequestOffers key={id} request={request} />}
      {request && isConcluded(request) && <RequestOutcome request={request} />}
      {request && roleOf(request) === 'initiator' && (
        <div>
          <Button size="small" onClick={() => copy(request)}>
            Copy as new request
          </Button>
        </div>
      )}
      {request && <SheetFormulas id={id} />}
    </section>
  );
}

function Facts({ request }: { request: Request }) {
  const { figures } = useDesk();
  const look = useLook();
  const words = requestInWords(request, figures);
  const unit = netUnit(request);
  const left = leftInWords(request, figures);
  const facts = [
    stateInWords(request),
    ...words.facts,
    wholeInWords(request.allOrNone),
    unit && `prices in ${unit}`,
  ].filter(Boolean);
  return (
    <div className={look.section}>
      <p className={mergeClasses(look.text, look.strong)}>{words.deal}</p>
      {left !== undefined && !isConcluded(request) && (
        <p className={mergeClasses(look.text, look.small, look.strong, look.digits)}>
          {left}: the rest is traded.
        </p>
      )}
      <p className={mergeClasses(look.text, look.small, look.muted)}>{facts.join(' · ')}</p>
      {request.createdAt !== undefined && (
        <p className={mergeClasses(look.text, look.small, look.muted)}>
          Asked {figures.moment(request.createdAt)}, <Age at={request.createdAt} /> ago
        </p>
      )}
      {request.legs.length > 1 && <Legs request={request} />}
    </div>
  );
}
