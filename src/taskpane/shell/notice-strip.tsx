import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState, type FocusEvent } from 'react';
import type { Fill } from '../../domain/delivery/fill';
import type { RequestId } from '../../domain/identifiers';
import type { Request } from '../../domain/request';
import { useDoer, useFillWords } from '../app/doer';
import type { NewsKind } from '../app/heard-events';
import { useEventNotices } from '../app/event-notices';
import { endedInWords, newsInWords } from '../app/event-text';
import { JOURNAL, useAnswer, useNow, usePane, useWatched } from '../app/hooks';
import { useApprovalNews } from './approval-news';
import { useNamedPerson } from '../app/named-person';
import { isLasting, isTrade, TOO_SOON_MS, type Notice } from '../app/notices';
import { Icon } from '../ui/icon';
import { useSharedStyles } from '../ui/styles';
import { productInWords } from '../../domain/delivery/product-words';
import { fillEnergy } from '../ui/text/fill-text';
import { ownSide } from '../ui/text/request-text';

const useStyles = makeStyles({
  place: { display: 'flex', flexDirection: 'column', gap: '6px', outlineStyle: 'none' },
  strip: {
    display: 'flex',
    alignItems: 'center',
    gap: '2px',
    minHeight: '36px',
    padding: '0 6px 0 0',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderLeft: `4px solid ${tokens.colorBrandStroke1}`,
    backgroundColor: tokens.colorBrandBackground2,
    boxShadow: tokens.shadow8,
  },
  notice: {
    flexGrow: 1,
    minWidth: 0,
    height: '36px',
    padding: '0 4px 0 9px',
    textAlign: 'left',
    fontFamily: 'inherit',
    color: tokens.colorNeutralForeground1,
    backgroundColor: 'transparent',
    border: 'none',
    cursor: 'pointer',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  line: { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  /** What was at stake is never cut. */
  whole: { height: 'auto', whiteSpace: 'normal', overflowWrap: 'anywhere' },
  small: { flexShrink: 0, minWidth: '24px', minHeight: '24px', padding: '0 6px' },
  more: { color: tokens.colorBrandForegroundLink },
  fill: {
    display: 'grid',
    gridTemplateColumns: '16px minmax(0, 1fr) auto',
    gap: '0 8px',
    padding: '6px 6px 6px 10px',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorStatusSuccessBorder1}`,
    borderLeft: `4px solid ${tokens.colorStatusSuccessBackground3}`,
    backgroundColor: tokens.colorStatusSuccessBackground1,
    boxShadow: tokens.shadow8,
    '@media (forced-colors: active)': { border: '2px solid CanvasText' },
  },
  mark: { marginTop: '2px', color: tokens.colorStatusSuccessForeground1 },
  did: {
    display: 'block',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: 'anywhere',
  },
  /** Of the deal's second line the name alone gives way. */
  facts: { display: 'flex' },
  rest: { flexShrink: 0, whiteSpace: 'pre' },
  one: { display: 'flex', minWidth: 0 },
  folded: { padding: '2px 6px 2px 10px', alignItems: 'center' },
  open: { color: tokens.colorBrandForegroundLink },
  close: { alignSelf: 'start', minWidth: '24px', minHeight: '24px', padding: '0 6px' },
});

/** More would hide the room: Today has all of them. */
const FILLS_NAMED = 3;
/** From then on they are one line together: the room needs its place. */
const FOLDED_AFTER_MS = 20_000;
/** Then they leave: Today has them, and its badge stays until somebody has looked there. */
export const FILLS_SHOWN_MS = 60_000;

/** What has just happened, fills for a minute and everything else for a moment. It moves nothing and takes no focus. */
export function NoticeStrip({ onOpen, onEvents }: { onOpen: (id: RequestId) => void; onEvents: () => void }) {
  useApprovalNews();
  const notices = useEventNotices();
  const { board } = notices;
  const shared = useSharedStyles();
  const styles = useStyles();
  const fills = useWatched(notices.toldFills);
  const [fill, ...others] = fills;
  const [first, ...more] = useWatched(board.notices);
  const isWaiting = useWaits(first, fill);
  const { isHeld, ...hold } = useHold(fills);
  const dismiss = (): void => {
    // The button goes with the last one; who pressed it by keyboard stays here.
    if (more.length === 0) hold.ref.current?.focus();
    board.next();
  };
  return (
    <div role="group" aria-label="News" tabIndex={-1} className={styles.place} {...hold}>
      {fill && (
        <FillToast
          key={fill.tradeId}
          fill={fill}
          others={others}
          onOpen={onOpen}
          onClose={() => notices.putAway(fill)}
          isHeld={isHeld}
        />
      )}
      {first && !isWaiting && (
        <div className={mergeClasses(styles.strip, shared.small)}>
          <FirstNotice notice={first} onOpen={onOpen} />
          {more.length > 0 && <More count={more.length} onEvents={onEvents} />}
          <Dismiss notice={first} onDismiss={dismiss} />
        </div>
      )}
      <Spoken notice={first} fill={fill} />
    </div>
  );
}

/** Two things over the foot of a room are enough: what may wait does so, for as long as it is news, while two others stand there. */
function useWaits(notice: Notice | undefined, fill: Fill | undefined): boolean {
  const { notice: said, withdrawals } = usePane();
  const { board } = useEventNotices();
  const isSaid = useWatched(said) !== '';
  const withdrawn = useWatched(withdrawals.shown);
  const isWithdrawing = useWatched(withdrawals.pressed) !== undefined || withdrawn.length > 0;
  const there = [isSaid, isWithdrawing, fill !== undefined].filter(Boolean).length;
  const isInStrip = useIsInStrip(notice);
  const isWaiting =
    notice !== undefined &&
    there > 1 &&
    (!isLasting(notice) || (notice.ended.length > 0 && !isTrade(notice) && isInStrip));
  useEffect(() => (isWaiting ? board.hold() : undefined), [board, isWaiting]);
  return isWaiting;
}

/** The newest trade of this desk, as the platform's record states it, and the others a line each. */
function FillToast({
  fill,
  others,
  isHeld,
  onOpen,
  onClose,
}: {
  fill: Fill;
  others: readonly Fill[];
  /** Somebody is at it: it stays. */
  isHeld: boolean;
  onOpen: (id: RequestId) => void;
  onClose: () => void;
}) {
  const { client, formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const [shownAt] = useState(() => client.clock.now());
  const isFolded = useNow() - shownAt >= FOLDED_AFTER_MS;
  const notices = useEventNotices();
  useEffect(
    () => (isHeld ? undefined : client.clock.after(FILLS_SHOWN_MS, () => notices.putAllAway())),
    [client, notices, isHeld],
  );
  const { requestId, tradeId } = fill;
  const energy = fillEnergy(fill, formatters);
  const fillWords = useFillWords();
  const { counterparty: _, ...deal } = fill;
  const did = fillWords(deal);
  // "from Ironbridge": what the whole sentence says beyond the deal.
  const other = fillWords(fill).slice(did.length + 1);
  // A press just after it appeared was meant for what stood there before.
  const late = (act: () => void) => (): void => {
    if (client.clock.now() - shownAt >= TOO_SOON_MS) act();
  };
  if (isFolded) {
    const all = others.length > 0 ? `${formatters.count(others.length + 1)} fills` : tradeId;
    return (
      <div className={mergeClasses(styles.fill, styles.folded)} data-fill="">
        <Icon name="done" />
        <div className={mergeClasses(shared.small, shared.digits, styles.one)}>
          <span className={styles.line} title={fillWords(fill)}>
            {formatters.minute(fill.at)} · {fillWords(fill)}
          </span>
          {others.length > 0 && <span className={styles.rest}>{` +${formatters.count(others.length)}`}</span>}
        </div>
        <Button
          size="small"
          appearance="subtle"
          className={styles.small}
          aria-label={`Close: ${all}`}
          onClick={() => notices.putAllAway()}
        >
          ✕
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.fill} data-fill="">
      <span className={styles.mark}>
        <Icon name="done" />
      </span>
      <div className={mergeClasses(shared.small, shared.digits)}>
        <strong className={styles.did}>{did} </strong>
        <div className={styles.facts}>
          <span
            className={styles.line}
            title={[tradeId, formatters.time(fill.at), other].filter(Boolean).join(' · ')}
          >
            {other || tradeId}
          </span>
          <span className={styles.rest}>
            {energy && ` · ${energy} MWh`}
            {requestId !== undefined && (
              <>
                {' · '}
                <button
                  type="button"
                  className={mergeClasses(shared.textButton, styles.open)}
                  aria-label={`Open ${requestId}`}
                  onClick={late(() => {
                    onClose();
                    onOpen(requestId);
                  })}
                >
                  Open
                </button>
              </>
            )}
          </span>
        </div>
        <FillLines fills={others} lines={FILLS_NAMED - 1} />
      </div>
      <Button
        size="small"
        appearance="subtle"
        className={styles.close}
        aria-label={`Close: ${tradeId}`}
        onClick={late(onClose)}
      >
        ✕
      </Button>
    </div>
  );
}

/** On a desk of several people it need not be the reader who quoted: the desk did. */
function useToldTo(): (words: string) => string {
  const hasPeople = useNamedPerson() !== undefined;
  return (words) => (hasPeople ? words.replace(/\b(Y|y)our /g, '$1our desk’s ') : words);
}

/** "12:04 · You bought 10 MW TTF Dec-26 at 31.35 from Ironbridge", whole and a line each; beyond so many lines how many more there are. */
function FillLines({ fills, lines }: { fills: readonly Fill[]; lines: number }) {
  const { formatters } = usePane();
  const styles = useStyles();
  const fillWords = useFillWords();
  const more = fills.length - lines;
  return (
    <>
      {fills.slice(0, lines).map((fill) => (
        <div key={fill.tradeId} className={styles.whole}>
          {formatters.minute(fill.at)} · {fillWords(fill)}
        </div>
      ))}
      {more > 0 && <div>{`and ${formatters.count(more)} more in Today`}</div>}
    </>
  );
}

/** For screen readers: politely, only a trade interrupts. */
function Spoken({ notice, fill }: { notice: Notice | undefined; fill: Fill | undefined }) {
  const shared = useSharedStyles();
  const fillWords = useFillWords();
  const words = useNewsWords(notice);
  const trade = notice !== undefined && isTrade(notice);
  return (
    <>
      <div className={shared.hidden} aria-live="polite">
        {!trade && words}
      </div>
      <div className={shared.hidden} aria-live="assertive">
        {[fill && fillWords(fill), trade && words].filter(Boolean).join('. ')}
      </div>
    </>
  );
}

function More({ count, onEvents }: { count: number; onEvents: () => void }) {
  const { formatters } = usePane();
  const styles = useStyles();
  return (
    <Button
      size="small"
      appearance="subtle"
      className={mergeClasses(styles.small, styles.more)}
      onClick={onEvents}
    >
      {formatters.count(count)} more in Events
    </Button>
  );
}

function Dismiss({ notice, onDismiss }: { notice: Notice; onDismiss: () => void }) {
  const styles = useStyles();
  return (
    <Button
      size="small"
      appearance="subtle"
      className={styles.small}
      aria-label={`Dismiss: ${useNewsWords(notice)}`}
      onClick={onDismiss}
    >
      ✕
    </Button>
  );
}

/** Whether the strip above the rooms says which quotes ended: it stays until somebody has read it, and once is enough. */
function useIsInStrip(notice: Notice | undefined): boolean {
  const journal = useAnswer(usePane().client, JOURNAL).value ?? [];
  return journal.some(
    ({ body, over }) =>
      body.kind === 'send-quote' &&
      over &&
      // What this desk withdrew is in no strip.
      over.how !== 'withdrawn' &&
      body.requestId === notice?.requestId,
  );
}

function useNewsWords(notice: Notice | undefined): string {
  const { formatters } = usePane();
  const events = useEventNotices();
  const told = useToldTo();
  const doer = useDoer();
  const isInStrip = useIsInStrip(notice);
  if (!notice) return '';
  const { ended, requestId } = notice;
  const lost = isInStrip ? '' : endedInWords(ended, events.request(requestId), { formatters, doer });
  return lost === ''
    ? told(newsInWords(notice, (count) => formatters.count(count)))
    : `${requestId} closed. ${lost}`;
}

function FirstNotice({ notice, onOpen }: { notice: Notice; onOpen: (id: RequestId) => void }) {
  const { formatters } = usePane();
  const events = useEventNotices();
  const shared = useSharedStyles();
  const styles = useStyles();
  const request = events.request(notice.requestId);
  const isInStrip = useIsInStrip(notice);
  const isLong = isTrade(notice) || (notice.ended.length > 0 && !isInStrip);
  const words = useNewsWords(notice);
  const open = (): void => {
    const meant = events.board.pressed();
    if (!meant) return;
    events.board.next();
    onOpen(meant.requestId);
  };
  return (
    <button type="button" className={mergeClasses(styles.notice, isLong && styles.whole)} onClick={open}>
      <span className={mergeClasses(styles.line, isLong && styles.whole, shared.small, shared.strong)}>
        {words}
      </span>
      <span className={mergeClasses(styles.line, shared.small, shared.digits)}>
        {[
          formatters.time(notice.heardAt),
          request && (WANTS_A_PRICE.has(notice.kind) ? ownDealInWords(request) : productInWords(request)),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </button>
  );
}

/** Of what is over, "You buy" would read as a fill. */
const WANTS_A_PRICE: ReadonlySet<NewsKind> = new Set(['request', 'counteroffer']);

/** "You sell DE Cal-27 base": what the desk would do, whoever asked. */
function ownDealInWords(request: Request): string {
  const side = ownSide(request)?.toLowerCase();
  return [side && `You ${side}`, productInWords(request)].filter(Boolean).join(' ');
}

/** While somebody points at it or has the focus in it, nothing in it goes away by itself. */
function useHold(fills: readonly Fill[]) {
  const { board } = useEventNotices();
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const held = isPointed || isFocused;
  useEffect(() => (held ? board.hold() : undefined), [board, held]);
  const notices = useWatched(board.notices);
  // A button that is gone tells nobody that it lost the focus.
  useEffect(() => {
    if (!isFocused || place.current?.contains(document.activeElement)) return;
    setFocused(false);
    if (document.activeElement === document.body) place.current?.focus();
  }, [isFocused, notices, fills]);
  return {
    isHeld: held,
    ref: place,
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    // Of a press with the mouse the focus is only a trace.
    onFocus: ({ target }: FocusEvent<HTMLElement>) => setFocused(target.matches(':focus-visible')),
    onBlur: () => setFocused(false),
  };
}
