import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { compared, minus, type Price } from '../../domain/price';
import { distinctPrices } from '../../domain/swap';
import type { RequestId } from '../../domain/identifiers';
import { isConcluded, type Request } from '../../domain/request';
import { Age } from '../app/age';
import { useAging, usePane, useUntold } from '../app/hooks';
import { isLive } from '../../domain/choice';
import { decimalsOf, type Formatters } from '../ui/formatters';
import { Fold } from '../ui/fold';
import { useHeldOrder } from '../ui/held-order';
import { SizeBar } from '../ui/size-bar';
import { useSharedStyles } from '../ui/styles';
import { netUnit, priceInWords, wholeInWords } from '../ui/text/offer-text';
import { withUnit } from '../ui/text/request-text';
import { usePricesReadAt } from './prices-read-at';
import type { AnyOffer, OfferRow } from './offer-rows';
import type { Answer } from '../../domain/resources/resource';
import type { Listing } from '../../domain/record';
import { isPricedAsSwap } from '../../domain/offer-price';
import { Note } from '../ui/note';
import { UnreadList } from '../ui/unread-list';

const useStyles = makeStyles({
  ladder: { margin: '0 -12px', containerType: 'inline-size' },
  status: { ':empty': { display: 'none' } },
  updated: { flex: 'none', whiteSpace: 'nowrap' },
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
  ending: (row: OfferRow<O>) => Pick<LadderRowProps, 'mark' | 'informing' | 'fact' | 'button' | 'result'>;
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
  useOneRow(list);
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
          stopAt(event.currentTarget, event.target);
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
      <div className={mergeClasses(rowStyles.swapHead, shared.small, shared.muted)}>
        <span>Certificate {certificate?.priceUnit}</span>
        <span>Power {power?.priceUnit}</span>
        <span>Quantity {certificate?.quantityUnit}</span>
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

/** The Tab key reaches one row of a list, all of its buttons, whichever buttons come and go: the row that was reached last, else the first. */
function useOneRow(place: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const list = place.current;
    if (!list) return undefined;
    const settle = (): void => {
      const all = buttonsIn(list).flat();
      stopAt(list, all.find((button) => button.hasAttribute(STOP)) ?? all[0]);
    };
    settle();
    const observer = new MutationObserver(settle);
    observer.observe(list, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [place]);
}

const leftOf = (button: HTMLButtonElement): number => button.getBoundingClientRect().left;

const STOP = 'data-stop';

function stopAt(list: Element, stop: EventTarget | undefined): void {
  for (const buttons of buttonsIn(list)) {
    const isReached = buttons.some((button) => button === stop);
    for (const button of buttons) {
      button.tabIndex = isReached ? 0 : -1;
      button.toggleAttribute(STOP, button === stop);
    }
  }
}

/** Up and down, Home and End lead to the same button of another row, left and right to the next one of a row. */
function moveRow(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  if (!(target instanceof HTMLButtonElement)) return;
  const rows = buttonsIn(currentTarget);
  const at = rows.findIndex((buttons) => buttons.includes(target));
  const column = rows[at]?.indexOf(target) ?? 0;
  const across = [...(rows[at] ?? [])].sort((one, other) => leftOf(one) - leftOf(other));
  const place = across.indexOf(target);
  const to = (row: number): HTMLButtonElement | undefined => rows[row]?.[column] ?? rows[row]?.[0];
  const places: Record<string, HTMLButtonElement | undefined> = {
    ArrowDown: to(at + 1),
    ArrowUp: to(at - 1),
    ArrowRight: across[place + 1],
    ArrowLeft: across[place - 1],
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
  },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(54px, auto) 72px minmax(28px, 1fr) auto',
    alignItems: 'center',
    columnGap: '8px',
    minHeight: '24px',
    padding: '0 12px 0 9px',
    // Whose it is and the facts have a line of their own there, whole.
    '@container (max-width: 430px)': {
      gridTemplateColumns: 'minmax(50px, auto) 54px minmax(0, 1fr) auto',
      columnGap: '6px',
    },
  },
  /** Two prices side by side, and the quantity behind them: the head has their units. */
  swapRow: {
    gridTemplateColumns: 'minmax(54px, auto) minmax(54px, auto) minmax(54px, auto) minmax(28px, 1fr) auto',
    '@container (max-width: 430px)': {
      gridTemplateColumns: 'minmax(36px, auto) minmax(42px, auto) minmax(46px, auto) minmax(0, 1fr) auto',
    },
  },
  swapHead: { display: 'flex', flexWrap: 'wrap', columnGap: '12px', padding: '0 12px' },
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
  amount: { textAlign: 'right', whiteSpace: 'nowrap' },
  /** Leg prices without a net price take a line of their own, below whose they are and whether they are firm. */
  legPrices: { gridColumn: '1 / 4', gridRow: '2', textAlign: 'left', overflowWrap: 'anywhere' },
  aboveLegPrices: { gridColumn: '1 / 4', gridRow: '1' },
  bestPrice: { fontWeight: tokens.fontWeightSemibold, color: tokens.colorStatusSuccessForeground1 },
  minePrice: { fontWeight: tokens.fontWeightSemibold },
  gone: { color: tokens.colorNeutralForeground3 },
  informing: { fontStyle: 'italic', color: tokens.colorNeutralForeground3 },
  unsure: { color: tokens.colorPaletteDarkOrangeForeground1, fontWeight: tokens.fontWeightSemibold },
  facts: {
    minWidth: 0,
    lineHeight: '20px',
    display: 'flex',
    alignItems: 'center',
    columnGap: '4px',
    '@container (max-width: 430px)': { lineHeight: '16px' },
  },
  ownLine: { '@container (max-width: 430px)': { gridColumn: '1 / -1', gridRow: '2' } },
  /** Each fact is there whole or not at all, so that no number in one is cut; the title has all of them. */
  more: {
    flex: '1 1 0',
    minWidth: 0,
    height: '20px',
    overflow: 'hidden',
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '4px',
    whiteSpace: 'nowrap',
    '@container (max-width: 430px)': { height: '16px' },
  },
  /** Whose it is always has the first place, and is never cut: it wraps. */
  who: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '4px',
    minWidth: 0,
    maxWidth: '100%',
  },
  /** Where there is room for one of them, whose it is goes before what the bar shows too: a solid one can be accepted. */
  kind: {
    flexShrink: 0,
    '@container (max-width: 300px)': { position: 'absolute', clipPath: 'inset(50%)' },
  },
  name: { minWidth: 0, overflowWrap: 'anywhere' },
  below: { padding: '0 12px 2px 9px' },
  /** The age, always in sight, then what can be pressed. */
  end: {
    gridColumnEnd: -1,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    columnGap: '6px',
    '& button': { height: '24px', minHeight: '24px', minWidth: 0, padding: '0 6px' },
    '@container (max-width: 430px)': { gridRow: '1', columnGap: '4px', '& button': { padding: '0 4px' } },
  },
  /** From where the names would begin. */
  wideEnd: { '@container (max-width: 430px)': { gridColumnStart: -3 } },
  age: { lineHeight: '20px', whiteSpace: 'nowrap' },
  buttons: {
    display: 'flex',
    alignItems: 'center',
    // A press that misses one does not meet the other.
    columnGap: '8px',
  },
  /** Beside two buttons of the narrowest pane there is room for the number alone. */
  old: {
    '@container (max-width: 340px)': {
      position: 'absolute',
      width: '1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
      whiteSpace: 'nowrap',
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
  /** What has become of a press on it, or why there is none. */
  readonly result?: ReactNode;
}

/** So much text stands on the bar of a size without running into the name beside it. */
const BAR_LETTERS_MAX = 7;

/** An offer in one row: price, size, whose it is and its terms, then its age or what can be pressed. */
function LadderRow(props: LadderRowProps) {
  const { request, row, decimals, share, isOld, isOutrun } = props;
  const { mark, informing = false, fact, button, result } = props;
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useRowStyles();
  const { offer, net, own, unread = 0 } = row;
  // The desk's own price is nobody's best to take.
  const best = row.best && !own;
  const live = isLive(offer);
  const facts = factsOf(row, fact, formatters);
  const who = own ? (row.unproven ? 'Perhaps you' : 'You') : (offer.counterparty ?? 'no name given');
  const amount = offer.quantity && formatters.quantity(offer.quantity);
  const size = amount && withUnit(amount, request.legs[0]?.quantityUnit);
  // A unit as long as "certificates" stands in the head alone.
  const inBar = size !== undefined && size.length > BAR_LETTERS_MAX ? amount : size;
  const swap = swapPricesOf(request, offer);
  const isText = net === undefined && !swap;
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
              [priceInWords(offer.price, { request, formatters, unit: netUnit(request) }), size]
                .filter(Boolean)
                .join(' · ')
            ) : (
              <PriceFigure price={net} decimals={decimals} />
            )}
          </span>
        )}
        {swap && (
          <span className={styles.amount}>
            {amount}
            <span className={shared.hidden}> {amount && request.legs[0]?.quantityUnit} </span>
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
          className={mergeClasses(styles.facts, isText ? styles.aboveLegPrices : styles.ownLine)}
          title={[who, ...facts].join(' · ')}
        >
          <span className={styles.who}>
            {mark && <span className={styles.kind}>{mark}</span>}{' '}
            <strong className={styles.name}>{who}</strong>
            {best && unread === 0 && (
              <span className={shared.hidden}>{isOld ? ' · last known best' : ' · best'}</span>
            )}
            {isOutrun && <span>no longer best</span>}
          </span>
          <span className={styles.more}>
            {facts.map((each) => (
              <span key={each} className={shared.muted}>{` · ${each}`}</span>
            ))}
          </span>
        </span>
        <span className={mergeClasses(styles.end, !isText && styles.wideEnd)}>
          <span className={mergeClasses(styles.age, shared.muted)}>
            <PriceAge row={row} />
            <span className={styles.old}> old</span>
          </span>
          {button && (
            <span data-row-buttons="" className={styles.buttons}>
              {button}
            </span>
          )}
        </span>
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

/** Its state when it is over, its side, all or none, and its leg prices beside a net price. */
function factsOf({ offer, net }: OfferRow, fact: string | undefined, formatters: Formatters): string[] {
  const legs =
    offer.price.shape === 'per-leg' && net !== undefined
      ? `legs ${offer.price.legPrices.map((price) => formatters.price(price)).join(' / ')}`
      : undefined;
  const state = isLive(offer) ? undefined : offer.state;
  return [fact, state, offer.direction, wholeInWords(offer.allOrNone), legs].flatMap((each) => each ?? []);
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

/** From then on a list is not as old as the prices in the head of its room. */
const APART_MS = 15_000;

/** Where the head of the room tells an age, that of a list is news only where it is another. */
function AgeApart({ requestId, ...read }: { requestId: RequestId; at: number; isEmpty: boolean }) {
  const { at: pricesAt = Infinity } = usePricesReadAt(requestId);
  return Math.abs(read.at - pricesAt) > APART_MS && <ReadAge {...read} />;
}

function ReadAge({ at, isEmpty }: { at: number; isEmpty: boolean }) {
  const shared = useSharedStyles();
  const styles = useStyles();
  return (
    <span className={mergeClasses(shared.small, shared.muted, styles.updated)}>
      {isEmpty ? '' : 'updated '}
      <Age at={at} /> ago
    </span>
  );
}

/** A list with its title, how old it is, and what is wrong with it. */
export function AnswerSection({
  label,
  title,
  requestId,
  answer,
  none,
  children,
}: {
  label: string;
  title: string;
  /** Of which the head tells how old its prices are; absent where it does not. */
  requestId: RequestId | undefined;
  answer: ListAnswer<unknown>;
  /** What is said of an empty list. */
  none: string;
  children: ReactNode;
}) {
  const shared = useSharedStyles();
  const styles = useStyles();
  const aging = useAging(answer);
  const { value, fetchedAt } = answer;
  const failure = useUntold(answer);
  const isEmpty = value !== undefined && value.records.length === 0 && value.unreadable.length === 0;
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
        {fetchedAt !== undefined &&
          (requestId === undefined ? (
            <ReadAge at={fetchedAt} isEmpty={isEmpty} />
          ) : (
            <AgeApart requestId={requestId} at={fetchedAt} isEmpty={isEmpty} />
          ))}
      </div>
      {failure && <Note tone="bad">{failure}</Note>}
      {aging && <Note tone="warning">{aging}</Note>}
      {!value && !failure && <p className={shared.text}>Loading the {label.toLowerCase()}…</p>}
      {children}
      {value && <UnreadList label={`${label} that cannot be read`} unread={value.unreadable} />}
    </section>
  );
}
