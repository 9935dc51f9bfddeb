import { Button, Checkbox, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { Action } from '../../domain/action';
import { productInWords } from '../../domain/delivery/product-words';
import type { QuoteId, RequestId } from '../../domain/identifiers';
import { present } from '../../domain/present';
import type { OwnQuote } from '../../domain/own-offers';
import { Age } from '../app/age';
import { Only, useWhyNot } from '../app/only';
import { useSharedStyles } from '../ui/styles';
import { Note } from '../ui/note';
import { PressButton } from '../ui/press-button';
import { JOURNAL, OWN_QUOTES, useAnswer, usePane, useWatched } from '../app/hooks';
import { useNamedPerson } from '../app/named-person';
import { agingInWords, failureInWords } from '../ui/text/status-text';
import { ownOfferInWords, ownQuoteInWords } from '../ui/text/own-offer-text';
import { useLiveOffers } from '../app/live-offers';
import { itemsOf, stayingInWords, unnumberedInWords, type Item } from '../app/withdrawal-results';

const useStyles = makeStyles({
  quote: { padding: '4px 0', borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  row: { display: 'grid', gridTemplateColumns: '1fr auto', alignItems: 'center', columnGap: '8px' },
});

/** The desk's own live quotes: any of them is withdrawn together with others. */
export function LiveQuotes({ onOpen }: { onOpen: (id: RequestId) => void }) {
  const { client, formatters } = usePane();
  const shared = useSharedStyles();
  const answer = useAnswer(client, OWN_QUOTES);
  const standing = useLiveOffers();
  const { live } = standing;
  const whyNot = useWhyNot('withdraw');
  const aging = agingInWords(answer, formatters);
  return (
    <div className={shared.section} role="group" aria-label="Live quotes">
      {answer.failure && <Note tone="bad">{failureInWords(answer.failure)}</Note>}
      {aging && <Note tone="warning">{aging}</Note>}
      {!answer.value && !answer.failure && <p className={shared.text}>Loading the desk’s own quotes…</p>}
      {answer.value && live.length === 0 && standing.unknown === 0 && (
        <p className={shared.text}>No quote of this desk is live.</p>
      )}
      {standing.unknown > 0 && (
        <Note tone="bad">
          {`${standing.unknown === 1 ? '1 quote that was sent may be live: it' : `${standing.unknown} quotes that were sent may be live: each`} is being looked up. See Journal.`}
        </Note>
      )}
      <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
        Quotes sent elsewhere, such as in the web client, are not listed.
      </p>
      {live.length > 0 && <Choice live={live} onOpen={onOpen} mayWithdraw={whyNot === undefined} />}
      {live.length > 0 && whyNot !== undefined && <p className={shared.text}>{whyNot}</p>}
      <OtherOffers />
    </div>
  );
}

/** What else of this desk may be taken, and whether "Withdraw all" takes it back. */
function OtherOffers() {
  const { formatters, withdrawals } = usePane();
  const shared = useSharedStyles();
  const withProposals = useWatched(withdrawals.withProposals);
  const { proposals, counteroffers, unnumbered } = useLiveOffers();
  const notes = stayingInWords({ counteroffers: counteroffers.length, proposals: 0 });
  return (
    <>
      {unnumberedInWords(unnumbered.map(({ requestId }) => requestId)).map((text) => (
        <Note key={text} tone="bad">
          {text}
        </Note>
      ))}
      <Only permission="withdraw" quiet>
        <Checkbox
          label={<span className={shared.small}>Withdraw all also deletes firm price proposals</span>}
          checked={withProposals}
          onChange={(_, { checked }) => withdrawals.withProposals.set(checked === true)}
        />
      </Only>
      {proposals.length > 0 && (
        <ul className={shared.list} aria-label="Own firm price proposals">
          {proposals.map((offer) => (
            <li key={offer.requestId} className={mergeClasses(shared.small, shared.digits)}>
              {`${offer.requestId}: ${ownOfferInWords(offer, formatters)}`}
            </li>
          ))}
        </ul>
      )}
      {notes.map((text) => (
        <Note key={text} tone="warning">
          {text}
        </Note>
      ))}
    </>
  );
}

/** Which of them are to be withdrawn; one that is gone is chosen no more. */
function Choice({
  live,
  onOpen,
  mayWithdraw,
}: {
  live: readonly OwnQuote[];
  onOpen: (id: RequestId) => void;
  mayWithdraw: boolean;
}) {
  const { client, formatters, presses, withdrawals } = usePane();
  const shared = useSharedStyles();
  const [ticked, setTicked] = useState<ReadonlySet<QuoteId>>(new Set());
  const journal = useAnswer(client, JOURNAL).value ?? [];
  const pressed = useWatched(presses.all);
  const hasPeople = useNamedPerson() !== undefined;
  const sentBy = ({ quoteId }: OwnQuote): Action | undefined =>
    journal.find((action) => action.body.kind === 'send-quote' && action.quoteId === quoteId);
  const chosen = live.filter(({ quoteId }) => ticked.has(quoteId));
  const tick = (quotes: readonly OwnQuote[], on: boolean): void => {
    const ids = new Set(quotes.map(({ quoteId }) => quoteId));
    setTicked((known) => new Set([...[...known].filter((id) => !ids.has(id)), ...(on ? ids : [])]));
  };
  return (
    <>
      {mayWithdraw && (
        <Checkbox
          label={<span className={shared.small}>All {formatters.count(live.length)}</span>}
          checked={chosen.length === live.length ? true : chosen.length > 0 ? 'mixed' : false}
          onChange={(_, { checked }) => tick(live, checked === true)}
        />
      )}
      <ul className={shared.list} aria-label="Own live quotes">
        {itemsOf(live, { presses: pressed, journal }).map((item) => (
          <LiveQuote
            key={item.quote.quoteId}
            item={item}
            sent={sentBy(item.quote)}
            hasPeople={hasPeople}
            isTicked={ticked.has(item.quote.quoteId)}
            onTick={mayWithdraw ? (on) => tick([item.quote], on) : undefined}
            onOpen={onOpen}
          />
        ))}
      </ul>
      {mayWithdraw && (
        <PressButton
          label={`Withdraw selected (${formatters.count(chosen.length)})`}
          why={chosen.length === 0 ? 'Tick the quotes to withdraw.' : undefined}
          onPress={() => withdrawals.some(chosen)}
        />
      )}
    </>
  );
}

function LiveQuote({
  item,
  sent,
  hasPeople,
  isTicked,
  onTick,
  onOpen,
}: {
  item: Item;
  /** What sent it; absent where the pane does not hold its line of the journal. */
  sent: Action | undefined;
  hasPeople: boolean;
  isTicked: boolean;
  /** Absent for whoever may not withdraw. */
  onTick: ((on: boolean) => void) | undefined;
  onOpen: (id: RequestId) => void;
}) {
  const shared = useSharedStyles();
  const styles = useStyles();
  const { quote, ending, text } = item;
  const tried = ending === 'under-way' || item.again;
  return (
    <li className={styles.quote}>
      <div className={styles.row}>
        {onTick ? (
          <Checkbox
            label={<QuoteWords quote={quote} sent={sent} hasPeople={hasPeople} />}
            checked={isTicked}
            onChange={(_, { checked }) => onTick(checked === true)}
          />
        ) : (
          <QuoteWords quote={quote} sent={sent} hasPeople={hasPeople} />
        )}
        <Age at={quote.since} />
      </div>
      <Button
        size="small"
        appearance="subtle"
        className={shared.flush}
        onClick={() => onOpen(quote.requestId)}
      >
        Open {quote.requestId}
      </Button>
      {tried && <p className={mergeClasses(shared.text, shared.small)}>{text}</p>}
    </li>
  );
}

function QuoteWords({
  quote,
  sent,
  hasPeople,
}: {
  quote: OwnQuote;
  sent: Action | undefined;
  hasPeople: boolean;
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const legs = sent?.legs ?? [];
  const product = productInWords({ legs: legs.map((leg) => present(leg)) });
  const priceUnits = new Set(legs.map(({ priceUnit }) => priceUnit));
  const units = {
    price: priceUnits.size === 1 ? legs[0]?.priceUnit : undefined,
    quantity: legs[0]?.quantityUnit,
  };
  const by = hasPeople ? sent?.by?.name : undefined;
  return (
    <span className={mergeClasses(shared.small, shared.digits)}>
      {product !== '' && <span className={shared.strong}>{product} </span>}
      {ownQuoteInWords(quote, formatters, units)} · {[quote.quoteId, by].filter(Boolean).join(' · ')}
    </span>
  );
}
