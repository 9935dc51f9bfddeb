import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useRef, type KeyboardEvent, useState, type RefObject } from 'react';
import type { RequestId } from '../../domain/identifiers';
import { isConcluded, isPartlyTraded, type Request } from '../../domain/request';
import { useNow, usePane, useWatched } from '../app/hooks';
import { AgeDot } from '../ui/age-dot';
import { age, type Formatters } from '../ui/formatters';
import { useSharedStyles } from '../ui/styles';
import { outcomeInWords, openQuantity, ownSide } from '../ui/text/request-text';
import { useKnownPrice } from './known-price';
import type { Row } from './rows';
import { filledInWords, STANDING_WORDS } from '../app/standing';
import { lazyPart } from '../app/lazy-part';

/** The picture of a row; its code comes a moment after the list. */
const Trend = lazyPart(() =>
  import(/* webpackChunkName: "strips" */ '../ui/sparkline').then((file) => file.Sparkline),
);

/** A row that is about to be scrolled to counts already. */
const AROUND = '80px';

/** Whether a person can see the element now: it is within the scrolled area, and the pane is shown. Always true where the browser cannot tell. */
function useInSight(element: RefObject<Element | null>): boolean {
  const canTell = typeof IntersectionObserver !== 'undefined';
  const [isInSight, setInSight] = useState(!canTell);
  useEffect(() => {
    const { current } = element;
    if (!canTell || !current) return;
    const observer = new IntersectionObserver((seen) => setInSight(seen.at(-1)?.isIntersecting === true), {
      rootMargin: AROUND,
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [canTell, element]);
  return isInSight;
}

const useStyles = makeStyles({
  item: { contentVisibility: 'auto', containIntrinsicSize: 'auto 40px' },
  row: {
    display: 'grid',
    gridTemplateColumns: '24px minmax(0, 1fr) 56px 76px',
    gridTemplateRows: '20px 16px',
    columnGap: '6px',
    boxSizing: 'border-box',
    width: '100%',
    // What keeps the place of the scroll bar is a part of the edge: numbers end where those of the head do.
    padding: '2px max(2px, calc(12px - 100vw + 100cqw)) 1px 12px',
    textAlign: 'left',
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontVariantNumeric: 'tabular-nums',
    color: 'inherit',
    backgroundColor: 'transparent',
    border: 'none',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
    '@container (max-width: 350px)': {
      gridTemplateColumns: '24px minmax(0, 1fr) 30px 70px',
      columnGap: '4px',
    },
    '@container (min-width: 540px)': {
      // The note is as wide as "last trade 11:32": it must not run into the price before it.
      gridTemplateColumns: '8px minmax(0, 1fr) 50px 76px 56px 28px 46px 82px 26px',
      gridTemplateRows: '29px',
      padding: '0 max(2px, calc(12px - 100vw + 100cqw)) 0 12px',
      alignItems: 'center',
      columnGap: '4px',
    },
  },
  dot: {
    gridArea: '1 / 1',
    display: 'flex',
    paddingTop: '6px',
    '@container (min-width: 540px)': { paddingTop: 0 },
  },
  product: {
    gridArea: '1 / 2',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
    display: 'flex',
    whiteSpace: 'pre',
    '& span': { overflow: 'hidden', textOverflow: 'ellipsis' },
    '& :nth-child(2)': { flexShrink: 0 },
    // Not a fraction of a pixel is to be the market's before.
    '& :nth-child(3)': { flexShrink: 99999 },
    '@container (min-width: 540px)': { fontSize: tokens.fontSizeBase200 },
  },
  /** Under the trend too, whose place is kept: no row grows when one comes. */
  sub: {
    gridArea: '2 / 2 / 3 / 4',
    display: 'flex',
    columnGap: '5px',
    alignItems: 'center',
    whiteSpace: 'nowrap',
    '@container (min-width: 540px)': { display: 'contents' },
  },
  /** How it ended goes on a line of its own where it does not fit, and is never cut. */
  closedSub: {
    gridArea: '2 / 2 / 3 / 4',
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '6px',
    color: tokens.colorNeutralForeground3,
    '@container (min-width: 540px)': { gridArea: '1 / 4' },
  },
  outcome: { overflowWrap: 'anywhere' },
  /** As wide as the longest word of most rows: sizes and standings stand below each other. */
  side: {
    flexShrink: 0,
    minWidth: '78px',
    // It goes on after "You", where that is shown.
    textTransform: 'lowercase',
    '@container (max-width: 350px)': { minWidth: '52px', textTransform: 'none' },
    '@container (min-width: 540px)': { gridArea: '1 / 3', minWidth: 0, textTransform: 'none' },
  },
  /**
   * In a column, and in the narrowest list beside a note, there is no room for it, and the head or another word says it; screen readers
   * hear it.
   */
  inHead: {
    '@container (min-width: 540px)': { position: 'absolute', clipPath: 'inset(50%)' },
    // With a line of its own it would lift the word after it.
    '@container (max-width: 350px)': { fontSize: 0, lineHeight: 0 },
  },
  /** Never cut. */
  size: {
    flexShrink: 0,
    minWidth: '78px',
    color: tokens.colorNeutralForeground2,
    '@container (max-width: 350px)': { minWidth: '58px' },
    // One that is wider than its column goes out of it on the left.
    '@container (min-width: 540px)': { gridArea: '1 / 4', justifySelf: 'end', minWidth: 0 },
  },
  /** As wide for every word, but for one that says how much. */
  tag: {
    boxSizing: 'border-box',
    minWidth: '60px',
    height: '16px',
    overflow: 'hidden',
    textAlign: 'center',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    lineHeight: '14px',
    padding: '0 4px',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    color: tokens.colorNeutralForeground2,
    '@container (min-width: 540px)': { gridArea: '1 / 5', minWidth: 0, padding: 0 },
  },
  todo: {
    border: `1px solid ${tokens.colorBrandStroke2}`,
    backgroundColor: tokens.colorBrandBackground2,
    color: tokens.colorBrandForeground2,
    fontWeight: tokens.fontWeightSemibold,
  },
  trend: {
    gridArea: '1 / 3',
    alignSelf: 'center',
    height: '20px',
    '@container (min-width: 540px)': { gridArea: '1 / 6' },
  },
  price: {
    gridArea: '1 / 4',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
    textAlign: 'right',
    whiteSpace: 'nowrap',
    '@container (min-width: 540px)': { gridArea: '1 / 7' },
  },
  reference: { fontWeight: tokens.fontWeightRegular, color: tokens.colorNeutralForeground2 },
  note: {
    gridArea: '2 / 4',
    // One that is wider than its column goes out of it on the left.
    justifySelf: 'end',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
    '@container (min-width: 540px)': { gridArea: '1 / 8' },
  },
  open: {
    gridArea: '2 / 1',
    color: tokens.colorNeutralForeground3,
    whiteSpace: 'nowrap',
    '@container (min-width: 540px)': { gridArea: '1 / 9', textAlign: 'right' },
  },
  head: {
    display: 'none',
    color: tokens.colorNeutralForeground3,
    ':hover': { backgroundColor: 'transparent' },
    '@container (min-width: 540px)': { display: 'grid', gridTemplateRows: '23px' },
  },
  end: { textAlign: 'right' },
  closed: {
    gridTemplateRows: '20px minmax(16px, auto)',
    gridTemplateColumns: '8px minmax(0, 1fr) auto',
    '@container (max-width: 350px)': { gridTemplateColumns: '0 minmax(0, 1fr) auto' },
    '@container (min-width: 540px)': {
      gridTemplateColumns: '8px minmax(0, 1fr) 60px minmax(0, 300px)',
      gridTemplateRows: 'minmax(29px, auto)',
    },
  },
  closedTag: {
    gridArea: '1 / 3',
    alignSelf: 'center',
    '@container (min-width: 540px)': { gridArea: '1 / 3' },
  },
});

const HEADS = ['', 'Product', 'You', 'Quantity', '', 'Trend', 'Best', 'Quotes', 'Open'];
const NUMBERS: ReadonlySet<string> = new Set(['Quantity', 'Best', 'Quotes']);

/** Names the columns of open requests, where they have room to be columns; screen readers hear rows as they are. */
export function ListHead() {
  const styles = useStyles();
  return (
    <div className={mergeClasses(styles.row, styles.head)} aria-hidden="true">
      {HEADS.map((head, at) => (
        <span key={at} className={head === 'Open' ? styles.open : NUMBERS.has(head) ? styles.end : undefined}>
          {head}
        </span>
      ))}
    </div>
  );
}

interface RequestRowProps {
  readonly row: Row;
  /** The one row that the Tab key reaches. */
  readonly current: boolean;
  /** Takes the focus when it appears. */
  readonly focused: boolean;
  readonly onOpen: (id: RequestId) => void;
  readonly onKey: (event: KeyboardEvent<HTMLElement>) => void;
}

/** One request in the list: what it is, what the desk does in it, and what is known of its price, or how it ended. */
export function RequestRow({ row, current, focused, onOpen, onKey }: RequestRowProps) {
  const { request } = row;
  const styles = useStyles();
  const button = useRef<HTMLButtonElement>(null);
  const isInSight = useInSight(button);
  useEffect(() => {
    if (focused) button.current?.focus();
  }, [focused]);
  return (
    <li className={styles.item}>
      <button
        ref={button}
        type="button"
        data-request={request.id}
        className={mergeClasses(styles.row, isConcluded(request) && styles.closed)}
        tabIndex={current ? 0 : -1}
        onClick={() => onOpen(request.id)}
        onKeyDown={onKey}
      >
        {isConcluded(request) ? <ClosedRow row={row} /> : <OpenRow row={row} isInSight={isInSight} />}
      </button>
    </li>
  );
}

function OpenRow({ row, isInSight }: { readonly row: Row; readonly isInSight: boolean }) {
  const { request, standing, product } = row;
  const { events, formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const fills = useWatched(events.fills);
  const side = ownSide(request);
  const { createdAt } = request;
  const now = useNow();
  const seen = useKnownPrice(request, { own: row.own, isInSight });
  const isStale = seen.ageing === 'old' && seen.price !== undefined;
  const kind = seen.isReference ? styles.reference : undefined;
  // A price that stayed says nothing as a line, but where one's own lies beside it.
  const course = seen.points.flatMap(({ price }) => price ?? []);
  const least = seen.points.length > 1 && seen.level !== undefined ? 1 : 2;
  const hasTrend = new Set(course).size >= least;
  const ends = [course[0], course.at(-1)].map((price) => price && formatters.price(price));
  const trend = `Best ${seen.direction}: ${ends.join(' → ')}`;
  return (
    <>
      <span className={shared.hidden}>{request.id} </span>
      <span className={styles.dot}>
        <AgeDot ageing={seen.ageing} text={seen.ageText} />
      </span>
      <Product product={product} />
      <span className={styles.sub}>
        <span className={styles.side}>
          {side && <span className={styles.inHead}>You </span>}
          {side}
        </span>
        <span className={styles.size}>{sizeInWords(request, formatters)}</span>
        <span className={mergeClasses(styles.tag, standing === 'to-quote' && styles.todo)}>
          {STANDING_WORDS[standing]}
          {/filled|taken/.test(standing) && (
            <span className={styles.inHead}> {filledInWords(request, fills, formatters)}</span>
          )}
        </span>
      </span>
      {hasTrend && (
        <span className={styles.trend} title={trend}>
          <Trend
            points={seen.points}
            direction={seen.direction}
            level={seen.level}
            width={56}
            height={22}
            text={trend}
          />
        </span>
      )}
      <span className={mergeClasses(styles.price, kind, isStale && shared.old)}>{seen.price ?? '–'}</span>
      <span className={styles.note}>{seen.note}</span>
      {createdAt !== undefined && (
        <span className={styles.open} title={`Open since ${formatters.moment(createdAt)}`}>
          <span className={shared.hidden}>open {age(now - createdAt)} </span>
          <span aria-hidden="true">{openFor(now - createdAt)}</span>
        </span>
      )}
    </>
  );
}

/** "6m"; within its first minute it is new. */
const openFor = (elapsedMs: number): string =>
  elapsedMs < 60_000 ? 'new' : age(elapsedMs).replace(/ (.).*/, '$1');

/** Where there is no room for all of it, the load goes first, then a part of the market, and the delivery never. */
function Product({ product }: { product: string }) {
  const styles = useStyles();
  const [, market = product, ...others] = /^(.*?)( \S*\d.*?)( [a-z]+)?$/.exec(product) ?? [];
  return (
    <span className={styles.product} title={product}>
      {[market, ...others].map((part, at) => (
        <span key={at}>{part}</span>
      ))}
    </span>
  );
}

/** "10 MW", or what is left of it. */
function sizeInWords(request: Request, formatters: Formatters): string | undefined {
  const open = openQuantity(request, formatters);
  // What traders say: the whole word would be cut.
  const short = open?.replace('certificates', 'certs');
  return isPartlyTraded(request) && short !== undefined ? `${short} left` : short;
}

function ClosedRow({ row: { request, standing, product } }: { row: Row }) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  return (
    <>
      <span className={shared.hidden}>{request.id} </span>
      <Product product={product} />
      <span className={mergeClasses(styles.tag, styles.closedTag)}>{STANDING_WORDS[standing]}</span>
      <span className={styles.closedSub}>
        <span>{[ownSide(request), sizeInWords(request, formatters)].filter(Boolean).join(' · ')}</span>
        <span className={styles.outcome}>{outcomeInWords(request, formatters)}</span>
      </span>
    </>
  );
}
