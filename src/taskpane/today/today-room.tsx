import { Button, Checkbox, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { comparedDecimals } from '../../domain/decimal';
import type { Fill } from '../../domain/delivery/fill';
import type { RequestId, TradeId } from '../../domain/identifiers';
import type { OwnOffer, OwnQuote } from '../../domain/own-offers';
import { takerActions, oppositeOf } from '../../domain/role';
import { useEventNotices } from '../app/event-notices';
import { STATUS, useAnswer, usePane, useWatched } from '../app/hooks';
import { useLiveOffers } from '../app/live-offers';
import { dayIn, useToday } from '../app/today';
import type { Formatters } from '../ui/formatters';
import { Note } from '../ui/note';
import { useSharedStyles } from '../ui/styles';
import { fillInWords, sidesInWords } from '../ui/text/fill-text';
import { present } from '../../domain/present';
import { sentPriceInWords, TWIN } from '../ui/text/own-offer-text';
import { commodityInWords, productInWords } from '../../domain/delivery/product-words';
import { leftOutAs } from '../../domain/trade-state';
import { energyRate } from '../../domain/delivery/notional';
import { tradedTotals } from '../../domain/delivery/traded-totals';
import { withUnit } from '../ui/text/request-text';
import { CurveChart } from './curve-chart';
import { FillTable, useTableStyles } from './fill-table';
import { OtherTrades, useOtherTrades } from './other-trades';
import { PositionChart } from './position-chart';
import { PositionTable, signedInWords } from './position-table';
import { ToApprove } from './to-approve';

const useStyles = makeStyles({
  empty: { padding: '48px 12px', textAlign: 'center' },
});

/** What this desk traded today, what that adds up to, and what it would have if every live offer were taken. No call is made for it. */
export function TodayRoom({ onOpen }: { onOpen: (id: RequestId) => void }) {
  const { client, formatters } = usePane();
  const notices = useEventNotices();
  const shared = useSharedStyles();
  const zone = useAnswer(client, STATUS).value?.zone ?? 'UTC';
  const today = useToday(zone);
  const fills = useWatched(notices.fills.all).filter(({ at }) => dayIn(zone, at) === today);
  const reported = useWatched(notices.fills.unread);
  const others = useOtherTrades(today, fills);
  // A record that is stored was read: it is listed among the others while nothing proves whose it is.
  const stored = new Set(others.map(({ tradeId }) => tradeId));
  const unproven = new Set(reported.flatMap(({ tradeId, state }) => (state === 'reported' ? tradeId : [])));
  const possible = others.filter(({ tradeId }) => unproven.has(tradeId));
  const unread = reported.flatMap(({ tradeId, since }) =>
    dayIn(zone, since) === today && !stored.has(tradeId) ? [tradeId] : [],
  );
  useEffect(() => notices.lookAtFills(), [notices]);
  const counted = fills.filter((fill) => leftOutAs(fill) === undefined);
  const left = fills.flatMap((fill) => {
    const why = leftOutAs(fill);
    return why === undefined ? [] : `${fill.tradeId} (${why})`;
  });
  return (
    <section className={shared.room} aria-label="Today">
      <ToApprove onOpen={onOpen} />
      <h2 className={shared.hidden}>Fills</h2>
      {fills.length === 0 ? (
        <NoFills unread={unread.length} possible={possible.length} />
      ) : (
        <Totals fills={counted} />
      )}
      {possible.map((fill) => (
        <Note key={fill.tradeId} tone="warning">
          {`${fillInWords(fill, formatters, 'Possibly yours:')} (${fill.tradeId}). This is not proven, so it is not in the figures. See Journal.`}
        </Note>
      ))}
      {unread.length > 0 && <Unread ids={unread} />}
      {fills.length > 0 && (
        <>
          <FillTable fills={fills} label="Fills of today" onOpen={onOpen} />
          <PositionTable fills={counted} />
          {left.length > 0 && (
            <p className={mergeClasses(shared.small, shared.muted)}>Not in these sums: {left.join(', ')}.</p>
          )}
        </>
      )}
      <OtherTrades others={others} onOpen={onOpen} />
      <IfTaken onOpen={onOpen} />
      <PositionChart today={today} />
      <CurveChart today={today} />
      <Scope />
    </section>
  );
}

function NoFills({ unread, possible }: { unread: number; possible: number }) {
  const shared = useSharedStyles();
  const styles = useStyles();
  return (
    <div className={mergeClasses(styles.empty, shared.section)}>
      <strong>
        {unread > 0
          ? 'Today’s trades are not loaded yet'
          : possible > 0
            ? 'No fill of today is known for certain'
            : 'No fills of this desk today'}
      </strong>
      <span className={mergeClasses(shared.small, shared.muted)}>
        Fills of this desk appear here the moment the platform reports them.
      </span>
    </div>
  );
}

/**
 * A line for each commodity of each market, below others in its unit: MW of power and of gas are never one sum, and no column has MW among MWh. MW stand
 * beside MWh only where their energy is not known, which is said.
 */
function Totals({ fills }: { fills: readonly Fill[] }) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useTableStyles();
  const totals = tradedTotals(fills);
  if (totals.length === 0) return null;
  const number = mergeClasses(styles.number, shared.strong);
  const isRated = fills.some(({ legs }) =>
    legs.some(({ quantityUnit }) => quantityUnit !== undefined && energyRate(quantityUnit)?.per === 'hour'),
  );
  const isOfEnergy = totals.some(({ unit, sums }) => unit === 'MWh' && sums);
  return (
    <table className={mergeClasses(styles.table, shared.small, shared.digits)} aria-label="Traded today">
      {[...new Set(totals.map(({ unit }) => unit))].map((unit) => (
        <tbody key={unit}>
          <tr>
            <th scope="col">
              Traded, {unit}
              {isOfEnergy && isRated && unit === 'MWh' && ' (deliveries differ: each in MW below)'}
              {isOfEnergy && energyRate(unit)?.per === 'hour' && ' (energy not known)'}
            </th>
            {['Bought', 'Sold', 'Net'].map((heading) => (
              <th key={heading} scope="col" className={styles.number}>
                {heading}
              </th>
            ))}
          </tr>
          {totals
            .filter((total) => total.unit === unit)
            .map(({ commodity, market, sums }) => (
              <tr key={JSON.stringify([commodity, market])}>
                <th scope="row">
                  {[market, commodity && commodityInWords(commodity)].filter(Boolean).join(' ') || '–'}
                </th>
                {sums ? (
                  <>
                    <td className={number}>{amountInWords(sums.bought, formatters)}</td>
                    <td className={number}>{amountInWords(sums.sold, formatters)}</td>
                    <td className={number}>{signedInWords(sums.net, formatters)}</td>
                  </>
                ) : (
                  <td colSpan={3}>different delivery hours: no sum</td>
                )}
              </tr>
            ))}
        </tbody>
      ))}
    </table>
  );
}

const amountInWords = (sum: string, formatters: Formatters): string =>
  comparedDecimals(sum, '0') === 0 ? '–' : formatters.quantity(sum);

/** Trades that were heard of without their records: reading them costs a call each, so a person decides. */
function Unread({ ids }: { ids: readonly TradeId[] }) {
  const { formatters } = usePane();
  const { fills } = useEventNotices();
  const [asked, setAsked] = useState(false);
  const one = ids.length === 1;
  return (
    <>
      <Note tone="warning">
        {`${one ? '1 trade was' : `${formatters.count(ids.length)} trades were`} reported on requests of this desk but not read: ${ids.slice(0, 5).join(', ')}${ids.length > 5 ? ', …' : ''}. The figures here leave ${one ? 'it' : 'them'} out.`}
      </Note>
      <div>
        <Button
          size="small"
          disabledFocusable={asked}
          onClick={() => {
            setAsked(true);
            for (const id of ids) fills.read(id, () => setAsked(false));
          }}
        >
          {`Read ${one ? 'it' : 'them'} (${formatters.count(ids.length)} ${one ? 'call' : 'calls'})`}
        </Button>
      </div>
    </>
  );
}

/** What live offers would add, if all of them were taken as they stand: quotes, and named apart what else others may take. */
function IfTaken({ onOpen }: { onOpen: (id: RequestId) => void }) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useTableStyles();
  const { live, proposals, counteroffers, unnumbered, isKnown } = useLiveOffers();
  const others = [...counteroffers, ...proposals, ...unnumbered];
  const twins = live.filter(({ isTwin }) => isTwin);
  if (!isKnown || live.length + others.length === 0) return null;
  const count = (some: readonly unknown[], one: string): string[] =>
    some.length === 0 ? [] : [`${formatters.count(some.length)} ${one}${some.length === 1 ? '' : 's'}`];
  return (
    <section className={shared.section} aria-label="If everything live is taken">
      <div className={shared.spread}>
        <h3 className={shared.subtitle}>If everything live is taken</h3>
        <span className={mergeClasses(shared.small, shared.muted)}>
          {[
            ...count([...live.filter(({ isTwin }) => !isTwin), ...unnumbered], 'quote'),
            ...(twins.length > 0 ? [`${formatters.count(twins.length)} ${TWIN}`] : []),
            ...count(counteroffers, 'counteroffer'),
            ...count(proposals, 'firm proposal'),
          ].join(', ')}
        </span>
      </div>
      <table className={mergeClasses(styles.table, shared.small, shared.digits)} aria-label="Live now">
        <tbody>
          {live.map((quote) => (
            <LiveRow
              key={quote.quoteId}
              offer={quote}
              {...present({ named: quote.isTwin ? TWIN : undefined })}
              onOpen={onOpen}
            />
          ))}
          {others.map((offer) => (
            <LiveRow
              key={`${offer.what} ${offer.requestId} ${offer.number ?? offer.since}`}
              offer={offer}
              named={LIVE_WORDS[offer.what]}
              onOpen={onOpen}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

const LIVE_WORDS: Record<OwnOffer['what'], string> = {
  proposal: 'firm proposal',
  counteroffer: 'counteroffer, cannot be withdrawn',
  'unnumbered-quote': 'quote without a number',
};

function LiveRow({
  offer,
  named,
  onOpen,
}: {
  offer: Pick<OwnQuote, 'requestId' | 'direction' | 'quantity' | 'price'>;
  /** What it is, where it is no quote of this desk for certain. */
  named?: string;
  onOpen: (id: RequestId) => void;
}) {
  const { formatters } = usePane();
  const notices = useEventNotices();
  const shared = useSharedStyles();
  const styles = useTableStyles();
  const { requestId, direction, quantity, price } = offer;
  const request = notices.request(requestId);
  // Whoever takes the offer does the opposite of what the desk does then.
  const sides = request ? takerActions(request, direction).map(oppositeOf) : [];
  const [side] = sides.length === 1 ? sides : [];
  const does = sides.length > 0 ? sidesInWords(sides) : direction === 'bid' ? 'Bid' : 'Ask';
  return (
    <tr>
      <td>
        <button
          type="button"
          className={mergeClasses(shared.textButton, styles.door)}
          aria-label={`${request ? productInWords(request) : requestId}, open ${requestId}`}
          onClick={() => onOpen(requestId)}
        >
          {request ? productInWords(request) : requestId}
        </button>
      </td>
      <td className={mergeClasses(side && styles[side])}>
        {`${does} ${withUnit(formatters.quantity(quantity), request?.legs[0]?.quantityUnit)}`}
        {named !== undefined && <span className={shared.muted}> · {named}</span>}
      </td>
      <td className={mergeClasses(styles.number, shared.strong)}>{sentPriceInWords(price, formatters)}</td>
    </tr>
  );
}

/** What these figures are made of, and whether a fill is heard. */
function Scope() {
  const { switches } = usePane().events;
  const shared = useSharedStyles();
  return (
    <>
      <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
        Fills are trades from this desk’s acceptances, from its quotes and proposals that were taken, and on
        its own requests. Other trades that this desk has stand apart, and count only in the position from all
        stored trades. The room Trades downloads all.
      </p>
      <Checkbox
        label={<span className={shared.small}>Sound when filled</span>}
        checked={useWatched(switches.sound)}
        onChange={(_, { checked }) => switches.turnSound(checked === true)}
      />
    </>
  );
}
