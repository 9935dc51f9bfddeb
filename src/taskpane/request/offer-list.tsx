import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { compared, minus, type Price } from '../../domain/price';
import { distinctPrices } from '../../domain/swap';
import { isConcluded, type Request } from '../../domain/request';
import { Age } from '../app/age';
import { usePane, useUntold } from '../app/hooks';
import { isLive } from '../../domain/choice';
import { decimalsOf, type Formatters } from '../ui/formatters';
import { Fold } from '../ui/fold';
import { useHeldOrder } from '../ui/held-order';
import { SizeBar } from '../ui/size-bar';
import { useSharedStyles } from '../ui/styles';
import { netUnit, priceInWords, wholeInWords } from '../ui/text/offer-text';
import { withUnit } from '../ui/text/request-text';
import type { AnyOffer, OfferRow } from './offer-rows';
import type { Answer } from '../../domain/resources/resource';
import type { Listing } from '../../domain/record';
import { isPricedAsSwap } from '../../domain/offer-price';
import { Note } from '../ui/note';
import { agingInWords, failureInWords } from '../ui/text/status-text';
import { UnreadList } from '../ui/unread-list';

const useStyles = makeStyles({
  ladder: { margin: '0 -12px', containerType: 'inline-size' },
  status: { ':empty': { display: 'none' } },
  none: { fontWeight: tokens.fontWeightRegular, color: tokens.colorNeutralForeground3 },
});

/** Offers in order, one low row each; a person's pointer or focus on them holds the order still. What is over is folded. */
export function OfferList<O extends AnyOffer>({
  label,
  request,
  rows,
  isOld = false,
  ending,
}: {
  label: string;
  request: Request;
  rows: readonly OfferRow<O>[];
  /** They cannot be relied on now: none stands out as the best. */
  isOld?: boolean;
  /** What is special about a row, and what stands at its end. */
  ending: (
    row: OfferRow<O>,
  ) => Pick<LadderRowProps, 'mark' | 'informing' | 'fact' | 'button' | 'takeable' | 'result'>;
}) {
  const shared = useSharedStyles();
  const styles = useStyles();
  // On a request that was traded what was taken is told; without a trade all that was there.
  const isTold = ({ offer }: OfferRow): boolean =>
    isLive(offer) || (isConcluded(request) && offer.state === 'accepted');
  const [isOpen, setOpen] = useState(isConcluded(request) && !rows.some(isTold));
  const byId = new Map(rows.map((row) => [row.offer.id, row]));
  const order = useHeldOrder([...byId.keys()], request.id, 'below');
  const held = order.ids.flatMap((id) => byId.get(id) ?? []);
  const over = held.filter((row) => !isTold(row));
  const shown = isOpen ? held : held.filter(isTold);
  const decimals = decimalsOf(rows.flatMap(({ net }) => net ?? []));
  const moved = order.ids.some((id, index) => id !== rows[index]?.offer.id);
  const largest = Math.max(...rows.map(({ offer }) => Number(offer.quantity ?? 0)), 0);
  const mine = rows.find(({ own, offer, net }) => own && isLive(offer) && net !== undefined);
  const [first] = rows;
  const best = first?.best ? first : undefined;
  const list = useRef<HTMLUListElement>(null);
  useOneStop(list);
  return (
    <>
      {shown.some(({ offer }) => swapPricesOf(request, offer)) && <SwapHead request={request} />}
      <ul
        ref={list}
        className={mergeClasses(shared.list, styles.ladder)}
        aria-label={label}
        onKeyDown={moveRow}
        {...order.list}
        onFocus={(event) => {
          order.list.onFocus(event);
          stopAt(event);
        }}
      >
        {shown.map((row, index) => (
          <LadderRow
            key={row.offer.id}
            request={request}
            row={row}
            decimals={decimals}
            share={largest > 0 && row.offer.quantity !== undefined ? Number(row.offer.quantity) / largest : 1}
            isOld={isOld}
            isOutrun={moved && index === 0 && best !== undefined && best !== row}
            {...ending(row)}
          />
        ))}
      </ul>
      {best && mine && best !== mine && <Between request={request} best={best} mine={mine} />}
      {over.length > 0 && (
        <Fold isOpen={isOpen} onTurn={() => setOpen(!isOpen)}>
          {overInWords(over)}
        </Fold>
      )}
      <p className={mergeClasses(shared.text, shared.small, shared.muted, styles.status)} role="status">
        {moved ? 'The order changed; it is held while you use the list.' : ''}
      </p>
    </>
  );
}

/** Certificate and power of an offer on a swap; `undefined` for any other, and for one that breaks the rule of swaps. */
const swapPricesOf = (request: Request, { price }: Pick<AnyOffer, 'price'>) =>
  isPricedAsSwap(request) && price.shape === 'per-leg' ? distinctPrices(price.legPrices) : undefined;

/** What the two prices of each row are, with their units, once for all. */
function SwapHead({ request: { legs } }: { request: Request }) {
  const shared = useSharedStyles();
  const styles = useStyles();
  const rowStyles = useRowStyles();
  const [certificate, power] = legs;
  return (
    <div className={styles.ladder} aria-hidden="true">
      <div
        className={mergeClasses(
          rowStyles.row,
          rowStyles.swapRow,
          rowStyles.swapHead,
          shared.small,
          shared.muted,
        )}
      >
        <span>Certificate {certificate?.priceUnit}</span>
        <span>Power {power?.priceUnit}</span>
      </div>
    </div>
  );
}

const overInWords = (over: readonly OfferRow[]): string =>
  over.every(({ offer }) => offer.state === 'withdrawn')
    ? `${over.length} withdrawn`
    : `${over.length} no longer live`;

/** How far the best price and the desk's own stand apart. */
function Between({ request, best, mine }: { request: Request; best: OfferRow; mine: OfferRow }) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  if (best.net === undefined || mine.net === undefined) return null;
  const [high, low] = compared(best.net, mine.net) < 0 ? [mine.net, best.net] : [best.net, mine.net];
  return (
    <p className={mergeClasses(shared.text, shared.small, shared.muted, shared.digits)}>
      {[formatters.price(minus(high, low)), netUnit(request)].filter(Boolean).join(' ')} between the best and
      yours
    </p>
  );
}

/** The buttons of each row that has some; rows without one are passed over. */
const buttonsIn = (list: Element): HTMLButtonElement[][] =>
  [...list.children]
    .map((row) => [...row.querySelectorAll('button')])
    .filter((buttons) => buttons.length > 0);

/** The Tab key reaches one button of a list, whichever buttons come and go in its rows: the one that was reached last, else the first. */
function useOneStop(place: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const list = place.current;
    if (!list) return undefined;
    const settle = (): void => {
      const all = buttonsIn(list).flat();
      const stop = all.find((button) => button.hasAttribute(STOP)) ?? all[0];
      for (const button of all) setStop(button, button === stop);
    };
    settle();
    const observer = new MutationObserver(settle);
    observer.observe(list, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [place]);
}

const STOP = 'data-stop';

function setStop(button: HTMLButtonElement, isStop: boolean): void {
  button.tabIndex = isStop ? 0 : -1;
  button.toggleAttribute(STOP, isStop);
}

function stopAt({ currentTarget, target }: FocusEvent<HTMLElement>): void {
  for (const button of buttonsIn(currentTarget).flat()) setStop(button, button === target);
}

/** Up and down, Home and End lead to the same button of another row, left and right to the next one of a row. */
function moveRow(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  if (!(target instanceof HTMLButtonElement)) return;
  const rows = buttonsIn(currentTarget);
  const at = rows.findIndex((buttons) => buttons.includes(target));
  const column = rows[at]?.indexOf(target) ?? 0;
  const to = (row: number, place = column): HTMLButtonElement | undefined =>
    rows[row]?.[place] ?? rows[row]?.[0];
  const places: Record<string, HTMLButtonElement | undefined> = {
    ArrowDown: to(at + 1),
    ArrowUp: to(at - 1),
    ArrowRight: rows[at]?.[column + 1],
    ArrowLeft: rows[at]?.[column - 1],
    Home: to(0),
    End: to(rows.length - 1),
  };
  if (at < 0 || !(key in places)) return;
  event.preventDefault();
  places[key]?.focus();
}

const useRowStyles = makeStyles({
  item: {
    position: 'relative',
    borderLeft: '3px solid transparent',
    '@media (forced-colors: active)': { borderLeftColor: 'Canvas' },
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    // A row's buttons show with the pointer or the focus on it; where there is no pointer to hover with, always.
    '&:hover [data-row-buttons]': { opacity: 1, pointerEvents: 'auto' },
    '&:focus-within [data-row-buttons]': { opacity: 1, pointerEvents: 'auto' },
    '&:hover [data-row-more]': { opacity: 1, pointerEvents: 'auto' },
    '&:focus-within [data-row-more]': { opacity: 1, pointerEvents: 'auto' },
    '&:hover [data-row-age]:has(~ [data-row-more])': { visibility: 'hidden' },
    '&:focus-within [data-row-age]:has(~ [data-row-more])': { visibility: 'hidden' },
  },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(54px, auto) 72px minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: '8px',
    minHeight: '24px',
    padding: '0 12px 0 9px',
    '@container (max-width: 430px)': { gridTemplateColumns: 'minmax(50px, auto) 54px minmax(0, 1fr) auto' },
  },
  /** Two prices stand side by side, each under its unit. */
  swapRow: {
    gridTemplateColumns: '92px 64px minmax(0, 1fr) auto',
    '@container (max-width: 350px)': { gridTemplateColumns: '84px 56px minmax(0, 1fr) auto' },
  },
  swapHead: {
    alignItems: 'end',
    paddingLeft: '12px',
    textAlign: 'right',
    lineHeight: tokens.lineHeightBase100,
  },
  best: {
    backgroundColor: tokens.colorStatusSuccessBackground1,
    '&:hover': { backgroundColor: tokens.colorStatusSuccessBackground1 },
    borderLeft: `3px solid ${tokens.colorStatusSuccessBackground3}`,
    '@media (forced-colors: active)': { borderLeftColor: 'Highlight' },
  },
  mine: {
    backgroundColor: tokens.colorBrandBackground2,
    borderLeft: `3px solid ${tokens.colorCompoundBrandStroke}`,
    '@media (forced-colors: active)': { borderLeftColor: 'Highlight' },
  },
  price: { textAlign: 'right', fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
  /** Leg prices without a net price take a line of their own, below whose they are and whether they are firm. */
  legPrices: { gridColumn: '1 / 4', gridRow: '2', textAlign: 'left', overflowWrap: 'anywhere' },
  aboveLegPrices: { gridColumn: '1 / 4', gridRow: '1' },
  bestPrice: { fontWeight: tokens.fontWeightSemibold, color: tokens.colorStatusSuccessForeground1 },
  minePrice: { fontWeight: tokens.fontWeightSemibold },
  gone: { color: tokens.colorNeutralForeground3 },
  informing: { fontStyle: 'italic', color: tokens.colorNeutralForeground3 },
  unsure: { color: tokens.colorPaletteDarkOrangeForeground1, fontWeight: tokens.fontWeightSemibold },
  /** Whose it is decides: it takes a second line, and is never cut off. */
  facts: { minWidth: 0, overflowWrap: 'break-word', lineHeight: tokens.lineHeightBase200 },
  belowPrice: {
    // In one line: the name is whole, and what has no room of the rest stands in the title.
    '@container (min-width: 356px)': {
      display: 'flex',
      alignItems: 'center',
      columnGap: '4px',
      '& > *': { flexShrink: 0 },
      '& > strong': { flexShrink: 1 },
      '& > :last-child': {
        flex: '1 1 0',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
      },
    },
    // Where it has no room beside price, size and buttons, it stands below them.
    '@container (max-width: 355px)': { gridColumn: '1 / 5', gridRow: '2', paddingBottom: '2px' },
    '@media (hover: none)': {
      '@container (max-width: 430px)': { gridColumn: '1 / 5', gridRow: '2', paddingBottom: '2px' },
    },
  },
  /** What its legs are priced at is read whole. */
  belowLegs: {
    '@container (max-width: 519px)': { gridColumn: '1 / 5', gridRow: '2', paddingBottom: '2px' },
  },
  belowPrices: { gridColumn: '1 / 5', gridRow: '2', paddingBottom: '2px' },
  below: { padding: '0 12px 2px 9px' },
  age: { whiteSpace: 'nowrap', textAlign: 'right' },
  aboveLegs: { '@container (max-width: 519px)': { height: '20px' } },
  buttons: {
    position: 'absolute',
    top: 0,
    right: '8px',
    height: '24px',
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    paddingLeft: '8px',
    opacity: 0,
    pointerEvents: 'none',
    backgroundColor: tokens.colorNeutralBackground1,
    '& button': { height: '20px', minHeight: '20px', minWidth: 0, padding: '0 6px' },
    // They cover no letter of whose it is.
    '@container (max-width: 355px)': { height: '20px' },
    '@media (hover: none)': {
      position: 'static',
      gridColumn: '4',
      gridRow: '1',
      paddingLeft: 0,
      opacity: 1,
      pointerEvents: 'auto',
    },
  },
  /** Its words stay in sight, so the buttons stand below. */
  outrun: { '@media (hover: none)': { gridColumn: '1 / 5', gridRow: '2', justifySelf: 'end' } },
  /** Where buttons always show, they stand in the place of the age, as on the best row. */
  underButtons: { '@media (hover: none)': { display: 'none' } },
  always: {
    position: 'static',
    paddingLeft: 0,
    opacity: 1,
    pointerEvents: 'auto',
    backgroundColor: 'transparent',
  },
  /** What may be taken has its button in sight; what else can be done comes with pointer or focus, in the place of its age, so that it covers no name. */
  taken: {
    position: 'static',
    gridColumn: '4',
    gridRow: '1',
    display: 'grid',
    gridTemplateColumns: 'auto auto',
    height: 'auto',
    paddingLeft: 0,
    opacity: 1,
    pointerEvents: 'auto',
    backgroundColor: 'transparent',
    '& > [data-row-age]': { gridColumn: '2', gridRow: '1', textAlign: 'right', whiteSpace: 'nowrap' },
    '& > [data-row-more]': {
      gridColumn: '2',
      gridRow: '1',
      opacity: 0,
      pointerEvents: 'none',
      '@media (hover: none)': { opacity: 1, pointerEvents: 'auto' },
    },
  },
  result: { padding: '4px 12px', ':empty': { display: 'none' } },
});

interface LadderRowProps {
  readonly request: Request;
  readonly row: OfferRow;
  readonly decimals: number;
  /** Its quantity as a share of the largest one. */
  readonly share: number;
  /** It cannot be relied on now. */
  readonly isOld: boolean;
  /** It stands first, because the order is held, and is not the best any more. */
  readonly isOutrun: boolean;
  /** What stands before the price and tells what sort of offer it is. */
  readonly mark?: ReactNode;
  /** It only informs: it cannot be executed. */
  readonly informing?: boolean;
  /** What else there is to say of it, such as what it answers. */
  readonly fact?: string | undefined;
  /** What can be pressed on it. */
  readonly button: ReactNode;
  /** It can be taken: its button is always in sight. */
  readonly takeable?: boolean;
  /** What has become of a press on it, or why there is none. */
  readonly result?: ReactNode;
}

/** So much text stands on the bar of a size without running into the name beside it. */
const BAR_LETTERS_MAX = 7;

/** An offer in one row: price, size, whose it is and its terms, then its age or what can be pressed. */
function LadderRow(props: LadderRowProps) {
  const { request, row, decimals, share, isOld, isOutrun } = props;
  const { mark, informing = false, fact, button, takeable = false, result } = props;
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useRowStyles();
  const { offer, net, own, unread = 0 } = row;
  // The desk's own price is nobody's best to take.
  const best = row.best && !own;
  const live = isLive(offer);
  const isAlways = live && (best || own);
  const isTaken = takeable && !isAlways && !isOutrun;
  const facts = factsOf(row, fact, formatters);
  const amount = offer.quantity && formatters.quantity(offer.quantity);
  const size = amount && withUnit(amount, request.legs[0]?.quantityUnit);
  // A unit as long as "certificates" stands in the head alone.
  const inBar = size !== undefined && size.length > BAR_LETTERS_MAX ? amount : size;
  const swap = swapPricesOf(request, offer);
  const isText = net === undefined && !swap;
  const hasLegs = offer.price.shape === 'per-leg' && net !== undefined;
  const look = [
    live && best && styles.bestPrice,
    live && own && styles.minePrice,
    informing && styles.informing,
    live && isOld && shared.old,
  ];
  return (
    <li
      className={mergeClasses(
        styles.item,
        live && best && !isOld && styles.best,
        live && own && styles.mine,
        !live && styles.gone,
      )}
    >
      <div className={mergeClasses(styles.row, swap && styles.swapRow, shared.small, shared.digits)}>
        {swap?.map((each, leg) => (
          <span key={leg} className={mergeClasses(styles.price, ...look)}>
            <span className={shared.hidden}>{leg === 0 ? 'certificate ' : 'power '}</span>
            {formatters.price(each)}
            <span className={shared.hidden}> {request.legs[leg]?.priceUnit}</span>
          </span>
        ))}
        {!swap && (
          <span className={mergeClasses(styles.price, isText && styles.legPrices, ...look)}>
            {net === undefined ? (
              priceInWords(offer.price, { request, formatters, unit: netUnit(request) })
            ) : (
              <PriceFigure price={net} decimals={decimals} />
            )}
          </span>
        )}
        {net !== undefined && (
          <SizeBar
            direction={offer.direction}
            share={share}
            hollow={informing || !live}
            text={inBar ?? ''}
            short={amount ?? ''}
          />
        )}
        <span
          className={mergeClasses(
            styles.facts,
            swap
              ? styles.belowPrices
              : isText
                ? styles.aboveLegPrices
                : hasLegs
                  ? styles.belowLegs
                  : styles.belowPrice,
          )}
          title={facts}
        >
          {mark} <strong>{own ? 'You' : (offer.counterparty ?? 'no name given')}</strong>
          {best && unread === 0 && (
            <span className={shared.hidden}>{isOld ? ' · last known best' : ' · best'}</span>
          )}
          <span className={shared.muted}>
            {net === undefined && size !== undefined && ` · ${size}`}
            {facts && ` · ${facts}`}
          </span>
        </span>
        {!isTaken && (
          <span
            className={mergeClasses(
              styles.age,
              shared.muted,
              Boolean(button) && !isOutrun && styles.underButtons,
            )}
          >
            {isOutrun ? 'no longer best' : (!button || !isAlways) && <PriceAge row={row} />}
          </span>
        )}
        {button && (
          <span
            data-row-buttons=""
            className={mergeClasses(
              styles.buttons,
              hasLegs && styles.aboveLegs,
              isOutrun && styles.outrun,
              isTaken && styles.taken,
              isAlways && styles.always,
            )}
            style={isAlways ? { gridColumn: '4', gridRow: '1' } : undefined}
          >
            {isTaken && (
              <span className={mergeClasses(shared.muted, styles.underButtons)} data-row-age="">
                <PriceAge row={row} />
              </span>
            )}
            {button}
          </span>
        )}
      </div>
      {best && unread > 0 && (
        <div className={mergeClasses(styles.below, shared.small, styles.unsure)}>
          best of those that can be read; {unread} cannot be read
        </div>
      )}
      {result && <div className={mergeClasses(styles.result, shared.small)}>{result}</div>}
    </li>
  );
}

/** How long its price stands: a quote that moves is older than its price. */
function PriceAge({ row: { offer, since } }: { row: OfferRow }) {
  const { formatters } = usePane();
  const { createdAt } = offer;
  const isMoved = since !== undefined && createdAt !== undefined && since !== createdAt;
  return (
    <Age
      at={since ?? createdAt}
      title={
        isMoved
          ? `this price since ${formatters.second(since)}; quote of ${formatters.second(createdAt)}`
          : undefined
      }
    />
  );
}

/** Its side, its leg prices beside a net price, all or none, and its state when it is over. */
function factsOf({ offer, net }: OfferRow, fact: string | undefined, formatters: Formatters): string {
  const legs =
    offer.price.shape === 'per-leg' && net !== undefined
      ? `legs ${offer.price.legPrices.map((price) => formatters.price(price)).join(' / ')}`
      : undefined;
  const state = isLive(offer) ? undefined : offer.state;
  return [fact, state, legs, offer.direction, wholeInWords(offer.allOrNone)].filter(Boolean).join(' · ');
}

/** How long a price that changed keeps its mark. */
const MARK_MS = 4000;

const usePriceStyles = makeStyles({
  price: { display: 'inline-flex', alignItems: 'baseline' },
  mark: { width: '9px', fontSize: '9px', textAlign: 'center', color: tokens.colorBrandForeground1 },
});

type Move = 'up' | 'down';
const MARKS: Record<Move, string> = { up: '▲', down: '▼' };

/** A price in digits of one width, with a small mark for a while after it moved. The mark's place is always kept. */
function PriceFigure({ price, decimals }: { price: Price; decimals: number }) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = usePriceStyles();
  const move = useMove(price);
  return (
    <span className={mergeClasses(styles.price, shared.figure)}>
      {formatters.price(price, decimals)}
      <span className={styles.mark} aria-hidden="true">
        {move && MARKS[move]}
      </span>
      {move && <span className={shared.hidden}>, changed {move}</span>}
    </span>
  );
}

function useMove(price: Price): Move | undefined {
  const { clock } = usePane().client;
  const [seen, setSeen] = useState<{ price: Price; move?: Move }>({ price });
  if (seen.price !== price) setSeen({ price, move: compared(price, seen.price) > 0 ? 'up' : 'down' });
  useEffect(() => {
    if (seen.move === undefined) return undefined;
    return clock.after(MARK_MS, () => setSeen({ price: seen.price }));
  }, [clock, seen]);
  return seen.move;
}

/** A list as it was answered last. */
export type ListAnswer<T> = Pick<Answer, 'state' | 'fetchedAt' | 'failure'> & { readonly value?: Listing<T> };

/** A list with its title, how old it is, and what is wrong with it. */
export function AnswerSection({
  label,
  title,
  answer,
  none,
  children,
}: {
  label: string;
  title: string;
  answer: ListAnswer<unknown>;
  /** What is said of an empty list. */
  none: string;
  children: ReactNode;
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const aging = agingInWords(answer, formatters);
  const { value, fetchedAt } = answer;
  const failure = useUntold(answer);
  const isEmpty = value?.records.length === 0 && value.unreadable.length === 0;
  return (
    <section
      aria-label={label}
      className={shared.section}
      data-empty={(isEmpty && !failure && !aging) || undefined}
    >
      <div className={shared.spread}>
        <h3 className={isEmpty ? mergeClasses(shared.subtitle, styles.none) : shared.subtitle}>
          {isEmpty ? none : title}
        </h3>
        {fetchedAt !== undefined && !isEmpty && (
          <span className={mergeClasses(shared.small, shared.muted)}>
            updated <Age at={fetchedAt} /> ago
          </span>
        )}
      </div>
      {failure && <Note tone="bad">{failureInWords(failure)}</Note>}
      {aging && <Note tone="warning">{aging}</Note>}
      {!value && !failure && <p className={shared.text}>Loading the {label.toLowerCase()}…</p>}
      {children}
      {value && <UnreadList label={`${label} that cannot be read`} unread={value.unreadable} />}
    </section>
  );
}
