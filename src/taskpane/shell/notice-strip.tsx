import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState, type FocusEvent } from 'react';
import type { RequestId } from '../../domain/identifiers';
import { useSharedStyles } from '../ui/styles';
import { EVENTS, useAnswer, usePane, useWatched } from '../app/hooks';
import { newsInWords } from '../app/event-text';
import { requestInWords } from '../ui/text/request-text';
import { useEventNotices } from '../app/event-notices';
import { NEWS_KINDS } from '../app/heard-events';
import { isTrade, type Notice } from '../app/notices';

const useStyles = makeStyles({
  place: { outlineStyle: 'none' },
  // Its place is kept when there is nothing to tell, so that no button ever moves below a finger.
  strip: {
    display: 'flex',
    alignItems: 'center',
    gap: '2px',
    minHeight: '36px',
    padding: '0 6px 0 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    borderLeft: '3px solid transparent',
    backgroundColor: tokens.colorNeutralBackground1,
  },
  told: { backgroundColor: tokens.colorBrandBackground2, borderLeftColor: tokens.colorBrandStroke1 },
  traded: {
    backgroundColor: tokens.colorPaletteGreenBackground1,
    borderLeftColor: tokens.colorPaletteGreenBorderActive,
  },
  idle: { paddingLeft: '9px' },
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
  small: { flexShrink: 0, minWidth: 'auto', padding: '0 6px' },
});

/** What has just happened, told once, in a place of its own: it covers nothing, moves nothing and takes no focus. */
export function NoticeStrip({ onOpen, onEvents }: { onOpen: (id: RequestId) => void; onEvents: () => void }) {
  const { board } = useEventNotices();
  const shared = useSharedStyles();
  const styles = useStyles();
  const [first, ...more] = useWatched(board.notices);
  const off = useWatched(usePane().events.switches.off);
  const hold = useHold();
  if (off.size === NEWS_KINDS.length && !first) return null;
  const dismiss = (): void => {
    // The button goes with the last one; who pressed it by keyboard stays here.
    if (more.length === 0) hold.ref.current?.focus();
    board.next();
  };
  const tone = first && (isTrade(first) ? styles.traded : styles.told);
  return (
    <div role="group" aria-label="News" tabIndex={-1} className={styles.place} {...hold}>
      <div className={mergeClasses(styles.strip, tone, shared.small)}>
        {first ? (
          <FirstNotice notice={first} onOpen={onOpen} />
        ) : (
          <span className={mergeClasses(styles.idle, shared.muted, shared.digits)}>
            <LastEvent />
          </span>
        )}
        {more.length > 0 && <More count={more.length} onEvents={onEvents} />}
        {first && <Dismiss notice={first} onDismiss={dismiss} />}
      </div>
      <Spoken notice={first} />
    </div>
  );
}

/** For screen readers: politely, only a trade interrupts. */
function Spoken({ notice }: { notice: Notice | undefined }) {
  const shared = useSharedStyles();
  const words = useNewsWords(notice);
  const trade = notice !== undefined && isTrade(notice);
  return (
    <>
      <div className={shared.hidden} aria-live="polite">
        {!trade && words}
      </div>
      <div className={shared.hidden} aria-live="assertive">
        {trade && words}
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
      className={styles.small}
      aria-label={`${formatters.count(count)} more, show all events`}
      onClick={onEvents}
    >
      +{formatters.count(count)}
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

function useNewsWords(notice: Notice | undefined): string {
  const { formatters } = usePane();
  return notice ? newsInWords(notice, (count) => formatters.count(count)) : '';
}

function FirstNotice({ notice, onOpen }: { notice: Notice; onOpen: (id: RequestId) => void }) {
  const { formatters } = usePane();
  const events = useEventNotices();
  const shared = useSharedStyles();
  const styles = useStyles();
  const request = events.request(notice.requestId);
  const words = useNewsWords(notice);
  const open = (): void => {
    const meant = events.board.pressed();
    if (!meant) return;
    events.board.next();
    onOpen(meant.requestId);
  };
  return (
    <button type="button" className={styles.notice} onClick={open}>
      <span className={mergeClasses(styles.line, shared.small, shared.strong)}>{words}</span>
      <span className={mergeClasses(styles.line, shared.small, shared.digits)}>
        {[formatters.time(notice.heardAt), request && requestInWords(request, formatters).deal]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </button>
  );
}

/** That events do come, for whoever wonders why nothing is told. */
function LastEvent() {
  const { client, formatters } = usePane();
  const events = useAnswer(client, EVENTS).value;
  const [newest] = events ?? [];
  if (newest) return <>Last event {formatters.time(newest.heardAt)}</>;
  return <>{events ? 'No events yet' : 'Events: waiting for the desk'}</>;
}

/** While somebody points at it or has the focus in it, nothing in it goes away by itself. */
function useHold() {
  const { board } = useEventNotices();
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const held = isPointed || isFocused;
  useEffect(() => (held ? board.hold() : undefined), [board, held]);
  const notices = useWatched(board.notices);
  // A button that is gone tells nobody that it lost the focus.
  useEffect(() => {
    if (isFocused && !place.current?.contains(document.activeElement)) setFocused(false);
  }, [isFocused, notices]);
  return {
    ref: place,
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    // Of a press with the mouse the focus is only a trace.
    onFocus: ({ target }: FocusEvent<HTMLElement>) => setFocused(target.matches(':focus-visible')),
    onBlur: () => setFocused(false),
  };
}
