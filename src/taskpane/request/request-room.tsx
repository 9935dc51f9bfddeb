import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useMemo, useRef } from 'react';
import { sentence } from '../../domain/failure';
import type { RequestId } from '../../domain/identifiers';
import { isConcluded, type Request } from '../../domain/request';
import { Age } from '../app/age';
import { draftFrom, isBlank } from '../app/draft-rules';
import { useAnswer, usePane, useWatched } from '../app/hooks';
import { quotesFormula, requestFormula, type Sheet } from '../excel/sheet';
import type { Formatters } from '../ui/formatters';
import { Note } from '../ui/note';
import { useSharedStyles } from '../ui/styles';
import { netUnit, wholeInWords } from '../ui/text/offer-text';
import { periodInWords } from '../ui/text/period-text';
import {
  leftInWords,
  quantityInWords,
  requestInWords,
  ROLE_WORDS,
  roleOf,
  stateInWords,
  withUnit,
} from '../ui/text/request-text';
import { agingInWords, failureInWords } from '../ui/text/status-text';
import { RequestOffers } from './request-offers';
import { RequestOutcome } from './request-outcome';

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
  const { client, formatters } = usePane();
  const copy = useCopying(onCopied);
  const shared = useSharedStyles();
  const answer = useAnswer(
    client,
    useMemo(() => ({ kind: 'request', id }) as const, [id]),
  );
  const request = answer.value;
  const aging = agingInWords(answer, formatters);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), [id]);
  return (
    <section className={shared.room} aria-label={`Request ${id}`} data-room>
      <div className={shared.line}>
        <Button size="small" appearance="subtle" className={shared.flush} onClick={onBack} aria-label="Back">
          ‹ Back
        </Button>
        <h2 ref={title} tabIndex={-1} data-home className={mergeClasses(shared.title, shared.figure)}>
          {id}
        </h2>
        {request && <span className={shared.small}>{ROLE_WORDS[roleOf(request)]}</span>}
      </div>
      {answer.failure && <Note tone="bad">{failureInWords(answer.failure)}</Note>}
      {aging && <Note tone="warning">{aging}</Note>}
      {!request && !answer.failure && <p className={shared.text}>Waiting for the request.</p>}
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
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const words = requestInWords(request, formatters);
  const unit = netUnit(request);
  const left = leftInWords(request, formatters);
  const facts = [
    stateInWords(request),
    ...words.facts,
    wholeInWords(request.allOrNone),
    unit && `prices in ${unit}`,
  ].filter(Boolean);
  return (
    <div className={shared.section}>
      <p className={mergeClasses(shared.text, shared.strong)}>{words.deal}</p>
      {left !== undefined && !isConcluded(request) && (
        <p className={mergeClasses(shared.text, shared.small, shared.strong, shared.digits)}>
          {left}: the rest is traded.
        </p>
      )}
      <p className={mergeClasses(shared.text, shared.small, shared.muted)}>{facts.join(' · ')}</p>
      {request.createdAt !== undefined && (
        <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
          Asked {formatters.moment(request.createdAt)}, <Age at={request.createdAt} /> ago
        </p>
      )}
      {request.legs.length > 1 && <Legs request={request} />}
    </div>
  );
}

const useStyles = makeStyles({
  leg: {
    display: 'grid',
    gridTemplateColumns: '44px 1fr auto',
    columnGap: '8px',
    padding: '4px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
});

const WHO = { initiator: 'you', recipient: 'they', unknown: '' } as const;

/** The legs in their fixed order, each with what is done with it. */
export function Legs({ request }: { request: Request }) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const who = WHO[roleOf(request)];
  return (
    <ol className={shared.list} aria-label="Legs">
      {request.legs.map((leg, index) => (
        <li key={index} className={mergeClasses(styles.leg, shared.small)}>
          <span className={shared.muted}>Leg {index + 1}</span>
          <span>
            {who} <strong>{leg.action}</strong> {[leg.market, leg.commodity].filter(Boolean).join(' ')}
          </span>
          <span className={shared.figure}>{quantityInWords(leg, formatters)}</span>
          <span />
          <span className={shared.muted}>{details(leg)}</span>
          <span className={mergeClasses(shared.muted, shared.figure)}>{priceOrUnit(leg, formatters)}</span>
        </li>
      ))}
    </ol>
  );
}

const details = (leg: Request['legs'][number]): string =>
  [leg.loadProfile, periodInWords(leg.deliveryStart, leg.deliveryEnd)].filter(Boolean).join(' · ');

const priceOrUnit = (
  { price, priceUnit }: Request['legs'][number],
  formatters: Formatters,
): string | undefined => (price === undefined ? priceUnit : withUnit(formatters.price(price), priceUnit));

/** Puts live formulas for a request into the selected cell. Only where there is a sheet. */
export function SheetFormulas({ id }: { id: RequestId }) {
  const { office, notice } = usePane();
  const shared = useSharedStyles();
  const place = useWatched(office);
  if (place.kind !== 'excel') return null;
  const insert = async (sheet: Sheet, formula: string): Promise<void> => {
    const written = await sheet.insertFormula(formula);
    notice.set(written.ok ? `${formula} is in ${written.value}.` : sentence(written.failure));
  };
  return (
    <section className={shared.section} aria-label="Sheet">
      <h3 className={shared.subtitle}>Into the selected cell</h3>
      <div className={shared.line}>
        {[requestFormula(id), quotesFormula(id)].map((formula) => (
          <Button key={formula} size="small" onClick={() => void insert(place.sheet, formula)}>
            {formula}
          </Button>
        ))}
      </div>
    </section>
  );
}

/** Makes a request the draft of a new one, goes there, and says so when that took the place of another draft. */
export function useCopying(goToDraft: () => void): (request: Request) => void {
  const { draft, notice } = usePane();
  return (request) => {
    const isReplaced = !isBlank(draft.get());
    draft.set(draftFrom(request));
    goToDraft();
    if (isReplaced) notice.set('The copy replaced the request that you were writing.');
  };
}
