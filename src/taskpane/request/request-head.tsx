import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useMemo, useRef } from 'react';
import { deliveryHours } from '../../domain/delivery/hours';
import type { Fill } from '../../domain/delivery/fill';
import { periodText } from '../../domain/delivery/product';
import { volumesOf } from '../../domain/delivery/notional';
import { sentence } from '../../domain/failure';
import type { RequestId } from '../../domain/identifiers';
import { comparedQuantities, quantityOf, sumOf, type Quantity } from '../../domain/quantity';
import { isConcluded, quantityFilled, quantityLeft, type Request } from '../../domain/request';
import { oppositeOf, roleOf, sideOf, takerActions } from '../../domain/role';
import { Age } from '../app/age';
import { useNow, usePane, useUnheard, useWatched } from '../app/hooks';
import { useOwnOffers } from '../app/live-offers';
import { STANDING_WORDS, standingOf } from '../app/standing';
import { usePricesReadAt } from './prices-read-at';
import { AgeDot, ageingOf, type Ageing } from '../ui/age-dot';
import { age, type Formatters } from '../ui/formatters';
import { useSharedStyles } from '../ui/styles';
import { UpdateIcon } from '../ui/update-icon';
import { netRule, netUnit } from '../ui/text/offer-text';
import { clearingsApart } from '../../domain/delivery/clearing-words';
import { commodityInWords, daysInWords, differs, productInWords } from '../../domain/delivery/product-words';
import { useIsHeardClosed, useIsHeardNewer } from './current';
import { ownDealInWords } from './own-deal';
import { contractInWords, quantityInWords, stateInWords, withUnit } from '../ui/text/request-text';

const useStyles = makeStyles({
  /** What is traded, on which side, and how old its prices are stays in sight, whatever notices take of the room. */
  top: {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    padding: '6px 12px 0',
    backgroundColor: tokens.colorNeutralBackground1,
  },
  head: {
    padding: '0 12px 6px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  title: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '24px',
  },
  back: { minWidth: '24px', minHeight: '24px', padding: '0 4px', marginLeft: '-6px' },
  // What is traded is never cut short.
  product: {
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  tag: {
    padding: '0 5px',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    lineHeight: '14px',
    whiteSpace: 'nowrap',
  },
  /** Longer than any other word there: it gives way, and the product does not. */
  heard: { flexShrink: 99, whiteSpace: 'normal' },
  /** As the list marks it. */
  todo: {
    border: `1px solid ${tokens.colorBrandStroke2}`,
    backgroundColor: tokens.colorBrandBackground2,
    color: tokens.colorBrandForeground2,
    fontWeight: tokens.fontWeightSemibold,
  },
  id: {
    display: 'inline',
    margin: 0,
    fontWeight: tokens.fontWeightRegular,
    outlineOffset: '2px',
    whiteSpace: 'nowrap',
  },
  age: { marginLeft: 'auto', display: 'inline-flex', alignItems: 'center', gap: '4px', whiteSpace: 'nowrap' },
  update: { minWidth: '24px', minHeight: '24px', padding: 0, color: tokens.colorBrandForegroundLink },
  /** Its place stays: nothing moves. */
  away: { visibility: 'hidden' },
  wide: { display: 'none', '@container (min-width: 500px)': { display: 'inline', paddingRight: '4px' } },
  deal: { paddingLeft: '26px' },
  filled: { display: 'grid', gridTemplateColumns: '1fr auto', gap: '2px 8px', padding: '4px 0 0 26px' },
  bar: {
    gridColumn: '1 / -1',
    display: 'flex',
    height: '6px',
    borderRadius: '3px',
    overflow: 'hidden',
    backgroundColor: tokens.colorNeutralStroke2,
    '@media (forced-colors: active)': {
      forcedColorAdjust: 'none',
      backgroundColor: 'Canvas',
      border: '1px solid CanvasText',
    },
  },
  share: {
    backgroundColor: tokens.colorNeutralForeground3,
    '@media (forced-colors: active)': { backgroundColor: 'CanvasText' },
  },
});

/** What the request is, what the desk does in it, how much of it is filled, and how old its prices are. */
export function RequestHead({
  id,
  request,
  onBack,
}: {
  id: RequestId;
  request: Request | undefined;
  onBack: () => void;
}) {
  const { events, formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const title = useRef<HTMLHeadingElement>(null);
  const fills = useWatched(events.fills);
  const live = useOwnOffers().filter(({ requestId }) => requestId === id);
  useEffect(() => title.current?.focus(), [id]);
  const isHeardClosed = useIsHeardClosed(request);
  const isTraded = fills.some(({ requestId }) => requestId === id);
  const standing =
    request && !isConcluded(request) && !isHeardClosed ? standingOf(request, live, fills) : undefined;
  const deal = request && ownDealInWords(request, formatters);
  return (
    <>
      <div className={mergeClasses(styles.top, shared.small, shared.digits)} data-top>
        <div className={styles.title}>
          <Button size="small" appearance="subtle" className={styles.back} onClick={onBack} aria-label="Back">
            ←
          </Button>
          {request && <span className={styles.product}>{productInWords(request)}</span>}
          {request && (
            <span
              className={mergeClasses(
                styles.tag,
                standing === 'to-quote' && styles.todo,
                isHeardClosed && styles.heard,
              )}
            >
              {standing !== undefined
                ? STANDING_WORDS[standing]
                : isHeardClosed
                  ? `Closed, ${isTraded ? 'traded with you' : 'outcome not known'}`
                  : stateInWords(request)}
            </span>
          )}
          {request && !isConcluded(request) && <Prices id={id} />}
        </div>
        {request && deal && (
          <div className={styles.deal}>
            <strong>{deal.side}</strong> · {deal.terms}
          </div>
        )}
      </div>
      <div className={mergeClasses(styles.head, shared.small, shared.digits)}>
        <div className={mergeClasses(styles.deal, shared.muted)}>
          <h2
            ref={title}
            tabIndex={-1}
            data-home
            className={mergeClasses(styles.id, shared.small, shared.muted)}
          >
            {id}
          </h2>
          {request && ` · ${contractFacts(request, formatters)}${askedBy(request)}`}
          {request?.createdAt !== undefined && !isConcluded(request) && (
            <span title={`Created ${formatters.moment(request.createdAt)}`}>
              {' '}
              · opened <Age at={request.createdAt} /> ago
            </span>
          )}
        </div>
        {request && !isConcluded(request) && <Filled request={request} />}
      </div>
    </>
  );
}

/** " · asked by Cobalt Grid", where it is not the desk itself and its record says who. */
const askedBy = (request: Request): string => {
  const who = request.raw['initiator'];
  return typeof who === 'string' && who !== '' && roleOf(request) !== 'initiator' ? ` · asked by ${who}` : '';
};

/** "location spread · 1 Jan – 31 Dec 2027, 8,760 h · EUR/MWh"; of a time spread both deliveries, each with its hours. */
function contractFacts(request: Request, formatters: Formatters): string {
  const deliveries = request.legs.map((leg) => {
    const hours = deliveryHours(leg);
    const { deliveryStart, deliveryEnd } = leg;
    const days = daysInWords(deliveryStart, deliveryEnd);
    const span = days ?? [deliveryStart, deliveryEnd].filter(Boolean).join(' to ');
    return { span, told: [span, hours && !hours.isAtMost && `${formatters.count(hours.hours)} h`] };
  });
  // Legs of one delivery say it once, with the hours of the first.
  const told = deliveries.filter(({ span }, at) => deliveries.findIndex((one) => one.span === span) === at);
  return [
    contractInWords(request),
    told.map((one) => one.told.filter(Boolean).join(', ')).join(' / '),
    netUnit(request),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** How old the prices are, and the button that reads them anew. */
function Prices({ id }: { id: RequestId }) {
  const { client, notice } = usePane();
  const styles = useStyles();
  const now = useNow();
  const isUnheard = useUnheard() !== undefined;
  const resources = useMemo(
    () =>
      [
        { kind: 'quotes', id },
        { kind: 'proposals', id },
        { kind: 'counteroffers', id },
        { kind: 'request', id },
      ] as const,
    [id],
  );
  const { at: fetchedAt, quotesAt = Infinity, proposalsAt = Infinity } = usePricesReadAt(id);
  const isBehind = useIsHeardNewer(id, { quotesAt, proposalsAt });
  const update = (): void => {
    const asked = client.refresh(resources);
    if (!asked.ok) notice.set(sentence(asked.failure));
  };
  return (
    <span className={styles.age}>
      {fetchedAt !== undefined && (
        <>
          <AgeDot
            ageing={isUnheard ? 'old' : isBehind ? lateAtLeast(now - fetchedAt) : ageingOf(now - fetchedAt)}
            {...(isBehind && { text: 'Something happened since, and is being read.' })}
          />
          <span>{age(now - fetchedAt)}</span>
        </>
      )}
      {/* Then the strip at the top has it, for everything. */}
      <Button
        size="small"
        appearance="subtle"
        className={mergeClasses(styles.update, isUnheard && styles.away)}
        aria-label="Update now: this request"
        title="Update now"
        icon={<UpdateIcon />}
        onClick={update}
      >
        <span className={styles.wide}>Update now</span>
      </Button>
    </span>
  );
}

/** What an event has overtaken is not fresh, however new it is. */
const lateAtLeast = (elapsedMs: number): Ageing => (ageingOf(elapsedMs) === 'old' ? 'old' : 'late');

/** How much of it is traded, once a part is. */
function Filled({ request }: { request: Request }) {
  const { formatters } = usePane();
  const styles = useStyles();
  const filled = quantityFilled(request);
  const left = quantityLeft(request);
  const [leg] = request.legs;
  if (filled === undefined || left === undefined || leg?.quantity === undefined) return null;
  const whole = withUnit(formatters.quantity(leg.quantity), leg.quantityUnit);
  const share = Math.round((Number(filled) / Number(leg.quantity)) * 100);
  return (
    <div className={styles.filled}>
      <strong>{formatters.quantity(filled)} filled</strong>
      <span>
        <strong>{formatters.quantity(left)} left</strong> of {whole}
      </span>
      <span
        className={styles.bar}
        role="img"
        aria-label={`${formatters.quantity(filled)} of ${whole} filled`}
      >
        <span className={styles.share} style={{ width: `${share}%` }} />
      </span>
    </div>
  );
}

const useLegStyles = makeStyles({
  diagram: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 14px auto',
    alignItems: 'center',
    columnGap: '8px',
  },
  legs: { display: 'flex', flexDirection: 'column', gap: '4px' },
  leg: {
    borderLeft: `4px solid ${tokens.colorPaletteTealBorderActive}`,
    borderRadius: '2px',
    paddingLeft: '8px',
  },
  sold: { borderLeft: `4px double ${tokens.colorPalettePurpleBorderActive}` },
  bracket: {
    alignSelf: 'stretch',
    margin: '14px 0',
    border: `1px solid ${tokens.colorNeutralForeground3}`,
    borderLeft: 'none',
  },
});

/** The legs in their fixed order, each with what the desk does with it or did of it, and how their net price comes about. */
export function Legs({ request }: { request: Request }) {
  const { events, formatters } = usePane();
  const fills = useWatched(events.fills).filter(({ requestId }) => requestId === request.id);
  const shared = useSharedStyles();
  const styles = useLegStyles();
  const isUnknown = roleOf(request) === 'unknown';
  const sides = takerActions(request, sideOf(request)).map(oppositeOf);
  const rule = netRule(request);
  const cleared = clearingsApart(request.legs);
  return (
    <div className={mergeClasses(styles.diagram, shared.small, shared.digits)}>
      <ol className={mergeClasses(shared.list, styles.legs)} aria-label="Legs">
        {request.legs.map((leg, index) => {
          const side = isUnknown ? leg.action : (sides[index] ?? leg.action);
          const market = [leg.market, leg.commodity && commodityInWords(leg.commodity), cleared[index]]
            .filter(Boolean)
            .join(' ');
          return (
            <li key={index} className={mergeClasses(styles.leg, side === 'sell' && styles.sold)}>
              Leg {index + 1} ·{' '}
              <strong>
                {isUnknown ? side : `you ${side}`} {market}
              </strong>
              <div className={shared.muted}>
                {legFacts(leg, formatters, { request, done: doneOf(fills, index) })}
              </div>
            </li>
          );
        })}
      </ol>
      {rule !== undefined && (
        <>
          <span className={styles.bracket} aria-hidden="true" />
          <span className={shared.muted}>{rule}</span>
        </>
      )}
    </div>
  );
}

/** How much of a leg the desk's own trades took; nothing where there is none, or one does not say it. */
function doneOf(fills: readonly Fill[], leg: number): Quantity | undefined {
  const amounts = fills.map(({ legs }) => legs[leg]?.quantity).filter((amount) => amount !== undefined);
  return amounts.length > 0 && amounts.length === fills.length ? quantityOf(sumOf(amounts)) : undefined;
}

/** "15 MW · 131,400 MWh", "4 of 10 MW done · 17,568 MWh"; with "base Cal-27" and its unit where the head does not say one for all legs. */
function legFacts(
  leg: Request['legs'][number],
  formatters: Formatters,
  { request, done }: { request: Request; done: Quantity | undefined },
): string {
  const { quantity: asked, price, priceUnit } = leg;
  const isPart = done !== undefined && asked !== undefined && comparedQuantities(done, asked) < 0;
  const quantity = isPart ? done : asked;
  const { legs } = request;
  const periods = legs.map(({ deliveryStart, deliveryEnd }) => periodText(deliveryStart, deliveryEnd));
  const profiles = legs.flatMap(({ loadProfile }) => loadProfile ?? []);
  const [, energy] = quantity === undefined ? [] : volumesOf(leg, quantity);
  return [
    isPart
      ? `${formatters.quantity(done)} of ${quantityInWords(leg, formatters) ?? ''} done`
      : quantityInWords(leg, formatters),
    energy && `${formatters.quantity(energy.amount)} ${energy.unit}`,
    [differs(profiles) && leg.loadProfile, differs(periods) && periodText(leg.deliveryStart, leg.deliveryEnd)]
      .filter(Boolean)
      .join(' '),
    price === undefined
      ? priceUnit !== netUnit(request) && priceUnit
      : withUnit(formatters.price(price), priceUnit),
  ]
    .filter(Boolean)
    .join(' · ');
}
